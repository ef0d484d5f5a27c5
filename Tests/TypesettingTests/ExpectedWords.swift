import Markdown

@testable import Typesetting

/// Tells what a reader should see of a document, from its tree alone: every visible character but blanks, in reading order.
///
/// Written apart from the typesetter on purpose: it shares nothing with it but the parser.
struct ExpectedWords {
  private(set) var bytes: [UInt8] = []
  private let document: MarkdownDocument
  private var numbers: [MarkdownNode: Int] = [:]
  private var definitions: Set<MarkdownNode> = []
  /// Where the words of each footnote begin in `bytes`; they stand behind everything else.
  private(set) var noteStarts: [Int] = []
  /// Whether what is set is paper: the numbers of items are letters like others, and pictures, which are there, show no words.
  private let isPaper: Bool

  init(_ document: MarkdownDocument, isPaper: Bool = false) {
    self.document = document
    self.isPaper = isPaper
    for note in document.footnotes {
      definitions.insert(note.definition)
      for reference in note.references { numbers[reference] = note.number }
    }
    for block in document.blocks { add(block) }
    for note in document.footnotes {
      noteStarts.append(bytes.count)
      for block in note.definition.children { add(block) }
    }
  }

  private mutating func add(_ string: some StringProtocol) {
    for byte in string.utf8 where byte > 0x20 { bytes.append(byte) }
  }

  private mutating func add(_ node: MarkdownNode) {
    switch node.kind {
    case .footnoteDefinition where definitions.contains(node): return
    case .commentBlock, .linkDefinition, .comment, .thematicBreak: return
    case .text, .escape, .entity, .emoji: add(node.string)
    case .softBreak, .hardBreak: return
    case .codeBlock, .mathBlock, .codeSpan, .math: add(node.literal)
    case .frontMatter: addFields(node)
    case .tableOfContents: for heading in document.headings { add(heading.title) }
    case .footnoteReference:
      if let number = numbers[node] { add("\(number)") } else { add(document.text.string(in: node.range)) }
    case .image where isPaper: return
    case .image: addDescription(node)
    case .list where isPaper && node.list?.isOrdered == true: addItems(of: node)
    case .html where node.literal.hasPrefix("<!") || node.literal.hasPrefix("<?"): return
    case .html, .htmlBlock: addHTML(Array(node.literal.utf8), isBlock: node.kind == .htmlBlock)
    default:
      if let alert = node.alert { add(["Note", "Tip", "Important", "Warning", "Caution"][Int(alert.rawValue)]) }
      var isEmpty = true
      for child in node.children {
        add(child)
        isEmpty = false
      }
      if isEmpty, [.autolink, .wikiLink].contains(node.kind) { add(document.text.string(in: node.range)) }
    }
  }

  private mutating func addItems(of list: MarkdownNode) {
    var number = list.list?.start ?? 0
    for item in list.children {
      // A task has a box instead.
      if item.item?.task == nil { add("\(number)" + (list.list?.delimiter == UInt8(ascii: ")") ? ")" : ".")) }
      number += 1
      for block in item.children { add(block) }
    }
  }

  /// A picture shows what describes it, or else its address.
  private mutating func addDescription(_ node: MarkdownNode) {
    for child in node.children {
      switch child.kind {
      case .html, .footnoteReference: continue
      case .emphasis, .strong, .strikethrough, .highlight, .link: addDescription(child)
      default: add(child)
      }
    }
  }

  private mutating func addFields(_ node: MarkdownNode) {
    for line in node.literal.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      if let colon = line.firstIndex(of: ":"), let first = line.utf8.first, first > 0x20, first != UInt8(ascii: "#"),
        first != UInt8(ascii: "-"),
        colon > line.startIndex
      {
        add(line[..<colon])
        add(line[line.index(after: colon)...])
      } else {
        add(line)
      }
    }
  }

  private mutating func addHTML(_ source: [UInt8], isBlock: Bool) {
    for token in HTMLTokenizer(source) {
      switch token {
      case .comment, .other: continue
      case .text(let range): addReferences(Array(source[range]))
      case .start(let tag):
        if tag.name == "img" {
          if let address = tag["src"] { _ = address } else { add(String(decoding: source[tag.range], as: UTF8.self)) }
          if tag["src"] != nil, !isPaper { add(tag["alt"] ?? "") }
        } else if !Self.isKnown(tag.name, isBlock) {
          add(String(decoding: source[tag.range], as: UTF8.self))
        }
      case .end(let name, let range):
        if !Self.isKnown(name, isBlock) { add(String(decoding: source[range], as: UTF8.self)) }
      }
    }
  }

  private static func isKnown(_ name: String, _ isBlock: Bool) -> Bool {
    if HTMLMark.isInLine(name) { return true }
    return isBlock && (HTMLMark.blocks.contains(name) || name == "td" || name == "th")
  }

  /// Text of HTML with its character references replaced, by a paragraph of nothing else.
  private mutating func addReferences(_ text: [UInt8]) {
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "&"), let end = text[index..<min(text.count, index + 40)].firstIndex(of: UInt8(ascii: ";")) {
        let parsed = MarkdownDocument(String(decoding: text[index...end], as: UTF8.self), options: .commonMark)
        if let entity = parsed.root.firstChild?.firstChild, entity.kind == .entity, entity.nextSibling == nil {
          add(entity.string)
          index = end + 1
          continue
        }
      }
      if text[index] > 0x20 { bytes.append(text[index]) }
      index += 1
    }
  }
}

/// Tells what is in a galley's boxes: every visible character but blanks, in the order of the boxes.
struct ShownWords {
  private(set) var bytes: [UInt8] = []
  /// What is wrong with the boxes, by the way.
  private(set) var faults: [String] = []

  init(_ galley: Galley) {
    for strip in galley.strips.indices {
      for leaf in galley.strips[strip].leaves.indices {
        galley.set(strip: strip, leaf: leaf)
        add(galley.strips[strip].leaves[leaf])
      }
    }
  }

  private mutating func add(_ leaf: Leaf) {
    guard let box = leaf.box else {
      faults.append("a leaf without a box")
      return
    }
    for text in box.texts where text.isSource {
      let words = text.set.text
      for span in words.spans where !span.look.contains(.gap) {
        var index = Int(span.start)
        while index < Int(span.end) {
          if let picture = words.pictures.first(where: { Int($0.position) == index }) {
            bytes += picture.alternative.filter { $0 > 0x20 }
            index += 3
          } else {
            if words.bytes[index] > 0x20 { bytes.append(words.bytes[index]) }
            index += 1
          }
        }
      }
      if leaf.endsNote { dropBackLinks(words) }
    }
  }

  /// The arrows back are ours, not the document's.
  private mutating func dropBackLinks(_ words: LayoutText) {
    var length = 0
    for link in words.links where link.address.starts(with: "#fnref:".utf8) {
      // With the blank before it.
      length += Int(link.end - link.start) + 2
    }
    bytes.removeLast(min(length, bytes.count))
  }
}
