import CPango
import Markdown
import TextModel

// What is set by itself: paragraphs, code, rows, fields.

extension FlowBuilder {
  mutating func add(
    _ kind: Leaf.Kind, _ node: MarkdownNode, _ source: Range<Int>, _ place: Place, above: Double, below: Double, height: Double,
    part: Int32 = 0
  ) {
    leaves.append(
      Leaf(
        kind: kind, id: node.id, source: Int32(source.lowerBound - origin)..<Int32(max(source.lowerBound, source.upperBound) - origin),
        part: part,
        frame: place.frame, opened: Int32(framesBefore), isHTML: node.kind == .htmlBlock, isNote: place.isNote, above: above, below: below,
        height: height))
    nodes.append(node)
    framesBefore = frames.count
  }

  mutating func addText(
    _ kind: Leaf.Kind, _ node: MarkdownNode, _ source: Range<Int>, _ place: Place, above: Double? = nil, below: Double? = nil,
    part: Int32 = 0
  ) {
    let gap = place.isTight ? sheet.itemGap : sheet.blockGap
    let role: Typesetter.Role =
      switch kind {
      case .heading(let level): .heading(level)
      case .literal: .code
      case .field: .small
      default: place.isNote ? .small : .body
      }
    var height = estimate(source, role, width - place.indent)
    if kind == .heading(1) || kind == .heading(2) { height += sheet.ems(0.35) + 1 }
    add(
      kind, node, source, place, above: sheet.ems(above ?? gap), below: sheet.ems(below ?? gap), height: height, part: part)
  }

  mutating func addParagraph(_ node: MarkdownNode, _ place: Place, as kind: Leaf.Kind = .text) {
    let range = node.range.bytes
    let cuts = self.cuts(of: range)
    var start = range.lowerBound
    for (index, end) in cuts.enumerated() {
      addText(
        kind, node, start..<end, place, above: index == 0 ? nil : 0, below: index == cuts.count - 1 ? nil : 0, part: cuts.count > 1 ? 1 : 0)
      start = end
    }
  }

  /// Tells whether a paragraph is nothing but tags of which nothing is seen, as `<a name="x"></a>`.
  func isEmpty(_ paragraph: MarkdownNode) -> Bool {
    let range = paragraph.range.bytes
    guard range.count <= 512, document.text.bytes(in: TextRange(range)).first == UInt8(ascii: "<") else { return false }
    return paragraph.children.allSatisfy { inline in
      switch inline.kind {
      case .comment, .softBreak: return true
      case .html:
        var tokens = HTMLTokenizer(document.text.bytes(in: inline.range))
        guard let tag = tokens.next().flatMap(HTMLMark.init) else { return false }
        return ["a", "span"].contains(tag.name)
      default: return false
      }
    }
  }

  /// The ends of the pieces in which a long text is set: behind blanks where there are any.
  func cuts(of range: Range<Int>) -> [Int] {
    Self.cuts(of: range, in: document)
  }

  static func cuts(of range: Range<Int>, in document: MarkdownDocument) -> [Int] {
    guard range.count > Self.mostBytes else { return [range.upperBound] }
    return document.text.withContiguousUTF8(in: TextRange(range)) { bytes in
      var cuts: [Int] = []
      var start = 0
      while bytes.count - start > Self.mostBytes {
        var cut = start + Self.mostBytes
        while cut > start + Self.mostBytes / 2, bytes[cut - 1] != 0x20, bytes[cut - 1] != 0x0a { cut -= 1 }
        if cut == start + Self.mostBytes / 2 {
          // Pango takes the square of a word's length to break it.
          while cut > start, bytes[cut] & 0xc0 == 0x80 { cut -= 1 }
        }
        cuts.append(range.lowerBound + cut)
        start = cut
      }
      cuts.append(range.upperBound)
      return cuts
    }
  }

  mutating func addLiteral(_ node: MarkdownNode, _ place: Place) {
    let gap = place.isTight ? sheet.itemGap * 2 : sheet.blockGap
    let edge = sheet.ems(0.8)
    let perLine = max(8, (width - place.indent - 2 * sheet.ems(1)) / (typesetter.size(.code) * 0.602))
    let chunks = CodeCutter.chunks(of: node, in: document.text, perLine: perLine)
    for (index, chunk) in chunks.enumerated() {
      let (isFirst, isLast) = (index == 0, index == chunks.count - 1)
      let height = max(1, chunk.rows) * typesetter.lineHeight(.code) + (isFirst ? edge : 0) + (isLast ? edge : 0)
      addCode(node, chunk.piece, chunk.source, place, isFirst, isLast: isLast, gap: gap, height: height)
    }
  }

  mutating func addCode(
    _ node: MarkdownNode, _ piece: MarkdownNode, _ source: Range<Int>, _ place: Place, _ isFirst: Bool, isLast: Bool, gap: Double,
    height: Double
  ) {
    add(
      .code(first: isFirst, last: isLast), node, source, place, above: isFirst ? sheet.ems(gap) : 0, below: isLast ? sheet.ems(gap) : 0,
      height: height)
    nodes[nodes.count - 1] = piece
  }

  mutating func addTable(_ table: MarkdownNode, _ place: Place) {
    let heights = TableEstimate(table, document: document, typesetter: typesetter, width: width - place.indent)
    var row = 0
    for child in table.children where child.kind == .tableRow {
      addRow(child, row, place, height: heights.height(ofRow: row))
      row += 1
    }
    if row > 0 { leaves[leaves.count - 1].below = sheet.ems(sheet.blockGap) }
    tables += 1
  }

  /// Adds a row: one leaf, or several where a cell is too long for a layout, whose source is divided as the longest cell is.
  private mutating func addRow(_ node: MarkdownNode, _ row: Int, _ place: Place, height: Double) {
    let range = node.range.bytes
    var ends = [range.upperBound]
    if range.count > 2 * Self.mostBytes {
      let longest = node.children.filter { $0.kind == .tableCell }.max { $0.range.count < $1.range.count }
      if let longest, longest.range.count > 2 * Self.mostBytes { ends = Array(cuts(of: longest.range.bytes).dropLast()) + ends }
    }
    var start = range.lowerBound
    for (index, end) in ends.enumerated() {
      add(
        .row(row), node, start..<end, place, above: row == 0 && index == 0 ? sheet.ems(sheet.blockGap) : 0, below: 0,
        height: height / Double(ends.count))
      let leaf = leaves.count - 1
      (leaves[leaf].table, leaves[leaf].piece, leaves[leaf].pieces) = (tables, Int32(index), Int32(ends.count))
      start = end
    }
  }

  mutating func addContents(_ node: MarkdownNode, _ place: Place) {
    hasContents = true
    let least = appendix.headings.map(\.level).min() ?? 1
    let step = sheet.ems(sheet.listIndent)
    for (index, heading) in appendix.headings.enumerated() {
      var inner = place
      for _ in least..<max(least, heading.level) { enter(.aside, step, &inner) }
      inner.isTight = true
      addText(.text, node, node.range.bytes, inner, part: Int32(index))
      leaves[leaves.count - 1].height = estimate(ems: TextWeight(heading.title.utf8).ems, .body, width - inner.indent)
    }
    guard !appendix.headings.isEmpty else { return }
    leaves[leaves.count - appendix.headings.count].above = sheet.ems(sheet.blockGap)
    leaves[leaves.count - 1].below = sheet.ems(sheet.blockGap)
  }

  mutating func addFrontMatter(_ node: MarkdownNode, _ place: Place) {
    let before = leaves.count
    for piece in node.children {
      let range = piece.range.bytes
      let bytes = document.text.bytes(in: piece.range)
      for line in bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) where line.contains(where: { $0 > 0x20 }) {
        let isFirst = leaves.count == before
        let source = (range.lowerBound + line.startIndex)..<(range.lowerBound + line.endIndex)
        addText(.field, node, source, place, above: isFirst ? 1 : 0.1, below: 0.1)
      }
    }
    if leaves.count > before { leaves[leaves.count - 1].below = sheet.ems(1) }
  }

  mutating func addHTML(_ node: MarkdownNode, _ place: Place) {
    let block = HTMLBlock(node, in: document, origin: origin, alignments: alignments)
    alignments = block.flow.alignments
    var firstRow: Int32 = 0
    var isRow = false
    for (index, piece) in block.flow.pieces.enumerated() {
      defer { if case .row = piece.kind { isRow = true } else { isRow = false } }
      var inner = place
      let source = (block.source(of: piece.range.lowerBound) + origin)..<(block.source(of: piece.range.upperBound) + origin)
      inner.indent += Double(min(piece.depth, 8)) * sheet.ems(sheet.listIndent)
      let part = Int32(index)
      switch piece.kind {
      case .item(let number):
        inner.indent -= sheet.ems(sheet.listIndent)
        enter(.item(number.map { .number("\($0).") } ?? .bullet(depth: piece.depth - 1)), sheet.ems(sheet.listIndent), &inner)
        inner.isTight = true
        addText(.text, node, source, inner, part: part)
      case .heading(let level): addText(.heading(level), node, source, inner, above: 1.4, below: 0.7, part: part)
      case .quote:
        enter(.quote, sheet.ems(sheet.quoteIndent), &inner)
        addText(.text, node, source, inner, part: part)
      case .code(let isFirst, let isLast):
        add(
          .code(first: isFirst, last: isLast), node, source, inner, above: isFirst ? sheet.ems(1) : 0, below: isLast ? sheet.ems(1) : 0,
          height: estimate(source, .code, width - inner.indent), part: part)
      case .rule: add(.rule, node, source, inner, above: sheet.ems(1.5), below: sheet.ems(1.5), height: 2, part: part)
      case .row(let cells, let isFirst):
        let height = estimate(
          ems: TextWeight(of: source, in: document.text).ems / Double(max(1, cells.count)), .body,
          (width - inner.indent) / Double(max(1, cells.count)))
        add(
          .row(isFirst ? 0 : 1), node, source, inner, above: isFirst ? sheet.ems(1) : 0, below: 0, height: height, part: part)
        // Rows of one table follow each other.
        if isFirst || index == 0 || !isRow { firstRow = Int32(leaves.count - 1) }
        leaves[leaves.count - 1].table = firstRow
      case .summary, .text: addText(.text, node, source, inner, part: part)
      }
    }
    if case .row = leaves.last?.kind { leaves[leaves.count - 1].below = sheet.ems(1) }
  }
}
