import TextModel

/// A comment of the text, `<!-- … -->`: what is hidden from readers.
public struct MarkdownComment: Hashable, Sendable {
  /// From `<!--` to `-->`.
  public let range: TextRange
  /// What it says, without the marks and the blanks around it.
  public let text: String
  /// Whether it stands alone in its lines.
  public let isBlock: Bool
}

extension MarkdownDocument {
  /// The comments in the order of the text. O(n).
  public var comments: [MarkdownComment] {
    var found: [MarkdownComment] = []
    forEachLeaf(in: nil) { node in
      if node.kind == .commentBlock {
        found.append(comment(node.range, isBlock: true))
      } else if node.kind.holdsInlines {
        node.forEachInline { if $0.kind == .comment { found.append(comment($0.range, isBlock: false)) } }
      }
    }
    return found
  }

  private func comment(_ range: TextRange, isBlock: Bool) -> MarkdownComment {
    var words = text.string(in: range)[...]
    func trim() {
      while words.first?.isWhitespace == true { words.removeFirst() }
      while words.last?.isWhitespace == true { words.removeLast() }
    }
    trim()
    if words.hasPrefix("<!--") { words.removeFirst(4) }
    if words.hasSuffix("-->") { words.removeLast(3) }
    trim()
    return MarkdownComment(range: range, text: String(words), isBlock: isBlock)
  }

  /// Thinks out the removal of a comment: with its lines where it stands alone, and with one of the blank lines around it.
  public func removing(_ comment: MarkdownComment) -> EditPlan {
    var range = comment.range
    if comment.isBlock {
      let lines = text.lines
      range = lines.lines(touching: range)
      let first = lines.line(at: range.lower)
      let isAfterBlank = first == 0 || lines.content(ofLine: first - 1).isEmpty
      // Two blank lines would be left where there was one.
      if isAfterBlank, range.upper < text.end {
        let after = lines.range(ofLine: lines.line(at: range.upper))
        if lines.content(ofLine: lines.line(at: range.upper)).isEmpty { range = TextRange(range.lower, after.upper) }
      }
    } else if range.lower.utf8 > 0, text[range.lower - 1] == Byte.space,
      range.upper == text.end || text[range.upper].isSpaceOrTab || text[range.upper].isLineEnd
    {
      range = TextRange(range.lower - 1, range.upper)
    }
    return EditPlan(replacing: range, with: "", selection: TextSelection(caret: range.lower))
  }
}
