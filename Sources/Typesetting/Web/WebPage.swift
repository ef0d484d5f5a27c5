import CPango
import Markdown

/// Writes a document as a page of HTML that holds everything it shows, runs nothing and loads nothing.
public struct WebPage: Sendable {
  /// Where the images of the page are.
  public enum Images: Equatable, Sendable {
    /// In the page.
    case embedded
    /// In their files; `prefix` leads from the page to the document's folder and is empty or ends in a slash.
    case linked(prefix: String)
  }

  public var theme = WebTheme.automatic
  public var images = Images.embedded
  /// Whether a table of contents stands first; a document with its own gets no second one.
  public var hasContents = false
  /// The folder (an absolute path) whose images may be shown; nil for none.
  public var folder: String?
  /// What the words of the document's code are; nil for code in one colour.
  public var colours: CodeColourTable?
  /// The title of a document that has none.
  public var fallbackTitle: String
  /// How many bytes of the page may be images.
  var imageRoom = WebPictures.most

  public init(folder: String?, fallbackTitle: String) {
    self.folder = folder
    self.fallbackTitle = fallbackTitle
  }

  /// Makes the page in UTF-8, and lists the addresses of images that could not be taken in. Reads the images; O(n) apart from that.
  ///
  /// `progress` hears how much is done, 0 to 1, and tells whether to go on; nil when it said no.
  public func bytes(
    of document: MarkdownDocument, progress: @escaping (Double) -> Bool = { _ in true }
  ) -> (bytes: [UInt8], missing: [MissingImage])? {
    var page: [UInt8] = []
    guard let missing = writer(of: document).write(progress: progress, to: { page += $0 }) else { return nil }
    return (page, missing)
  }

  /// Gives what writes the page, for one that is too large to be held.
  public func writer(of document: MarkdownDocument) -> WebPageWriter { WebPageWriter(self, document) }

  func head(_ document: MarkdownDocument) -> String {
    let properties = document.frontMatter
    let css = theme.css
    let policy = "default-src 'none'; img-src \(imageSources); style-src 'sha256-\(Self.digest(css))'; form-action 'none'; base-uri 'none'"
    var head = "<!DOCTYPE html>\n<html"
    if let language = properties?["lang"] ?? properties?["language"], DocumentMetadata.isLanguage(language) {
      head += " lang=\"\(language)\""
    }
    // The policy stands before everything that it is to hold for.
    head += ">\n<head>\n<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n<meta charset=\"utf-8\">\n"
    head += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    head += "<meta name=\"color-scheme\" content=\"\(theme.scheme)\">\n<meta name=\"generator\" content=\"Masthead\">\n"
    for name in ["author", "description", "keywords"] {
      var values = properties?.values(of: name) ?? []
      if name == "author", values.isEmpty { values = properties?.values(of: "authors") ?? [] }
      if name == "keywords", values.isEmpty { values = properties?.values(of: "tags") ?? [] }
      if !values.isEmpty { head += "<meta name=\"\(name)\" content=\"\(Self.escaped(values.joined(separator: ", ")))\">\n" }
    }
    head +=
      "<title>\(Self.escaped(DocumentMetadata(document, fallbackTitle: fallbackTitle).title))</title>\n<style>\(css)</style>\n</head>\n<body>\n<main>\n"
    return head
  }

  private var imageSources: String { images == .embedded ? "data:" : "data: file: 'self'" }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte == 0 ? 1 : byte)
      }
    }
    return String(decoding: HTMLCharacters.permitted(bytes), as: UTF8.self)
  }

  /// The SHA-256 of a style sheet, as a policy names it.
  private static func digest(_ css: String) -> String {
    guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else { return "" }
    defer { g_checksum_free(checksum) }
    let bytes = Array(css.utf8)
    g_checksum_update(checksum, bytes, gssize(bytes.count))
    var sum = [UInt8](repeating: 0, count: 32)
    var count: gsize = 32
    g_checksum_get_digest(checksum, &sum, &count)
    return Base64.text(sum)
  }
}
