import TextModel

/// How much prose a text holds, without marks, addresses, front matter, raw HTML and comments.
public struct MarkdownCounts: Hashable, Sendable {
  /// Stretches of letters and digits between blanks; each Han, Hiragana or Katakana character counts as a word.
  public internal(set) var words = 0
  /// Characters as a reader counts them: grapheme clusters, blanks included, line ends not.
  public internal(set) var characters = 0
  /// The same without blanks.
  public internal(set) var charactersWithoutBlanks = 0
  public internal(set) var paragraphs = 0

  static func + (left: MarkdownCounts, right: MarkdownCounts) -> MarkdownCounts {
    var sum = left
    sum.words += right.words
    sum.characters += right.characters
    sum.charactersWithoutBlanks += right.charactersWithoutBlanks
    sum.paragraphs += right.paragraphs
    return sum
  }
}

extension MarkdownDocument {
  /// Counts the prose of the text, or of the blocks that begin in a range; with code blocks only when asked. O(n).
  public func counts(in range: TextRange? = nil, includingCode: Bool = false) -> MarkdownCounts {
    var counts = MarkdownCounts()
    forEachLeaf(in: range) { node in
      if node.kind.holdsInlines {
        counts.add(node.plainText)
        if node.kind == .paragraph { counts.paragraphs += 1 }
      } else if includingCode, node.kind == .codeBlock {
        counts.add(node.literal)
      }
    }
    return counts
  }

  /// Calls `body` with every block that holds no other, in document order.
  func forEachLeaf(in range: TextRange?, _ body: (MarkdownNode) -> Void) {
    var start = 0
    forEachRun { run, index in
      defer { start += run.length }
      if let range, start + run.length < range.lower.utf8 || start > range.upper.utf8 { return }
      for block in run.blocks.indices where !run.blocks[block].kind.isContainer {
        let place = TextOffset(start + Int(run.blocks[block].start))
        if let range, place < range.lower || place >= range.upper { continue }
        body(MarkdownNode(self, block: block, of: index))
      }
    }
  }
}

extension MarkdownCounts {
  /// Adds the words and characters of a stretch of prose.
  mutating func add(_ text: String) {
    // What Unicode knows of each character takes ten times as long to ask for.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return addASCII(text) }
    var isInWord = false
    for character in text {
      guard character != "\n", character != "\r\n", character != "\r" else {
        isInWord = false
        continue
      }
      characters += 1
      if character.isWhitespace {
        isInWord = false
        continue
      }
      charactersWithoutBlanks += 1
      if character.isIdeograph {
        words += 1
        isInWord = false
      } else if !isInWord, character.isLetter || character.isNumber {
        words += 1
        isInWord = true
      }
    }
  }
}

extension MarkdownCounts {
  fileprivate mutating func addASCII(_ text: String) {
    var isInWord = false
    for byte in text.utf8 {
      switch byte {
      case 0x0A, 0x0D: isInWord = false
      case 0x09...0x0C, 0x20:
        characters += 1
        isInWord = false
      default:
        characters += 1
        charactersWithoutBlanks += 1
        guard !isInWord, (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) else { continue }
        words += 1
        isInWord = true
      }
    }
  }
}

extension Character {
  /// Whether the character is a word by itself, as in Chinese and Japanese.
  fileprivate var isIdeograph: Bool {
    guard let value = unicodeScalars.first?.value, value >= 0x3040 else { return false }
    return value <= 0x30FF || (0x3400...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value) || (0x20000...0x3FFFF).contains(value)
  }
}
