/// Ranks the legacy encodings that the bytes of a file may be in.
enum EncodingGuess {
  /// Lists what is offered, in the order that decides between equals.
  static let candidates = [
    "WINDOWS-1252", "ISO-8859-15", "WINDOWS-1251", "KOI8-R", "WINDOWS-1250", "ISO-8859-2", "ISO-8859-7", "WINDOWS-1254", "SHIFT_JIS",
    "EUC-JP", "GB18030", "BIG5", "EUC-KR", "UTF-16LE", "UTF-16BE",
  ]

  /// Gives the encodings in which all of `bytes` can be read and written back, likeliest first. Judges by the first 64 kB.
  static func likely(for bytes: [UInt8]) -> [FileEncoding] {
    var sample = Array(bytes.prefix(65_536))
    // The cut may fall inside a character; a line end is a safe place in every candidate but UTF-16.
    if sample.count < bytes.count, let end = sample.lastIndex(of: 0x0A) { sample = Array(sample[...end]) }
    var scored: [(encoding: FileEncoding, score: Double)] = []
    for name in candidates {
      let scheme: FileEncoding.Scheme =
        name == "UTF-16LE" ? .utf16LittleEndian : name == "UTF-16BE" ? .utf16BigEndian : .legacy(name)
      let encoding = FileEncoding(scheme)
      let part = scheme == .legacy(name) ? sample : Array(bytes.prefix(65_536 & ~1))
      guard let text = try? encoding.decode(part) else { continue }
      if part.count < bytes.count, (try? encoding.decode(bytes)) == nil { continue }
      scored.append((encoding, score(String(decoding: text, as: UTF8.self))))
    }
    // Stable: equals stay in the order of `candidates`.
    let ranked = scored.enumerated().sorted { ($0.element.score, -$0.offset) > ($1.element.score, -$1.offset) }
    return ranked.filter { $0.element.score > 0 }.map(\.element.encoding)
  }

  /// Tells how much a decoded text looks like text: the mean worth of its characters beyond ASCII.
  ///
  /// Letters that continue a word of their own script are the best sign; a capital inside a word, a control character or a
  /// private one the best sign of a wrong guess.
  private static func score(_ text: String) -> Double {
    var worth = 0.0
    var count = 0.0
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar.value < 0x80 {
        if scalar.value < 0x20 && scalar != "\n" && scalar != "\r" && scalar != "\t" { worth -= 2; count += 1 }
        continue
      }
      count += 1
      switch scalar.value {
      case 0x80...0x9F, 0xE000...0xF8FF, 0xFFFD: worth -= 3
      case 0x3040...0x30FF: worth += 1.3
      case 0x4E00...0x9FFF: worth += isOften(scalar) ? 1.2 : 0.55
      case 0xAC00...0xD7A3: worth += 1.1
      case 0xFF61...0xFF9F: worth -= 0.5
      case 0x2018...0x201E, 0x2026, 0x2013, 0x2014, 0x20AC, 0xA0, 0xAB, 0xBB, 0x3000...0x3002, 0xFF01, 0xFF0C, 0xFF1A, 0xFF1F:
        worth += 0.6
      case 0xC0...0x24F, 0x370...0x52F:
        guard scalar.properties.isAlphabetic else {
          worth -= 0.5
          continue
        }
        let inWord = previous.properties.isAlphabetic
        let sameScript = (scalar.value < 0x250) == (previous.value < 0x250)
        let capitalInside = scalar.properties.isUppercase && inWord && !previous.properties.isUppercase
        if capitalInside { worth -= 1 } else if inWord && !sameScript { worth -= 0.5 } else { worth += 0.9 }
        // A run of accented Latin letters is what Cyrillic or Greek looks like when read as Latin.
        if scalar.value < 0x250 && previous.value >= 0xC0 && previous.value < 0x250 { worth -= 1.2 }
        // Of the letters of Latin-1 the frequent ones of its languages, before those of few.
        if "äöüßéèêàâçñóíáúåøæœ".unicodeScalars.contains(scalar) { worth += 0.1 }
      default: worth -= scalar.properties.isAlphabetic ? 0.2 : 0.4
      }
    }
    return count == 0 ? 0.1 : worth / count
  }

  /// Tells the commonest Chinese and Japanese characters, which a wrong guess among the double-byte sets rarely hits.
  private static func isOften(_ scalar: Unicode.Scalar) -> Bool { often.contains(scalar) }

  private static let often = Set(
    """
    的一是不了人我在有他这这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市
    這來國個說們為時過會後對學發經頭樣現將與進實點種聲話問機給業間電門東聽氣關軍產萬書言語私見今何気食車読
    """.unicodeScalars.filter { $0.value >= 0x4E00 })
}
