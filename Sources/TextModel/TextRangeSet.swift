/// Holds parts of a text: sorted ranges, none empty, none touching another.
public struct TextRangeSet: Equatable, Sendable {
  public private(set) var ranges: [TextRange] = []

  public init() {}

  /// Makes a set of ranges in any order; what overlaps or touches becomes one.
  public init(_ ranges: some Sequence<TextRange>) {
    for range in ranges.sorted(by: { $0.lower < $1.lower }) where !range.isEmpty {
      if let last = self.ranges.last, last.upper >= range.lower {
        self.ranges[self.ranges.count - 1] = last.union(range)
      } else {
        self.ranges.append(range)
      }
    }
  }

  public var isEmpty: Bool { ranges.isEmpty }

  public func contains(_ offset: TextOffset) -> Bool {
    let index = firstIndex(endingAfter: offset)
    return index < ranges.count && ranges[index].contains(offset)
  }

  /// Adds a range. O(log n + what follows).
  public mutating func insert(_ range: TextRange) {
    guard !range.isEmpty else { return }
    var lower = firstIndex(endingAfter: range.lower)
    if lower > 0 && ranges[lower - 1].upper == range.lower { lower -= 1 }
    var upper = lower
    var whole = range
    while upper < ranges.count && ranges[upper].lower <= range.upper {
      whole = whole.union(ranges[upper])
      upper += 1
    }
    ranges.replaceSubrange(lower..<upper, with: [whole])
  }

  /// Takes a range out. O(log n + what follows).
  public mutating func remove(_ range: TextRange) {
    guard !range.isEmpty else { return }
    let lower = firstIndex(endingAfter: range.lower)
    var upper = lower
    var rest: [TextRange] = []
    while upper < ranges.count && ranges[upper].lower < range.upper {
      let old = ranges[upper]
      if old.lower < range.lower { rest.append(TextRange(old.lower, range.lower)) }
      if old.upper > range.upper { rest.append(TextRange(range.upper, old.upper)) }
      upper += 1
    }
    ranges.replaceSubrange(lower..<upper, with: rest)
  }

  /// Gives what lies within a range.
  public func intersection(_ range: TextRange) -> TextRangeSet {
    var result = TextRangeSet()
    var index = firstIndex(endingAfter: range.lower)
    while index < ranges.count && ranges[index].lower < range.upper {
      if let part = ranges[index].intersection(range), !part.isEmpty { result.ranges.append(part) }
      index += 1
    }
    return result
  }

  /// Gives what is in this set and not in the other. O(n + m).
  public func subtracting(_ other: TextRangeSet) -> TextRangeSet {
    var result = TextRangeSet()
    var next = 0
    for range in ranges {
      var lower = range.lower
      while next < other.ranges.count && other.ranges[next].upper <= lower { next += 1 }
      var index = next
      while index < other.ranges.count && other.ranges[index].lower < range.upper {
        if other.ranges[index].lower > lower { result.ranges.append(TextRange(lower, other.ranges[index].lower)) }
        lower = max(lower, other.ranges[index].upper)
        index += 1
      }
      if lower < range.upper { result.ranges.append(TextRange(lower, range.upper)) }
    }
    return result
  }

  /// Carries the set through an edit as GtkTextBuffer carries tags: text inserted inside a range belongs to it, text inserted
  /// at an end, or in the place of one, does not. O(n).
  public mutating func apply(_ edit: TextEdit) {
    guard !ranges.isEmpty else { return }
    let old = edit.range
    let index = firstIndex(endingAfter: old.lower)
    // Typing after everything is the common case.
    guard index < ranges.count else { return }
    var result = Array(ranges[..<index])
    for range in ranges[index...] {
      if range.lower >= old.upper {
        result.append(range.shifted(by: edit.delta))
      } else if range.lower < old.lower && range.upper > old.upper {
        result.append(TextRange(range.lower, range.upper + edit.delta))
      } else if range.lower < old.lower {
        result.append(TextRange(range.lower, old.lower))
      } else if range.upper > old.upper {
        result.append(TextRange(old.upper + edit.delta, range.upper + edit.delta))
      }
    }
    // What was apart may touch now.
    self = TextRangeSet(result)
  }

  /// Gives the index of the first range that ends after an offset.
  private func firstIndex(endingAfter offset: TextOffset) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upper > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
