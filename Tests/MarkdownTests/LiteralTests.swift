import Markdown
import Testing
import TextModel

/// Blocks that hold their text as it is, also where they are longer than a run.
@Suite struct LiteralTests {
  @Test func aLongCommentIsOneOnlyIfNothingFollows() {
    let inside = String(repeating: "inside\n", count: 1000)
    #expect(MarkdownDocument("<!--\n\(inside)-->\n").blocks.map(\.kind) == [.commentBlock])
    #expect(MarkdownDocument("<!--\n\(inside)--> text\n").blocks.map(\.kind) == [.htmlBlock])
    #expect(MarkdownDocument("<!-- a --> text\n").blocks.map(\.kind) == [.htmlBlock])
  }

  @Test func longCodeKeepsItsText() {
    let code = (0..<2000).map { "line \($0)\n" }.joined()
    let document = MarkdownDocument("> ```swift\n" + code.split(separator: "\n").map { "> \($0)\n" }.joined() + "> ```\n")
    let block = document.root.firstChild!.firstChild!
    #expect(block.literal == code)
    #expect(block.code?.language == "swift")
    #expect(block.code?.isClosed == true)
    #expect(block.range.upper == document.text.end - 1)
  }

  @Test func partOfATabStaysAsBlanks() {
    #expect(MarkdownDocument("- a\n\n\t\tb\n").html() == "<ul>\n<li>\n<p>a</p>\n<pre><code>  b\n</code></pre>\n</li>\n</ul>\n")
  }
}
