import Markdown
import Testing

@testable import Typesetting

/// What is told to those who have the preview read aloud.
@Suite("Blocks for reading aloud") struct GalleyBlocksTests {
  private func blocks(_ text: String, height: Double = 4000) -> [GalleyBlock] {
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 400)
    galley.update(MarkdownDocument(text))
    var anchor = galley.anchor(atY: 0)
    galley.prepare(&anchor, above: 0, below: height)
    galley.settle()
    return galley.blocks(from: 0, to: height)
  }

  @Test func linksFollowTheirBlocks() {
    let found = blocks(
      "# A [head](x)\n\nwords [one](a) and [**two** three](b)[^n]\n\n- [ ] [item](c)\n\n| [cell](d) |\n|---|\n\n[^n]: note\n")
    #expect(
      found.map(\.words) == [
        "A head", "head", "words one and two three1", "one", "two three", "1", "☐ item", "item", "cell", "cell", "1. note\u{a0}↩\u{FE0E}",
        "↩\u{FE0E}",
      ], "\(found.map(\.words))")
    let kinds = found.map(\.kind)
    #expect(kinds[0] == .heading(level: 1) && kinds[6] == .item && kinds[8] == .row)
    #expect(found[11].rect.width > 5, "what leads back has no source of its own: \(found[11].rect)")
    #expect(kinds.indices.filter { kinds[$0] == .link } == [1, 3, 4, 5, 7, 9, 11])
  }

  @Test func aLinkIsWhereItsWordsAre() throws {
    let found = blocks("some words before [the link](a) and after\n")
    let (block, link) = (try #require(found.first), try #require(found.last))
    #expect(link.kind == .link)
    #expect(link.rect.x > 60 && link.rect.x + link.rect.width < 350 && link.rect.width > 30, "\(link.rect)")
    #expect(block.rect.y <= link.rect.y && link.rect.bottom <= block.rect.bottom + 1, "\(link.rect) in \(block.rect)")
  }

  @Test func neverMoreThanTwoHundred() {
    #expect(blocks(String(repeating: "a\n\n", count: 1000), height: 40_000).count == 200)
    #expect(blocks(String(repeating: "[a](b) ", count: 500), height: 40_000).count == 200)
  }
}
