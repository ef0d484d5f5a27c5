import Markdown
import Testing

@testable import Typesetting

@Suite("Where pages end, and what stands at their heads")
struct PageEndTests {
  private func pages(_ text: String, fallbackTitle: String = "") throws -> DocumentPages {
    try DocumentPages(MarkdownDocument(text), options: PageOptions(fallbackTitle: fallbackTitle), pictures: nil)
  }

  /// Documents that differ in where on the page something stands: behind 0, 1, 2 … short paragraphs.
  private func everywhere(_ text: String, _ check: (DocumentPages, Int) throws -> Void) throws {
    for lines in 0..<45 { try check(try pages(String(repeating: "A line.\n\n", count: lines) + text), lines) }
  }

  @Test(
    "A page of nothing but what stays with the next thing ends where it is full",
    arguments: ["# Heading\n\n", "###### Small\n\n", "Name:\n\n", "- Outer\n\n", "> [!NOTE]\n\n"])
  func fullOfHeadings(_ line: String) throws {
    let pages = try pages(String(repeating: line, count: 150))
    #expect(pages.count > 2)
    for page in pages.pages {
      for piece in page.pieces { #expect(piece.bottom <= pages.flow.height + 1) }
    }
    #expect(pages.pages.flatMap(\.pieces).count == pages.flow.items.count)
  }

  @Test("A list that nests deeper than a page is high goes on over pages")
  func deepList() throws {
    let pages = try pages((0..<120).map { String(repeating: "  ", count: $0) + "- level \($0)\n" }.joined())
    #expect(PageChecker(pages).faults.isEmpty)
    #expect(pages.count > 2)
  }

  @Test("An item's line is not parted from the list below it")
  func outerItem() throws {
    try everywhere("- outer\n  - first\n  - second\n- another\n\n  - loose\n") { pages, lines in
      for page in pages.pages.dropLast() {
        let last = try #require(page.pieces.last)
        let words = String(decoding: pages.flow.box(last.item).texts.first?.set.text.bytes ?? [], as: UTF8.self)
        #expect(words != "outer" && words != "another", "\(lines) lines above")
      }
    }
  }

  @Test("A table leaves no row alone at either end of a page")
  func rowsByTwo() throws {
    for rows in 2...5 {
      let table = "| a | b |\n|---|---|\n" + (1...rows).map { "| row \($0) | x |\n" }.joined()
      try everywhere(table) { pages, lines in
        for page in pages.pages {
          let shown = page.pieces.filter { piece in
            guard case .row(let number)? = pages.flow.leaf(piece.item)?.kind else { return false }
            return number > 0
          }
          #expect(shown.count != 1, "\(rows) rows, \(lines) lines above")
        }
        #expect(PageChecker(pages).faults.isEmpty)
      }
    }
  }

  @Test("High rows go alone, for two of them would leave too much of a page empty")
  func highRows() throws {
    let cell = String(repeating: "word ", count: 120)
    let pages = try pages("| a | b |\n|---|---|\n" + String(repeating: "| \(cell) | x |\n", count: 20))
    #expect(PageChecker(pages).faults.isEmpty)
    for page in pages.pages.dropLast() { #expect((page.pieces.last?.bottom ?? 0) > pages.flow.height * 0.7) }
  }

  @Test("A heading inside a list or a quote is no section of the document")
  func sections() throws {
    let filler = String(repeating: "A line.\n\n", count: 60)
    let pages = try pages("# Title\n\n## One\n\n- item\n\n  # Inside\n\n> # Quoted\n\n\(filler)\n## Two\n\n\(filler)")
    let sections = pages.pages.map { $0.section.map { pages.flow.headings[$0].title } }
    #expect(pages.count > 3)
    #expect(sections[1] == "One")
    #expect(sections.last == "Two")
    #expect(!sections.contains("Inside") && !sections.contains("Quoted"))
    // The outline has all of them.
    #expect(pages.headingPlaces.count == 5)
  }

  @Test("Pages are headed by the document's name, not by the first of its sections")
  func runningTitle() throws {
    #expect(try pages("## Summary\n\n## Motivation\n", fallbackTitle: "rfc").metadata.runningTitle == "rfc")
    #expect(try pages("## Summary\n\n## Motivation\n").metadata.runningTitle == "Summary")
    #expect(try pages("## Only one\n\n### Part\n", fallbackTitle: "rfc").metadata.runningTitle == "Only one")
    #expect(try pages("# Name\n\n# Install\n", fallbackTitle: "readme").metadata.runningTitle == "Name")
    #expect(try pages("---\ntitle: Given\n---\n\n## A\n\n## B\n", fallbackTitle: "file").metadata.runningTitle == "Given")
    #expect(try pages("words\n", fallbackTitle: "file").metadata.runningTitle == "file")
    // What the file says of itself stays what it was: readers and the page of HTML name it alike.
    #expect(try pages("## Summary\n\n## Motivation\n", fallbackTitle: "rfc").title == "Summary")
  }

  @Test("A line of nothing but code stands where lines of words stand", arguments: ["", "# ", "### ", "- ", "> "])
  func codeAlone(_ mark: String) throws {
    let flow = try pages("\(mark)`code`\n\n---\n\n\(mark)words\n\n---\n\n\(mark)words and `code`\n").flow
    let boxes = flow.items.filter { flow.leaf($0)?.kind != .rule }.map { flow.box($0) }
    #expect(boxes.count == 3)
    for box in boxes {
      let (text, words) = (try #require(box.texts.first), try #require(boxes[1].texts.first))
      #expect(abs(text.y + text.set.baseline - words.y - words.set.baseline) < 0.6)
      #expect(abs(box.height - boxes[1].height) <= 1)
    }
  }

  @Test("Paragraphs of which nothing is seen take no room")
  func anchors() throws {
    let plain = try pages("## Notes\n\nwords\n")
    let named = try pages("## Notes\n\n<a name=\"x\"></a>\n\n<a id=\"y\"></a><span></span>\n\nwords\n")
    #expect(named.pages[0].pieces.map(\.y) == plain.pages[0].pieces.map(\.y))
    // What shows anything does.
    for shown in ["<a name=\"x\">words</a>", "<img src=\"a.png\">", "<unknown>", "<kbd></kbd>", "- <a name=\"x\"></a>"] {
      #expect(try pages("## Notes\n\n\(shown)\n\nwords\n").pages[0].pieces.count == 3, "\(shown)")
    }
  }

  @Test("Links lead to what raw HTML names")
  func namedPlaces() throws {
    let filler = String(repeating: "A line.\n\n", count: 60)
    let text = """
      [one](#x) [two](#Y) [three](#inside) [four](#block) [five](#none)

      \(filler)
      <a name="x"></a>

      Words behind it.

      <a id="y"></a>Words with <span id="inside">a place</span> in them.

      \(filler)
      <div id="block">

      ## Heading

      </div>
      """
    let pages = try pages(text)
    let links = PDFLinks(pages)
    func place(of words: String) throws -> PDFLinks.Target {
      for (number, page) in pages.pages.enumerated() {
        for piece in page.pieces
        where String(decoding: pages.flow.box(piece.item).texts.first?.set.text.bytes ?? [], as: UTF8.self).contains(words) {
          return links.place((number, piece.y))
        }
      }
      throw CancellationError()
    }
    #expect(links.target(of: Array("#x".utf8)) == (try place(of: "Words behind")))
    #expect(links.target(of: Array("#Y".utf8)) == (try place(of: "a place")))
    #expect(links.target(of: Array("#inside".utf8)) == (try place(of: "a place")))
    #expect(links.target(of: Array("#block".utf8)) == (try place(of: "Heading")))
    #expect(links.target(of: Array("#none".utf8)) == nil)
    // The preview goes by the same names.
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 600)
    _ = galley.update(MarkdownDocument(text))
    let position = try #require(galley.position(ofHeading: "x"))
    #expect(text.utf8.dropFirst(position).starts(with: "<a name=\"x\"".utf8))
    #expect(galley.position(ofHeading: "none") == nil)
    // Numbers that no note has, however small or large.
    for number in [Int.min, -1, 0, 1, Int.max] { #expect(galley.position(ofHeading: "fn:\(number)") == nil) }
  }

  @Test("A footnote's text begins behind its number or its label", arguments: [1, 9, 10, 99, 100, 999, 1000])
  func noteNumbers(_ count: Int) throws {
    var text = (1...count).map { "w[^\($0)]" }.joined(separator: " ") + "\n\n"
    text += (1...count).map { "[^\($0)]: Note.\n" }.joined()
    text += "\n[^label]: Nothing refers to it.\n\n[^a-label-that-is-longer]: Nothing refers to it.\n\n[^漢字漢字]: Nor to it.\n"
    let pages = try pages(text)
    let last = try #require(pages.flow.notes.last?.items.first)
    let boxes = ([last] + pages.flow.items).map { pages.flow.box($0) }
    var seen = 0
    for box in boxes {
      guard let words = box.texts.first(where: \.isSource) else { continue }
      for marker in box.texts where !marker.isSource {
        seen += 1
        #expect(marker.x + marker.set.extent.width <= words.x - 2)
        // And not far from it.
        #expect(words.x - marker.x - marker.set.extent.width < 20)
      }
    }
    #expect(seen == 4)
  }

  @Test("A few Chinese or Japanese letters in a cell are not parted")
  func wideWords() throws {
    let flow = try pages("| \(String(repeating: "漢字", count: 60)) | 短期間 | 長期間 |\n|---|---|---|\n| a | Some | Most |\n").flow
    let header = flow.box(try #require(flow.items.first))
    let texts = header.texts.filter(\.isSource)
    #expect(texts.count == 3)
    #expect(texts[0].set.lines.count > 1)
    #expect(texts[1].set.lines.count == 1 && texts[2].set.lines.count == 1)
  }
}
