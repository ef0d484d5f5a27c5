import CPango
import Markdown
import TextModel

/// Holds the document that a galley sets, and answers what is in a leaf.
///
/// The tree is asked anew for what is looked at. After the document's own blocks come the footnotes, which stand at the end.
struct Manuscript {
  let document: MarkdownDocument
  let appendix: Appendix
  /// The footnotes' definitions in document order, each with its number.
  private let noteRanges: [(range: Range<Int>, number: Int)]
  /// From here to the end of the text there is nothing but definitions of footnotes.
  let tail: Int

  /// Code of more lines is coloured leaf by leaf: with each key, all of it would have to be looked at again.
  var mostLinesColoured = 200

  /// How many of the blocks are the document's own; those after them are footnotes.
  var bodyCount: Int { document.blockCount }
  var count: Int { document.blockCount + appendix.footnotes.count }
  var length: Int { document.text.count }

  /// Takes a document; `hasNotes` is false when it is known to have no footnotes. O(runs / 96 and footnotes).
  init(_ document: MarkdownDocument = MarkdownDocument(), hasNotes: Bool = true) {
    self.document = document
    appendix = Appendix(document, hasNotes: hasNotes)
    let table = appendix.footnotes
    noteRanges = table.numbersByPlace.map { (table.notes[$0 - 1].range, $0) }
    tail = Self.tail(document, noteRanges.map(\.range))
  }

  /// Finds from where on there is nothing but footnotes; `notes` are the places of their definitions in order. O(footnotes there).
  private static func tail(_ document: MarkdownDocument, _ notes: [Range<Int>]) -> Int {
    // From there on there are as many footnotes as blocks, and one block more before it.
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if document.blockCount - document.blockIndex(from: TextOffset(notes[middle].lowerBound)) == notes.count - middle {
        high = middle
      } else {
        low = middle + 1
      }
    }
    guard low < notes.count else { return document.text.count }
    var tail: Int? = notes[low].lowerBound
    document.forEachBlock(from: document.blockIndex(from: TextOffset(notes[low].lowerBound))) { _, start, _ in
      if tail == nil { tail = start }
      while low < notes.count, notes[low].lowerBound < start { low += 1 }
      if low == notes.count || notes[low].lowerBound != start { tail = nil }
      return true
    }
    return tail ?? document.text.count
  }

  /// Takes another version of the same document.
  func followed(by document: MarkdownDocument, _ differences: MarkdownDifferences) -> Manuscript {
    Manuscript(document, hasNotes: appendix.footnotes.count > 0 || differences.hasFootnotes)
  }

  /// The node of a block: of the document's own, or of a footnote's definition. O(log runs).
  func node(of block: Int) -> MarkdownNode {
    block < bodyCount ? document.block(at: block) : appendix.definition(block - bodyCount + 1)
  }

  /// Where one of the document's own blocks begins; the end of the text behind the last. O(log runs).
  func start(of block: Int) -> Int { block < bodyCount ? document.block(at: block).range.lower.utf8 : length }

  /// Whether nothing is shown of any of the document's own blocks in a range. O(blocks up to the first that is shown).
  func isHidden(_ blocks: Range<Int>) -> Bool {
    var left = blocks.count
    var isHidden = true
    document.forEachBlock(from: blocks.lowerBound) { kind, start, isEmpty in
      switch kind {
      case .linkDefinition, .commentBlock: break
      case .footnoteDefinition: isHidden = isEmpty || appendix.footnotes.number(ofDefinitionAt: start) != nil
      default: isHidden = false
      }
      left -= 1
      return isHidden && left > 0
    }
    return isHidden
  }

  /// Whether a strip's block is read from the right, as its first letter says; code never is.
  private func isRightToLeft(_ block: MarkdownNode, _ strip: Strip) -> Bool {
    guard block.kind != .codeBlock else { return false }
    var range = strip.start..<strip.start + strip.length
    // The label of a footnote is none of its words.
    if strip.note != nil, let first = block.firstChild { range = first.range.lower.utf8..<max(first.range.lower.utf8, range.upperBound) }
    return TextDirection.isRightToLeft(document.text, range) ?? false
  }

  /// The block of the footnote in whose definition a byte is, its end counting with it when `orEnd`; nil outside them. O(log footnotes).
  func note(at position: Int, orEnd: Bool = false) -> Int? {
    var low = 0
    var high = noteRanges.count
    while low < high {
      let middle = (low + high) / 2
      if noteRanges[middle].range.lowerBound <= position { low = middle + 1 } else { high = middle }
    }
    guard low > 0, position < noteRanges[low - 1].range.upperBound + (orEnd ? 1 : 0) else { return nil }
    return bodyCount + noteRanges[low - 1].number - 1
  }

  /// Takes the footnotes that stand at the end out of a stretch of source. O(log footnotes + those in it).
  func withoutNotes(_ range: Range<Int>) -> [Range<Int>] {
    guard !noteRanges.isEmpty else { return range.isEmpty ? [] : [range] }
    var result: [Range<Int>] = []
    var start = range.lowerBound
    for note in Galley.meeting(range, in: noteRanges.map(\.range)) {
      if note.lowerBound > start { result.append(start..<note.lowerBound) }
      start = max(start, note.upperBound)
    }
    if start < range.upperBound { result.append(start..<range.upperBound) }
    return result
  }

  /// Cuts one of the document's own blocks into leaves; `end` is where the next one begins. `alignments` are those that HTML before has left
  /// open; gives those that it leaves.
  func strip(
    _ block: MarkdownNode, end: Int, typesetter: Typesetter, width: Double, direction: TextDirection, alignments: inout [PangoAlignment]
  ) -> Strip {
    let start = block.range.lower.utf8
    var flow = FlowBuilder(
      document: document, appendix: appendix, typesetter: typesetter, width: width, origin: start, alignments: alignments)
    flow.build(block)
    let strip = Strip(id: block.id, start: start, length: end - start, frames: flow.frames, leaves: flow.leaves)
    strip.hasContents = flow.hasContents
    strip.hasNotes = flow.notes > 0
    if block.kind == .footnoteDefinition, flow.notes == 1 { strip.isNumbered = appendix.number(of: block) != nil }
    strip.alignments = alignments
    alignments = flow.alignments
    strip.alignmentsAfter = alignments
    setDirection(of: strip, block, direction)
    return strip
  }

  /// Cuts a footnote into leaves.
  func strip(note index: Int, typesetter: Typesetter, width: Double, direction: TextDirection) -> Strip {
    let note = appendix.footnotes.notes[index]
    let definition = appendix.definition(index + 1)
    let range = note.range
    var flow = FlowBuilder(
      document: document, appendix: appendix, typesetter: typesetter, width: width, origin: range.lowerBound, alignments: [])
    flow.build(note: index + 1, definition)
    let strip = Strip(id: note.id, start: range.lowerBound, length: range.count, frames: flow.frames, leaves: flow.leaves)
    strip.hasContents = flow.hasContents
    strip.hasNotes = flow.notes > 0
    strip.note = index + 1
    strip.uses = note.uses
    setDirection(of: strip, definition, direction)
    return strip
  }

  private func setDirection(of strip: Strip, _ block: MarkdownNode, _ direction: TextDirection) {
    switch direction {
    case .automatic: strip.isMirrored = isRightToLeft(block, strip)
    case .leftToRight: break
    case .rightToLeft: strip.isMirrored = true
    }
  }

  /// Finds the node of a leaf by its identity and its place; nil when it is none of those that are found so. O(log runs).
  func node(of leaf: Leaf, in strip: Strip) -> MarkdownNode? {
    let place = TextOffset(strip.start + Int(leaf.source.lowerBound))
    if case .code = leaf.kind, !leaf.isHTML, !leaf.source.isEmpty { return document.piece(at: place) }
    return leaf.id.flatMap { document.block($0, at: place) }
  }

  /// Gives the nodes of a strip's leaves. O(strip).
  func nodes(of block: Int, _ strip: Strip, typesetter: Typesetter, width: Double) -> [MarkdownNode] {
    var flow = FlowBuilder(
      document: document, appendix: appendix, typesetter: typesetter, width: width, origin: strip.start, alignments: strip.alignments)
    if let note = strip.note { flow.build(note: note, appendix.definition(note)) } else { flow.build(document.block(at: block)) }
    return flow.nodes
  }

  /// Reads what is in a leaf; `colours` tell what the words of code are. Of a row the cells of other columns than `columns` are only weighed.
  func content(of leaf: Leaf, _ node: MarkdownNode, in strip: Strip, colours: CodeColours? = nil, columns: Range<Int>? = nil) -> LeafContent
  {
    let source = (Int(leaf.source.lowerBound) + strip.start)..<(Int(leaf.source.upperBound) + strip.start)
    let reader = InlineReader(document: document, appendix: appendix, origin: strip.start)
    if node.kind == .htmlBlock { return html(leaf, node, in: strip) }
    switch leaf.kind {
    case .text:
      if node.kind == .tableOfContents { return .text(entry(leaf), alignment: PANGO_ALIGN_LEFT) }
      var clipped = reader
      if leaf.part > 0 { clipped.clip = source }
      var builder = TextBuilder()
      if node.kind == .paragraph { clipped.append(node, to: &builder) }
      if leaf.endsNote, let number = strip.note {
        builder.closeElements()
        appendix.backLinks(of: number, to: &builder, source: Int(leaf.source.upperBound))
      }
      return .text(builder.finish(), alignment: strip.alignments.last ?? PANGO_ALIGN_LEFT)
    case .heading:
      var clipped = reader
      if leaf.part > 0 { clipped.clip = source }
      return .text(clipped.read(node), alignment: strip.alignments.last ?? PANGO_ALIGN_LEFT)
    case .code:
      var text = code(node, source, strip)
      if let colours { colour(&text, node, from: source.lowerBound, by: colours) }
      return .code(text)
    case .row: return .row(cells: cells(of: leaf, node, reader, columns))
    case .literal:
      var text = LayoutText()
      document.text.withContiguousUTF8(in: TextRange(source)) {
        text.append(verbatim: $0, source: source.lowerBound - strip.start, look: .literal)
      }
      return .text(text, alignment: PANGO_ALIGN_LEFT)
    case .field: return field(source, strip)
    case .caption(let words): return .caption(words)
    case .rule: return .rule
    case .divider: return .divider
    case .hidden: return .nothing
    }
  }

  private func cells(of leaf: Leaf, _ row: MarkdownNode, _ reader: InlineReader, _ columns: Range<Int>?) -> [LayoutText] {
    row.children.filter { $0.kind == .tableCell }.enumerated().map { column, cell in
      if let columns, !columns.contains(column) { return LayoutText(unread: cell.range.count) }
      guard leaf.pieces > 1 else { return reader.read(cell) }
      // Each cell of a row that is set in pieces is divided by itself.
      let range = cell.range.bytes
      let ends = FlowBuilder.cuts(of: range, in: document)
      let index = Int(leaf.piece)
      guard index < ends.count else { return LayoutText() }
      var clipped = reader
      clipped.clip = (index > 0 ? ends[index - 1] : range.lowerBound)..<ends[index]
      return clipped.read(cell)
    }
  }

  /// The line of a heading in the table of contents.
  private func entry(_ leaf: Leaf) -> LayoutText {
    guard appendix.headings.indices.contains(Int(leaf.part)) else { return LayoutText() }
    let heading = appendix.headings[Int(leaf.part)]
    var builder = TextBuilder()
    builder.openLink(Array("#\(heading.identifier)".utf8))
    builder.standing(heading.title.utf8, for: Int(leaf.source.lowerBound)..<Int(leaf.source.upperBound))
    builder.closeLink()
    return builder.finish()
  }

  private func code(_ first: MarkdownNode, _ wanted: Range<Int>, _ strip: Strip) -> LayoutText {
    var text = LayoutText()
    var next = first.kind.isBlock ? first.firstChild : first
    while let piece = next, piece.range.lower.utf8 < wanted.upperBound {
      let range = piece.range
      let source = range.lower.utf8 - strip.start
      switch piece.kind {
      case .softBreak: text.append(CollectionOfOne(UInt8(0x0a)), standingFor: source..<range.upper.utf8 - strip.start, look: [])
      case .padding: text.append(Array(piece.string.utf8), standingFor: source..<range.upper.utf8 - strip.start, look: [])
      default:
        // Of a very long line a leaf holds a part.
        let part = TextRange(range.bytes.clamped(to: wanted))
        document.text.withContiguousUTF8(in: part) { text.append(verbatim: $0, source: part.lower.utf8 - strip.start, look: []) }
      }
      next = piece.nextSibling
    }
    text.trimLineEnd()
    return text
  }

  private func colour(_ text: inout LayoutText, _ node: MarkdownNode, from start: Int, by colours: CodeColours) {
    guard let block = node.kind.isBlock ? node : node.parent, let code = block.code, !code.language.isEmpty else { return }
    guard CodeColourTable.lines(of: block, in: document) <= mostLinesColoured else {
      // Leaf by leaf, without what was before.
      let own = String(decoding: text.bytes, as: UTF8.self)
      return text.colour(colours.spans(of: own, language: code.language), shown: 0..<text.bytes.count)
    }
    var before = 0
    if !node.kind.isBlock {
      for piece in block.children {
        if piece == node { break }
        before += piece.kind == .softBreak ? 1 : piece.kind == .padding ? piece.string.utf8.count : piece.range.count
      }
      // A piece holds many lines, and a leaf may begin in the middle of it.
      before += max(0, start - node.range.lower.utf8)
    }
    let whole = CodeColourTable.code(of: block, in: document)
    text.colour(colours.spans(of: whole, language: code.language), shown: before..<before + text.bytes.count)
  }

  private func field(_ source: Range<Int>, _ strip: Strip) -> LeafContent {
    let bytes = document.text.bytes(in: TextRange(source))
    var (name, value) = (LayoutText(), LayoutText())
    let start = source.lowerBound - strip.start
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes[0] > 0x20, bytes[0] != UInt8(ascii: "#"),
      bytes[0] != UInt8(ascii: "-")
    {
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
  ///
  /// `node` is the leaf's; `scrolls` tells whether the table may be wider than the column.
  func table(of index: Int, _ node: MarkdownNode, in strip: Strip, compositor: Compositor, scrolls: Bool = false) -> TableShape? {
    let leaf = strip.leaves[index]
    guard case .row = leaf.kind else { return nil }
    let number = leaf.table
    if let known = strip.tables[number] { return known }
    let indent = leaf.frame >= 0 ? strip.frames[Int(leaf.frame)].indent : 0
    let room = compositor.width - min(indent, compositor.width * 0.75)
    let reader = TableReader(compositor: compositor, widest: scrolls ? compositor.sheet.ems(36) : nil)
    let shape: TableShape
    if leaf.isHTML {
      var rows: [[LayoutText]] = []
      let first = Int(number)
      for row in first..<strip.leaves.count {
        guard case .row(let place) = strip.leaves[row].kind, row == first || place != 0 else { break }
        // Of a very long table the first rows and every so many of the others tell enough.
        guard row - first < 200 || (row - first) % 64 == 0 else { continue }
        if case .row(let cells) = content(of: strip.leaves[row], node, in: strip) { rows.append(cells) }
      }
      shape = reader.shape(of: rows, width: room)
    } else if let table = node.parent {
      shape = reader.shape(of: table, reader: InlineReader(document: document, appendix: appendix, origin: strip.start), width: room)
    } else {
      return nil
    }
    strip.tables[number] = shape
    return shape
  }

  private func html(_ leaf: Leaf, _ node: MarkdownNode, in strip: Strip) -> LeafContent {
    let block: HTMLBlock
    if let known = strip.html, known.place == node.range.lower.utf8 - strip.start {
      block = known.block
    } else {
      block = HTMLBlock(node, in: document, origin: strip.start, alignments: strip.alignments)
      strip.html = (node.range.lower.utf8 - strip.start, block)
    }
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
