import Foundation
import Markdown
import TextModel

/// Makes documents by mutation and edits them.
struct Fuzzer {
  private var state: UInt64
  private let corpus: [[UInt8]]
  private(set) var documents = 0
  private(set) var edits = 0

  private static let marks: [String] = [
    "*", "**", "_", "~~", "==", "`", "```\n", "~~~", "[", "]", "](", ")", "![", "[^", "]: ", "<", ">", "<!--", "-->", "<b>", "</b>",
    "<a href=\"", "<div>\n",
    "$", "$$", "|", "\n|-|\n", "- ", "1. ", "> ", "# ", "    ", "\t", "\n", "\n\n", "\r", "\r\n", "\\", "&amp;", "&#0;", ":smile:",
    "http://", "www.", "@a.b",
    "---\n", "===\n", "\0", "\u{FEFF}", "\u{2028}", "é", "[[toc]]", "[!NOTE]", "- [ ] ", "<script>", "[[", "'", "\"", "(", "  \n", "\n   ",
    "[a]", "[a]: b\n",
  ]

  init(seed: UInt64, corpus: [[UInt8]]) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    self.corpus = corpus
  }

  private mutating func random(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(limit, 1)
  }

  private mutating func document() -> ChunkedText {
    var bytes: [UInt8] = []
    for _ in 0...random(6) {
      if !corpus.isEmpty, random(2) == 0 {
        bytes += corpus[random(corpus.count)]
      } else {
        for _ in 0..<random(20) { bytes += Array(mark().utf8) }
      }
    }
    for _ in 0..<random(12) where !bytes.isEmpty {
      let place = random(bytes.count)
      switch random(5) {
      case 0: bytes[place] = UInt8(random(256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: Array(mark().utf8), at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + random(40)))
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random(60))], at: random(bytes.count))
      }
    }
    if random(12) == 0 { for _ in 0..<4 where bytes.count < 60_000 { bytes += bytes } }
    return ChunkedText(utf8: bytes)
  }

  private mutating func mark() -> String {
    random(4) == 0 ? "word" : Fuzzer.marks[random(Fuzzer.marks.count)]
  }

  /// Makes and checks one document. False when something does not hold.
  mutating func step() -> Bool {
    let text = document()
    let options: MarkdownOptions = [.standard, .gfm, .commonMark, [.standard, .wikiLinks]][random(4)]
    var document = MarkdownDocument(text, options: options)
    documents += 1
    guard check(document, "parse") else { return false }
    for _ in 0..<random(6) {
      let lower = document.text.boundary(atOrBefore: TextOffset(random(document.text.count + 1)))
      let upper = max(lower, document.text.boundary(atOrBefore: min(document.text.end, lower + random(random(4) == 0 ? 200 : 5))))
      var new = ""
      for _ in 0..<random(3) { new += mark() }
      let range = TextRange(lower, upper)
      let before = document
      let carried = before.carrying(to: before.text.replacing(range, with: new), replacing: range, count: new.utf8.count)
      _ = carried.html()
      document = before.editing(range, with: new).document
      edits += 1
      let full = MarkdownDocument(document.text, options: options)
      if outline(document) != outline(full) || document.htmlBytes([.unsafe]) != full.htmlBytes([.unsafe]) {
        print(
          "an edit differs: \(range) of \(before.text.string.debugDescription) with \(new.debugDescription), options \(options.rawValue)")
        return false
      }
    }
    return check(document, "edit")
  }

  /// The kinds and ranges of all nodes but the pieces of blocks, which depend on where runs end.
  private func outline(_ document: MarkdownDocument) -> [Int] {
    var found: [Int] = []
    var stack = [document.root]
    while let node = stack.popLast() {
      let range = node.range
      found += [Int(node.kind.rawValue), range.lower.utf8, range.upper.utf8, node.list.map { $0.isTight ? 1 : 0 } ?? 2]
      if !(node.isBlock && node.kind.isLiteral) { stack += Array(node.children) }
    }
    return found
  }

  private func check(_ document: MarkdownDocument, _ context: String) -> Bool {
    func fail(_ what: String) -> Bool {
      print("\(what) (\(context)): \(document.text.string.debugDescription), options \(document.options.rawValue)")
      return false
    }
    var stack = [document.root]
    var covered = 0
    while let node = stack.popLast() {
      let range = node.range
      var at = range.lower
      var isLeaf = true
      for child in node.children {
        isLeaf = false
        let inside = child.range
        if inside.lower < at || inside.upper > range.upper { return fail("\(child.kind) \(inside) does not lie in \(node.kind) \(range)") }
        at = inside.upper
        stack.append(child)
      }
      let marks = node.marks
      if isLeaf, marks.isEmpty { covered += range.count }
      for mark in marks { covered += mark.range.count }
      _ = (node.heading, node.list, node.item, node.code, node.link, node.label, node.cell, node.alert, node.string, node.parent)
    }
    if covered != document.text.count { return fail("\(covered) of \(document.text.count) bytes are covered") }
    _ = (document.sections, document.definitions, document.footnotes, document.counts(), document.diagnostics)
    let html = document.htmlBytes([.headingAnchors])
    for token in HTMLTokenizer(html) {
      if case .start(let tag) = token, tag.attributes.contains(where: { $0.name.hasPrefix("on") || $0.name == "style" }) {
        return fail("<\(tag.name)> has a handler or a style")
      }
      if case .start(let tag) = token,
        ["script", "style", "iframe", "object", "embed", "form", "svg", "math", "link", "meta", "base"].contains(tag.name)
      {
        return fail("<\(tag.name)> is written")
      }
    }
    return true
  }
}
