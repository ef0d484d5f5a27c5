/// Says what is selected: from the anchor, where selecting began, to the head, where the caret stands.
public struct TextSelection: Hashable, Sendable, CustomStringConvertible {
  public let anchor: TextOffset
  public let head: TextOffset

  /// Makes a selection; the anchor may be after the head.
  public init(anchor: TextOffset, head: TextOffset) {
    self.anchor = anchor
    self.head = head
  }

  /// Makes a caret with nothing selected.
  public init(caret: TextOffset) {
    anchor = caret
    head = caret
  }

  /// Selects a range, the caret at its end.
  public init(_ range: TextRange) {
    anchor = range.lower
    head = range.upper
  }

  /// What is selected, forwards.
  public var range: TextRange { TextRange(min(anchor, head), max(anchor, head)) }
  /// Tells whether there is a caret only.
  public var isEmpty: Bool { anchor == head }
  public var description: String { isEmpty ? "|\(head)" : "\(anchor)→\(head)" }
}

/// One version of a document's text, safe to take to any thread, and cheap to keep.
public struct TextSnapshot: Sendable {
  public let text: ChunkedText
  /// Numbers the versions of one document: it grows with each change, undo and redo included.
  public let revision: Int

  public init(_ text: ChunkedText, revision: Int = 0) {
    self.text = text
    self.revision = revision
  }

  /// Converts between bytes, scalars and lines.
  public var lines: LineIndex { text.lines }
}
