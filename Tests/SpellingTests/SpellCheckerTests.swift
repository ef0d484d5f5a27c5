import Testing

@testable import Spelling

/// The dictionaries that a test needs; without them it says so and passes, but in CI the packages are installed.
private let checker = SpellChecker()

@Suite struct SpellCheckerTests {
  @Test func knowsWords() async throws {
    guard await checker.languages().contains("en_US") else { return print("skipped: no English dictionary (hunspell-en-us)") }
    #expect(
      await checker.check(["colour", "color", "wrongg", "don't", "don’t", "Paris", ""], in: "en_US") == [
        false, true, false, true, true, true, true,
      ])
    #expect(await checker.suggestions(for: "wrongg", in: "en_US").contains("wrong"))
    #expect(await checker.suggestions(for: "", in: "en_US").isEmpty)
  }

  @Test func aMissingDictionaryIsNoFailure() async {
    #expect(await checker.check(["word"], in: "xx_YY") == nil)
    #expect(await checker.suggestions(for: "word", in: "xx_YY").isEmpty)
    await checker.learn("word", in: "xx_YY")
  }

  @Test func guessesTheLanguage() async {
    let languages = await checker.languages()
    guard languages.contains("en_US"), languages.contains("de_DE") else {
      return print("skipped: English and German dictionaries are needed")
    }
    let german = "Der schnelle braune Fuchs springt über den faulen Hund und freut sich seines Lebens".split(separator: " ").map(
      String.init)
    let english = "The quick brown fox jumps over the lazy dog and likes it very much".split(separator: " ").map(String.init)
    let nonsense = "xqzt wrfgl ploosk mnbvx trrew qqyzz ooplk".split(separator: " ").map(String.init)
    #expect(await checker.language(of: german, preferred: ["en_US"]) == "de_DE")
    #expect(await checker.language(of: english, preferred: ["de_DE"]) == "en_US")
    #expect(await checker.language(of: nonsense, preferred: ["en_US"]) == nil)
    #expect(await checker.language(of: ["a"], preferred: ["de-AT"]).map(LanguageTag.base) == "de")
  }

  @Test func wordsOfAnotherScriptAreNotWrong() async throws {
    guard await checker.languages().contains("en_US") else { return print("skipped: no English dictionary (hunspell-en-us)") }
    let foreign = ["русский", "ελληνικά", "עברית", "العربية"]
    #expect(await checker.check(foreign + ["wrongg"], in: "en_US") == [true, true, true, true, false])
    // Nor do they make a text English.
    #expect(await checker.language(of: foreign + foreign, preferred: ["en_US"]) == nil)
    #expect(LanguageTag.script("ru_RU") == .cyrillic && LanguageTag.script("sr_Latn_RS") == .latin && LanguageTag.script("de-AT") == .latin)
  }

  @Test func tags() {
    #expect(LanguageTag.match("en-GB", among: ["de_DE", "en_US"]) == "en_US")
    #expect(LanguageTag.match("de", among: ["de_AT", "de_DE", "en_US"]) == "de_DE")
    #expect(LanguageTag.match("de_DE.UTF-8", among: ["de_AT", "de_DE"]) == "de_DE")
    #expect(LanguageTag.match("fr", among: ["de_AT"]) == nil)
    #expect(LanguageTag.candidates(["de_AT", "de_DE", "en_GB", "en_US"], preferred: ["en_US"]) == ["en_US", "de_DE"])
    #expect(LanguageTag.candidates(["de_DE", "en_GB", "en_US"], preferred: ["en_GB"]) == ["en_GB", "de_DE"])
    #expect(LanguageTag.candidates(["de_DE", "en_GB"], preferred: ["C"]) == ["en_GB", "de_DE"])
  }
}
