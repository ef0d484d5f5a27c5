import Markdown
import Testing
import TextModel

/// Ranges nest, leaves and marks cover every byte once, and slicing by them gives the source back.
@Suite struct PositionTests {
  private func check(_ text: ChunkedText, _ options: MarkdownOptions, _ context: String) {
    let document = MarkdownDocument(text, options: options)
    var parts: [TextRange] = []
    var stack = [document.root]
    while let node = stack.popLast() {
      let range = node.range
      let children = Array(node.children)
      let marks = node.marks
      var at = range.lower
      for child in children {
        #expect(
          child.range.lower >= at && child.range.upper <= range.upper, "\(child.kind) \(child.range) in \(node.kind) \(range): \(context)")
        #expect(child.parent == node, "the parent of \(child.kind) \(child.range) is \(node.kind): \(context)")
        at = child.range.upper
      }
      if children.isEmpty, marks.isEmpty { parts.append(range) }
      parts += marks.map(\.range)
      for mark in marks { checkInk(mark, node, text, context) }
      stack += children
    }
    parts = parts.filter { !$0.isEmpty }.sorted { $0.lower < $1.lower }
    var at = TextOffset.zero
    for part in parts {
      #expect(part.lower == at, "bytes \(min(at, part.lower))..<\(max(at, part.lower)) are covered twice or not at all: \(context)")
      at = part.upper
    }
    #expect(at == text.end || text.isEmpty, "\(context)")
  }

  /// What is written in a mark is what its role says.
  private func checkInk(_ mark: MarkdownMark, _ node: MarkdownNode, _ text: ChunkedText, _ context: String) {
    let ink = text.string(in: mark.range)
    switch (mark.role, node.kind) {
    case (.opening, .strong), (.closing, .strong): #expect(["**", "__"].contains(ink), "\(node.kind) \(ink): \(context)")
    case (.opening, .emphasis), (.closing, .emphasis): #expect(["*", "_"].contains(ink), "\(node.kind) \(ink): \(context)")
    case (.opening, .highlight), (.closing, .highlight): #expect(ink == "==", "\(context)")
    case (.opening, .strikethrough), (.closing, .strikethrough): #expect(["~", "~~"].contains(ink), "\(context)")
    case (.opening, .link): #expect(ink == "[", "\(context)")
    case (.opening, .image): #expect(ink == "![", "\(context)")
    case (.opening, .heading): #expect(ink.utf8.allSatisfy { $0 == 0x23 }, "\(ink): \(context)")
    case (.underline, _): #expect(ink.utf8.allSatisfy { $0 == 0x3D || $0 == 0x2D }, "\(ink): \(context)")
    case (.pipe, _): #expect(ink == "|", "\(context)")
    case (.box, _): #expect(["[ ]", "[x]", "[X]"].contains(ink), "\(ink): \(context)")
    case (.prefix, .document), (.prefix, .footnoteDefinition):
      #expect(ink.utf8.allSatisfy { $0 == 0x3E } || ink == "\u{FEFF}", "\(node.kind) \(ink.debugDescription): \(context)")
    case (.prefix, _): #expect(ink.utf8.allSatisfy { $0 == 0x3E || $0 == 0x5C }, "\(node.kind) \(ink.debugDescription): \(context)")
    case (.blank, _): #expect(ink.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }, "\(context)")
    case (.lineEnd, _): #expect(["\n", "\r", "\r\n"].contains(ink), "\(context)")
    default: break
    }
  }

  @Test func specifications() throws {
    for name in ["commonmark-0.31.2.txt", "gfm-0.29.txt"] {
      for example in try Corpus.examples(name) { check(ChunkedText(example.markdown), .standard, "\(name) \(example.number)") }
    }
  }

  @Test(arguments: 0..<8) func randomDocuments(_ group: Int) {
    for seed in 0..<40 {
      var random = RandomMarkdown(seed: UInt64(group * 100 + seed + 5))
      let text = random.text(pieces: 40)
      check(ChunkedText(text), .standard, text.debugDescription)
    }
  }

  @Test(arguments: 0..<6) func containersOfManyRuns(_ structure: Int) {
    var random = RandomMarkdown(seed: 3)
    check(ChunkedText(random.structured(structure, blocks: 300)), .standard, "structure \(structure)")
  }

  @Test(arguments: [
    "", "\n", "\r", "\r\n", "a", "a\r\nb\r\n", "a\rb\r", "\u{FEFF}# a\n", "a\0b\n\0\n", "a\u{2028}b\u{2029}c", "\u{FEFF}---\na: b\n---\nx",
    "- a\r- b\r\r  c\r",
  ]) func lineEndsAndOddBytes(_ text: String) {
    check(ChunkedText(text), .standard, text.debugDescription)
  }
}
