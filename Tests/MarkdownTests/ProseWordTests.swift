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
}
