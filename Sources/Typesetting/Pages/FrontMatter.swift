import Markdown
import TextModel

/// Reads what the front matter says about the document: simple `name: value` lines of YAML, lists in brackets or on lines of their own.
public struct FrontMatter: Sendable {
  public private(set) var title: String?
  public private(set) var author: String?
  public private(set) var keywords: String?
  public private(set) var subject: String?
  /// The language, as `de` or `en-GB`; nil when it is not said or not a language tag.
  public private(set) var language: String?

  /// Reads a document's front matter; everything is nil without one. O(front matter).
  public init(_ document: MarkdownDocument) {
    guard let block = document.root.firstChild, block.kind == .frontMatter else { return }
    var values: [String: [String]] = [:]
    var open: String?
    for line in block.literal.split(whereSeparator: \.isNewline) {
      if line == "---" || line == "..." || line.first == "#" { continue }
      let trimmed = Self.trim(line)
      if let name = open, line.first == " " || line.first == "-", trimmed.hasPrefix("- ") {
        values[name, default: []].append(Self.unquoted(trimmed.dropFirst(2)))
        continue
      }
      guard line.first != " ", let colon = line.firstIndex(of: ":") else { continue }
      let name = Self.trim(line[..<colon]).lowercased()
      open = name
      let value = Self.trim(line[line.index(after: colon)...])
      if value.first == "[", value.last == "]" {
        values[name] = value.dropFirst().dropLast().split(separator: ",").map { Self.unquoted($0) }
      } else if !value.isEmpty, value != "|", value != ">" {
        values[name] = [Self.unquoted(value)]
      }
    }
    func value(_ names: String...) -> String? {
      for name in names {
        if let found = values[name]?.filter({ !$0.isEmpty }), !found.isEmpty { return found.joined(separator: ", ") }
      }
      return nil
    }
    title = value("title")
    author = value("author", "authors")
    keywords = value("keywords", "tags")
    subject = value("subject", "description", "subtitle")
    if let tag = value("lang", "language")?.replacing("_"), tag.utf8.count <= 35, tag.first?.isLetter == true,
      tag.utf8.allSatisfy({ $0 == 0x2d || ($0 >= 0x30 && $0 <= 0x39) || (($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a) })
    {
      language = tag
    }
  }

  private static func trim(_ words: Substring) -> Substring {
    var words = words.drop { $0.isWhitespace }
    while let last = words.last, last.isWhitespace { words.removeLast() }
    return words
  }

  private static func unquoted(_ words: Substring) -> String {
    let words = trim(words)
    for quote in ["\"", "'"] as [Character] where words.count >= 2 && words.first == quote && words.last == quote {
      return String(words.dropFirst().dropLast())
    }
    return String(words)
  }
}

extension String {
  /// Gives a language tag with hyphens.
  fileprivate func replacing(_ underscore: Character) -> String { String(map { $0 == underscore ? "-" : $0 }) }
}
