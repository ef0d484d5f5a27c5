import Markdown
import Testing
import TextModel

@Suite("The document as plain text") struct PlainTextTests {
  @Test(arguments: [
    ("# A *b*\n\nOne\ntwo  \nthree\n", "A b\n\nOne two\nthree"),
    ("- a\n- b\n  - c\n\n1. x\n2. y\n", "• a\n• b\n  • c\n\n1. x\n2. y"),
    ("- a\n\n- b\n\n  more\n", "• a\n\n• b\n\n  more"),
    ("- [ ] a\n- [x] b\n", "☐ a\n☑ b"),
    ("| a | b |\n|---|---|\n| 1 | **2** |\n\nend", "a\tb\n1\t2\n\nend"),
    ("```sh\nls\n\n  x\n```\n> quoted `code` [l](/u)\n", "ls\n\n  x\n\nquoted code l"),
    ("---\nt: 1\n---\n\nx\n\n<div>\n</div>\n\n<!-- c -->\n\n[d]: /u\n\ny\n", "x\n\ny"),
    ("", ""), ("7) a\n8) b", "7. a\n8. b"), ("- - a", "• • a"),
  ])
  func reads(source: String, expected: String) {
    #expect(MarkdownDocument(source).plainText() == expected)
  }

  @Test func deepNestingIsNoTrouble() {
    let text = MarkdownDocument(ChunkedText(String(repeating: "- ", count: 10_000) + "x")).plainText()
    #expect(text.hasSuffix("• x"))
    #expect(text.utf8.count < 100_000)
  }

  @Test func definitionsAreFound() {
    let document = MarkdownDocument("[a]: /x\n\n> [b]: /y\n\n```\n[c]: /z\n```\n")
    #expect(document.linkDefinitions.map { document.text.string(in: $0) } == ["[a]: /x", "[b]: /y"])
  }
}
