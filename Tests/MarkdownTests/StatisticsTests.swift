import Testing
import TextModel

@testable import Markdown

@Suite struct StatisticsTests {
  @Test func countsWhatThereIs() {
    let statistics = MarkdownDocument(
      """
      # A title

      One sentence. Another, e.g. this one! And 3.5 of “a third?” Yes

      - See [link](a) and <https://b.c> and ![picture](d.png). 一二三。四五
      - [![badge](x)](y) <!-- remark -->

      <!-- a block -->

      ```
      code. is. not. prose.
      ```
      """
    ).statistics
    #expect(statistics.headings == 1)
    #expect(statistics.links == 3)
    #expect(statistics.images == 2)
    #expect(statistics.comments == 2)
    #expect(statistics.counts.paragraphs == 3)
    // One · Another, e.g. · this one! (a point before a blank cannot be told from an end) · And … third?” · Yes
    #expect(statistics.sentences == 5 + 3 + 1)
    #expect(MarkdownDocument("").statistics == MarkdownStatistics())
  }

  @Test func timesAreRoundedUp() {
    #expect(MarkdownDocument(String(repeating: "word ", count: 220)).statistics.readingSeconds == 60)
    #expect(MarkdownDocument("word").statistics.readingSeconds == 1)
    #expect(MarkdownDocument(String(repeating: "word ", count: 130)).statistics.speakingSeconds == 60)
  }

  @Test func listsComments() {
    let document = MarkdownDocument("Text <!-- one --> more\n\n<!--\ntwo\nlines\n-->\n\n> <!--three-->\n\n`<!-- code -->`\n\n<!---->\n")
    #expect(document.comments.map(\.text) == ["one", "two\nlines", "three", ""])
    #expect(document.comments.map(\.isBlock) == [false, true, true, true])
  }

  @Test(arguments: [
    ("a <!-- x --> b", "a b"), ("a <!-- x -->\n", "a\n"), ("a<!-- x -->b", "ab"), ("<!-- x -->\n\ntext\n", "text\n"),
    ("one\n\n<!-- x -->\n\ntwo\n", "one\n\ntwo\n"), ("one\n\n<!-- x\ny -->\n", "one\n\n"), ("<!-- x -->", ""),
  ])
  func removesAComment(before: String, after: String) throws {
    let document = MarkdownDocument(before)
    let comment = try #require(document.comments.first)
    let plan = document.removing(comment)
    var text = document.text
    for part in plan.replacements.reversed() { text.replace(part.range, with: part.text) }
    #expect(text.string == after)
  }
}
