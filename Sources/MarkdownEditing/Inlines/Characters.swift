import TextModel

/// Looks at the characters around an offset.
struct Characters {
  let text: ChunkedText

  init(_ text: ChunkedText) {
    self.text = text
  }

  /// The scalar that begins at an offset and the offset after it; nil at the end.
  func after(_ offset: TextOffset) -> (scalar: Unicode.Scalar, end: TextOffset)? {
    guard offset < text.end else { return nil }
    let end = text.boundary(atOrAfter: offset + 1)
    return text.string(in: TextRange(offset, end)).unicodeScalars.first.map { ($0, end) }
  }

  /// The scalar that ends at an offset and the offset before it; nil at the start.
  func before(_ offset: TextOffset) -> (scalar: Unicode.Scalar, start: TextOffset)? {
    guard offset > .zero else { return nil }
    let start = text.boundary(atOrBefore: offset - 1)
    return text.string(in: TextRange(start, offset)).unicodeScalars.first.map { ($0, start) }
  }

  /// Gives the range with the combining marks, joiners and modifiers that belong to its ends; looks no further than 64 scalars.
  func wholeClusters(_ range: TextRange) -> TextRange {
    var lower = range.lower
    var upper = range.upper
    var left = 64
    while left > 0, let here = after(lower), let previous = before(lower), here.scalar.isExtender || previous.scalar == "\u{200D}" {
      lower = previous.start
      left -= 1
    }
    left = 64
    while left > 0, let next = after(upper), next.scalar.isExtender || before(upper)?.scalar == "\u{200D}" {
      upper = next.end
      left -= 1
    }
    return TextRange(lower, upper)
  }

  /// Gives the range without the punctuation at its ends; empty when it holds nothing else.
  func withoutPunctuation(_ range: TextRange) -> TextRange {
    var lower = range.lower
    var upper = range.upper
    while lower < upper, let next = after(lower), next.scalar.isPunctuation || next.scalar == " " { lower = next.end }
    while lower < upper, let last = before(upper), last.scalar.isPunctuation || last.scalar == " " { upper = last.start }
    return TextRange(lower, upper)
  }

  /// The word that a caret touches; nil between words. Ideographs count as a word each run.
  func word(at offset: TextOffset) -> TextRange? {
    var lower = offset
    var upper = offset
    while let previous = before(lower), isInWord(previous.scalar, at: previous.start) { lower = previous.start }
    while let next = after(upper), isInWord(next.scalar, at: upper) { upper = next.end }
    return lower < upper ? TextRange(lower, upper) : nil
  }

  private func isInWord(_ scalar: Unicode.Scalar, at offset: TextOffset) -> Bool {
    if scalar.isWord { return true }
    // An apostrophe within a word belongs to it.
    guard scalar == "'" || scalar == "’", let previous = before(offset), let next = after(after(offset)!.end) else { return false }
    return previous.scalar.isWord && next.scalar.isWord
  }
}

extension Unicode.Scalar {
  /// Whether the scalar belongs to the character before it.
  var isExtender: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: self == "\u{200D}" || properties.isEmojiModifier || (value >= 0xE0020 && value <= 0xE007F)
    }
  }

  var isWord: Bool {
    if properties.isAlphabetic || properties.numericType != nil || isExtender { return true }
    return properties.generalCategory == .connectorPunctuation && self == "_"
  }

  /// What CommonMark takes for punctuation: Unicode's P and S.
  var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
