import Foundation
import Markdown
import RandomTexts
import Testing
import TextModel

@testable import MarkdownEditing

func markdown(_ html: String) -> String { PastedHTML.convert(Array(html.utf8))?.markdown ?? "too long" }

@Suite("Pasting HTML")
struct PastedHTMLTests {
  @Test(
    "Text, marks, links and blocks",
    arguments: [
      ("<p>Some <b>bold</b> and <em>italic</em> text.</p><p>Next</p>", "Some **bold** and *italic* text.\n\nNext"),
      ("a <b> b </b>c", "a **b** c"),
      ("<b>a</b> <b>b</b>", "**a b**"),
      ("<b>a<i>b</i></b>", "**a*b***"),
      ("<u>x</u> <s>y</s> <mark>z</mark> <code>a`b</code>", "<u>x</u> ~~y~~ ==z== ``a`b``"),
      ("<a href='https://a.b/c(d)'>text</a>", "[text](https://a.b/c(d))"),
      ("<a href=\"https://a.b/c d)\">te]xt</a>", "[te\\]xt](<https://a.b/c d)>)"),
      ("<h2>A <b>title</b> | x</h2><p>b", "## A **title** | x\n\nb"),
      ("<h1><b>All</b></h1>", "# All"),
      ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c"),
      ("<ol start=3><li><p>a</p><p>b</p></li><li>c</li></ol><p>d</p>", "3. a\n\n   b\n4. c\n\nd"),
      ("<ul><li><input type=checkbox checked> done<li><input type=checkbox> open</ul>", "- [x] done\n- [ ] open"),
      ("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>", "> a\n>\n> b\n>\n> > c"),
      ("<pre><code class='language-js'>let a\n  b &lt; c\n</code></pre>", "```js\nlet a\n  b < c\n```"),
      ("<pre>```\nx</pre>", "````\n```\nx\n````"),
      ("a<br>b", "a\\\nb"),
      ("<hr>", "---"),
      ("<img src='https://a.b/c.png' alt='d  e'>", "![d e](https://a.b/c.png)"),
      ("<table><tr><th>a<th>b<tr><td>1|2<td><b>3</b></table>", "| a    | b     |\n| ---- | ----- |\n| 1\\|2 | **3** |"),
      ("<table><tr><td>only <i>layout</i></td></tr></table>", "only *layout*"),
      ("5 * 3 _a_ [b] &lt;i&gt; #x", "5 \\* 3 \\_a\\_ \\[b\\] \\<i> #x"),
      ("# no heading", "\\# no heading"),
      ("1. no list", "1\\. no list"),
      ("<b>「本」</b>は", "<strong>「本」</strong>は"),
      ("<b style='font-weight:normal'><span style='font-weight:700'>x</span> y</b>", "**x** y"),
      ("a&nbsp;b &amp;amp; c", "a\u{A0}b \\&amp; c"),
      ("<p>漢字 <b>👩‍👩‍👧</b></p>", "漢字 **👩‍👩‍👧**"),
    ])
  func conversion(html: String, expected: String) {
    #expect(markdown(html) == expected)
  }

  @Test("Only what plain text would lose counts as markup")
  func markup() {
    #expect(PastedHTML.convert(Array("<meta charset=utf-8><div><span style='color:red'>a</span></div>".utf8))?.hasMarkup == false)
    #expect(PastedHTML.convert(Array("<p>a <b>b</b>".utf8))?.hasMarkup == true)
  }

  @Test("UTF-16 as some browsers give it")
  func wide() {
    let units = Array("<b>é</b>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(PastedHTML.convert([0xFF, 0xFE] + units)?.markdown == "**é**")
    #expect(PastedHTML.convert(units)?.markdown == "**é**")
  }

  static let addresses = [
    "javascript:alert(1)", "JaVaScRiPt:x", "java\nscript:x", "\u{1}javascript:x", "javascript&colon;x", "&#x6A;avascript:x", "vbscript:x",
    "file:///etc/passwd", "data:text/html,<script>x</script>", "data:image/svg+xml,<svg onload=x>", "smb://h/s", "vscode:x",
    "//evil.example/x",
    "blob:x", "about:x", "view-source:x",
  ]
  static let clips: [String] =
    addresses.flatMap { ["<a href=\"\($0)\">text</a>", "<img src=\"\($0)\" alt=text>"] } + [
      "<script>text</script>", "<style>text</style>", "<iframe src=x srcdoc='<script>x</script>'>y</iframe>", "<object data=x>y</object>",
      "<embed src=x>", "<svg onload=x><script>y</script></svg>", "<math><mtext><script>x</script></math>",
      "<form action=x><button>text</button></form>",
      "<meta http-equiv=refresh content='0;url=x'>", "<base href=x>", "<link rel=preload href=x>", "<video src=x onerror=y></video>",
      "<audio src=x>", "<img src=x onerror=alert(1) alt=text>", "<p onclick=x style='background:url(x)'>text</p>", "<body onload=x>text",
      "&lt;script&gt;alert(1)&lt;/script&gt;", "<b>&lt;img src=x onerror=y&gt;</b>",
      "<a href='x' title='](javascript:x)'>[text](javascript:x)</a>",
      "<img alt='](x) ![a](javascript:y)' src='https://a.b/c'>", "<code>`&lt;script&gt;`</code>",
      "<pre>```\n&lt;script&gt;\n```\n[a](javascript:x)</pre>",
      "<table><tr><td>| --- |\n&lt;script&gt;<td>x</table>", "<h1>text\n&lt;script&gt;</h1>", "[x]: javascript:alert(1)",
      "&lt;!-- --&gt;<!-- x --><b>y</b>",
      "<noscript><img src=x></noscript>", "<template><script>x</script></template>", "<ruby><rt><script>x</script></ruby>",
      "<a href='https://a.b/>)<script>x</script>'>text</a>", "&#0;&#1;<b>text</b>", "<plaintext><script>",
    ]

  @Test("Hostile clips are inert: no HTML that does anything, no address but the known kinds", arguments: clips)
  func hostile(html: String) {
    for wrapped in [
      html, "<b>\(html)</b>", "<ul><li>\(html)</ul>", "<table><tr><td>\(html)<td>x</table>", "<blockquote>\(html)</blockquote>",
    ] {
      let result = markdown(wrapped)
      let document = MarkdownDocument(ChunkedText(result))
      var open = [document.root]
      while let node = open.popLast() {
        if let link = node.link { #expect(AddressPolicy.isLinkAllowed(link.destination), "\(result)") }
        if node.kind == .html || node.kind == .htmlBlock {
          let source = document.text.string(in: node.range).lowercased()
          let known: Set = ["<strong>", "</strong>", "<em>", "</em>", "<u>", "</u>", "<del>", "</del>", "<mark>", "</mark>"]
          #expect(known.contains(source), "\(result)")
        }
        #expect(node.kind != .linkDefinition)
        open += Array(node.children)
      }
    }
    #expect(Self.clips.count >= 60)
  }

  @Test("Deep, broken and enormous clips end soon")
  func large() {
    for piece in [
      "<div>", "<blockquote>", "<ul><li>", "<b>", "<table><tr><td>", "<a href=x>", "<pre>", "</p>", "<svg>", "<i>x</b>", "<p>*a", "<td>x",
    ] {
      let text = markdown(String(repeating: piece, count: 50_000 / piece.count * 4))
      #expect(text.utf8.count < 4_000_000, "\(piece)")
    }
    #expect(PastedHTML.convert([UInt8](repeating: 0x61, count: PastedHTML.most + 1)) == nil)
  }

  @Test("What a document shows is what its HTML brings back")
  func roundTrip() {
    var random = RandomDocument(generator: SeededGenerator(seed: 12))
    var inexact: [String] = []
    let count = min(cases, 2_000)
    var compared = 0
    for _ in 0..<count {
      let document = random.context().document
      // Its asterisks pair across tags, and what crosses comes back as browsers mend it.
      if document.text.string.contains("5*3") { continue }
      compared += 1
      let text = markdown(document.html())
      if Self.shown(MarkdownDocument(ChunkedText(text))) != Self.shown(document) { inexact.append("\(document.text.string)\n→\n\(text)") }
    }
    print("HTML and back: \(compared), \(inexact.count) differ")
    #expect(inexact.isEmpty && compared > count / 8, "\(inexact.prefix(5).joined(separator: "\n\n======\n"))")
  }

  /// What each block is, where it stands, and what it shows in which style; blanks aside.
  static func shown(_ document: MarkdownDocument) -> [String] {
    document.leafBlocks(in: document.text.range).map { leaf in
      let place = "\(leaf.kind) in \(leaf.containers.map { "\($0.kind)" })"
      guard leaf.kind.holdsInlines, let pieces = try? InlinePiece.pieces(of: leaf) else {
        return place + leaf.plainText.filter { !$0.isWhitespace }
      }
      let shown = ShownText(pieces, document.text)
      // A heading that is bold all through comes back as a heading.
      let mask = leaf.kind == .heading ? ~InlineStyle.bold.bit : 0xFF
      return place
        + shown.bytes.indices.filter { !shown.isBlank($0) }.map { "\(shown.bytes[$0]):\(shown.styles[$0] & mask)" }.joined(separator: " ")
    }
  }
}

@Suite("Pasting into a text")
struct PastingTests {
  private func link(_ notation: String, _ address: String = "https://a.b/c") -> String? {
    let context = Marked(notation).context
    return Pasting.link(to: address, in: context).map { context.after($0).notation }
  }

  @Test("An address over a selection links it")
  func links() {
    #expect(link("a |b c| d") == "a [b c](https://a.b/c)| d")
    #expect(link("a |**b**| d") == "a [**b**](https://a.b/c)| d")
    #expect(link("- |b|") == "- [b](https://a.b/c)|")
    #expect(link("‖ |b| ‖\n‖ --- ‖") == "‖ [b](https://a.b/c)| ‖\n‖ --- ‖")
  }

  @Test(
    "Where a paste is only a paste",
    arguments: [
      "a| b", "`a |b| c`", "```\n|a|\n```", "[a](|b|)", "[|a|](b)", "[a |b| c](d)", "|https://x.y|", "|a\n\nb|", "|a\nb|", "<|b|>",
      "    |code|", "|  |", "![|a|](b)",
    ])
  func noLinks(notation: String) {
    #expect(link(notation) == nil)
  }

  @Test("Only an address is one", arguments: ["a b", "javascript:x", "www.a.b", "https://", "https://a b", "see https://a.b", ""])
  func noAddresses(text: String) {
    #expect(link("|a|", text) == nil)
  }

  private func paste(_ markdown: String, _ notation: String) -> String {
    let context = Marked(notation).context
    return context.after(Pasting.plan(markdown, in: context)).notation
  }

  @Test("Lines within a line, blocks as blocks, cells as cells")
  func places() {
    #expect(paste("x **y**", "a |b| c") == "a x **y**| c")
    #expect(paste("x\n\ny", "a|") == "a\n\nx\n\ny|")
    #expect(paste("x\n\ny", "a|b") == "a\n\nx\n\ny|\n\nb")
    #expect(paste("x\n\ny", "|") == "x\n\ny|")
    #expect(paste("x\n\n- y\n- z", "> a|") == "> a\n>\n> x\n>\n> - y\n> - z|")
    #expect(paste("x\n\ny", "- |") == "- x\n\n  y|")
    #expect(paste("# x", "a|") == "a\n\n# x|")
    #expect(paste("x\n\ny", "# a|") == "# ax y|")
    #expect(paste("x | y\n\nz", "‖ a| ‖\n‖ --- ‖") == "‖ ax \\‖ y z| ‖\n‖ --- ‖")
    #expect(paste("x\n\ny", "a|\r\n") == "a\r\n\r\nx\r\n\r\ny|\r\n")
  }

  @Test("Literal places", arguments: ["```\na|\n```", "`a|b`", "$a|b$", "[a](b|c)"])
  func literal(notation: String) { #expect(Pasting.isLiteral(Marked(notation).context)) }

  @Test("Places for Markdown", arguments: ["a|", "|```\na\n```", "`a`|", "[a|](b)", "- |", ""])
  func notLiteral(notation: String) { #expect(!Pasting.isLiteral(Marked(notation.isEmpty ? "|" : notation).context)) }

  @Test(
    "References to files show, whatever is in their names",
    arguments: [
      "a b.png", "a#b%20?.png", "x(1).png", "[y].png", "é漢.png", "a\"b'<c>.png", "-a&amp;b.png", "a:b.png", "a\\b`c.png", "*a*_b_.png",
    ])
  func references(name: String) {
    let text = Pasting.reference(path: "assets/" + name, description: name, isImage: true)
    let document = MarkdownDocument(ChunkedText(text))
    let image = document.leafBlock(at: .zero)?.children.first { $0.kind == .image }
    let decoded = image?.link?.destination.removingPercentEncoding
    #expect(decoded == "assets/" + name, "\(text)")
    #expect(image?.plainText == name, "\(text)")
  }
}
