/// A change to a text, thought out but not yet made: what commands give and the buffer's one door takes.
///
/// All ranges speak of the text as it is before any of the replacements; the selection speaks of the text after all.
public struct EditPlan: Sendable, Equatable {
  /// One range and what comes in its place.
  public struct Replacement: Sendable, Equatable {
    public let range: TextRange
    public let text: String

    public init(_ range: TextRange, _ text: String) {
      self.range = range
      self.text = text
    }

    /// The edit that the replacement makes when it comes first.
    public var edit: TextEdit { TextEdit(range, newCount: text.utf8.count) }
  }

  /// Sorted, none overlapping another. Insertions at one offset keep the order in which they were given.
  public let replacements: [Replacement]
  /// What is selected afterwards; nil carries the old selection along.
  public let selection: TextSelection?
  /// By how many bytes each replacement's place is shifted by those before it.
  private let shifts: [Int]

  /// Makes a plan from replacements in any order; none may overlap another.
  public init(_ replacements: [Replacement], selection: TextSelection? = nil) {
    let sorted = replacements.enumerated().sorted { left, right in
      let (a, b) = (left.element.range, right.element.range)
      return (a.lower, a.upper, left.offset) < (b.lower, b.upper, right.offset)
    }.map(\.element)
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      precondition(left.range.upper <= right.range.lower, "replacements \(left.range) and \(right.range) overlap")
    }
    self.replacements = sorted
    self.selection = selection
    var shift = 0
    shifts = sorted.map { replacement in
      defer { shift += replacement.edit.delta }
      return shift
    }
  }

  /// Makes a plan of one replacement.
  public init(replacing range: TextRange, with text: String, selection: TextSelection? = nil) {
    self.init([Replacement(range, text)], selection: selection)
  }

  /// Tells whether the plan leaves the text as it is.
  public var isEmpty: Bool { replacements.isEmpty }

  /// The smallest range of the old text that holds every replacement; nil when there is none.
  public var range: TextRange? {
    guard let first = replacements.first, let last = replacements.last else { return nil }
    return TextRange(first.range.lower, last.range.upper)
  }

  /// By how many bytes the text grows.
  public var delta: Int { replacements.last.map { shifts[shifts.count - 1] + $0.edit.delta } ?? 0 }

  /// The whole plan as a single edit; nil when there is no replacement.
  public var edit: TextEdit? {
    range.map { TextEdit($0, newCount: $0.count + delta) }
  }

  /// Makes the changes to a text. O(replacements × log n).
  public func apply(to text: inout ChunkedText) {
    for replacement in replacements.reversed() {
      text.replace(replacement.range, with: replacement.text)
    }
  }

  /// Gives the text with the changes made.
  public func applied(to text: ChunkedText) -> ChunkedText {
    var copy = text
    apply(to: &copy)
    return copy
  }

  /// Gives the plan that brings the old text back, and `selection` with it; `text` is the text before the plan.
  public func inverse(in text: ChunkedText, selection: TextSelection? = nil) -> EditPlan {
    var shift = 0
    let inverse = replacements.map { replacement in
      let back = Replacement(replacement.edit.newRange.shifted(by: shift), text.string(in: replacement.range))
      shift += replacement.edit.delta
      return back
    }
    return EditPlan(inverse, selection: selection)
  }

  /// Gives a plan of at most `limit` replacements with the same outcome: more are merged into one over their common range.
  ///
  /// GtkTextBuffer takes 5 s for 100,000 single replacements and 13 s to undo them; as one, 0.3 s each.
  public func merged(over text: ChunkedText, limit: Int = 200) -> EditPlan {
    guard replacements.count > limit, let range else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(range.count + delta, 0))
    var next = range.lower
    func copyOld(to end: TextOffset) {
      text.forEachChunk(in: TextRange(next, end)) { piece, _ in
        bytes.append(contentsOf: piece)
        return true
      }
    }
    for replacement in replacements {
      copyOld(to: replacement.range.lower)
      bytes.append(contentsOf: replacement.text.utf8)
      next = replacement.range.upper
    }
    return EditPlan(replacing: range, with: String(decoding: bytes, as: UTF8.self), selection: selection)
  }

  /// Carries an offset of the old text into the new one; inside a replaced range it goes to the start or end of what is new.
  ///
  /// O(log replacements).
  public func map(_ offset: TextOffset, _ affinity: TextAffinity = .after) -> TextOffset {
    // The first replacement that does not lie before the offset for good.
    var low = 0
    var high = replacements.count
    while low < high {
      let middle = (low + high) / 2
      let range = replacements[middle].range
      let isBefore = range.upper < offset || (range.upper == offset && !(range.isEmpty && affinity == .before))
      if isBefore { low = middle + 1 } else { high = middle }
    }
    guard low < replacements.count, replacements[low].range.lower <= offset else {
      return offset + (low < replacements.count ? shifts[low] : delta)
    }
    return replacements[low].edit.map(offset, affinity) + shifts[low]
  }

  /// Carries a range of the old text into the new one: text inserted at its ends stays outside.
  public func map(_ range: TextRange) -> TextRange {
    let lower = map(range.lower, .after)
    return TextRange(lower, max(lower, map(range.upper, .before)))
  }

  /// Gives what is selected afterwards, if `old` was before.
  public func selection(after old: TextSelection) -> TextSelection {
    selection ?? TextSelection(anchor: map(old.anchor), head: map(old.head))
  }
}
