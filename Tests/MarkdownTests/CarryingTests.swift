import Markdown
import Testing
import TextModel

@Suite struct CarryingTests {
  @Test func whatIsTooMuchIsLeftForLater() {
    let paragraph = "Some words with [a] link.\n\n"
    let text = String(repeating: paragraph, count: 8000) + "[a]: /x\n"
    let document = MarkdownDocument(text)
    func attempt(_ range: TextRange, _ new: String) -> MarkdownDocument? {
      document.updating(to: document.text.replacing(range, with: new), replacing: range, count: new.utf8.count, within: 1 << 16)?.document
    }
    let middle = TextOffset(paragraph.utf8.count * 4000)
    #expect(attempt(TextRange(at: middle), "x") != nil)
    #expect(attempt(TextRange(at: middle), "```\n") == nil)
    #expect(attempt(TextRange(document.text.end - 2, count: 1), "y") == nil)
  }

  @Test func theOldTreeIsCarriedOverAnEdit() {
    let document = MarkdownDocument((0..<300).map { "- item \($0) *here*\n\n" }.joined())
    let place = TextOffset(3000)
    for (range, new) in [(TextRange(at: place), "```\n"), (TextRange(place, count: 2500), "x"), (TextRange(at: .zero), "new")] {
      let text = document.text.replacing(range, with: new)
      let carried = document.carrying(to: text, replacing: range, count: new.utf8.count)
      #expect(carried.text == text)
      let before = Array(document.root.firstChild!.children)
      let after = Array(carried.root.firstChild!.children)
      #expect(before.map(\.id) == after.map(\.id))
      for (old, now) in zip(before, after) where old.range.lower >= range.upper && range.lower > .zero {
        #expect(now.range == old.range.shifted(by: new.utf8.count - range.count))
      }
      for (old, now) in zip(before, after) where old.range.upper < range.lower { #expect(now.range == old.range) }
    }
  }

  /// Random edits carried one after the other never leave the text, whatever the tree is asked.
  @Test func carryingNeverLeavesTheText() {
    var random = RandomMarkdown(seed: 9)
    var document = MarkdownDocument(random.text(pieces: 3000))
    for _ in 0..<200 {
      let one = document.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...document.text.count, using: &random.generator)))
      let other = document.text.boundary(atOrBefore: min(one + Int.random(in: 0...300, using: &random.generator), document.text.end))
      let new = random.text(pieces: 3)
      let range = TextRange(one, max(one, other))
      document = document.carrying(to: document.text.replacing(range, with: new), replacing: range, count: new.utf8.count)
      #expect(dump(document).isEmpty == false)
      #expect(document.html().isEmpty == false)
    }
  }

  /// The inlines of a long paragraph, which are moved when they are asked for, lie where those of a short one would.
  @Test func theInlinesOfALongParagraphMove() {
    let line = "some *words*, `code`, [a link](/to \"there\") and &amp; more\n"
    let short = MarkdownDocument(String(repeating: line, count: 40))
    let long = MarkdownDocument(String(repeating: line, count: 1000))
    var random = RandomMarkdown(seed: 11)
    var (one, other) = (short, long)
    for step in 0..<20 {
      let place = Int.random(in: 0...2000, using: &random.generator)
      let range = TextRange(TextOffset(place), count: step % 3 * 9)
      let new = step % 4 == 0 ? "" : "new\n"
      one = one.carrying(to: one.text.replacing(range, with: new), replacing: range, count: new.utf8.count)
      other = other.carrying(to: other.text.replacing(range, with: new), replacing: range, count: new.utf8.count)
      let expected = inlines(one)
      #expect(inlines(other).prefix(expected.count).elementsEqual(expected))
      #expect(inlines(other).count - expected.count == inlines(long).count - inlines(short).count)
    }
  }

  /// Kinds and ranges of the first paragraph's inlines.
  private func inlines(_ document: MarkdownDocument) -> [Int] {
    var found: [Int] = []
    var stack = Array(document.root.firstChild!.children.reversed())
    while let node = stack.popLast() {
      found += [Int(node.kind.rawValue), node.range.lower.utf8, node.range.upper.utf8]
      stack += node.children.reversed()
    }
    return found
  }
}
