import CPango
import Markdown
import TextModel

/// Cuts a top-level block into leaves and the frames around them. Nothing recurses: containers may nest 50,000 deep.
struct FlowBuilder {
  let document: MarkdownDocument
  let typesetter: Typesetter
  let width: Double
  /// Where the strip begins in the text.
  let origin: Int
  /// Alignments that HTML before has left open.
  var alignments: [PangoAlignment]

  private(set) var frames: [Frame] = []
  private(set) var leaves: [Leaf] = []
  /// The node of each leaf; of a chunk of code the piece that it begins with.
  private(set) var nodes: [MarkdownNode] = []
  private var framesBefore = 0
  private var tables: Int32 = 0

  private var sheet: StyleSheet { typesetter.sheet }

  /// A layout holds at most this much (Pango's time and its limits: see the platform's facts).
  static let mostLines = 100
  static let mostBytes = 4000

  init(document: MarkdownDocument, typesetter: Typesetter, width: Double, origin: Int, alignments: [PangoAlignment]) {
    self.document = document
    self.typesetter = typesetter
    self.width = width
    self.origin = origin
    self.alignments = alignments
  }

  /// What surrounds a block.
  private struct Place {
    var frame: Int32 = -1
    var lists = 0
    var isTight = false
    /// The list that items belong to, and the number of the next one.
    var list: MarkdownList?
    var number = 0
    var indent = 0.0
  }

  /// Builds the leaves of a block and everything in it.
  mutating func build(_ block: MarkdownNode) {
    var stack: [Level] = []
    visit(block, Place(), &stack)
    while let top = stack.last {
      guard let node = top.next else {
        stack.removeLast()
        if let first = top.listStart { spread(from: first) }
        continue
      }
      stack[stack.count - 1].next = node.nextSibling
      if top.place.list != nil { stack[stack.count - 1].place.number += 1 }
      visit(node, top.place, &stack)
    }
    if leaves.isEmpty { add(.hidden, block, block.range.bytes, Place(), above: 0, below: 0, height: 0) }
  }

  /// Children that are still to be visited.
  private struct Level {
    var next: MarkdownNode?
    var place: Place
    /// The first leaf of a list whose ends keep their distance; nil for other containers and for lists in tight ones.
    var listStart: Int?
  }

  /// Gives a list the distance of blocks from what is around it.
  private mutating func spread(from first: Int) {
    guard first < leaves.count else { return }
    leaves[first].above = max(leaves[first].above, sheet.ems(sheet.blockGap))
    leaves[leaves.count - 1].below = max(leaves[leaves.count - 1].below, sheet.ems(sheet.blockGap))
  }

  private mutating func visit(_ node: MarkdownNode, _ place: Place, _ stack: inout [Level]) {
    var inner = place
    inner.list = nil
    switch node.kind {
    case .blockQuote:
      enter(.quote, sheet.ems(sheet.quoteIndent), &inner)
      stack.append(Level(next: node.firstChild, place: inner))
    case .alert:
      let kind = Int(node.alert?.rawValue ?? 0)
      enter(.alert(kind), sheet.ems(sheet.quoteIndent), &inner)
      addText(.caption(Self.alertTitles[kind % 5]), node, node.range.lower.utf8..<node.range.lower.utf8, inner, below: 0.25)
      stack.append(Level(next: node.firstChild, place: inner))
    case .list:
      let list = node.list
      inner.list = list
      inner.number = list?.start ?? 0
      inner.isTight = list?.isTight ?? true
      inner.lists += 1
      stack.append(Level(next: node.firstChild, place: inner, listStart: place.isTight ? nil : leaves.count))
    case .listItem:
      enterItem(node, place, &inner)
      if let child = node.firstChild {
        stack.append(Level(next: child, place: inner))
      } else {
        addText(.text, node, node.range.bytes, inner)
      }
    case .footnoteDefinition:
      let label = node.label.map { document.text.string(in: $0) } ?? ""
      enter(.note(label), sheet.ems(sheet.listIndent), &inner)
      stack.append(Level(next: node.firstChild, place: inner))
    case .table: addTable(node, place)
    case .heading:
      let level = node.heading?.level ?? 1
      let size = typesetter.size(.heading(level)) / sheet.size
      addText(.heading(level), node, node.range.bytes, place, above: level <= 2 ? 1.7 : 1.45, below: level <= 2 ? 0.8 : 0.25 + 0.25 * size)
    case .paragraph: addParagraph(node, place)
    case .codeBlock, .mathBlock: addLiteral(node, place)
    case .htmlBlock: addHTML(node, place)
    case .frontMatter: addFrontMatter(node, place)
    case .thematicBreak:
      add(
        .rule, node, node.range.bytes, place, above: sheet.ems(1.5), below: sheet.ems(1.5), height: max(1, (sheet.size / 8).rounded()))
    case .commentBlock, .linkDefinition: break
    default: addText(.literal, node, node.range.bytes, place)
    }
  }

  private static let alertTitles = ["Note", "Tip", "Important", "Warning", "Caution"]

  // MARK: Frames

  private mutating func enter(_ kind: Frame.Kind, _ step: Double, _ place: inout Place) {
    let parent = place.frame >= 0 ? frames[Int(place.frame)] : nil
    let depth = (parent?.depth ?? 0) + 1
    if depth > Frame.deepest, kind == .quote { return }
    let isDeep = depth > Frame.deepest
    place.indent += isDeep ? 0 : step
    // Very deep frames hang on the last one that indents, so that no chain is longer than that.
    var outer = place.frame
    if isDeep, let parent, parent.depth > Frame.deepest { outer = parent.parent }
    frames.append(Frame(kind: kind, parent: outer, depth: min(depth, Frame.deepest + 1), indent: place.indent))
    place.frame = Int32(frames.count - 1)
  }

  private mutating func enterItem(_ node: MarkdownNode, _ outer: Place, _ place: inout Place) {
    var marker = Frame.Marker.bullet(depth: outer.lists - 1)
    var step = sheet.ems(sheet.listIndent)
    if let item = node.item, let task = item.task, let box = item.box {
      marker = .task(done: task == .done, source: box.lower.utf8 + 1 - origin)
    } else if let list = outer.list, list.isOrdered {
      let delimiter = list.delimiter == UInt8(ascii: ")") ? ")" : "."
      marker = .number("\(outer.number)" + delimiter)
      step = max(step, sheet.ems(1.05 + 0.58 * Double(String(outer.number).count)))
    }
    enter(.item(marker), step, &place)
    place.isTight = outer.isTight
  }

  // MARK: Leaves

  private mutating func add(
    _ kind: Leaf.Kind, _ node: MarkdownNode, _ source: Range<Int>, _ place: Place, above: Double, below: Double, height: Double, part: Int32 = 0
  ) {
    leaves.append(
      Leaf(
        kind: kind, id: node.id, source: Int32(source.lowerBound - origin)..<Int32(max(source.lowerBound, source.upperBound) - origin), part: part,
        frame: place.frame, opened: Int32(framesBefore), above: above, below: below, height: height))
    nodes.append(node)
    framesBefore = frames.count
  }

  private mutating func addText(
    _ kind: Leaf.Kind, _ node: MarkdownNode, _ source: Range<Int>, _ place: Place, above: Double? = nil, below: Double? = nil, part: Int32 = 0
  ) {
    let gap = place.isTight ? sheet.itemGap : sheet.blockGap
    let role: Typesetter.Role =
      switch kind {
      case .heading(let level): .heading(level)
      case .literal: .code
      case .field: .small
      default: .body
      }
    var height = estimate(bytes: source.count, role, width - place.indent)
    if kind == .heading(1) || kind == .heading(2) { height += sheet.ems(0.35) + 1 }
    add(
      kind, node, source, place, above: sheet.ems(above ?? gap), below: sheet.ems(below ?? gap), height: height, part: part)
  }

  /// Guesses the height of so many bytes of text: half an em a letter, as Latin text has.
  private func estimate(bytes: Int, _ role: Typesetter.Role, _ width: Double) -> Double {
    let perLine = max(1, width / (typesetter.size(role) * 0.5))
    return max(1, (Double(bytes) / perLine).rounded(.up)) * typesetter.lineHeight(role)
  }

  private mutating func addParagraph(_ node: MarkdownNode, _ place: Place) {
    let range = node.range.bytes
    let cuts = self.cuts(of: range)
    var start = range.lowerBound
    for (index, end) in cuts.enumerated() {
      addText(
        .text, node, start..<end, place, above: index == 0 ? nil : 0, below: index == cuts.count - 1 ? nil : 0, part: cuts.count > 1 ? 1 : 0)
      start = end
    }
  }

  /// The ends of the pieces in which a long text is set: behind blanks where there are any.
  private func cuts(of range: Range<Int>) -> [Int] {
    guard range.count > Self.mostBytes else { return [range.upperBound] }
    return document.text.withContiguousUTF8(in: TextRange(range)) { bytes in
      var cuts: [Int] = []
      var start = 0
      while bytes.count - start > Self.mostBytes {
        var cut = start + Self.mostBytes
        while cut > start + Self.mostBytes / 2, bytes[cut - 1] != 0x20, bytes[cut - 1] != 0x0a { cut -= 1 }
        if cut == start + Self.mostBytes / 2 {
          cut = start + Self.mostBytes
          while cut > start, bytes[cut] & 0xc0 == 0x80 { cut -= 1 }
        }
        cuts.append(range.lowerBound + cut)
        start = cut
      }
      cuts.append(range.upperBound)
      return cuts
    }
  }

  private mutating func addLiteral(_ node: MarkdownNode, _ place: Place) {
    let gap = place.isTight ? sheet.itemGap * 2 : sheet.blockGap
    let edge = sheet.ems(0.8)
    var chunkStart: MarkdownNode?
    var (lines, bytes, start, end) = (0, 0, node.range.lower.utf8, node.range.lower.utf8)
    var isFirst = true
    let perLine = max(8, (width - place.indent - 2 * sheet.ems(1)) / (typesetter.size(.code) * 0.602))
    var rows = 0.0
    var lineBytes = 0
    func height(_ isLast: Bool) -> Double { max(1, rows) * typesetter.lineHeight(.code) + (isFirst ? edge : 0) + (isLast ? edge : 0) }
    for piece in node.children {
      if chunkStart == nil {
        chunkStart = piece
        start = piece.range.lower.utf8
      }
      end = piece.range.upper.utf8
      bytes += piece.range.count
      if piece.kind == .softBreak {
        lines += 1
        rows += max(1, (Double(lineBytes) / perLine).rounded(.up))
        lineBytes = 0
      } else {
        lineBytes += piece.range.count
      }
      if lines >= Self.mostLines || (bytes >= Self.mostBytes && piece.kind == .softBreak), let first = chunkStart {
        addCode(node, first, start..<end, place, isFirst, isLast: false, gap: gap, height: height(false))
        (chunkStart, lines, bytes, rows, isFirst) = (nil, 0, 0, 0, false)
      }
    }
    if lineBytes > 0 { rows += max(1, (Double(lineBytes) / perLine).rounded(.up)) }
    if let first = chunkStart {
      addCode(node, first, start..<end, place, isFirst, isLast: true, gap: gap, height: height(true))
    } else if isFirst {
      addCode(node, node, node.range.bytes, place, true, isLast: true, gap: gap, height: height(true))
    } else if let last = leaves.indices.last {
      leaves[last].kind = .code(first: leaves[last].kind == .code(first: true, last: false), last: true)
      leaves[last].below = sheet.ems(gap)
      leaves[last].height += edge
    }
  }

  private mutating func addCode(
    _ node: MarkdownNode, _ piece: MarkdownNode, _ source: Range<Int>, _ place: Place, _ isFirst: Bool, isLast: Bool, gap: Double, height: Double
  ) {
    add(
      .code(first: isFirst, last: isLast), node, source, place, above: isFirst ? sheet.ems(gap) : 0, below: isLast ? sheet.ems(gap) : 0,
      height: height)
    nodes[nodes.count - 1] = piece
  }

  private mutating func addTable(_ table: MarkdownNode, _ place: Place) {
    let columns = max(1, table.alignments?.count ?? 1)
    var row = 0
    for child in table.children where child.kind == .tableRow {
      let perCell = estimate(bytes: child.range.count / columns, .cell(header: row == 0), (width - place.indent) / Double(columns) - 17)
      add(
        .row(row), child, child.range.bytes, place, above: row == 0 ? sheet.ems(sheet.blockGap) : 0, below: 0,
        height: perCell + 2 * sheet.ems(0.4) + 1, part: tables)
      row += 1
    }
    if row > 0 { leaves[leaves.count - 1].below = sheet.ems(sheet.blockGap) }
    tables += 1
  }

  private mutating func addFrontMatter(_ node: MarkdownNode, _ place: Place) {
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

  private mutating func addHTML(_ node: MarkdownNode, _ place: Place) {
    let block = HTMLBlock(node, in: document, origin: origin, alignments: alignments)
    alignments = block.flow.alignments
    for (index, piece) in block.flow.pieces.enumerated() {
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
      case .code:
        add(
          .code(first: true, last: true), node, source, inner, above: sheet.ems(1), below: sheet.ems(1),
          height: estimate(bytes: source.count, .code, width - inner.indent), part: part)
      case .rule: add(.rule, node, source, inner, above: sheet.ems(1.5), below: sheet.ems(1.5), height: 2, part: part)
      case .row(let cells, let isFirst):
        let height = estimate(bytes: source.count / max(1, cells.count), .body, (width - inner.indent) / Double(max(1, cells.count)))
        add(
          .row(isFirst ? 0 : 1), node, source, inner, above: isFirst ? sheet.ems(1) : 0, below: 0, height: height, part: part)
      case .summary, .text: addText(.text, node, source, inner, part: part)
      }
    }
    if case .row = leaves.last?.kind { leaves[leaves.count - 1].below = sheet.ems(1) }
  }
}
