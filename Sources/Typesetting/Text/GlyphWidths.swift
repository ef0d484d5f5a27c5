import CPango

/// Guesses widths of words by adding up letters, much faster than setting them: for tables, whose cells all count.
struct GlyphWidths {
  /// Of the ASCII characters from the blank on, in ems.
  private let text: [Double]
  private let bold: [Double]
  /// Of every letter of code, in ems.
  private let code: Double

  /// So many Chinese or Japanese letters stay together in a cell of a table.
  private static let mostTogether = 8

  init(text: [Double], bold: [Double], code: Double) {
    self.text = text
    self.bold = bold
    self.code = code
  }

  /// Adds up a text's letters: its longest word and its longest line, in ems.
  func measure(_ text: LayoutText, isBold: Bool, codeScale: Double) -> TableShape.Want {
    var want = TableShape.Want()
    var word = 0.0
    var line = 0.0
    /// Letters that may all stand at a line's end: how many follow each other, and their width.
    var wide = (count: 0, width: 0.0)
    func endWord() {
      want.least = max(want.least, word)
      word = 0
    }
    func endWide() {
      // A few of them are a word that nobody wants to see in two lines.
      if wide.count <= Self.mostTogether { want.least = max(want.least, wide.width) }
      wide = (0, 0)
    }
    var span = 0
    let bytes = text.bytes
    var index = 0
    while index < bytes.count {
      while span < text.spans.count, Int(text.spans[span].end) <= index { span += 1 }
      let look = span < text.spans.count ? text.spans[span].look : []
      let byte = bytes[index]
      if byte == 0x0a {
        endWord()
        endWide()
        want.most = max(want.most, line)
        line = 0
        index += 1
        continue
      }
      var count = 1
      while index + count < bytes.count, bytes[index + count] & 0xc0 == 0x80 { count += 1 }
      let advance: Double
      var breaks = byte == 0x20
      if look.contains(.gap) {
        advance = 0.22
      } else if !look.isDisjoint(with: [.code, .key, .math, .literal]) {
        advance = code * codeScale * (count >= 3 ? 1.67 : 1)
      } else if byte < 0x80 {
        let widths = isBold || look.contains(.strong) ? bold : self.text
        advance = byte >= 0x20 && Int(byte) - 0x20 < widths.count ? widths[Int(byte) - 0x20] : 0
      } else if count == 2 {
        advance = 0.6
      } else {
        // From U+1100 on most letters are as wide as high, and may stand at a line's end.
        advance = byte >= 0xe1 && byte != 0xe2 ? 1.02 : 0.65
        breaks = byte >= 0xe3 || count == 4
      }
      let scaled = look.isDisjoint(with: [.above, .below]) ? advance : advance * 0.75
      line += scaled
      if breaks, byte != 0x20 { wide = (wide.count + 1, wide.width + scaled) } else { endWide() }
      if breaks {
        if byte != 0x20 { word = max(word, scaled) }
        endWord()
      } else {
        word += scaled
      }
      index += count
    }
    endWord()
    endWide()
    want.most = max(want.most, line)
    return want
  }
}

extension Typesetter {
  /// Guesses the height of so many bytes of source in lines of a width, in pixels.
  func guess(_ bytes: Int, role: Role, width: Double) -> Double {
    let wide = Double(bytes) * 0.5 * size(role)
    return lineHeight(role) * max(1, (wide / max(1, width)).rounded(.up))
  }

  /// Measures the letters of the sheet's fonts.
  func measureGlyphs() -> GlyphWidths {
    func widths(_ role: Role) -> [Double] {
      var text = LayoutText()
      for byte in UInt8(0x20)...0x7e { text.append(verbatim: [byte, 0x0a], source: 0, look: []) }
      let set = set(text, role: role, width: nil)
      return (0..<95).map { set.rect(ofByte: 2 * $0).width / size(role) }
    }
    let code = widths(.code)
    return GlyphWidths(text: widths(.cell(header: false)), bold: widths(.cell(header: true)), code: code[33])
  }
}
