import Foundation
import Markdown
import TextModel
import Testing

@testable import Typesetting

/// The outline against what others see: not our own places, but the boxes that poppler finds around the words of each page.
@Suite("Outline and words")
struct PDFOutlineTests {
  /// Words of a page with their boxes, in points from the upper left corner.
  private struct Word {
    var text: String
    var left: Double
    var top: Double
    var bottom: Double
  }

  @Test(
    "Each entry of a real document's outline leads to its heading, within two points", arguments: PageRulesTests.real, ["a4", "letter"])
  func realDocuments(_ name: String, _ paper: String) throws {
    // The longest takes as long as all others together: on both papers in the milestone.
    guard name != "changelog-1.3mb" || paper == "a4" || Sample.isMilestone else { return }
    guard let bytes = try Corpus.file("real/\(name).md") else { return }
    try check(MarkdownDocument(ChunkedText(utf8: bytes)), paper == "a4" ? .a4 : .letter, atLeast: 15)
  }

  @Test("Headings of every level and look are led to")
  func looks() throws {
    // A heading of nothing but code has lower letters on the same line: its box begins four points lower.
    let filler = String(repeating: "Words of a paragraph. ", count: 120)
    let headings = [
      "# Plain", "## *Emphasis* and `code`", "### `code` first", "#### Level four", "##### [a link](https://example.org)", "###### Small",
      "# A heading that is so long that it goes on in the next line of the page and even in the one after that, as some do",
      "Setext\n===", "## Überschrift", "- # in an item", "> ## in a quote",
    ]
    try check(MarkdownDocument(headings.map { "\($0)\n\n\(filler)\n\n" }.joined()), .a4, atLeast: headings.count)
  }

  private func check(_ document: MarkdownDocument, _ format: PageFormat, atLeast least: Int) throws {
    let pdf = try WrittenPDF(document, PageOptions(format: format, hasContents: true))
    guard let pages = try words(pdf.path), let outline = try OutsideTool.run("qpdf", ["--json=2", "--json-key=outlines", pdf.path]) else {
      return
    }
    var stack = Array((try JSONSerialization.jsonObject(with: outline) as? [String: Any])?["outlines"] as? [[String: Any]] ?? [])
    var count = 0
    while let entry = stack.popLast() {
      stack += entry["kids"] as? [[String: Any]] ?? []
      count += 1
      let title = entry["title"] as? String ?? ""
      let page = (entry["destpageposfrom1"] as? Int ?? 0) - 1
      let place = ((entry["dest"] as? [Any])?[3] as? NSNumber)?.doubleValue ?? -1
      guard pages.indices.contains(page) else {
        Issue.record("\(title) leads to page \(page + 1)")
        continue
      }
      // The line that begins below the place: its words, of whatever font, from left to right.
      let y = format.height - place
      let line = pages[page].filter { $0.top > y - 2 && $0.top < y + 12 && $0.bottom < y + 36 }.sorted { $0.left < $1.left }
      let expected = letters(title).prefix(12)
      let found = letters(line.map(\.text).joined())
      #expect(found.contains(expected), "“\(title)”, page \(page + 1): found \(found.prefix(60))")
      let top = line.map(\.top).min() ?? 0
      #expect(abs(top - y) <= 2, "“\(title)”, page \(page + 1): led to \(y), stands at \(top)")
    }
    #expect(count == document.headings.count && count >= least)
  }

  /// Without blanks, which nobody sees at the end of a line.
  private func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  private func words(_ path: String) throws -> [[Word]]? {
    guard let data = try OutsideTool.run("pdftotext", ["-bbox", path, "-"]) else { return nil }
    return String(decoding: data, as: UTF8.self).components(separatedBy: "<page ").dropFirst().map { page in
      page.components(separatedBy: "<word ").dropFirst().compactMap { word in
        // xMin="1" yMin="2" xMax="3" yMax="4">words</word>
        let parts = word.split(separator: "\"", maxSplits: 8, omittingEmptySubsequences: false)
        guard parts.count == 9, let end = parts[8].range(of: "</word>") else { return nil }
        let text = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")].reduce(
          String(parts[8][..<end.lowerBound].dropFirst())
        ) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        return Word(text: text, left: Double(parts[1]) ?? 0, top: Double(parts[3]) ?? 0, bottom: Double(parts[7]) ?? 0)
      }
    }
  }
}
