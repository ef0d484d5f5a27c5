/// Says how large a sheet is and how much of its edge stays free, in points (72 to an inch).
public struct PageFormat: Equatable, Sendable {
  public var width: Double
  public var height: Double
  public var margins: PageMargins

  /// Makes a format; a column that the margins would leave less than an inch of width or two inches of height gets that much.
  public init(width: Double, height: Double, margins: PageMargins = PageMargins()) {
    self.width = width
    self.height = height
    self.margins = margins
  }

  public static let a4 = PageFormat(width: 595.276, height: 841.89)
  public static let letter = PageFormat(width: 612, height: 792)
  public static let a5 = PageFormat(width: 419.528, height: 595.276, margins: PageMargins(all: 48))
  public static let legal = PageFormat(width: 612, height: 1008)

  /// The sizes that have names.
  public static let named: [(name: String, format: PageFormat)] = [("a4", .a4), ("a5", .a5), ("letter", .letter), ("legal", .legal)]

  /// The sides of a sheet, in points.
  public static let sides = 144.0...14_400.0

  /// Reads a size: a name (`a4`, `a5`, `letter`, `legal`) or width and height with units, as `148mmx210mm` or `6x9in`; nil for anything else.
  public init?(_ words: String) {
    let words = words.lowercased()
    if let known = Self.named.first(where: { $0.name == words }) {
      self = known.format
      return
    }
    let parts = words.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let second = PageLength(parts[1]),
      let first = PageLength(parts[0], unit: PageLength.unit(of: parts[1])), Self.sides.contains(first.points), Self.sides.contains(second.points)
    else { return nil }
    self.init(width: first.points, height: second.points)
  }

  /// The part of the sheet that holds text, from its upper left corner.
  public var body: Rect {
    let width = max(72, self.width - margins.left - margins.right)
    let height = max(144, self.height - margins.top - margins.bottom)
    return Rect(x: min(margins.left, max(0, self.width - width)), y: min(margins.top, max(0, self.height - height)), width: width, height: height)
  }
}

/// Holds the widths of the edges of a sheet that stay free, in points.
public struct PageMargins: Equatable, Sendable {
  public var top: Double
  public var right: Double
  public var bottom: Double
  public var left: Double

  /// Makes margins as letters have them.
  public init(top: Double = 68, right: Double = 68, bottom: Double = 72, left: Double = 68) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Makes four equal margins.
  public init(all width: Double) { self.init(top: width, right: width, bottom: width, left: width) }

  /// Reads one to four lengths, parted by commas, in the order of CSS: all; vertical, horizontal; top, horizontal, bottom;
  /// top, right, bottom, left. Nil for anything else, or a margin over 720 points.
  public init?(_ words: String) {
    let parts = words.split(separator: ",", omittingEmptySubsequences: false)
    var values: [Double] = []
    for part in parts {
      guard let length = PageLength(part), length.points <= 720 else { return nil }
      values.append(length.points)
    }
    switch values.count {
    case 1: self.init(all: values[0])
    case 2: self.init(top: values[0], right: values[1], bottom: values[0], left: values[1])
    case 3: self.init(top: values[0], right: values[1], bottom: values[2], left: values[1])
    case 4: self.init(top: values[0], right: values[1], bottom: values[2], left: values[3])
    default: return nil
    }
  }
}

/// Reads a length with its unit.
struct PageLength {
  let points: Double

  /// Reads a number with `mm`, `cm`, `in` or `pt`; without one it counts in `unit`, by default millimetres. Nil for anything else.
  init?(_ words: Substring, unit: Substring? = nil) {
    let trimmed = words.drop { $0 == " " }
    let digits = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    var rest = trimmed.dropFirst(digits.count)
    while rest.last == " " { rest.removeLast() }
    guard !digits.isEmpty, let number = Double(digits), number.isFinite else { return nil }
    let factor: Double
    switch rest.isEmpty ? unit ?? "mm" : rest {
    case "mm": factor = 72 / 25.4
    case "cm": factor = 72 / 2.54
    case "in", "\"": factor = 72
    case "pt": factor = 1
    default: return nil
    }
    points = number * factor
  }

  /// The unit that is written behind a number; nil for none.
  static func unit(of words: Substring) -> Substring? {
    let unit = words.drop { $0 == " " || ($0.isASCII && ($0.isNumber || $0 == ".")) }
    return unit.isEmpty ? nil : unit
  }
}
