import Markdown
import Testing

/// Random documents through three parsers. We stand with at least one of the two others, or the disagreement is known and has a reason.
@Suite struct DifferentialTests {
  private static let pieces: [String] = [
    "a", "word", "two words", " ", "  ", "    ", "\n", "\n", "\n", "\n\n", "\n\n", "- ", "* ", "+ ", "1. ", "2) ", "10. ", "> ", ">", ">> ",
    "# ", "## ", "===", "---",
    "***", "```\n", "~~~\n", "    code", "<div>", "</div>", "<!-- x -->", "<b>", "</b>", "[a]", "[a]: /x\n", "[b]: <y> \"t\"\n", "[a][b]",
    "[b][]", "[x](y)", "![i](j \"k\")", "![",
    "[", "]", "(", ")", "*", "**", "_", "__", "`", "``", "&amp;", "&#x41;", "&bogus;", "\\", "\\*", "<http://x.y>", "<a@b.c>", "\n  b",
    "\n   c", "\n     d", "\n- x\n\n- y\n", "\t", "\"", "'",
    "!", "é",
  ]

  /// Documents on which all three differ, with what is right.
  private let known = [
    "1. **<a@b.c>*(**** ":
      "`*` that found no opener hides `**` from `****` in cmark 0.29, whose floors do not ask whether a closer may open; mended in 0.30",
    "10. ***\n\n     d      code[b][][b][]# \n     d+ <a@b.c></b>>> ":
      "an item with a blank line between two blocks is loose, also where the first is a rule; md4c ends the item at the rule",
  ]

  @Test func randomDocuments() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % limit
    }
    var counts = (all: 0, together: 0, withCMark: 0, withMd4c: 0, apart: 0)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0...random(14) { text += DifferentialTests.pieces[random(DifferentialTests.pieces.count)] }
      let ours = Oracles.normalized(MarkdownDocument(text, options: .commonMark).html([.unsafe]))
      let cmark = Oracles.normalized(Oracles.cmark(text))
      let md4c = Oracles.normalized(Oracles.md4c(text))
      counts.all += 1
      if ours == cmark && ours == md4c {
        counts.together += 1
      } else if ours == cmark {
        counts.withCMark += 1
      } else if ours == md4c {
        counts.withMd4c += 1
      } else {
        counts.apart += 1
        if known[text] == nil { Issue.record("\(text.debugDescription)\nours   \(ours)\ncmark  \(cmark)\nmd4c   \(md4c)") }
      }
    }
    print(
      "oracles: \(counts.all) documents, all agree \(counts.together), with cmark-gfm alone \(counts.withCMark), with md4c alone \(counts.withMd4c), with none \(counts.apart)"
    )
  }
}
