import Markdown
import Testing

/// What safe output never holds, and what it keeps.
@Suite struct SafeHTMLTests {
  private static let schemes = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "vbscript:x", "data:text/html,x", "data:image/svg+xml,x", "file:///etc/passwd", "blob:x",
    "about:blank",
    "view-source:x", "ftp://h/x", "smb://h/x", "ssh://h", "tel:1", "vscode://x", "steam://x", "//host/x", "\\\\host\\x", "/\\host",
    "java\tscript:alert(1)",
    "\u{1}javascript:alert(1)", " javascript:alert(1)", "javascript&colon;alert(1)", "&#x6A;avascript:alert(1)", "&#106avascript:alert(1)",
    "x-unknown:y",
  ]

  /// The attributes of a kind in some HTML, as a browser would read them.
  private func values(_ html: String, _ names: Set<String>) -> [String] {
    HTMLTokenizer(html).flatMap { token -> [String] in
      guard case .start(let tag) = token else { return [] }
      return tag.attributes.filter { names.contains($0.name) }.map(\.value)
    }
  }

  @Test(arguments: schemes) func addressesAreChecked(_ address: String) {
    let sources = [
      "[x](<\(address)>)", "![x](<\(address)>)", "[x]\n\n[x]: <\(address)>", "<\(address)>", "<a href=\"\(address)\">x</a>",
      "<div>\n<a href='\(address)'>x</a><img src=\"\(address)\">\n</div>",
    ]
    for source in sources {
      let html = MarkdownDocument(source, options: [.standard, .wikiLinks]).html()
      for value in values(html, ["href", "src"]) where AddressPolicy.kind(of: value) == .refused {
        Issue.record("\(source.debugDescription) gives \(value.debugDescription)")
      }
    }
  }

  @Test func goodAddressesAreKept() {
    for address in ["http://a.b/c?d=e&f", "https://a.b", "mailto:a@b.c", "#x", "a/b.md", "../c", "x?y:z"] {
      #expect(AddressPolicy.isLinkAllowed(address))
      #expect(values(MarkdownDocument("[x](\(address))").html(), ["href"]) == [address])
    }
  }

  private static let allowed: Set<String> = Set(
    "a abbr b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr"
      .split(separator: " ").map(String.init))

  private static let holes = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "<iframe srcdoc=\"<script>x</script>\"></iframe>",
    "<object data=x></object>", "<embed src=x>", "<form action=x><input></form>", "<meta http-equiv=refresh content=0>", "<base href=x>",
    "<link rel=preload href=x>", "<style>@import 'x'</style>", "<div style=\"background:url(x)\">x</div>", "<video src=x></video>",
    "<audio src=x></audio>",
    "<math><mtext><table><mglyph><style><img src=x onerror=y>", "<a href=x onclick=y>z</a>", "<img srcset=x>", "<b onmouseover=x>y</b>",
    "<table background=x><tr><td>y</table>", "<map><area href=x></map>", "<noscript><p title=\"</noscript><img src=x onerror=y>\">",
    "<!--><img src=x onerror=y>-->",
    "<ruby><rt onclick=x>y</ruby>", "<details ontoggle=x open>y", "<textarea></textarea><script>x</script>",
    "<xmp></xmp><script>x</script>", "<scr<script>ipt>",
    "<a\u{0C}href=javascript:x>", "<img/src=x/onerror=y>", "<title><img src=x onerror=y></title>", "<plaintext><script>x",
  ]

  @Test(arguments: holes) func holesAreClosed(_ hole: String) {
    let places = [
      hole, "text \(hole) text", "# \(hole)", "> \(hole)", "- \(hole)", "| a |\n|-|\n| \(hole) |", "<div>\n\(hole)\n</div>", "[\(hole)](x)",
      "x[^1]\n\n[^1]: \(hole)",
      "```\(hole)\nx\n```", "![\(hole)](x)", "[a](b '\(hole)')", "**\(hole)**", "$\(hole)$", "---\na: \(hole)\n---\n",
      "[[toc]]\n\n# \(hole)",
    ]
    for place in places {
      let html = MarkdownDocument(place).html([.headingAnchors])
      for token in HTMLTokenizer(html) {
        guard case .start(let tag) = token else { continue }
        #expect(SafeHTMLTests.allowed.contains(tag.name), "<\(tag.name)> in \(html)")
        for attribute in tag.attributes {
          #expect(
            !attribute.name.hasPrefix("on") && attribute.name != "style" && attribute.name != "srcset", "\(attribute.name) in \(html)")
        }
      }
    }
  }

  @Test func elementsAreBalancedOverBlocks() {
    #expect(
      MarkdownDocument("<details>\n<summary>More</summary>\n\n*text*\n\n</details>\n\nafter").html()
        == "<details>\n<summary>More</summary>\n<p><em>text</em></p>\n</details>\n<p>after</p>\n")
    #expect(MarkdownDocument("<div align=center>\n\n# a\n").html() == "<div align=\"center\">\n<h1>a</h1>\n</div>")
    #expect(
      MarkdownDocument("> <div>\n> x\n\nb </div> *c <b>d* e").html()
        == "<blockquote>\n<div>\nx\n</div>\n</blockquote>\n<p>b  <em>c <b>d</b></em> e</p>\n")
    #expect(MarkdownDocument("a <kbd>b</kbd> <!-- c --> <blink>d").html() == "<p>a <kbd>b</kbd>  &lt;blink&gt;d</p>\n")
  }

  @Test func remoteImagesAreLinks() {
    let document = MarkdownDocument("![alt](https://a.b/c.png) ![d](e.png)")
    #expect(document.html() == "<p><a href=\"https://a.b/c.png\">alt</a> <img src=\"e.png\" alt=\"d\" /></p>\n")
    #expect(
      document.html([], HTMLSources(images: { $0 == "e.png" ? "data:image/png;base64,AA==" : nil })).contains("data:image/png;base64,AA=="))
    #expect(document.html([.remoteImages]).contains("<img src=\"https://a.b/c.png\""))
  }

  @Test func tokensCoverTheSource() {
    var random = RandomMarkdown(seed: 4)
    for _ in 0..<300 {
      let text = random.text(pieces: 30)
      var at = 0
      for token in HTMLTokenizer(text) {
        let range: Range<Int>
        switch token {
        case .text(let it), .comment(let it), .other(let it), .end(_, let it): range = it
        case .start(let tag): range = tag.range
        }
        #expect(range.lowerBound == at)
        at = range.upperBound
      }
      #expect(at == text.utf8.count)
    }
  }
}
