/// Says how a document is put on pages.
public struct PageOptions: Sendable {
  public var format: PageFormat
  public var sheet: StyleSheet
  /// True when a table of contents with page numbers goes before the text, unless the text has a `[[toc]]`.
  public var hasContents: Bool
  /// What the running heads call the document, and what it is called in the file; nil takes the front matter's title or the first heading.
  public var title: String?
  /// The heading over the table of contents.
  public var contentsTitle: String

  public init(
    format: PageFormat = .a4, sheet: StyleSheet = PaperStyle.sheet(), hasContents: Bool = false, title: String? = nil,
    contentsTitle: String = "Contents"
  ) {
    self.format = format
    self.sheet = sheet
    self.hasContents = hasContents
    self.title = title
    self.contentsTitle = contentsTitle
  }
}
