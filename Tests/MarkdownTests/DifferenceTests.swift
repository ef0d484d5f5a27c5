import Testing
import TextModel

@testable import Markdown

/// Blocks by number, and what differs between versions, compared with walking the whole tree.
@Suite("Differences") struct DifferenceTests {
  private func check(_ document: MarkdownDocument, _ context: String) {
    let blocks = Array(document.blocks)
    #expect(document.blockCount == blocks.count, "\(context)")
    for (index, block) in blocks.enumerated() {
      #expect(document.block(at: index) == block, "\(context)")
      let start = block.range.lower
      #expect(document.blockIndex(from: start) == blocks.firstIndex { $0.range.lower >= start }, "\(context)")
      #expect(document.blockIndex(from: start + 1) == blocks.firstIndex { $0.range.lower > start } ?? blocks.count, "\(context)")
    }
    let ends = document.stretches(of: 0..<blocks.count, most: 7, bytes: 100)
    #expect(ends.last ?? 0 == blocks.count && zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 }, "\(context)")
  }

  /// What is outside of the stretches has the same identities, the same bytes and the same inner tree, only moved.
  private func compare(_ old: MarkdownDocument, _ new: MarkdownDocument, _ context: String) {
    let differences = MarkdownDifferences(from: old, to: new)
    var (shift, count) = (0, 0)
    var from = 0
    func sameBlocks(_ blocks: Range<Int>) {
      for index in blocks {
        let (one, other) = (old.block(at: index), new.block(at: index + count))
        #expect(one.id == other.id && one.kind == other.kind, "\(context)")
        #expect(one.range.lower.utf8 + shift == other.range.lower.utf8 && one.range.count == other.range.count, "\(context)")
        #expect(old.text.string(in: one.range) == new.text.string(in: other.range), "\(context)")
        #expect(one.plainText == other.plainText, "\(context)")
        #expect(differences.place(of: one.range.lower.utf8) == other.range.lower.utf8, "\(context)")
      }
    }
    for stretch in differences.stretches {
      #expect(from <= stretch.oldBlocks.lowerBound && stretch.oldBlocks.lowerBound + count == stretch.newBlocks.lowerBound, "\(context)")
      sameBlocks(from..<stretch.oldBlocks.lowerBound)
      from = stretch.oldBlocks.upperBound
      shift += stretch.new.count - stretch.old.count
      count += stretch.newBlocks.count - stretch.oldBlocks.count
    }
    sameBlocks(from..<old.blockCount)
    #expect(old.blockCount + count == new.blockCount, "\(context)")
  }

  @Test(arguments: 0..<40) func stretchesHoldEveryDifference(_ seed: Int) {
    var random = RandomMarkdown(seed: UInt64(seed + 1))
    let text = seed % 4 == 0 ? random.text(pieces: 60) : random.structured(seed % 6, blocks: seed % 4 == 1 ? 400 : 30)
    var document = MarkdownDocument(text)
    for step in 0..<12 {
      let old = document
      for _ in 0..<Int.random(in: 1...3, using: &random.generator) {
        let place = document.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...document.text.count, using: &random.generator)))
        let end = document.text.boundary(
          atOrBefore: TextOffset(min(place.utf8 + Int.random(in: 0...6, using: &random.generator), document.text.count)))
        let new = random.text(pieces: Int.random(in: 0...2, using: &random.generator))
        // What is carried along until it is parsed is compared as well.
        document =
          step % 5 == 4
          ? document.carrying(
            to: document.text.replacing(TextRange(place, end), with: new), replacing: TextRange(place, end), count: new.utf8.count)
          : document.editing(TextRange(place, end), with: new).document
      }
      if step % 5 == 4 {
        #expect(document.blockCount == Array(document.blocks).count)
        document = MarkdownDocument(document.text)
      } else {
        check(document, "seed \(seed) step \(step)")
        compare(old, document, "seed \(seed) step \(step)")
      }
    }
  }

  @Test func aLetterIsASmallStretch() {
    let text = (0..<50_000).map { "Paragraph \($0)\n\n" }.joined() + "[a]: /x\n\nThe end.\n"
    let old = MarkdownDocument("[a] is used\n\n" + text)
    let place = TextOffset(old.text.count / 2)
    let letter = MarkdownDifferences(from: old, to: old.editing(TextRange(place, count: 0), with: "x").document)
    #expect(letter.stretches.count == 1 && letter.stretches[0].newBlocks.count <= 256, "\(letter)")
    #expect(MarkdownDifferences(from: old, to: old).stretches.isEmpty)
    // A definition far away is a stretch of its own.
    let definition = old.text.count - 14
    let redefined = MarkdownDifferences(from: old, to: old.editing(TextRange(definition..<definition), with: "y").document)
    #expect(redefined.stretches.count == 2, "\(redefined)")
    #expect(redefined.stretches.allSatisfy { $0.newBlocks.count <= 256 })
  }
}
