import Markdown
import MarkdownEditing
import RandomTexts
import Testing
import TextModel

@Suite struct HighlightSpansTests {
  /// Writes the spans under the text: one line for each style, with the bytes that have it.
  private func picture(_ source: String) -> [String: [String]] {
    let document = MarkdownDocument(source)
    var pieces: [String: [String]] = [:]
    let spans = document.highlightSpans(in: document.text.range).sorted {
      ($0.range.lower, $0.range.upper) < ($1.range.lower, $1.range.upper)
    }
    for span in spans {
      let text = document.text.string(in: span.range)
      if !text.allSatisfy(\.isWhitespace) { pieces["\(span.style)", default: []].append(text) }
    }
    return pieces
  }

  @Test(
    arguments: [
      ("# One *two*\n", ["heading1": ["# One *two*"], "emphasis": ["*two*"], "mark": ["# ", "*", "*"]]),
      ("Title\n=====\n", ["heading1": ["Title\n====="], "mark": ["\n====="]]),
      ("### Three ###\n", ["heading3": ["### Three ###"], "mark": ["### ", " ###"]]),
      (
        "a **b** ~~c~~ ==d== `e`\n",
        [
          "strong": ["**b**"], "strikethrough": ["~~c~~"], "highlight": ["d"], "code": ["`e`"],
          "mark": ["**", "**", "~~", "~~", "==", "==", "`", "`"],
        ]
      ),
      ("***a** b*\n", ["emphasis": ["***a** b*"], "strong": ["**a**"], "mark": ["*", "**", "**", "*"]]),
      (
        "[text](url \"t\") ![alt](i.png)\n",
        ["link": ["text", "alt"], "mark": ["[", "!["], "address": ["](url \"t\")", "](i.png)"]]
      ),
      (
        "[text][ref]\n\n[ref]: https://a.b 'T'\n",
        ["link": ["text", "ref"], "mark": ["["], "address": ["][ref]", "[ref]: https://a.b 'T'"]]
      ),
      ("<https://a.b> and www.c.de\n", ["link": ["<https://a.b>", "www.c.de"]]),
      ("> quoted\n> *two*\n", ["quote": ["> quoted\n> *two*"], "emphasis": ["*two*"], "mark": ["> ", "> ", "*", "*"]]),
      ("- one\n- [x] two\n1. three\n", ["listMarker": ["-", "-", "1."], "task": ["[x]"]]),
      ("```swift\nlet a\n```\n", ["codeBlock": ["```swift\nlet a\n```"], "mark": ["```swift\n", "```"]]),
      ("    indented\n", ["codeBlock": ["    indented"]]),
      ("---\na: b\n---\n\ntext\n", ["frontMatter": ["---\na: b\n---"], "mark": ["---\n", "---"]]),
      ("a\n\n---\n", ["mark": ["---"]]),
      ("<div>\n</div>\n\na <b>c</b>\n", ["html": ["<div>\n</div>", "<b>", "</b>"]]),
      ("<!-- c -->\n\na <!-- d -->\n", ["comment": ["<!-- c -->", "<!-- d -->"]]),
      ("a $x$\n\n$$\ny\n$$\n", ["math": ["$x$", "$$\ny\n$$"], "mark": ["$", "$", "$$\n", "$$"]]),
      ("a[^n]\n\n[^n]: note\n", ["footnote": ["[^n]", "[^n]: "]]),
      ("a \\* b\\\nc\n", ["mark": ["\\", "\\"]]),
      ("plain text, nothing else\n", [:]),
      ("", [:]),
    ] as [(String, [String: [String]])])
  func eachKindIsFound(source: String, expected: [String: [String]]) {
    var found = picture(source)
    // Line ends that go with a mark are no matter.
    for style in found.keys { found[style] = found[style]?.map { $0.trimmed } }
    #expect(found == expected.mapValues { $0.map(\.trimmed) })
  }

  @Test func tablesHaveHeadersAndMarks() {
    let found = picture("| a | b |\n|---|---|\n| `c` | d |\n")
    #expect(found["tableHeader"] == ["a", "b"])
    #expect(found["code"] == ["`c`"])
    #expect(found["mark"]?.contains { $0.contains("|---|---|") } ?? false)
  }

  /// Asking for a part gives what asking for the whole gives there.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func partsAgreeWithTheWhole(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "# h\n", "text *em **st** em* `code`\n", "\n", "> quote\n", "> > deep\n", "- item\n", "  - [ ] task\n", "1. one\n",
      "```\ncode\n```\n",
      "```\nopen\n", "| a | b |\n|---|---|\n| c | d |\n", "[l](u) ![i](j) [r]\n", "[r]: /x\n", "<div>\n", "</div>\n", "a[^f]\n",
      "[^f]: note\n",
      "\r\n", "🦊 é\r", "    indented\n", "<!-- c\n-->\n", "***\n",
    ]
    let source = (0..<120).map { _ in pieces.randomElement(using: &generator)! }.joined()
    let document = MarkdownDocument(source)
    let whole = document.highlightSpans(in: document.text.range)
    for _ in 0..<40 {
      let lower = Int.random(in: 0...document.text.count, using: &generator)
      let range = TextRange(TextOffset(lower), TextOffset(min(document.text.count, lower + Int.random(in: 0...300, using: &generator))))
      let part = document.highlightSpans(in: range)
      for style in HighlightStyle.allCases {
        let wanted = TextRangeSet(whole.filter { $0.style == style }.map(\.range)).intersection(range)
        let found = TextRangeSet(part.filter { $0.style == style }.map(\.range)).intersection(range)
        #expect(found == wanted, "\(style) in \(range)")
      }
    }
  }

  @Test func theCostDoesNotGrowWithTheDocument() {
    let paragraph = "Some *text* with `code`, a [link](https://a.b) and **more**.\n\n- one\n- two\n\n"
    func document(_ count: Int) -> MarkdownDocument { MarkdownDocument(String(repeating: paragraph, count: count)) }
    func best(_ document: MarkdownDocument) -> Duration {
      let middle = document.text.boundary(atOrBefore: TextOffset(document.text.count / 2))
      return (0..<7).map { _ in
        ContinuousClock().measure { _ = document.highlightSpans(in: TextRange(middle, count: 3000)) }
      }.min()!
    }
    let small = best(document(200))
    let large = best(document(10_000))
    #expect(large < small * 4, "\(small) at 15 kB, \(large) at 750 kB")
  }
}

extension String {
  /// The string without blanks and line ends at its ends.
  fileprivate var trimmed: String {
    var part = Substring(self)
    while part.first?.isWhitespace ?? false { part.removeFirst() }
    while part.last?.isWhitespace ?? false { part.removeLast() }
    return String(part)
  }
}
