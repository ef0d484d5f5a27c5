import RandomTexts
import Testing

@testable import TextModel

/// What of very long lines is shown: the part around the caret, whatever is edited.
@Suite("Long lines")
struct LongLinesTests {
  /// A text, what of it is hidden, and the caret.
  struct Page {
    var text: ChunkedText
    var lines = LongLines()
    var caret = TextOffset.zero

    init(_ text: String) {
      self.text = ChunkedText()
      replace(TextRange(at: .zero), with: text)
    }

    mutating func replace(_ range: TextRange, with new: String) {
      let edit = TextEdit(range, newCount: new.utf8.count)
      text.replace(range, with: new)
      lines.apply(edit)
      caret = edit.map(caret, .before)
    }

    @discardableResult
    mutating func update() -> LongLines.Step { lines.update(in: text, caret: caret) }
  }

  @Test("A line within the limit is shown whole")
  func short() {
    var page = Page(String(repeating: "x", count: LongLines.limit) + "\n" + String(repeating: "é", count: LongLines.limit))
    #expect(page.update() == LongLines.Step(shown: [page.text.range], hidden: []))
  }

  @Test("A longer one is shown from its start, then around the caret, and by the ends of the line")
  func windows() {
    var page = Page("a\n" + String(repeating: "x", count: 50_000) + "\nend")
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange(8_002..<50_002)])
    page.caret = TextOffset(30_000)
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange(2..<26_000), TextRange(34_000..<50_002)])
    page.caret = TextOffset(33_000)
    #expect(page.update() == LongLines.Step(shown: [], hidden: []))
    page.caret = TextOffset(33_600)
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange(2..<29_600), TextRange(37_600..<50_002)])
    page.caret = TextOffset(50_002)
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange(2..<42_002)])
    page.caret = page.text.end
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange(2..<42_002)], "the caret left")
  }

  @Test("A line that is cut in two, or shortened, is shown again")
  func edits() {
    var page = Page(String(repeating: "x", count: 30_000))
    page.update()
    page.replace(TextRange(at: TextOffset(9_000)), with: "\n")
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange(17_001..<30_001)])
    page.replace(TextRange(9_001..<29_001), with: "")
    page.update()
    #expect(page.lines.hidden.isEmpty)
    page.replace(TextRange(9_000..<9_001), with: "")
    page.update()
    #expect(page.lines.hidden.isEmpty, "10,000 characters")
    page.replace(TextRange(at: TextOffset(9_000)), with: "y")
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange(8_000..<10_001)])
  }

  @Test("Thousands of marks on one character are hidden, too")
  func marks() {
    var page = Page("a" + String(repeating: "\u{301}", count: 20_000))
    page.update()
    #expect(page.lines.hidden.ranges == [TextRange((1 + 64 * 2)..<40_001)])
  }

  @Test("After random edits every long line shows a part with the caret well in it, and nothing else is hidden")
  func random() {
    let long = String(repeating: "wé ", count: 6_000)
    for seed in 0..<3 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var page = Page("start\n" + String(repeating: "é x", count: 15_000) + "\nend\n")
      for _ in 0..<80 {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = page.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...page.text.count, using: &random)))
          let length = [0, 0, 1, 50, 20_000].randomElement(using: &random)!
          let upper = page.text.boundary(atOrAfter: min(page.text.end, place + length))
          let new = ["", "x", "\n", "\n\n", "a\nb", long].randomElement(using: &random)!
          page.replace(TextRange(place, upper), with: new)
        }
        if Bool.random(using: &random) {
          page.caret = page.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...page.text.count, using: &random)))
        }
        let before = page.lines.hidden
        let step = page.update()
        for range in step.hidden { #expect(!before.ranges.contains(range)) }
        check(page)
      }
    }
  }

  private func check(_ page: Page) {
    let lines = page.text.lines
    var seen = TextRangeSet()
    for line in 0..<lines.count {
      let whole = lines.content(ofLine: line)
      let hidden = page.lines.hidden.intersection(whole)
      for range in hidden.ranges { seen.insert(range) }
      let shown = TextRangeSet([whole]).subtracting(hidden)
      let count = lines.scalars(of: whole).count
      guard count > LongLines.limit else {
        #expect(hidden.isEmpty)
        continue
      }
      #expect(shown.ranges.count == 1)
      let window = lines.scalars(of: shown.ranges[0])
      #expect((1...LongLines.limit).contains(window.count))
      if whole.lower <= page.caret, page.caret <= whole.upper {
        let caret = lines.scalar(at: page.caret)
        #expect(shown.ranges[0].lower == whole.lower || caret >= window.lowerBound + LongLines.margin)
        #expect(shown.ranges[0].upper == whole.upper || caret <= window.upperBound - LongLines.margin)
      }
    }
    #expect(seen == page.lines.hidden)
  }
}
