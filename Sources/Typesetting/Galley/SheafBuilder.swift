import CPango

/// Puts sheaves together from strips that are there and from blocks that nobody has looked at.
struct SheafBuilder {
  /// How many strips a sheaf holds when there is a choice.
  static let usual = 96

  private enum Part {
    case strip(Strip, start: Int)
    case uncut(count: Int, start: Int)

    var start: Int {
      switch self {
      case .strip(_, let start), .uncut(_, let start): start
      }
    }
  }

  private var parts: [Part] = []

  /// The strip that was added last; nil when blocks that are not cut were, or nothing.
  var last: Strip? {
    if case .strip(let strip, _) = parts.last { strip } else { nil }
  }

  mutating func add(_ strip: Strip, start: Int) { parts.append(.strip(strip, start: start)) }

  /// Adds blocks that are not cut; few of them join those before.
  mutating func addUncut(_ count: Int, start: Int) {
    guard count > 0 else { return }
    if case .uncut(let before, let first) = parts.last, before + count <= Self.usual, start - first < 8000 {
      parts[parts.count - 1] = .uncut(count: before + count, start: first)
    } else {
      parts.append(.uncut(count: count, start: start))
    }
  }

  /// Gives the sheaves, the first of which begins with the strip of a number; `end` is where the last one ends in the text, and `height`
  /// guesses the height of so many blocks of so many bytes.
  func sheaves(first: Int, end: Int, height: (_ count: Int, _ bytes: Int) -> Double) -> [Sheaf] {
    var result: [Sheaf] = []
    var number = first
    var index = 0
    while index < parts.count {
      switch parts[index] {
      case .uncut(let count, let start):
        index += 1
        let length = (index < parts.count ? parts[index].start : end) - start
        result.append(Sheaf(first: number, count: count, start: start, length: length, height: height(count, length)))
        number += count
      case .strip:
        var strips: [(strip: Strip, start: Int)] = []
        while index < parts.count, case .strip(let strip, let start) = parts[index] {
          strips.append((strip, start))
          index += 1
        }
        let end = index < parts.count ? parts[index].start : end
        let groups = strips.count > 2 * Self.usual ? (strips.count + Self.usual - 1) / Self.usual : 1
        for group in 0..<groups {
          let (from, to) = (strips.count * group / groups, strips.count * (group + 1) / groups)
          let start = strips[from].start
          let sheaf = Sheaf(
            first: number, count: to - from, start: start, length: (to < strips.count ? strips[to].start : end) - start, height: 0)
          sheaf.fill(Array(strips[from..<to]))
          result.append(sheaf)
          number += to - from
        }
      }
    }
    return result
  }
}
