public import Markdown
public import TextModel

/// What is put in order when a document is saved, as its folder's settings ask.
public struct Tidying: Sendable, Equatable {
  /// Takes blanks before line ends away, but for those that break a line.
  public var trimsTrailingWhitespace = false
  /// Ends the last line.
  public var insertsFinalNewline = false
  /// What is to end every line; nil leaves line ends as they are.
  public var lineEnd: LineEnd?

  public init() {}

  /// Thinks the changes out; nil when the text is in order. The caret's line keeps its blanks: somebody may be writing there.
  ///
  /// `document` is the tree of the very text. O(n).
  public func plan(for document: MarkdownDocument, caret: TextOffset) -> EditPlan? {
    let text = document.text
    var replacements: [EditPlan.Replacement] = []
    if trimsTrailingWhitespace {
      let line = text.lines.line(at: min(caret, text.end))
      let kept = text.lines.content(ofLine: line)
      for blanks in trailingBlanks(of: text) where !(kept.lower <= blanks.upper && blanks.lower <= kept.upper) {
        if document.node(at: blanks.lower).kind == .hardBreak { continue }
        replacements.append(EditPlan.Replacement(blanks, ""))
      }
    }
    if let lineEnd { replacements += lineEnds(of: text, other: lineEnd) }
    if insertsFinalNewline, !text.isEmpty, text[text.end - 1] != 0x0A, text[text.end - 1] != 0x0D {
      let own = lineEnd ?? text.lines.lineEnd(ofLine: 0) ?? .lf
      replacements.append(EditPlan.Replacement(TextRange(at: text.end), own.string))
    }
    return replacements.isEmpty ? nil : EditPlan(replacements)
  }

  /// The blanks and tabs before line ends and at the end of the text.
  private func trailingBlanks(of text: ChunkedText) -> [TextRange] {
    var found: [TextRange] = []
    var start: TextOffset?
    text.forEachChunk { bytes, offset in
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0x20, 0x09: if start == nil { start = offset + index }
        case 0x0A, 0x0D:
          if let from = start { found.append(TextRange(from, offset + index)) }
          start = nil
        default: start = nil
        }
      }
      return true
    }
    if let start { found.append(TextRange(start, text.end)) }
    return found
  }

  /// Replaces line ends of another kind.
  private func lineEnds(of text: ChunkedText, other wanted: LineEnd) -> [EditPlan.Replacement] {
    var found: [EditPlan.Replacement] = []
    func end(_ range: TextRange, _ kind: LineEnd) {
      if kind != wanted { found.append(EditPlan.Replacement(range, wanted.string)) }
    }
    var isAfterCR = false
    text.forEachChunk { bytes, offset in
      for (index, byte) in bytes.enumerated() {
        let place = offset + index
        if byte == 0x0A {
          end(isAfterCR ? TextRange(place - 1, place + 1) : TextRange(place, count: 1), isAfterCR ? .crlf : .lf)
        } else if isAfterCR {
          end(TextRange(place - 1, count: 1), .cr)
        }
        isAfterCR = byte == 0x0D
      }
      return true
    }
    if isAfterCR { end(TextRange(text.end - 1, count: 1), .cr) }
    return found
  }
}
