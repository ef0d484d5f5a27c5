/// Says which side of text inserted at an offset a position there ends up on.
public enum TextAffinity: Sendable {
  case before
  case after
}

/// Tells what one change did to a text, without the text: `range` of the old version became `newCount` bytes of the new one.
public struct TextEdit: Hashable, Sendable {
  /// The bytes of the old version that went away; empty for an insertion.
  public let range: TextRange
  /// The number of bytes that stand in their place.
  public let newCount: Int

  public init(_ range: TextRange, newCount: Int) {
    self.range = range
    self.newCount = newCount
  }

  /// By how many bytes the text grew.
  public var delta: Int { newCount - range.count }
  /// The bytes of the new version that the edit brought.
  public var newRange: TextRange { TextRange(range.lower, count: newCount) }

  /// Carries an offset of the old version into the new one; one inside the range goes to the start or end of what is new.
  public func map(_ offset: TextOffset, _ affinity: TextAffinity = .after) -> TextOffset {
    if offset < range.lower { return offset }
    if offset > range.upper { return offset + delta }
    if range.isEmpty { return affinity == .before ? offset : offset + newCount }
    if offset == range.lower { return offset }
    if offset == range.upper { return offset + delta }
    return affinity == .before ? range.lower : newRange.upper
  }

  /// Covers this edit and one that came right after it by a single edit from the old version to the newest.
  public func followed(by next: TextEdit) -> TextEdit {
    // The next edit speaks of the middle version: what of it lies outside this edit's bytes is older text.
    let lower = min(range.lower, next.range.lower)
    let after = max(next.range.upper - newRange.upper, 0)
    let upper = range.upper + after
    return TextEdit(TextRange(lower, upper), newCount: upper - lower + delta + next.delta)
  }
}
