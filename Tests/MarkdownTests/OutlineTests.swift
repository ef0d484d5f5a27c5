import Markdown
import Testing
import TextModel

/// The outline and the map of lines say what the parser says, in every example and in random documents.
@Suite struct OutlineTests {
  private func check(_ text: String, _ context: String) {
    let document = MarkdownDocument(text)
    let bytes = Array(text.utf8)
    var expected: [(range: TextRange, level: Int, title: String, isTop: Bool)] = []
    var stack = [document.root]
    while let node = stack.popLast() {
      if let heading = node.heading { expected.append((node.range, heading.level, node.plainText, node.parent?.kind == .document)) }
      if node.kind.isContainer || node.kind == .document { stack += Array(node.children).reversed() }
    }
    let outline = document.headings
    #expect(outline.map(\.range) == expected.map(\.range), "\(context)")
    #expect(outline.map(\.level) == expected.map(\.level), "\(context)")
    #expect(outline.map(\.title) == expected.map(\.title), "\(context)")
    #expect(outline.map(\.isTopLevel) == expected.map(\.isTop), "\(context)")
    #expect(Set(outline.map(\.identifier)).count == outline.count, "\(context)")
    // No heading comes out of code, HTML, math or front matter, and the page has the same ones under the same anchors.
    for heading in outline {
      var node: MarkdownNode? = document.block(at: heading.range.lower)
      while let it = node, it.kind != .document {
        #expect(!it.kind.isLiteral, "\(context): a heading in \(it.kind)")
        node = it.parent
      }
    }
    var anchors: [String] = []
    for case .start(let tag) in HTMLTokenizer(
      MarkdownDocument(text, options: [.gfm, .math, .alerts, .frontMatter]).html([.headingAnchors]))
    {
      if tag.name.count == 2, tag.name.hasPrefix("h"), tag.name != "hr", let id = tag["id"] { anchors.append(id) }
    }
    if !text.contains("<") && !text.contains("[^") {
      let plain = MarkdownDocument(text, options: [.gfm, .math, .alerts, .frontMatter]).headings.map(\.identifier)
      #expect(anchors == plain, "\(context)")
    }
    // Lines end at LF, CRLF and CR, nowhere else.
    var line = 0
    var starts = [0]
    for index in bytes.indices where bytes[index] == 10 || bytes[index] == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10) {
      starts.append(index + 1)
    }
    for heading in outline {
      while line + 1 < starts.count, starts[line + 1] <= heading.range.lower.utf8 { line += 1 }
      #expect(document.text.lines.line(at: heading.range.lower) == line, "\(context)")
      #expect(document.text.lines.start(ofLine: line).utf8 == starts[line], "\(context)")
    }
  }

  @Test(arguments: ["commonmark-0.31.2.txt", "gfm-0.29.txt"]) func examples(_ name: String) throws {
    let examples = try Corpus.examples(name)
    for example in examples { check(example.markdown, "\(name) \(example.number)") }
    print("outline: \(examples.count) examples of \(name)")
  }

  @Test func randomDocuments() {
    var random = RandomMarkdown(seed: 34)
    var headings = 0
    for number in 0..<2000 {
      let text = random.text(pieces: 40) + "\n\n# Head \(number)\n\n" + random.text(pieces: 20)
      check(text, "random \(number): \(text.debugDescription)")
      headings += MarkdownDocument(text).headings.count
    }
    #expect(headings > 1000)
    print("outline: 2000 random documents, \(headings) headings")
  }
}
