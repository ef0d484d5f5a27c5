// Owns: steps by characters and words in a line of any length, at the cost of the step and not of the line.

extension ChunkedText {
  /// The place after the character (a grapheme cluster) that begins at `offset`; `limit` when it goes on to there. O(character).
  public func characterEnd(after offset: TextOffset, until limit: TextOffset) -> TextOffset {
    var size = 64
    while true {
      let stop = boundary(atOrBefore: min(limit, offset + size))
      let string = string(in: TextRange(offset, stop))
      guard let first = string.first else { return limit }
      let count = first.utf8.count
      if count < string.utf8.count || stop == limit { return offset + count }
      size *= 4
    }
  }

  /// The place at which the character begins that ends at `offset`; `limit` when it began before. O(character).
  public func characterStart(before offset: TextOffset, until limit: TextOffset) -> TextOffset {
    var size = 64
    while true {
      let start = boundary(atOrAfter: max(limit, offset - size))
      let string = string(in: TextRange(start, offset))
      guard let last = string.last else { return limit }
      let count = last.utf8.count
      // What the piece begins with may be the rest of a character.
      if count < string.utf8.count || start == limit { return offset - count }
      size *= 4
    }
  }

  /// The end of the word at or after `offset`; `limit` when there is none. O(distance).
  public func wordEnd(after offset: TextOffset, until limit: TextOffset) -> TextOffset {
    var place = offset
    var isInWord = false
    while place < limit {
      let stop = boundary(atOrAfter: min(limit, place + Self.stepPiece))
      for scalar in string(in: TextRange(place, stop)).unicodeScalars {
        if scalar.isPartOfWord { isInWord = true } else if isInWord { return place }
        place += UTF8.width(scalar)
      }
    }
    return limit
  }

  /// The start of the word at or before `offset`; `limit` when there is none. O(distance).
  public func wordStart(before offset: TextOffset, until limit: TextOffset) -> TextOffset {
    var place = offset
    var isInWord = false
    while place > limit {
      let start = boundary(atOrBefore: max(limit, place - Self.stepPiece))
      for scalar in string(in: TextRange(start, place)).unicodeScalars.reversed() {
        if scalar.isPartOfWord { isInWord = true } else if isInWord { return place }
        place -= UTF8.width(scalar)
      }
    }
    return limit
  }

  private static var stepPiece: Int { 1_024 }
}

extension Unicode.Scalar {
  /// Whether a word goes on over it: letters, marks, digits and what connects them.
  fileprivate var isPartOfWord: Bool {
    if isASCII { return value == 0x5F || properties.isAlphabetic || (0x30...0x39).contains(value) }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .enclosingMark,
      .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
      return true
    default: return false
    }
  }
}
