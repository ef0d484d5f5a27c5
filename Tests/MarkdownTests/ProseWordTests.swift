import Markdown
import Testing
import TextModel

@Suite struct ProseWordTests {
  private func words(_ text: String) -> [String] {
    let document = MarkdownDocument(text)
    return document.leafBlocks(in: document.text.range).flatMap(\.proseWords).map(\.text)
  }

  @Test(arguments: [
    ("Plain words, don't “quote” it’s.", ["Plain", "words", "don't", "quote", "it’s"]),
    ("**un**believable and _very_ ~~good~~", ["unbelievable", "and", "very", "good"]),
    ("see `code` and $x$ and <b>touched</b> text", ["see", "and", "and", "text"]),
    ("`foo`s, x2, 2nd, snake_case, a@b.cd, path/to/file, file.txt", []),
    ("[link text](http://no.where/page \"no title\") ![image text](no.png)", ["link", "text", "image", "text"]),
    ("http://some.where/else www.some.where <mailto:some@where.de>", []),
    ("NATO and GtkWidget and iPhone and Mac", ["and", "and", "and", "Mac"]),
    ("naïve Übermut e\u{301}tat שלום мир", ["naïve", "Übermut", "e\u{301}tat", "שלום", "мир"]),
    ("漢字 ภาษาไทย word", ["word"]),
    ("# Heading\n\n> quoted\n\n- item\n\n| cell |\n|---|\n| other |", ["Heading", "quoted", "item", "cell", "other"]),
    ("---\ntitle: nothing\n---\n\n```\ncode here\n```\n\n    indented\n\n<!-- hidden -->\n\n$$\nmath\n$$\n\nend", ["end"]),
    ("well-known line\nbreak", ["well", "known", "line", "break"]),
    ("&eacute;t&eacute; and \\*star", ["and"]),
  ])
  func onlyProse(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test func rangesAreThoseOfTheSource() {
    let document = MarkdownDocument("a **b**cd wörd's")
    let words = document.leafBlocks(in: document.text.range).flatMap(\.proseWords)
    #expect(words.map { document.text.string(in: $0.range) } == ["b**cd", "wörd's"])
  }

  @Test func randomDocumentsGiveWordsInOrder() {
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomMarkdown(seed: seed)
      let document = MarkdownDocument(random.text(pieces: 60))
      for leaf in document.leafBlocks(in: document.text.range) {
        var last = leaf.range.lower
        for word in leaf.proseWords {
          #expect(word.range.lower >= last && word.range.upper <= leaf.range.upper && !word.range.isEmpty)
          last = word.range.upper
        }
      }
    }
  }

  @Test func aPartHasTheWordsOfTheWholeThatTouchIt() {
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomMarkdown(seed: seed)
      let document = MarkdownDocument(random.text(pieces: 60) + "\n\n" + String(repeating: "wörter **und** mehr\n", count: 40))
      for leaf in document.leafBlocks(in: document.text.range) {
        let all = leaf.proseWords
        let step = max(leaf.range.count / 7, 1)
        for start in stride(from: leaf.range.lower.utf8, through: leaf.range.upper.utf8, by: step) {
          let part = TextRange(TextOffset(start), min(TextOffset(start + step / 2), leaf.range.upper))
          #expect(leaf.proseWords(in: part) == all.filter { $0.range.upper >= part.lower && $0.range.lower <= part.upper })
        }
      }
    }
  }

  @Test func aPartOfALongLineIsReadWithoutTheRest() {
    let document = MarkdownDocument(ChunkedText(String(repeating: "some words of prose ", count: 200_000)))
    let leaf = document.leafBlocks(in: TextRange(at: .zero))[0]
    let began = ContinuousClock.now
    for place in stride(from: 0, to: 4_000_000, by: 100_000) { #expect(leaf.proseWords(in: TextRange(place..<place + 20)).count > 3) }
    #expect(began.duration(to: .now) < .seconds(4))
  }
}
