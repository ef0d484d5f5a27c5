import Markdown

/// What a document says about itself: by its front matter and its headings.
public struct DocumentMetadata: Sendable {
  /// The front matter's title, the first heading of the highest level that there is, or the fallback.
  public let title: String
  /// What the document is called at the top of its pages: the title, but not one that is the first of many chapters; then the fallback.
  let runningTitle: String
  public let author: String?
  public let keywords: String?
  public let subject: String?
  /// The language, as `de` or `en-GB`; nil when it is not said or not a language tag.
  public let language: String?

  /// Reads a document. O(front matter and headings).
  public init(_ document: MarkdownDocument, fallbackTitle: String = "") {
    let properties = document.frontMatter
    func value(_ names: String...) -> String? {
      for name in names {
        let values = (properties?.values(of: name) ?? []).filter { !$0.isEmpty }
        if !values.isEmpty { return values.joined(separator: ", ") }
      }
      return nil
    }
    author = value("author", "authors")
    keywords = value("keywords", "tags")
    subject = value("subject", "description", "subtitle")
    language = value("lang", "language").map { String($0.map { $0 == "_" ? "-" : $0 }) }.flatMap { Self.isLanguage($0) ? $0 : nil }
    let given = value("title")
    let heading = Self.heading(of: document)
    title = given ?? heading?.title ?? fallbackTitle
    runningTitle = given ?? (heading?.namesAll == true || fallbackTitle.isEmpty ? heading?.title : nil) ?? fallbackTitle
  }

  /// Gives the first heading of the highest level, and whether it is the name of the whole: a document of nothing but sections has none.
  private static func heading(of document: MarkdownDocument) -> (title: String, namesAll: Bool)? {
    let headings = document.headings
    let level = headings.map(\.level).min()
    let highest = headings.filter { $0.level == level }
    guard let heading = highest.first, heading.title.contains(where: { !$0.isWhitespace }) else { return nil }
    return (heading.title, level == 1 || highest.count == 1)
  }

  /// A language tag by its letters (BCP 47).
  static func isLanguage(_ text: String) -> Bool {
    (2...35).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-") }
  }
}
