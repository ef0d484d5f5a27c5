import Foundation
import Markdown
import RandomTexts
import Testing
import TextModel

/// What an incremental parse gives is what a full parse gives, node for node.
@Suite struct EditingTests {
  /// A random place between two scalars.
  private func place(_ text: ChunkedText, _ generator: inout SeededGenerator) -> TextOffset {
    text.boundary(atOrBefore: TextOffset(Int.random(in: 0...text.count, using: &generator)))
  }

  private func check(seed: UInt64, pieces: Int, edits: Int, structure: Int? = nil, options: MarkdownOptions = .standard) {
    var random = RandomMarkdown(seed: seed)
    let text = structure.map { random.structured($0, blocks: pieces) } ?? random.text(pieces: pieces)
    var document = MarkdownDocument(text, options: options)
    for step in 0..<edits {
      let one = place(document.text, &random.generator)
      let isLong = Int.random(in: 0..<8, using: &random.generator) == 0
      let length = Int.random(in: 0...(isLong ? 200 : 6), using: &random.generator)
      let other = document.text.boundary(atOrBefore: TextOffset(min(one.utf8 + length, document.text.count)))
      let new = random.text(pieces: Int.random(in: 0...3, using: &random.generator))
      let before = document
      let changes: MarkdownChanges
      (document, changes) = document.editing(TextRange(one, other), with: new)
      checkIdentities(before, document, changes, "seed \(seed) step \(step)")
      let full = MarkdownDocument(document.text, options: options)
      let incremental = dump(document)
      let expected = dump(full)
      if incremental != expected || document.html([.unsafe]) != full.html([.unsafe]) {
        Issue.record("seed \(seed) step \(step): \(one)..<\(other) with \(new.debugDescription)\n\(difference(expected, incremental))")
        return
      }
    }
  }

  /// The first lines that differ, with those before.
  private func difference(_ expected: String, _ found: String) -> String {
    let one = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let other = found.split(separator: "\n", omittingEmptySubsequences: false)
    var index = 0
    while index < one.count, index < other.count, one[index] == other[index] { index += 1 }
    let from = max(0, index - 4)
    return "expected\n" + one[from..<min(one.count, index + 4)].map { $0.prefix(120) }.joined(separator: "\n") + "\nfound\n"
      + other[from..<min(other.count, index + 4)].map { $0.prefix(120) }.joined(separator: "\n")
  }

  @Test(arguments: 0..<20) func smallDocuments(_ group: Int) {
    for seed in 0..<6 { check(seed: UInt64(group * 1000 + seed + 1), pieces: 30, edits: 20) }
  }

  @Test(arguments: 0..<4) func largeDocuments(_ group: Int) {
    check(seed: UInt64(group + 77_000), pieces: 6000, edits: 15)
  }

  @Test(arguments: 0..<6) func containersOfManyRuns(_ structure: Int) {
    for seed in 0..<1 { check(seed: UInt64(seed + 1), pieces: 400, edits: 20, structure: structure) }
  }

  /// Identities are unique; a leaf that keeps its own keeps its bytes; what is new and what is gone is reported, and nothing else.
  private func checkIdentities(_ old: MarkdownDocument, _ new: MarkdownDocument, _ changes: MarkdownChanges, _ context: String) {
    let before = leaves(old)
    let after = leaves(new)
    #expect(Set(after.map(\.id)).count == after.count, "identities repeat: \(context)")
    let texts = Dictionary(before.map { ($0.id, $0.text) }, uniquingKeysWith: { $1 })
    let removed = Set(changes.removed)
    let inserted = Set(changes.inserted)
    for leaf in after {
      if let text = texts[leaf.id] {
        #expect(leaf.isContainer || text == leaf.text, "a leaf changed under its identity: \(context)")
        #expect(!inserted.contains(leaf.id) && !removed.contains(leaf.id), "a kept block is reported: \(context)")
      } else {
        #expect(inserted.contains(leaf.id), "a new block is not reported: \(context)")
      }
    }
    let kept = Set(after.map(\.id))
    for leaf in before where !kept.contains(leaf.id) { #expect(removed.contains(leaf.id), "a lost block is not reported: \(context)") }
  }

  private func leaves(_ document: MarkdownDocument) -> [(id: BlockID, isContainer: Bool, text: String)] {
    var found: [(id: BlockID, isContainer: Bool, text: String)] = []
    var stack = Array(document.blocks)
    while let node = stack.popLast() {
      let isContainer = node.kind.isContainer
      found.append((node.id!, isContainer, isContainer ? "" : document.text.string(in: node.range)))
      if isContainer { stack += Array(node.children) }
    }
    return found
  }
}
