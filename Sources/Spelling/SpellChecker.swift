// Owns: the dictionaries of the system, through enchant. No other file knows it.
// Rule: enchant's broker is made at the first question, never when the program starts, and everything happens on this actor: enchant is not
// made for several threads, and a first look into a dictionary takes tens of milliseconds.

import CEnchant

/// Knows which words are spelled right in the languages that the system has dictionaries for.
public actor SpellChecker {
  private var broker: Broker?
  private var isOpen = false
  /// Languages whose dictionary could not be opened.
  private var missing: Set<String> = []

  public init() {}

  private func open() -> OpaquePointer? {
    if !isOpen {
      isOpen = true
      broker = enchant_broker_init().map(Broker.init)
    }
    return broker?.pointer
  }

  /// The languages that have a dictionary, as tags such as `en_US`, sorted; empty when there is none.
  public func languages() -> [String] {
    guard let broker = open() else { return [] }
    final class Found { var tags: Set<String> = [] }
    let found = Found()
    enchant_broker_list_dicts(
      broker,
      { tag, _, _, _, data in
        guard let tag, let data else { return }
        Unmanaged<Found>.fromOpaque(data).takeUnretainedValue().tags.insert(String(cString: tag))
      }, Unmanaged.passUnretained(found).toOpaque())
    return found.tags.sorted()
  }

  private func dictionary(_ language: String) -> OpaquePointer? {
    if let open = broker?.dictionaries[language] { return open }
    guard !missing.contains(language), let broker = open(), let made = enchant_broker_request_dict(broker, language) else {
      missing.insert(language)
      return nil
    }
    self.broker?.dictionaries[language] = made
    return made
  }

  /// Whether a word is of a script; true of every word where none is known.
  private static func isWritten(_ word: String, in script: Script?) -> Bool { script == nil || Script(of: word) == script }

  /// Tells for each word whether it is spelled right; nil when the language has no dictionary. A word in another script than the language's is
  /// none of it, and so not wrong.
  public func check(_ words: [String], in language: String) -> [Bool]? {
    guard let dictionary = dictionary(language) else { return nil }
    let script = LanguageTag.script(language)
    return words.map { word in
      guard Self.isWritten(word, in: script) else { return true }
      var word = word
      // A negative answer is a failure of the dictionary: nobody is to be blamed for a word then.
      return word.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes.isEmpty || enchant_dict_check(dictionary, $0.baseAddress, bytes.count) <= 0 }
      }
    }
  }

  /// Words that may have been meant, the likeliest first; empty when nothing is near, or the language has no dictionary.
  public func suggestions(for word: String, in language: String, limit: Int = 6) -> [String] {
    guard let dictionary = dictionary(language), !word.isEmpty else { return [] }
    var count = 0
    guard let list = enchant_dict_suggest(dictionary, word, word.utf8.count, &count) else { return [] }
    defer { enchant_dict_free_string_list(dictionary, list) }
    return (0..<min(count, limit)).compactMap { list[$0].map { String(cString: $0) } }
  }

  /// Adds a word to the person's own dictionary of a language, for good.
  public func learn(_ word: String, in language: String) {
    guard let dictionary = dictionary(language), !word.isEmpty else { return }
    enchant_dict_add(dictionary, word, word.utf8.count)
  }

  /// Takes a word out of the person's own dictionary.
  public func forget(_ word: String, in language: String) {
    guard let dictionary = dictionary(language), !word.isEmpty else { return }
    enchant_dict_remove(dictionary, word, word.utf8.count)
  }

  /// Guesses the language of some words: the first whose dictionary knows nearly all of them, else the one that knows the most.
  ///
  /// `preferred` come first; nil when no dictionary knows more than half, so that a text in a language without a dictionary is not found to
  /// be wrong word by word. A dictionary takes megabytes: the ones that were opened only to ask are closed again.
  public func language(of words: [String], preferred: [String]) -> String? {
    let candidates = LanguageTag.candidates(languages(), preferred: preferred)
    guard words.count >= 4 else { return candidates.first { tag in preferred.contains { LanguageTag.base($0) == LanguageTag.base(tag) } } }
    let inUse = Set(broker?.dictionaries.keys.map { $0 } ?? [])
    var best: (tag: String, hits: Int)?
    for tag in candidates {
      guard let answers = check(words, in: tag) else { continue }
      let script = LanguageTag.script(tag)
      let hits = zip(words, answers).count { Self.isWritten($0, in: script) && $1 }
      if hits > best?.hits ?? -1 { best = (tag, hits) }
      if hits * 5 >= words.count * 4 { break }
    }
    let answer = best.flatMap { $0.hits * 2 > words.count ? $0.tag : nil }
    for tag in candidates where tag != answer && !inUse.contains(tag) { close(tag) }
    return answer
  }

  private func close(_ language: String) {
    guard let broker, let dictionary = broker.dictionaries.removeValue(forKey: language) else { return }
    enchant_broker_free_dict(broker.pointer, dictionary)
  }
}

/// Names of languages as dictionaries have them (`en_US`) and as people and documents write them (`en-GB`, `de`).
public enum LanguageTag {
  /// The language without its country.
  public static func base(_ tag: String) -> String { String(tag.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }).lowercased() }

  /// The dictionary that fits a language as somebody wrote it; nil when there is none.
  public static func match(_ written: String, among tags: [String]) -> String? {
    let wanted = String(written.prefix { $0 != "." && $0 != "@" }.map { $0 == "-" ? "_" : $0 }).lowercased()
    return tags.first { $0.lowercased() == wanted } ?? typical(base(written), among: tags)
  }

  /// The dictionary of the country that a language is named after (`de_DE`), or any of the language.
  private static func typical(_ base: String, among tags: [String]) -> String? {
    tags.first { $0.lowercased() == "\(base)_\(base)" } ?? tags.first { self.base($0) == base }
  }

  /// One dictionary of each language, for the differences within one are too small to guess by: those that are preferred first, then
  /// English, which much of what is written about programs is in.
  public static func candidates(_ tags: [String], preferred: [String]) -> [String] {
    var found: [String] = []
    for wanted in preferred + ["en_US"] where !found.contains(where: { base($0) == base(wanted) }) {
      if let tag = match(wanted, among: tags) { found.append(tag) }
    }
    for tag in tags where !found.contains(where: { base($0) == base(tag) }) {
      if let tag = typical(base(tag), among: tags) { found.append(tag) }
    }
    return found
  }
}

/// Enchant's broker with the dictionaries that it has opened; gives them back when nobody needs it any more. An `isolated deinit` of the actor
/// would do, but stops the optimizer of Swift 6.3 in modules that use it ("circular reference").
private final class Broker {
  let pointer: OpaquePointer
  var dictionaries: [String: OpaquePointer] = [:]

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit {
    for dictionary in dictionaries.values { enchant_broker_free_dict(pointer, dictionary) }
    enchant_broker_free(pointer)
  }
}
