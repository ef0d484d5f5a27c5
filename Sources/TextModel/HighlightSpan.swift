/// Says what a piece of the text is, for whoever gives it a look.
///
/// In the order in which looks lie on each other: a later one wins where both say something about the same property.
public enum HighlightStyle: UInt8, CaseIterable, Sendable {
  case quote
  case codeBlock
  // What is inside code of another language.
  case codeComment
  case codeString
  case codeNumber
  case codeKeyword
  case codeType
  case codeFunction
  case codeDirective
  case frontMatter
  case heading1
  case heading2
  case heading3
  case heading4
  case heading5
  case heading6
  case tableHeader
  case strong
  case emphasis
  case strikethrough
  case highlight
  case code
  case math
  case html
  case comment
  case link
  case footnote
  case listMarker
  case task
  /// The address of a link or an image.
  case address
  /// What only makes the others: asterisks, hashes, fences, brackets, pipes.
  case mark

  /// Gives the style of a heading; levels outside 1–6 count as the nearest.
  public static func heading(_ level: Int) -> HighlightStyle {
    [.heading1, .heading2, .heading3, .heading4, .heading5, .heading6][min(max(level, 1), 6) - 1]
  }
}

/// A range of the text and what it is. Spans may overlap.
public struct HighlightSpan: Hashable, Sendable {
  public let range: TextRange
  public let style: HighlightStyle

  public init(_ range: TextRange, _ style: HighlightStyle) {
    self.range = range
    self.style = style
  }
}
