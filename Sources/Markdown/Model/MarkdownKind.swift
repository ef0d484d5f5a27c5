/// Names what a node of the tree is.
///
/// Blocks come first, inlines after them; the order is no promise.
public enum MarkdownKind: UInt8, Sendable, CaseIterable {
  // Blocks that hold blocks.
  /// The whole text; the root of the tree.
  case document
  case blockQuote
  /// A block quote that opens with `[!NOTE]` or one of its four siblings.
  case alert
  case list
  case listItem
  /// `[^label]: …` and the blocks that belong to it.
  case footnoteDefinition
  case table
  case tableRow

  // Blocks that hold inlines.
  case paragraph
  case heading
  case tableCell

  // Blocks that hold their text as it is, in pieces.
  case codeBlock
  /// `$$ … $$` as a block, or a code fence with the info string `math`.
  case mathBlock
  case htmlBlock
  /// A block that is one HTML comment.
  case commentBlock
  /// The YAML between `---` lines at the very start.
  case frontMatter

  // Blocks without content.
  case thematicBreak
  /// A link reference definition, `[label]: destination "title"`.
  case linkDefinition
  /// A paragraph that is `[[toc]]` alone.
  case tableOfContents

  // Inlines that hold text.
  case text
  /// A backslash and the character that it keeps literal.
  case escape
  /// A character reference such as `&amp;` or `&#x41;`.
  case entity
  /// An emoji shortcode such as `:smile:`.
  case emoji
  /// A line end inside a paragraph that renders as a line end or a blank.
  case softBreak
  case hardBreak

  // Inlines that hold their text as it is, in pieces.
  case codeSpan
  case math
  case html
  case comment
  /// `<scheme:…>`, `<name@host>` or an address that GFM finds in bare text.
  case autolink

  // Inlines that hold inlines.
  case emphasis
  case strong
  case strikethrough
  case highlight
  case link
  case image
  /// `[[target]]` or `[[target|text]]`.
  case wikiLink
  /// `[^label]`, where a footnote of that label is defined.
  case footnoteReference

  // Parts of links that are never children: payloads read them.
  case destination
  case title
  case label
  /// Columns of a tab that a code block keeps after its container took the others.
  case padding

  /// Whether nodes of this kind are blocks.
  public var isBlock: Bool { rawValue <= MarkdownKind.tableOfContents.rawValue }
  /// Whether nodes of this kind hold other blocks.
  public var isContainer: Bool { rawValue <= MarkdownKind.tableRow.rawValue }
  /// Whether blocks of this kind hold inlines.
  public var holdsInlines: Bool { self == .paragraph || self == .heading || self == .tableCell }
  /// Whether nodes of this kind hold their text as it is, to be read with `literal`.
  public var isLiteral: Bool {
    switch self {
    case .codeBlock, .mathBlock, .htmlBlock, .commentBlock, .frontMatter, .codeSpan, .math, .html, .comment: true
    default: false
    }
  }
  var isPart: Bool { self == .destination || self == .title || self == .label }
}
