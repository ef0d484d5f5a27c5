/// The size of a sheet of paper, in points (1/72 inch).
nonisolated struct PaperSize: Hashable, Sendable {
  let width: Double
  let height: Double

  static let a4 = PaperSize(width: 210 * Length.millimetre, height: 297 * Length.millimetre)
  static let letter = PaperSize(width: 612, height: 792)

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Reads `a4`, `letter` or two lengths with an `x` between them (`148x210`, `6inx9in`); nil when it is none, or no paper.
  init?(_ text: String) {
    switch text.lowercased() {
    case "a3": self.init(width: 297 * Length.millimetre, height: 420 * Length.millimetre)
    case "a4": self = .a4
    case "a5": self.init(width: 148 * Length.millimetre, height: 210 * Length.millimetre)
    case "letter": self = .letter
    case "legal": self.init(width: 612, height: 1008)
    default:
      let parts = text.lowercased().split(whereSeparator: { $0 == "x" || $0 == "×" })
      guard parts.count == 2, let height = Length(parts[1]) else { return nil }
      // In "148x210mm" the unit counts for both.
      guard let width = Length(parts[0], unit: height.unit) else { return nil }
      let sides = 72.0...14_400.0
      guard sides.contains(width.points), sides.contains(height.points) else { return nil }
      self.init(width: width.points, height: height.points)
    }
  }
}

/// The space between a sheet's edges and its text, in points.
nonisolated struct PageMargins: Hashable, Sendable {
  var top: Double
  var right: Double
  var bottom: Double
  var left: Double

  /// Reads one to four lengths as CSS orders them: all; upper and lower, sides; upper, sides, lower; upper, right, lower, left.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Length($0)?.points }
    let lengths = parts.compactMap { $0 }
    guard lengths.count == parts.count, (1...4).contains(lengths.count), lengths.allSatisfy({ $0 >= 0 && $0 <= 1_440 }) else { return nil }
    top = lengths[0]
    right = lengths.count > 1 ? lengths[1] : top
    bottom = lengths.count > 2 ? lengths[2] : top
    left = lengths.count > 3 ? lengths[3] : right
  }
}

/// A length as people write it.
private nonisolated struct Length {
  static let millimetre = 72 / 25.4

  let points: Double
  let unit: String

  /// Reads a number with `mm`, `cm`, `in` or `pt` after it; without one it has the given unit.
  init?(_ text: some StringProtocol, unit standard: String = "mm") {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(digits), number.isFinite else { return nil }
    unit = digits.endIndex == text.endIndex ? standard : String(text[digits.endIndex...]).lowercased()
    switch unit {
    case "mm": points = number * Length.millimetre
    case "cm": points = number * Length.millimetre * 10
    case "in": points = number * 72
    case "pt": points = number
    default: return nil
    }
  }
}
