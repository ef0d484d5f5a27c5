import CPango
import Markdown
import TextModel

/// Cuts a top-level block into leaves and the frames around them. Nothing recurses: containers may nest 50,000 deep.
struct FlowBuilder {
  let document: MarkdownDocument
  let appendix: Appendix
  let typesetter: Typesetter
  let width: Double
  /// Where the strip begins in the text.
  let origin: Int
  /// Alignments that HTML before has left open.
  var alignments: [PangoAlignment]

  var frames: [Frame] = []
  var leaves: [Leaf] = []
  /// The node of each leaf; of a chunk of code the piece that it begins with.
  var nodes: [MarkdownNode] = []
  /// True when a table of contents is in the block.
  var hasContents = false
  /// How many definitions of footnotes are in it.
  var notes = 0
  var framesBefore = 0
  var tables: Int32 = 0

  var sheet: StyleSheet { typesetter.sheet }

  /// A layout holds at most this much (Pango's time and its limits: see the platform's facts).
  static let mostLines = 100
  static let mostBytes = 4000

  init(document: MarkdownDocument, appendix: Appendix, typesetter: Typesetter, width: Double, origin: Int, alignments: [PangoAlignment]) {
    self.document = document
    self.appendix = appendix
    self.typesetter = typesetter
    self.width = width
    self.origin = origin
    self.alignments = alignments
  }

  /// What surrounds a block.
  struct Place {
    var frame: Int32 = -1
    var lists = 0
    var isTight = false
    var isNote = false
    /// The list that items belong to, and the number of the next one.
    var list: MarkdownList?
    var number = 0
    /// How many digits the longest number of the list has: its items' text begins at one edge.
    var digits = 1
    var indent = 0.0
  }

  /// Builds the leaves of a block and everything in it.
  mutating func build(_ block: MarkdownNode) {
    var stack: [Level] = []
    visit(block, Place(), &stack)
    build(&stack)
    if leaves.isEmpty { add(.hidden, block, block.range.bytes, Place(), above: 0, below: 0, height: 0) }
  }

  /// Builds the leaves of a footnote: on the screen small, with a line above the first and the way back behind the last words.
  mutating func build(note number: Int, _ node: MarkdownNode, onPaper: Bool = false) {
    let (start, end) = (node.range.lower.utf8, node.range.upper.utf8)
    var place = Place(isNote: !onPaper)
    if number == 1, !onPaper { add(.divider, node, start..<start, place, above: sheet.ems(2), below: sheet.ems(0.5), height: 1) }
    enterNote(onPaper ? "\(number)" : "\(number).", &place)
    var stack = [Level(next: node.firstChild, place: place)]
    build(&stack)
    if onPaper {
      if leaves.isEmpty { addText(.text, node, end..<end, place) }
      return
    }
    // Behind a table or code the way back stands on a line of its own.
    if let last = leaves.indices.last, leaves[last].kind == .text, nodes[last].kind == .paragraph, place.frame == leaves[last].frame {
      leaves[last].endsNote = true
    } else {
      addText(.text, node, end..<end, place)
      leaves[leaves.count - 1].endsNote = true
    }
  }

  private mutating func build(_ stack: inout [Level]) {
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
      if list?.isOrdered == true {
        var last = inner.number - 1
        for _ in node.children { last += 1 }
        inner.digits = String(last).count
      }
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
      notes += 1
      // Notes stand at the end; those that nothing refers to stay where they are, with their labels, so that their author sees them.
      if appendix.number(of: node) != nil { return }
      let label = node.label.map { document.text.string(in: $0) } ?? ""
      enterNote(label, &inner)
      stack.append(Level(next: node.firstChild, place: inner))
    case .table: addTable(node, place)
    case .heading:
      let level = node.heading?.level ?? 1
      let size = typesetter.size(.heading(level)) / sheet.size
      if node.range.count > 2 * Self.mostBytes { return addParagraph(node, place, as: .heading(max(3, level))) }
      addText(.heading(level), node, node.range.bytes, place, above: level <= 2 ? 1.7 : 1.45, below: level <= 2 ? 0.8 : 0.25 + 0.25 * size)
    case .paragraph:
      if place.frame < 0, isEmpty(node) { break }
      addParagraph(node, place)
    case .codeBlock, .mathBlock: addLiteral(node, place)
    case .htmlBlock: addHTML(node, place)
    case .frontMatter: addFrontMatter(node, place)
    case .thematicBreak:
      add(
        .rule, node, node.range.bytes, place, above: sheet.ems(1.5), below: sheet.ems(1.5), height: max(1, (sheet.size / 8).rounded()))
    case .tableOfContents: addContents(node, place)
    case .commentBlock, .linkDefinition: break
    default: addText(.literal, node, node.range.bytes, place)
    }
  }

  private static let alertTitles = ["Note", "Tip", "Important", "Warning", "Caution"]

  // MARK: Frames

  mutating func enter(_ kind: Frame.Kind, _ step: Double, _ place: inout Place) {
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

  /// Enters a footnote, whose text begins behind its number or its label, however long that is.
  private mutating func enterNote(_ words: String, _ place: inout Place) {
    var step = sheet.ems(sheet.listIndent)
    if words.utf8.count > 2 {
      var text = LayoutText()
      text.append(Array(words.utf8), standingFor: 0..<0, look: [])
      let wanted = typesetter.glyphs.measure(text, isBold: false, codeScale: sheet.codeScale).most + 0.65
      step = max(step, min(sheet.ems(wanted), (width * 0.4).rounded()))
    }
    enter(.note(words), step, &place)
  }

  private mutating func enterItem(_ node: MarkdownNode, _ outer: Place, _ place: inout Place) {
    var marker = Frame.Marker.bullet(depth: outer.lists - 1)
    var step = sheet.ems(sheet.listIndent)
    if let item = node.item, let task = item.task, let box = item.box {
      marker = .task(done: task == .done, source: box.lower.utf8 + 1 - origin)
    } else if let list = outer.list, list.isOrdered {
      let delimiter = list.delimiter == UInt8(ascii: ")") ? ")" : "."
      marker = .number("\(outer.number)" + delimiter)
      step = max(step, sheet.ems(1.05 + 0.58 * Double(outer.digits)))
    }
    enter(.item(marker), step, &place)
    place.isTight = outer.isTight
  }
}
