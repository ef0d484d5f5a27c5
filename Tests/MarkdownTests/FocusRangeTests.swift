import Markdown
import Testing
import TextModel

@Suite struct FocusRangeTests {
  private func sentence(_ text: String, at place: Int) -> String? {
    let document = MarkdownDocument(text)
    return document.sentence(at: TextOffset(place)).map { document.text.string(in: $0) }
  }

  @Test func sentences() {
    let text = "One is here. *Two* is “there.” Three (3.5) has dots… Four"
    #expect(sentence(text, at: 3) == "One is here.")
    #expect(sentence(text, at: 13) == "*Two* is “there.”")
    #expect(sentence(text, at: 20) == "*Two* is “there.”")
    #expect(sentence(text, at: 40) == "Three (3.5) has dots…")
    #expect(sentence(text, at: text.utf8.count) == "Four")
    #expect(sentence("漢字。次の文。終", at: 9) == "次の文。")
    #expect(sentence("# Head\n\nBody", at: 7) == nil)
    #expect(sentence("```\na. b. c\n```", at: 6) == "```\na. b. c\n```")
  }

  @Test func everyPlaceIsInItsSentence() {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomMarkdown(seed: seed)
      let document = MarkdownDocument(random.text(pieces: 40))
      for place in 0...document.text.count {
        let offset = document.text.boundary(atOrBefore: TextOffset(place))
        guard let range = document.sentence(at: offset) else { continue }
        #expect(range.lower <= offset && offset <= range.upper + 1)
        #expect(document.paragraph(at: offset)!.contains(range))
      }
    }
  }
}
