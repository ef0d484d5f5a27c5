/// What stands in the place of a match: text, and the parts of the match that it takes over.
public struct ReplacementTemplate: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case text(String)
    case group(Int)
  }

  let pieces: [Piece]
  /// Whether the replacement is written in capitals where the match is.
  public let preservesCase: Bool

  /// Takes a text as it is.
  public init(literal text: String, preservesCase: Bool = false) {
    pieces = text.isEmpty ? [] : [.text(text)]
    self.preservesCase = preservesCase
  }

  /// Reads `$1`, `${1}`, `${name}`, `$0` or `$&` (the whole match), `$$`, `\n`, `\t` and `\\`.
  ///
  /// What names a group that the expression does not have stays as it is written. `lineEnd` is what `\n` gives.
  public init(_ template: String, for matcher: any TextMatcher, lineEnd: String = "\n", preservesCase: Bool = false) {
    self.init(template, groups: matcher.groupCount, names: matcher.groupNames, lineEnd: lineEnd, preservesCase: preservesCase)
  }

  init(_ template: String, groups: Int, names: [String: Int], lineEnd: String, preservesCase: Bool) {
    var reader = TemplateReader(rest: Substring(template), groups: groups, names: names, lineEnd: lineEnd)
    reader.read()
    pieces = reader.pieces
    self.preservesCase = preservesCase
  }

  /// Writes the replacement of a match in the bytes that were searched. A group that took no part gives nothing.
  public func text(for match: MatchedGroups, in bytes: [UInt8]) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let literal): text += literal
      case .group(let number):
        if let range = match[number] { text += String(decoding: bytes[range.bytes], as: UTF8.self) }
      }
    }
    return preservesCase ? LetterCase(of: String(decoding: bytes[match.whole.bytes], as: UTF8.self)).applied(to: text) : text
  }
}

/// Reads a template from left to right.
private struct TemplateReader {
  var rest: Substring
  let groups: Int
  let names: [String: Int]
  let lineEnd: String
  var pieces: [ReplacementTemplate.Piece] = []
  private var literal = ""

  init(rest: Substring, groups: Int, names: [String: Int], lineEnd: String) {
    self.rest = rest
    self.groups = groups
    self.names = names
    self.lineEnd = lineEnd
  }

  mutating func read() {
    while let character = rest.popFirst() {
      switch character {
      case "\\": escape()
      case "$": dollar()
      default: literal.append(character)
      }
    }
    endLiteral()
  }

  private mutating func escape() {
    switch rest.first {
    case "n": literal += lineEnd
    case "t": literal += "\t"
    case "\\", "$": literal.append(rest.first!)
    default:
      literal += "\\"
      return
    }
    rest.removeFirst()
  }

  private mutating func dollar() {
    if rest.first == "$" {
      rest.removeFirst()
      literal += "$"
    } else if rest.first == "&" {
      rest.removeFirst()
      group(0)
    } else if rest.first == "{", let end = rest.firstIndex(of: "}") {
      let name = String(rest[rest.index(after: rest.startIndex)..<end])
      let number = name.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(name) : names[name]
      guard let number, number >= 0, number < groups else { return literal += "$" }
      rest = rest[rest.index(after: end)...]
      group(number)
    } else {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      // "$12" is the first group and a 2 where there is no twelfth.
      for count in stride(from: min(digits.count, 2), to: 0, by: -1) {
        guard let number = Int(digits.prefix(count)), number < groups else { continue }
        rest.removeFirst(count)
        return group(number)
      }
      literal += "$"
    }
  }

  private mutating func group(_ number: Int) {
    endLiteral()
    pieces.append(.group(number))
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { pieces.append(.text(literal)) }
    literal = ""
  }
}

/// How a stretch of text uses capitals.
enum LetterCase: Equatable {
  case small, capitals, capitalized
  /// Anything else, text without letters among it.
  case mixed

  init(of text: String) {
    let letters = text.filter(\.isCased)
    guard let first = letters.first else {
      self = .mixed
      return
    }
    let rest = letters.dropFirst()
    if letters.allSatisfy(\.isLowercase) {
      self = .small
    } else if first.isUppercase, rest.allSatisfy(\.isLowercase) {
      // A single capital letter begins a sentence more often than it stands for a word in capitals.
      self = .capitalized
    } else if letters.allSatisfy(\.isUppercase) {
      self = .capitals
    } else {
      self = .mixed
    }
  }

  func applied(to text: String) -> String {
    switch self {
    case .small, .mixed: return text
    case .capitals: return text.uppercased()
    case .capitalized:
      guard let first = text.firstIndex(where: \.isCased) else { return text }
      return text[..<first] + text[first].uppercased() + text[text.index(after: first)...]
    }
  }
}
