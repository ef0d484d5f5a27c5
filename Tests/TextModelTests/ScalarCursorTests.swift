import RandomTexts
import Testing
import TextModel

@Suite struct ScalarCursorTests {
  /// Near and far, forward and back, the cursor says what the index says.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func countsWhatTheIndexCounts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = ChunkedText(String(repeating: "a word, ein Wört, 言葉, 🧭\r\n", count: 6_000))
    var cursor = ScalarCursor(text)
    var place = 0
    for _ in 0..<400 {
      let way = [1, 40, 3_000, 9_000, 200_000].randomElement(using: &generator)!
      place = min(max(0, place + Int.random(in: -way...way, using: &generator)), text.count)
      let offset = text.boundary(atOrBefore: TextOffset(place))
      #expect(cursor.scalar(at: offset) == text.lines.scalar(at: offset))
    }
  }
}
