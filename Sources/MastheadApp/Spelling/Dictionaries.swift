// Owns: what is known of words: one memory for all windows, so that a word is looked up once in each language.

import GLibKit
import Spelling

/// The dictionaries of the system as the windows use them.
final class Dictionaries {
  /// The program's own.
  static let shared = Dictionaries()

  let checker = SpellChecker()
  /// Whether a word is right, by language.
  private var verdicts: [String: [String: Bool]] = [:]
  /// Grows when what was known does not hold any more.
  private(set) var generation = 0
  private var handlers: [ObjectIdentifier: () -> Void] = [:]
  private static let limit = 200_000

  /// Whether a word is right in a language; nil when nobody has asked yet.
  func verdict(_ word: String, in language: String) -> Bool? { verdicts[language]?[word] }

  /// Looks words up; false when the language has no dictionary.
  func look(up words: [String], in language: String) async -> Bool {
    guard let answers = await checker.check(words, in: language) else { return false }
    var known = verdicts[language] ?? [:]
    if known.count > Self.limit { known.removeAll() }
    for (word, isRight) in zip(words, answers) { known[word] = isRight }
    verdicts[language] = known
    return true
  }

  /// Takes a word for right from now on: for good, or as long as the program runs.
  func accept(_ word: String, in language: String, forGood: Bool) {
    verdicts[language, default: [:]][word] = true
    generation += 1
    for handler in handlers.values { handler() }
    guard forGood else { return }
    Task { [checker] in await checker.learn(word, in: language) }
  }

  /// Runs a handler when words are taken for right that were not, until `forget` is called for its owner.
  func onChange(_ owner: AnyObject, _ handler: @escaping () -> Void) { handlers[ObjectIdentifier(owner)] = handler }
  func forget(_ owner: AnyObject) { handlers[ObjectIdentifier(owner)] = nil }

  /// The person's languages, the first the one that they like best.
  static var preferredLanguages: [String] { Locale.languages }
}
