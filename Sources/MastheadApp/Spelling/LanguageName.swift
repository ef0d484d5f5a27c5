// Owns: the names of languages for people, in the language itself, as lists of languages are easiest to read.

/// Names languages.
enum LanguageName {
  private static let names = [
    "ar": "العربية", "bg": "Български", "ca": "Català", "cs": "Čeština", "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English",
    "es": "Español", "et": "Eesti", "eu": "Euskara", "fa": "فارسی", "fi": "Suomi", "fr": "Français", "ga": "Gaeilge", "gl": "Galego",
    "he": "עברית",
    "hr": "Hrvatski", "hu": "Magyar", "id": "Bahasa Indonesia", "is": "Íslenska", "it": "Italiano", "ko": "한국어", "lt": "Lietuvių",
    "lv": "Latviešu", "nb": "Norsk bokmål", "nl": "Nederlands", "nn": "Norsk nynorsk", "pl": "Polski", "pt": "Português", "ro": "Română",
    "ru": "Русский", "sk": "Slovenčina", "sl": "Slovenščina", "sr": "Српски", "sv": "Svenska", "tr": "Türkçe", "uk": "Українська",
    "vi": "Tiếng Việt",
  ]

  /// The name of a language (`Deutsch (AT)` for `de_AT`); the tag itself where there is none.
  static func name(_ tag: String) -> String {
    let parts = tag.split(separator: "_", maxSplits: 1)
    guard let base = parts.first, let name = names[String(base)] else { return tag }
    return parts.count > 1 ? "\(name) (\(parts[1]))" : name
  }
}
