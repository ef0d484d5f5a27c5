import TextModel

/// What the front matter says at its top level: names with one or several values, as far as a document's properties need YAML.
public struct FrontMatter: Sendable, Equatable {
  /// The names in lower case, with their values, in the order of the source.
  public private(set) var fields: [(name: String, values: [String])] = []

  /// The first value of a name, whatever its case; nil when there is none or an empty one.
  public subscript(name: String) -> String? { values(of: name).first }

  /// All values of a name: the entries of a list, or the only one. Empty ones are left out.
  public func values(of name: String) -> [String] {
    fields.first { $0.name == name.lowercased() }?.values.filter { !$0.isEmpty } ?? []
  }

  public static func == (left: FrontMatter, right: FrontMatter) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.values == $1.values }
  }

  /// Reads the lines between the marks. O(n).
  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let entry = line.drop { $0 == " " || $0 == "\t" }
      if entry.hasPrefix("#") || entry.isEmpty { continue }
      if entry.hasPrefix("- "), !fields.isEmpty {
        fields[fields.count - 1].values.append(Self.unquoted(entry.dropFirst(2)))
        continue
      }
      // What is indented belongs to a name whose value is a table or goes on.
      guard entry.startIndex == line.startIndex, let colon = line.firstIndex(of: ":") else { continue }
      let name = Self.unquoted(line[..<colon]).lowercased()
      let value = Self.trimmed(line[line.index(after: colon)...])
      if value.hasPrefix("["), value.hasSuffix("]") {
        fields.append((name, value.dropFirst().dropLast().split(separator: ",").map { Self.unquoted($0) }))
      } else {
        fields.append((name, value.isEmpty ? [] : [Self.unquoted(value)]))
      }
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  private static func unquoted(_ text: Substring) -> String {
    let text = trimmed(text)
    for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      let inside = String(text.dropFirst().dropLast())
      return quote == "'" ? replacing("''", in: inside, by: "'") : replacing("\\\"", in: inside, by: "\"")
    }
    // A comment needs a blank before it.
    if let hash = text.indices.first(where: { text[$0] == "#" && $0 > text.startIndex && text[text.index(before: $0)].isWhitespace }) {
      return String(trimmed(text[..<hash]))
    }
    return String(text)
  }

  private static func replacing(_ pair: String, in text: String, by character: Character) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix(pair) {
        result.append(character)
        rest.removeFirst(2)
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return result
  }
}

extension MarkdownDocument {
  /// The document's front matter; nil when it has none. O(its length).
  public var frontMatter: FrontMatter? {
    guard let first = root.firstChild, first.kind == .frontMatter else { return nil }
    return FrontMatter(first.literal)
  }
}
