import TextModel

extension MarkdownDocument {
  /// The paragraph, heading, cell or other block without blocks in it that an offset touches; nil between blocks.
  public func paragraph(at offset: TextOffset) -> TextRange? { leafBlock(at: offset)?.range }

  /// The sentence that an offset touches, with the blanks behind it; the whole block where it holds no sentences, nil between blocks.
  ///
  /// A sentence ends with a full stop, a question or exclamation mark or their like in other scripts, and whatever closes it, before a blank.
  /// O(the block).
  public func sentence(at offset: TextOffset) -> TextRange? {
    guard let block = leafBlock(at: offset) else { return nil }
    let range = block.range
    guard block.kind.holdsInlines else { return range }
    var start = range.lower
    var place = range.lower
    var isEnding = false
    for scalar in text.string(in: range).unicodeScalars {
      let next = place + UTF8.width(scalar)
      switch scalar {
      case ".", "!", "?", "…", "؟", "।": isEnding = true
      case "。", "！", "？":
        // No blank follows these.
        if next <= offset { start = next } else { return TextRange(start, next) }
        isEnding = false
      case "\"", "'", "”", "’", "»", ")", "]", "*", "_", "`", "~": break
      case _ where scalar.properties.isWhitespace:
        if isEnding {
          if next <= offset { start = next } else { return TextRange(start, place) }
        }
        isEnding = false
      default: isEnding = false
      }
      place = next
    }
    return TextRange(start, range.upper)
  }
}
