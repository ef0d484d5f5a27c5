/// Counts UTF-8 bytes from the start of a text: the only currency of the pure side.
///
/// GTK counts Unicode scalars and Swift counts grapheme clusters; `LineIndex` converts to scalars where GTK begins.
/// An offset that splits a UTF-8 sequence can be made, but no edit accepts it.
public struct TextOffset: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The distance from the start of the text in UTF-8 bytes.
  public let utf8: Int

  public init(_ utf8: Int) {
    self.utf8 = utf8
  }

  /// The start of every text.
  public static let zero = TextOffset(0)

  public var description: String { String(utf8) }

  public static func < (left: TextOffset, right: TextOffset) -> Bool { left.utf8 < right.utf8 }
  public static func + (offset: TextOffset, bytes: Int) -> TextOffset { TextOffset(offset.utf8 + bytes) }
  public static func - (offset: TextOffset, bytes: Int) -> TextOffset { TextOffset(offset.utf8 - bytes) }
  /// Gives the distance between two offsets in bytes.
  public static func - (left: TextOffset, right: TextOffset) -> Int { left.utf8 - right.utf8 }
  public static func += (offset: inout TextOffset, bytes: Int) { offset = offset + bytes }
  public static func -= (offset: inout TextOffset, bytes: Int) { offset = offset - bytes }
}

/// Names the bytes from `lower` up to, not including, `upper`.
public struct TextRange: Hashable, Sendable, CustomStringConvertible {
  public let lower: TextOffset
  public let upper: TextOffset

  /// Makes a range; `lower` must not be after `upper`.
  public init(_ lower: TextOffset, _ upper: TextOffset) {
    precondition(lower <= upper, "a text range runs forwards")
    self.lower = lower
    self.upper = upper
  }

  /// Makes a range from byte counts.
  public init(_ bytes: Range<Int>) {
    lower = TextOffset(bytes.lowerBound)
    upper = TextOffset(bytes.upperBound)
  }

  /// Makes the empty range at an offset.
  public init(at offset: TextOffset) {
    lower = offset
    upper = offset
  }

  /// Makes the range of `count` bytes that starts at `lower`.
  public init(_ lower: TextOffset, count: Int) {
    self.init(lower, lower + count)
  }

  /// The length in bytes.
  public var count: Int { upper - lower }
  public var isEmpty: Bool { lower == upper }
  /// The same range as plain byte counts, to index an array of bytes.
  public var bytes: Range<Int> { lower.utf8..<upper.utf8 }
  public var description: String { "\(lower)..<\(upper)" }

  public func contains(_ offset: TextOffset) -> Bool { lower <= offset && offset < upper }
  /// Tells whether `other` lies within this range; an empty range at either end does.
  public func contains(_ other: TextRange) -> Bool { lower <= other.lower && other.upper <= upper }
  /// Tells whether the two have a byte in common.
  public func overlaps(_ other: TextRange) -> Bool { max(lower, other.lower) < min(upper, other.upper) }
  /// Tells whether the two overlap or meet at an end.
  public func touches(_ other: TextRange) -> Bool { max(lower, other.lower) <= min(upper, other.upper) }
  /// Gives the smallest range that holds both.
  public func union(_ other: TextRange) -> TextRange { TextRange(min(lower, other.lower), max(upper, other.upper)) }
  /// Gives what the two have in common; nil when they do not even meet.
  public func intersection(_ other: TextRange) -> TextRange? {
    let lower = max(lower, other.lower)
    let upper = min(upper, other.upper)
    return lower <= upper ? TextRange(lower, upper) : nil
  }
  /// Gives the range moved by `bytes`.
  public func shifted(by bytes: Int) -> TextRange { TextRange(lower + bytes, upper + bytes) }
}
