import Markdown
import Testing
import TextModel

@testable import Typesetting

@Suite("Selecting in a galley") struct GalleySelectionTests {
  /// Who asks may hold a place of a text that has become shorter since.
  @Test(arguments: ["Some words.\n\nMore.", "Words[^n].\n\n[^n]: The note.\n\nMore.", "Words[^n].\n\n[^n]: The note.", ""])
  func placesBeyondTheTextAreItsEnds(_ text: String) {
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 600)
    galley.update(MarkdownDocument(text))
    let end = text.utf8.count
    for inside in [0, 3, end / 2, end] where inside <= end {
      for outside in [end + 1, 9000, Int.max] {
        #expect(galley.ranges(from: inside, to: outside) == galley.ranges(from: inside, to: end))
        #expect(galley.ranges(from: outside, to: inside) == galley.ranges(from: end, to: inside))
      }
      #expect(galley.ranges(from: inside, to: -5) == galley.ranges(from: inside, to: 0))
      #expect(galley.ranges(from: -5, to: inside) == galley.ranges(from: 0, to: inside))
    }
    #expect(galley.ranges(from: 9000, to: 9001).isEmpty)
    #expect(galley.ranges(from: 9000, to: -1).allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= end })
  }
}
