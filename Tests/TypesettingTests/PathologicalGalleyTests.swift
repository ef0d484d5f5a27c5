import CPango
import Markdown
import Testing
import TextModel

@testable import Typesetting

/// Documents that nobody writes and some machine makes: bounded in time, and all of their text can be reached.
@Suite("Pathological documents", .serialized) struct PathologicalGalleyTests {
  private static func milliseconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let time = clock.measure(body)
    return Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15
  }

  /// Shows a document as a reader does who pages through some of it; gives the times of the first view and of the slowest step.
  @discardableResult
  private func read(_ name: String, _ text: String, steps: Int = 40, scrolls: Bool = true) -> Galley {
    let document = MarkdownDocument(text)
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 720)
    galley.scrollsWideTables = scrolls
    // Once for the fonts, which every process loads once.
    let warm = Galley(typesetter: galley.typesetter, width: 720)
    warm.update(MarkdownDocument("# a\n\n`b` *c* **d**\n\n| a |\n|---|\n| b |"))
    var top = Galley.Anchor.top
    warm.prepare(&top, above: 0, below: 500)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 720, 800)
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    func show(_ anchor: inout Galley.Anchor) {
      galley.prepare(&anchor, above: 400, below: 1200)
      galley.draw(on: CairoCanvas(cairo), from: galley.y(of: anchor), to: galley.y(of: anchor) + 800, y: -galley.y(of: anchor))
    }
    var anchor = Galley.Anchor.top
    let first = Self.milliseconds {
      galley.update(document)
      show(&anchor)
    }
    var slowest = 0.0
    for step in 0..<steps {
      slowest = max(
        slowest,
        Self.milliseconds {
          anchor = galley.anchor(atY: step % 4 == 3 ? galley.height * Double(step) / Double(steps) : galley.y(of: anchor) + 700)
          show(&anchor)
        })
    }
    print("\(name): first view \(Int(first)) ms, slowest step \(Int(slowest)) ms, \(Int(galley.height)) px")
    // Far above what people feel, for tests are neither optimized nor alone; what is quadratic is far beyond it.
    #expect(first < 5000, "\(name)")
    #expect(slowest < 1500, "\(name)")
    return galley
  }

  /// The bytes that can be reached by scrolling: every leaf set, one after the other.
  private func reachable(_ galley: Galley) -> Int {
    var bytes = 0
    for strip in galley.strips.indices {
      for leaf in galley.strips[strip].leaves.indices {
        galley.set(strip: strip, leaf: leaf)
        for text in galley.strips[strip].leaves[leaf].box?.texts ?? [] where text.isSource { bytes += text.set.text.bytes.count }
        galley.strips[strip].leaves[leaf].box = nil
      }
    }
    galley.settle()
    return bytes
  }

  @Test func aHugeTable() {
    let row = (0..<128).map { "cell \($0)" }.joined(separator: " | ")
    let text = "| \(row) |\n|" + String(repeating: "---|", count: 128) + "\n" + String(repeating: "| \(row) |\n", count: 10_000)
    let galley = read("table of 128 × 10,000", text)
    var anchor = galley.anchor(atY: 0)
    galley.prepare(&anchor, above: 0, below: 800)
    #expect(galley.scrollTable(atY: 100, by: 5000))
    let time = Self.milliseconds { galley.prepare(&anchor, above: 0, below: 800) }
    print("scrolled sideways in \(Int(time)) ms")
    #expect(time < 1000)
  }

  @Test func manyNestedQuotes() {
    read("50,000 nested quotes", String(repeating: "> ", count: 50_000) + "deep\n\nafter")
    read("50,000 nested lists", String(repeating: "- ", count: 50_000) + "deep\n\nafter")
  }

  @Test func muchCode() {
    let galley = read("10,000 lines of code", "```\n" + (0..<10_000).map { "let line\($0) = \"some code\"\n" }.joined() + "```\n")
    #expect(reachable(galley) > 250_000)
    read("a line of code of 1 MB", "```\n" + String(repeating: "x = 1; ", count: 150_000) + "\n```\n")
  }

  @Test func aLongParagraph() {
    let text = String(repeating: "Some words of a very long paragraph without an end. ", count: 20_000)
    let galley = read("a paragraph of 1 MB", text)
    #expect(reachable(galley) >= text.utf8.count - 300)
    // Its pieces, each set alone.
    var pieces = 0.0
    for strip in galley.strips { for leaf in strip.leaves { pieces += leaf.height } }
    #expect(abs(galley.height - pieces) < pieces * 0.05)
  }

  @Test func aLongWord() {
    let galley = read("a word of 200,000 letters", String(repeating: "abcdefghij", count: 20_000))
    #expect(reachable(galley) == 200_000)
    read("a word of 200,000 signs of three bytes", String(repeating: "ـ", count: 200_000))
    read("a heading of 1 MB", "# " + String(repeating: "word ", count: 200_000))
    read("a cell of 100 kB", "| a |\n|---|\n| " + String(repeating: "word ", count: 20_000) + " |")
    read("20,000 combining marks", "a" + String(repeating: "\u{301}", count: 20_000) + " b")
    read("20,000 combining marks in code", "```\na" + String(repeating: "\u{301}", count: 20_000) + "\n```")
  }

  @Test func muchHTML() {
    read("a table of HTML of 20,000 rows", "<table>" + String(repeating: "<tr><td>a</td><td>b</td></tr>\n", count: 20_000) + "</table>")
    read("50,000 nested elements", String(repeating: "<div>", count: 50_000) + "deep")
    read("a paragraph of HTML of 1 MB", "<p>" + String(repeating: "words and words ", count: 65_000) + "</p>")
    read("10,000 lines of <pre>", "<pre>" + String(repeating: "some code\n", count: 10_000) + "</pre>")
  }

  @Test func manyFootnotes() {
    let text = (0..<20_000).map { "word[^\($0)] " }.joined() + "\n\n" + (0..<20_000).map { "[^\($0)]: note\n" }.joined(separator: "\n")
    let galley = read("20,000 footnotes", text)
    #expect(galley.strips.count > 20_000)
  }

  @Test func manyHeadingsInContents() {
    read("a contents of 10,000 headings", "[[toc]]\n\n" + (0..<10_000).map { "# Heading \($0)\n\n" }.joined())
  }
}

/// Very many blocks of which nothing is shown, and very long paragraphs: what is looked at costs what is shown.
@Suite("Much that is not shown") struct HiddenBlockTests {
  private func galley(_ text: String) -> Galley {
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 400)
    galley.update(MarkdownDocument(text))
    return galley
  }

  private func cutSheaves(_ galley: Galley) -> Int { galley.sheaves.filter(\.isCut).count }

  @Test(arguments: [
    (0..<4000).map { "[l\($0)]: /x\n" }.joined() + "\n", (0..<4000).map { "[^\($0)]: note\n\n" }.joined(),
    String(repeating: "<!-- words -->\n\n", count: 4000), String(repeating: "[^1]:\n", count: 4000) + "\n",
  ])
  func whatIsHiddenIsNotCut(_ hidden: String) {
    let galley = galley(hidden + "the end [^1] [^2] [^3999]\n")
    var top = galley.anchor(atY: 0)
    galley.prepare(&top, above: 0, below: 300)
    #expect(galley.sheaves.count > 20)
    #expect(cutSheaves(galley) <= 4, "of \(galley.sheaves.count)")
    // What follows is at the top, and stays where it is when all is cut in idle time.
    let place = galley.place(ofSource: hidden.utf8.count)!
    galley.settle()
    let before = galley.top(ofStrip: place.strip)
    let words = galley.strips[place.strip].height
    #expect(galley.place(before: place) == nil || hidden.hasPrefix("[^"))
    galley.cutAll()
    galley.prepare(&top, above: 0, below: 300)
    galley.settle()
    #expect(galley.top(ofStrip: place.strip) == before)
    #expect(galley.strips[place.strip].height == words)
  }

  /// A footnote that loses its reference is shown where it stands; one that gets one goes to the end, cut or not.
  @Test(arguments: [false, true]) func footnotesComeAndGo(_ isCut: Bool) {
    let notes = (0..<1000).map { "[^\($0)]: note \($0)\n\n" }.joined()
    let uses = (0..<1000).map { "[^\($0)]" }.joined(separator: " ")
    let galley = galley(notes + uses + "\n")
    var top = galley.anchor(atY: 0)
    galley.prepare(&top, above: 0, below: 300)
    if isCut { galley.cutAll() }
    for text in [notes + uses.replacing("[^500] ", with: "") + "\n", notes + uses + "\n", "first\n\n" + notes + uses + "\n"] {
      galley.update(MarkdownDocument(text), anchor: top)
      top = galley.anchor(atY: 0)
      galley.prepare(&top, above: 0, below: 300)
      let fresh = self.galley(text)
      galley.cutAll()
      fresh.cutAll()
      #expect(galley.plainText(of: galley.everything) == fresh.plainText(of: fresh.everything))
      #expect(galley.strips.map(\.isHidden) == fresh.strips.map(\.isHidden))
    }
  }

  @Test func piecesOfALongParagraphAreReadAlone() {
    let text = String(repeating: "*some **words** `of`* [a](/b) <http://c.d> text\\* ", count: 3000)
    let galley = galley(text)
    let strip = galley.strips[0]
    #expect(strip.leaves.count > 20)
    var words: [UInt8] = []
    for leaf in strip.leaves.indices {
      for text in galley.words(strip: 0, leaf: leaf) { words += Galley.readable(text, 0..<text.bytes.count) }
    }
    let expected = String(repeating: "some words of a http://c.d text* ", count: 3000)
    #expect(String(decoding: words, as: UTF8.self).filter { $0 != " " } == expected.filter { $0 != " " })
  }
}
