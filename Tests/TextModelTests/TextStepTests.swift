import RandomTexts
import Testing
import TextModel

struct TextStepTests {
  /// Steps through a text are its characters, forwards and backwards, wherever its pieces are cut.
  @Test func stepsAreCharacters() {
    let strings = [
      "", "a", "añb", "e\u{301}" + String(repeating: "\u{301}", count: 500) + "f", "👩‍👩‍👧‍👦x👍🏽", String(repeating: "🇩🇪", count: 60),
      String(repeating: "a@a.", count: 100), "한국어 ไทย עברית", "\u{301}a",
    ]
    for string in strings {
      let text = ChunkedText(string)
      var ends: [Int] = []
      var place = TextOffset.zero
      while place < text.end {
        place = text.characterEnd(after: place, until: text.end)
        ends.append(place.utf8)
      }
      var all: [Int] = []
      for character in string { all.append((all.last ?? 0) + character.utf8.count) }
      #expect(ends == all, "\(string.prefix(10))")
      // Backwards flags cannot be told apart without looking at all of them: only that each step ends between scalars and gets there.
      var starts: [Int] = []
      while place > .zero {
        let next = text.characterStart(before: place, until: .zero)
        #expect(next < place && text.isBoundary(next))
        place = next
        starts.append(place.utf8)
      }
      if !string.contains("🇩🇪") { #expect(starts.reversed() == [0].filter { _ in !all.isEmpty } + all.dropLast(), "\(string.prefix(10))") }
    }
  }

  @Test func stepsKeepToTheirLimit() {
    let text = ChunkedText("ab cd")
    #expect(text.characterEnd(after: TextOffset(2), until: TextOffset(2)) == TextOffset(2))
    #expect(text.characterStart(before: TextOffset(3), until: TextOffset(3)) == TextOffset(3))
    #expect(text.wordEnd(after: .zero, until: TextOffset(1)) == TextOffset(1))
    #expect(text.wordStart(before: text.end, until: TextOffset(4)) == TextOffset(4))
  }

  @Test func wordsAreLettersAndDigits() {
    let text = ChunkedText("  añb_1, é…  " + String(repeating: "x", count: 5_000) + " z")
    func end(_ place: Int) -> Int { text.wordEnd(after: TextOffset(place), until: text.end).utf8 }
    func start(_ place: Int) -> Int { text.wordStart(before: TextOffset(place), until: .zero).utf8 }
    #expect(end(0) == 8)
    #expect(end(3) == 8)
    #expect(end(8) == 12)
    #expect(end(12) == 5_017)
    #expect(end(5_017) == text.count)
    #expect(start(text.count) == text.count - 1)
    #expect(start(text.count - 1) == 17)
    #expect(start(17) == 10)
    #expect(start(10) == 2)
    #expect(start(2) == 0)
  }
}
