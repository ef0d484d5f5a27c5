/// Says how a document is put on pages.
public struct PageOptions: Sendable {
  public var format: PageFormat
  public var sheet: StyleSheet
  /// True when a table of contents with page numbers goes before the text, unless the text has a `[[toc]]`.
  public var hasContents: Bool
  /// What the document is called where neither front matter nor a heading says it.
  public var fallbackTitle: String
  /// The heading over the table of contents.
  public var contentsTitle: String

  public init(
    format: PageFormat = .a4, sheet: StyleSheet = PaperStyle.sheet(), hasContents: Bool = false, fallbackTitle: String = "",
    contentsTitle: String = "Contents"
  ) {
    self.format = format
    self.sheet = sheet
    self.hasContents = hasContents
    self.fallbackTitle = fallbackTitle
    self.contentsTitle = contentsTitle
  }
}
