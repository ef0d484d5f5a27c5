import CPango
import Markdown
import Testing
import TextModel

@testable import Typesetting

/// Single things that the properties do not ask for.
@Suite("Details of the galley") struct GalleyDetailTests {
  private func galley(_ text: String, width: Double = 400) -> Galley {
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: width)
    galley.scrollsWideTables = true
    galley.update(MarkdownDocument(text))
    var anchor = galley.anchor(atY: 0)
    galley.prepare(&anchor, above: 0, below: 2000)
    galley.settle()
    return galley
  }

  @Test func aPictureInALinkLeadsWhereTheLinkDoes() throws {
    let galley = galley("[![words](a.png)](https://example.org)")
    let hit = try #require(galley.hit(x: 12, y: 12))
    #expect(hit.picture == Array("a.png".utf8))
    #expect(hit.link == Array("https://example.org".utf8))
  }

  @Test(arguments: [("3. a\n4. b\n", ["3.", "4."]), ("1) a\n1) b\n", ["1)", "2)"]), ("- a\n\n9. b\n10. c\n", ["9.", "10."])])
  func listsAreNumbered(_ text: String, _ expected: [String]) {
    var markers: [String] = []
    galley(text).forEachBox { box, _ in
      for text in box.texts where !text.isSource { markers.append(String(decoding: text.set.text.bytes, as: UTF8.self)) }
    }
    #expect(markers == expected)
  }

  @Test func itemsOfAListBeginAtOneEdge() {
    var edges: Set<Double> = []
    galley("9. nine\n10. ten\n100. hundred\n").forEachBox { box, _ in for text in box.texts where text.isSource { edges.insert(text.x) } }
    #expect(edges.count == 1)
  }

  /// Whether something but the ground is drawn in a column of pixels.
  private func isInked(_ galley: Galley, from left: Int, to right: Int, isMirrored: Bool = false) -> Bool {
    let (width, height) = (900, 300)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))!
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    galley.draw(on: CairoCanvas(cairo), from: 0, to: Double(height), x: 250)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return false }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      for x in left..<right where data[y * stride + 4 * x + 3] != 0 { return true }
    }
    return false
  }

  @Test func aWideTableKeepsToTheColumn() {
    let row = (0..<12).map { "a_long_word_\($0)" }.joined(separator: " | ")
    let galley = galley("| \(row) |\n|" + String(repeating: "---|", count: 12) + "\n| \(row) |\n")
    for scroll in [0.0, 200, 100_000] {
      _ = galley.scrollTable(atY: 10, by: scroll)
      #expect(isInked(galley, from: 251, to: 640))
      #expect(!isInked(galley, from: 0, to: 249))
      #expect(!isInked(galley, from: 652, to: 900))
    }
    // At its end nothing moves any more, and the last column is in sight.
    #expect(!galley.scrollTable(atY: 10, by: 10))
    let cell = galley.rect(ofSource: row.utf8.count)
    #expect((cell?.right ?? 1000) <= 401)
  }

  @Test func whatIsReadFromTheRightIsMirrored() {
    let galley = galley("- نص عربي\n")
    galley.forEachBox { box, _ in
      for (rect, ground) in box.grounds { if case .bullet = ground { #expect(rect.x > 370) } }
      #expect(box.texts.first { $0.isSource }!.x == 0)
    }
  }

  @Test func aPlaceholderStandsOnTheLineOfItsWords() {
    galley("![missing](a.png) and words").forEachBox { box, _ in
      guard let label = box.texts.first(where: { !$0.isSource }), let words = box.texts.first(where: \.isSource) else { return }
      #expect(abs(label.y + label.set.baseline - words.y - words.set.baseline) <= 1)
    }
  }

  @Test func whatHasNoLettersStandsWhereTheReaderBegins() {
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 400)
    galley.direction = .rightToLeft
    galley.update(MarkdownDocument("![صورة](a.png)\n\n123\n"))
    var anchor = galley.anchor(atY: 0)
    galley.prepare(&anchor, above: 0, below: 500)
    galley.forEachBox { box, _ in
      for text in box.texts where text.isSource { #expect(text.x + text.set.extent.x + text.set.extent.width > 399) }
    }
  }
}
