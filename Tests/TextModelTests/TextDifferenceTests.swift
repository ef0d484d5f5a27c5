import RandomTexts
import Testing
import TextModel

@Suite struct TextDifferenceTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func theEditTurnsOneTextIntoTheOther(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let limits = ChunkLimits(least: 8, most: 32)
    let one = ChunkedText(randomText(pieces: 40, holdsNUL: true, using: &generator), limits: limits)
    var other = one
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let lower = other.boundary(atOrBefore: TextOffset(Int.random(in: 0...other.count, using: &generator)))
      let upper = other.boundary(atOrAfter: min(other.end, lower + Int.random(in: 0...5, using: &generator)))
      other.replace(
        TextRange(lower, upper), with: randomText(pieces: Int.random(in: 0...2, using: &generator), holdsNUL: true, using: &generator))
    }
    guard let edit = one.edit(to: other) else {
      #expect(one == other)
      return
    }
    #expect(one != other)
    for (text, range) in [(one, edit.range), (other, edit.newRange)] {
      for offset in [range.lower, range.upper] {
        #expect(text.isBoundary(offset))
        if offset > .zero && offset < text.end { #expect(!(text[offset] == 10 && text[offset - 1] == 13)) }
      }
    }
    #expect(one.replacing(edit.range, with: other.string(in: edit.newRange)) == other)
  }

  @Test func theEditIsAsSmallAsItCanBe() {
    #expect(ChunkedText("abcdef").edit(to: "abXdef") == TextEdit(TextRange(2, 3), newCount: 1))
    #expect(ChunkedText("aaa").edit(to: "aaaa") == TextEdit(TextRange(3, 3), newCount: 1))
    #expect(ChunkedText("").edit(to: "x") == TextEdit(TextRange(0, 0), newCount: 1))
    #expect(ChunkedText("x").edit(to: "") == TextEdit(TextRange(0, 1), newCount: 0))
    #expect(ChunkedText("é").edit(to: "è") == TextEdit(TextRange(0, 2), newCount: 2), "no half of a sequence")
    #expect(ChunkedText("a\r\nb").edit(to: "a\nb") == TextEdit(TextRange(1, 3), newCount: 1), "no half of a line end")
    #expect(ChunkedText("same").edit(to: "same") == nil)
  }
}
