/// Switches for what the parser understands beyond CommonMark 0.31.2.
public struct MarkdownOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// GFM tables.
  public static let tables = MarkdownOptions(rawValue: 1 << 0)
  /// `- [ ]` and `- [x]`.
  public static let taskLists = MarkdownOptions(rawValue: 1 << 1)
  /// `~~text~~` and `~text~`.
  public static let strikethrough = MarkdownOptions(rawValue: 1 << 2)
  /// Addresses in bare text: `www.`, `http://`, `https://`, `ftp://`, `name@host`.
  public static let autolinks = MarkdownOptions(rawValue: 1 << 3)
  /// `[^label]` and `[^label]: …`.
  public static let footnotes = MarkdownOptions(rawValue: 1 << 4)
  /// YAML between `---` lines at the start of the text.
  public static let frontMatter = MarkdownOptions(rawValue: 1 << 5)
  /// `$…$`, `$$…$$` and fenced `math`.
  public static let math = MarkdownOptions(rawValue: 1 << 6)
  /// `> [!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]`, `[!CAUTION]`.
  public static let alerts = MarkdownOptions(rawValue: 1 << 7)
  /// `==text==`.
  public static let highlight = MarkdownOptions(rawValue: 1 << 8)
  /// `:smile:`.
  public static let emoji = MarkdownOptions(rawValue: 1 << 9)
  /// `[[toc]]` alone in a paragraph.
  public static let tableOfContents = MarkdownOptions(rawValue: 1 << 10)
  /// `[[target]]` and `[[target|text]]`.
  public static let wikiLinks = MarkdownOptions(rawValue: 1 << 11)
  /// HTML comments as nodes of their own kind.
  public static let comments = MarkdownOptions(rawValue: 1 << 12)

  /// CommonMark and nothing else.
  public static let commonMark: MarkdownOptions = []
  /// GFM 0.29 as its specification has it.
  public static let gfm: MarkdownOptions = [.tables, .taskLists, .strikethrough, .autolinks]
  /// What Masthead understands: everything but wiki links.
  public static let standard: MarkdownOptions = [
    .gfm, .footnotes, .frontMatter, .math, .alerts, .highlight, .emoji, .tableOfContents, .comments,
  ]
}
