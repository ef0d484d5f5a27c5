/// A part of the world that a search can be narrowed to, such as this document or the commands (spec §7.4).
public struct SearchScope: Hashable, Sendable, Identifiable {
  public let id: String
  public let title: String

  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// A kind of thing that a search can be narrowed to. It is typed as its identifier and a colon, and becomes a pill (spec §7.4).
public struct SearchToken: Hashable, Sendable, Identifiable {
  /// What is typed before the colon: `heading`.
  public let id: String
  public let title: String

  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// What somebody searches for at one moment.
public struct SearchRequest: Hashable, Sendable {
  /// What was typed, without tokens.
  public var text: String
  /// The scope's identifier; `nil`: everywhere.
  public var scope: String?
  /// The pills, in the order in which they were made.
  public var tokens: [SearchToken]

  public init(text: String = "", scope: String? = nil, tokens: [SearchToken] = []) {
    self.text = text
    self.scope = scope
    self.tokens = tokens
  }

  /// Takes a token out of what was just typed, when it holds one followed by a colon at the start of a word.
  ///
  /// - Returns: whether there was one; then `text` is what is left, and `tokens` holds it once.
  public mutating func takeToken(of known: [SearchToken]) -> Bool {
    for token in known {
      let mark = token.id + ":"
      guard let range = Self.firstWord(mark, in: text) else { continue }
      text.removeSubrange(range)
      if text.first == " " { text.removeFirst() }
      if !tokens.contains(token) { tokens.append(token) }
      return true
    }
    return false
  }

  private static func firstWord(_ mark: String, in text: String) -> Range<String.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      let isWordStart = start == text.startIndex || text[text.index(before: start)] == " "
      if isWordStart, text[start...].lowercased().hasPrefix(mark) {
        return start..<text.index(start, offsetBy: mark.count)
      }
      start = text.index(after: start)
    }
    return nil
  }
}
