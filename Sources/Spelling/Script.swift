/// The script of a letter, as far as dictionaries are told apart by it.
enum Script {
  case latin, cyrillic, greek, hebrew, arabic, other

  /// Finds the script of a word by its first letter; nil of an empty one.
  init?(of word: String) {
    guard let first = word.unicodeScalars.first else { return nil }
    self.init(first)
  }

  /// Finds the script of a scalar by the blocks of Unicode. O(1).
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFB00...0xFB06, 0xFF21...0xFF5A: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
    case 0x590...0x5FF, 0xFB1D...0xFB4F: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: self = .arabic
    default: self = .other
    }
  }
}

extension LanguageTag {
  /// The script in which a language is written; nil when it is not known here. Serbian and others with two are taken by their dictionary's usual
  /// one.
  static func script(_ tag: String) -> Script? {
    // A tag may name it: sr_Latn, uz@cyrillic.
    let parts = tag.lowercased().split { "_-@.".contains($0) }
    if parts.contains("latn") || parts.contains("latin") { return .latin }
    if parts.contains("cyrl") || parts.contains("cyrillic") { return .cyrillic }
    switch base(tag) {
    case "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "tt", "uk": return .cyrillic
    case "el", "grc": return .greek
    case "he", "yi": return .hebrew
    case "ar", "ckb", "fa", "ps", "sd", "ug", "ur": return .arabic
    case "af", "an", "br", "bs", "ca", "cs", "cy", "da", "de", "en", "eo", "es", "et", "eu", "fi", "fo", "fr", "fy", "ga", "gd", "gl", "gv",
      "hr",
      "hu", "ia", "id", "is", "it", "la", "lb", "lt", "lv", "mi", "ms", "mt", "nb", "nds", "nl", "nn", "no", "oc", "pl", "pt", "ro", "sk",
      "sl",
      "sq", "sv", "sw", "tl", "tr", "vi", "xh", "zu":
      return .latin
    default: return nil
    }
  }
}
