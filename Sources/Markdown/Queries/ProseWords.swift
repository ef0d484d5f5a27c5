import TextModel

/// A word of the text that people read, for spell checking.
public struct ProseWord: Hashable, Sendable {
  /// From the word's first byte to its last; with marks inside, those too.
  public let range: TextRange
  /// The word as it is read.
  public let text: String
}

extension MarkdownNode {
  /// The words of a block that holds inlines: letters with marks and apostrophes inside.
  ///
  /// Left out is what no dictionary knows: code, math, HTML, addresses, words with digits or inner capitals, abbreviations in capitals, names
  /// of files, and scripts that are written without blanks. Nothing recurses. O(inlines, and text).
  public var proseWords: [ProseWord] { proseWords(in: range) }

  /// Those words that touch a part of the block. O(inlines before it, and text of the part): a paragraph may be a whole document.
  public func proseWords(in part: TextRange) -> [ProseWord] {
    guard kind.holdsInlines else { return [] }
    let text = document.text
    // Words are shorter than this, so that those at the ends of the part are read as a whole.
    let near = TextRange(
      text.boundary(atOrBefore: max(.zero, TextOffset(part.lower.utf8 - 256))), text.boundary(atOrAfter: min(text.end, part.upper + 256)))
    var reader = WordReader(text)
    var open = [children]
    while var level = open.popLast() {
      guard let node = level.next() else { continue }
      let place = node.range
      if place.lower > near.upper { continue }
      open.append(level)
      if place.upper < near.lower { continue }
      switch node.kind {
      case .text: if let piece = place.intersection(near) { reader.read(piece) }
      case .emphasis, .strong, .strikethrough, .highlight, .link, .image:
        // Marks do not end a word: **un**believable is one.
        if node.kind == .link || node.kind == .image { reader.end() }
        open.append(node.children)
      case .softBreak, .hardBreak: reader.end()
      default: reader.blur()
      }
    }
    reader.end()
    return reader.words.filter { $0.range.upper >= part.lower && $0.range.lower <= part.upper }
  }
}

/// Cuts pieces of text into words.
private struct WordReader {
  private let text: ChunkedText
  private(set) var words: [ProseWord] = []
  private var word = String.UnicodeScalarView()
  private var start = TextOffset.zero
  private var stop = TextOffset.zero
  /// Whether the word that is being read is none for a dictionary.
  private var isSkipped = false
  /// Whether what came right before makes the next word none.
  private var isBlurred = false
  private var capitals = 0
  private var small = 0
  private var hasInnerCapital = false
  /// An apostrophe or full stop that belongs to the word when a letter follows.
  private var waiting: Unicode.Scalar?

  init(_ text: ChunkedText) { self.text = text }

  /// Reads a piece; a word may go on from the piece before.
  mutating func read(_ range: TextRange) {
    var offset = range.lower
    for scalar in text.string(in: range).unicodeScalars {
      let next = offset + scalar.utf8Length
      take(scalar, offset, next)
      offset = next
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ offset: TextOffset, _ next: TextOffset) {
    switch WordReader.kind(scalar) {
    case .letter(let isCapital):
      if word.isEmpty {
        start = offset
        isSkipped = isBlurred
      } else if let mark = waiting {
        // A full stop between letters is of an address, a file or an abbreviation.
        if mark == "." { isSkipped = true }
        word.append(mark)
      }
      waiting = nil
      if isCapital {
        capitals += 1
        if small > 0 { hasInnerCapital = true }
      } else {
        small += 1
      }
      word.append(scalar)
      stop = next
    case .mark:
      guard !word.isEmpty else { return }
      word.append(scalar)
      stop = next
    case .joiner:
      if word.isEmpty || waiting != nil { return end() }
      waiting = scalar
    case .stranger:
      blur()
    case .other:
      end()
    }
  }

  /// Takes note of something that makes what touches it no word.
  mutating func blur() {
    if !word.isEmpty { isSkipped = true }
    end()
    isBlurred = true
  }

  mutating func end() {
    if !word.isEmpty {
      let isAbbreviation = capitals > 1 && small == 0
      if !isSkipped, !isAbbreviation, !hasInnerCapital, word.count > 1, word.count < 64 {
        words.append(ProseWord(range: TextRange(start, stop), text: String(word)))
      }
      // Not removeAll: that is many times slower for a view of scalars.
      word = String.UnicodeScalarView()
    }
    waiting = nil
    isSkipped = false
    isBlurred = false
    capitals = 0
    small = 0
    hasInnerCapital = false
  }

  private enum Kind {
    case letter(isCapital: Bool)
    case mark
    /// Apostrophe or full stop.
    case joiner
    /// A digit, or a sign of addresses, names and code.
    case stranger
    case other
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x61...0x7A: return .letter(isCapital: false)
    case 0x41...0x5A: return .letter(isCapital: true)
    case 0x27, 0x2019, 0x2E: return .joiner
    case 0x30...0x39, 0x5F, 0x40, 0x2F, 0x5C, 0x23, 0x24, 0x25, 0x26: return .stranger
    case 0..<0x80: return .other
    // Soft hyphen and joiners are part of a word that nobody sees.
    case 0xAD, 0x200C, 0x200D: return .mark
    // Scripts without blanks between words: Thai, Lao, Khmer, Burmese, Chinese and Japanese.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      return .stranger
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter: return .letter(isCapital: true)
      case .lowercaseLetter, .otherLetter, .modifierLetter: return .letter(isCapital: false)
      case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
      case .decimalNumber, .letterNumber, .otherNumber: return .stranger
      default: return .other
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var utf8Length: Int { value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4 }
}
