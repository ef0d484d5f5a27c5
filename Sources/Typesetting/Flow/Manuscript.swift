import CPango
import Markdown
import TextModel

/// Holds the document that a galley sets, and answers what is in a leaf.
///
/// The tree is asked anew for what is looked at; only the top-level blocks are listed.
struct Manuscript {
  let document: MarkdownDocument
  private let blocks: [MarkdownNode]
  private let starts: [Int]

  var count: Int { blocks.count }
  var length: Int { document.text.count }

  /// Takes a document. O(top-level blocks).
  init(_ document: MarkdownDocument = MarkdownDocument()) {
    self.document = document
    blocks = Array(document.blocks)
    starts = blocks.map { $0.range.lower.utf8 }
  }

  /// Where a block begins; the end of the text behind the last.
  func start(of block: Int) -> Int { block < starts.count ? starts[block] : document.text.count }

  func id(of block: Int) -> BlockID? { blocks[block].id }

  /// Whether a block holds others.
  func isContainer(_ block: Int) -> Bool { blocks[block].kind.isContainer }

  /// Cuts a block into leaves. `alignments` are those that HTML before has left open; gives those that it leaves.
  func strip(_ block: Int, typesetter: Typesetter, width: Double, alignments: inout [PangoAlignment]) -> Strip {
    let start = start(of: block)
    var flow = FlowBuilder(document: document, typesetter: typesetter, width: width, origin: start, alignments: alignments)
    flow.build(blocks[block])
    let strip = Strip(id: blocks[block].id, start: start, length: self.start(of: block + 1) - start, frames: flow.frames, leaves: flow.leaves)
    strip.alignments = alignments
    alignments = flow.alignments
    strip.alignmentsAfter = alignments
    return strip
  }

  /// Gives the nodes of a strip's leaves. O(strip).
  func nodes(of block: Int, _ strip: Strip, typesetter: Typesetter, width: Double) -> [MarkdownNode] {
    var flow = FlowBuilder(document: document, typesetter: typesetter, width: width, origin: strip.start, alignments: strip.alignments)
    flow.build(blocks[block])
    return flow.nodes
  }

  /// Reads what is in a leaf.
  func content(of leaf: Leaf, _ node: MarkdownNode, in strip: Strip) -> LeafContent {
    let source = (Int(leaf.source.lowerBound) + strip.start)..<(Int(leaf.source.upperBound) + strip.start)
    let reader = InlineReader(document: document, origin: strip.start)
    if node.kind == .htmlBlock { return html(leaf, node, in: strip) }
    switch leaf.kind {
    case .text:
      guard node.kind == .paragraph else { return .text(LayoutText(), alignment: PANGO_ALIGN_LEFT) }
      var clipped = reader
      if leaf.part > 0 { clipped.clip = source }
      return .text(clipped.read(node), alignment: strip.alignments.last ?? PANGO_ALIGN_LEFT)
    case .heading: return .text(reader.read(node), alignment: strip.alignments.last ?? PANGO_ALIGN_LEFT)
    case .code: return .code(code(node, to: source.upperBound, strip))
    case .row: return .row(cells: node.children.filter { $0.kind == .tableCell }.map(reader.read))
    case .literal:
      var text = LayoutText()
      document.text.withContiguousUTF8(in: TextRange(source)) { text.append(verbatim: $0, source: source.lowerBound - strip.start, look: .literal) }
      return .text(text, alignment: PANGO_ALIGN_LEFT)
    case .field: return field(source, strip)
    case .caption(let words): return .caption(words)
    case .rule: return .rule
    case .hidden: return .nothing
    }
  }

  private func code(_ first: MarkdownNode, to end: Int, _ strip: Strip) -> LayoutText {
    var text = LayoutText()
    var next = first.kind.isBlock ? first.firstChild : first
    while let piece = next, piece.range.lower.utf8 < end {
      let range = piece.range
      let source = range.lower.utf8 - strip.start
      switch piece.kind {
      case .softBreak: text.append(CollectionOfOne(UInt8(0x0a)), standingFor: source..<range.upper.utf8 - strip.start, look: [])
      case .padding: text.append(Array(piece.string.utf8), standingFor: source..<range.upper.utf8 - strip.start, look: [])
      default: document.text.withContiguousUTF8(in: range) { text.append(verbatim: $0, source: source, look: []) }
      }
      next = piece.nextSibling
    }
    text.trimLineEnd()
    return text
  }

  private func field(_ source: Range<Int>, _ strip: Strip) -> LeafContent {
    let bytes = document.text.bytes(in: TextRange(source))
    var (name, value) = (LayoutText(), LayoutText())
    let start = source.lowerBound - strip.start
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes[0] > 0x20, bytes[0] != UInt8(ascii: "#"), bytes[0] != UInt8(ascii: "-") {
      name.append(verbatim: bytes[..<colon], source: start, look: [])
      var from = colon + 1
      while from < bytes.count, bytes[from] == 0x20 { from += 1 }
      value.append(verbatim: bytes[from...], source: start + from, look: [])
    } else {
      value.append(verbatim: bytes, source: start, look: [])
    }
    return .field(name: name, value: value)
  }

  /// Gives the shape of the table that a leaf is a row of, measuring it when that was not done; nil for other leaves.
  func table(of index: Int, in strip: Strip, compositor: Compositor) -> TableShape? {
    let leaf = strip.leaves[index]
    guard case .row = leaf.kind else { return nil }
    let node = strip.nodes[index]
    // Rows of HTML are numbered by their pieces: the table is known by its first row.
    let number = node.kind == .htmlBlock ? firstRow(of: index, strip) : leaf.part
    if let known = strip.tables[number] { return known }
    let indent = leaf.frame >= 0 ? strip.frames[Int(leaf.frame)].indent : 0
    let room = compositor.width - min(indent, compositor.width * 0.75)
    let reader = TableReader(compositor: compositor)
    let shape: TableShape
    if node.kind == .htmlBlock {
      var rows: [[LayoutText]] = []
      let first = Int(number)
      for row in first..<strip.leaves.count {
        guard case .row(let place) = strip.leaves[row].kind, row == first || place != 0 else { break }
        if case .row(let cells) = content(of: strip.leaves[row], strip.nodes[row], in: strip) { rows.append(cells) }
      }
      shape = reader.shape(of: rows, width: room)
    } else if let table = node.parent {
      shape = reader.shape(of: table, reader: InlineReader(document: document, origin: strip.start), width: room)
    } else {
      return nil
    }
    strip.tables[number] = shape
    return shape
  }

  private func firstRow(of index: Int, _ strip: Strip) -> Int32 {
    var first = index
    while first > 0, strip.leaves[first].kind != .row(0), case .row = strip.leaves[first - 1].kind { first -= 1 }
    return Int32(first)
  }

  private func html(_ leaf: Leaf, _ node: MarkdownNode, in strip: Strip) -> LeafContent {
    let block = HTMLBlock(node, in: document, origin: strip.start, alignments: strip.alignments)
    guard Int(leaf.part) < block.flow.pieces.count else { return .nothing }
    let piece = block.flow.pieces[Int(leaf.part)]
    switch piece.kind {
    case .rule: return .rule
    case .code: return .code(block.text(piece.range, keepsLines: true))
    case .row(let cells, _): return .row(cells: cells.map { block.text($0) })
    case .summary: return .text(block.text(piece.range, look: .strong), alignment: piece.alignment)
    case .text, .heading, .item, .quote: return .text(block.text(piece.range), alignment: piece.alignment)
    }
  }
}
