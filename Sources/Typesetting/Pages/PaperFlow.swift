import CPango
import Markdown
import TextModel

/// Holds everything of a document that goes on pages, in order, and sets it piece by piece.
///
/// Footnotes that the text refers to are apart: they go to the feet of pages. Boxes are made when they are asked for and not kept.
final class PaperFlow {
  /// Names a leaf: of a strip, or a line of the table of contents.
  struct Item: Hashable {
    var strip: Int32
    var leaf: Int32

    static let contentsTitle = Item(strip: -1, leaf: 0)
    static func contents(_ heading: Int) -> Item { Item(strip: -2, leaf: Int32(heading)) }
    var isContents: Bool { strip < 0 }
  }

  /// A footnote that the text refers to.
  struct Note {
    let number: Int
    let label: String
    let definition: MarkdownNode
    var items: [Item] = []
  }

  let document: MarkdownDocument
  let options: PageOptions
  let headings: [MarkdownHeadingEntry]
  /// Width of the column, in the typesetter's units.
  let width: Double
  /// Height of the column, in the typesetter's units.
  let height: Double
  private(set) var strips: [Strip] = []
  /// The leaves of the text, in order.
  private(set) var items: [Item] = []
  private(set) var notes: [Note] = []
  /// Leaves that begin a page.
  private(set) var breaks: Set<Item> = []
  /// The number of a heading by its block.
  let headingNumbers: [BlockID: Int]
  let hasContents: Bool

  let typesetter: Typesetter
  private let noteTypesetter: Typesetter
  private var manuscript: Manuscript
  let pictures: PictureSource?
  private let colours: CodeColourTable?
  private var noteStrips: Range<Int> = 0..<0

  init(_ document: MarkdownDocument, options: PageOptions, pictures: PictureSource?, colours: CodeColourTable? = nil) {
    self.document = document
    self.options = options
    self.pictures = pictures
    self.colours = colours
    let body = options.format.body
    width = (body.width / PaperStyle.scale).rounded(.down)
    height = (body.height / PaperStyle.scale).rounded(.down)
    typesetter = Typesetter(sheet: options.sheet)
    noteTypesetter = Typesetter(sheet: PaperStyle.notes(options.sheet))
    manuscript = Manuscript(document)
    manuscript.mostLinesColoured = CodeColourTable.mostLines
    headings = document.headings
    headingNumbers = Dictionary(headings.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    hasContents = options.hasContents
    build()
  }

  /// The sheet of a leaf: notes are smaller.
  func sheet(of item: Item) -> StyleSheet { setter(of: item).sheet }

  private func setter(of item: Item) -> Typesetter { noteStrips.contains(Int(item.strip)) ? noteTypesetter : typesetter }

  /// The leaf of an item; nil for a line of the table of contents.
  func leaf(_ item: Item) -> Leaf? { item.isContents ? nil : strips[Int(item.strip)].leaves[Int(item.leaf)] }

  func node(_ item: Item) -> MarkdownNode? { item.isContents ? nil : strips[Int(item.strip)].nodes[Int(item.leaf)] }

  func frames(_ item: Item) -> [Frame] { item.isContents ? [] : strips[Int(item.strip)].frames }

  /// Space above an item where something is above it.
  func gap(_ item: Item) -> Double {
    guard item.isContents else { return strips[Int(item.strip)].leaves[Int(item.leaf)].gap }
    return item == .contentsTitle ? options.sheet.ems(1.5) : options.sheet.ems(headings[Int(item.leaf)].level == 1 ? 0.45 : 0.1)
  }

  /// The index of the note that an address within the document leads to; nil when it leads to none.
  func note(at address: [UInt8]) -> Int? { note(behind: "#fn:", address) }

  /// The index of the note from which an address leads back to its mark; nil for other addresses.
  func note(back address: [UInt8]) -> Int? { note(behind: "#fnref:", address) }

  /// The address that leads from a note back to its mark.
  static func wayBack(from note: Int) -> [UInt8] { Array("#fnref:\(note + 1)".utf8) }

  private func note(behind name: String, _ address: [UInt8]) -> Int? {
    guard address.starts(with: name.utf8), let number = Int(String(decoding: address.dropFirst(name.utf8.count), as: UTF8.self)) else {
      return nil
    }
    return notes.indices.contains(number - 1) ? number - 1 : nil
  }

  /// The index of the note that begins with an item; nil for every other item.
  func note(beginningWith item: Item) -> Int? {
    guard noteStrips.contains(Int(item.strip)), item.leaf == 0 else { return nil }
    return Int(item.strip) - noteStrips.lowerBound
  }

  /// The leaf of the text that shows a place which raw HTML names, or the one that follows it; nil when nothing has that name.
  func item(ofAnchor name: String) -> Item? {
    guard let position = manuscript.appendix.position(ofAnchor: name) else { return nil }
    var (low, high) = (0, noteStrips.lowerBound)
    while low < high {
      let middle = (low + high) / 2
      if strips[middle].start + strips[middle].length > position { high = middle } else { low = middle + 1 }
    }
    for index in low..<max(low, noteStrips.lowerBound) {
      let strip = strips[index]
      let leaf = strip.leaves.firstIndex { strip.start + Int($0.source.upperBound) > position }
      if let leaf { return Item(strip: Int32(index), leaf: Int32(leaf)) }
    }
    return nil
  }

  // MARK: Building

  private func build() {
    for number in 1..<manuscript.appendix.footnotes.count + 1 {
      let definition = manuscript.appendix.definition(number)
      let label = definition.label.map { document.text.string(in: $0) } ?? ""
      notes.append(Note(number: number, label: label, definition: definition))
    }
    let blocks = Array(document.blocks)
    let hasPlace = blocks.contains { $0.kind == .tableOfContents }
    var alignments: [PangoAlignment] = []
    var below: Double?
    var breaksNext = false
    func addContents() {
      items.append(.contentsTitle)
      for heading in headings.indices where headings[heading].level <= 3 { items.append(.contents(heading)) }
      below = options.sheet.ems(1.5)
    }
    if hasContents, !hasPlace, !headings.isEmpty {
      addContents()
      breaksNext = true
    }
    for (index, block) in blocks.enumerated() {
      let start = block.range.lower.utf8
      var flow = FlowBuilder(
        document: document, appendix: manuscript.appendix, typesetter: typesetter, width: width, origin: start, alignments: alignments)
      flow.build(block)
      let wanted = PageBreak(block, in: document)
      if wanted == .before { breaksNext = true }
      let end = index + 1 < blocks.count ? blocks[index + 1].range.lower.utf8 : document.text.count
      let strip = Strip(id: block.id, start: start, length: end - start, frames: flow.frames, leaves: [])
      strip.alignments = alignments
      alignments = flow.alignments
      strip.alignmentsAfter = alignments
      for (leaf, node) in zip(flow.leaves, flow.nodes) where leaf.kind != .hidden {
        strip.leaves.append(leaf)
        strip.nodes.append(node)
      }
      strips.append(strip)
      if block.kind == .tableOfContents {
        strip.leaves = []
        if !headings.isEmpty { addContents() }
      }
      strip.closeUp(after: below)
      below = strip.leaves.last?.below ?? below
      for leaf in strip.leaves.indices {
        let item = Item(strip: Int32(index), leaf: Int32(leaf))
        if breaksNext {
          breaks.insert(item)
          breaksNext = false
        }
        items.append(item)
      }
      if wanted == .after { breaksNext = true }
    }
    buildNotes()
  }

  private func buildNotes() {
    let first = strips.count
    for index in notes.indices {
      let definition = notes[index].definition
      let start = definition.range.lower.utf8
      var flow = FlowBuilder(
        document: document, appendix: manuscript.appendix, typesetter: noteTypesetter, width: width, origin: start, alignments: [])
      flow.build(note: index + 1, manuscript.appendix.definition(index + 1), onPaper: true)
      let strip = Strip(id: definition.id, start: start, length: definition.range.count, frames: flow.frames, leaves: [])
      for (leaf, node) in zip(flow.leaves, flow.nodes) where leaf.kind != .hidden {
        strip.leaves.append(leaf)
        strip.nodes.append(node)
      }
      strip.closeUp(after: nil)
      strips.append(strip)
      notes[index].items = strip.leaves.indices.map { Item(strip: Int32(strips.count - 1), leaf: Int32($0)) }
    }
    noteStrips = first..<strips.count
  }

  // MARK: Setting

  /// Sets an item. O(its text).
  func box(_ item: Item) -> LeafBox {
    if item.isContents { return ContentsLine(flow: self).box(item) }
    let strip = strips[Int(item.strip)]
    let index = Int(item.leaf)
    var compositor = Compositor(typesetter: setter(of: item), width: width, pictures: pictures)
    // A picture has to fit on a page together with the headings before it.
    compositor.tallest = (height * 0.8).rounded(.down)
    let content = manuscript.content(of: strip.leaves[index], strip.nodes[index], in: strip, colours: colours)
    let table = manuscript.table(of: index, strip.nodes[index], in: strip, compositor: compositor)
    return compositor.box(strip.leaves[index], content, frames: strip.frames, table: table)
  }

  var painter: GroundPainter { GroundPainter(sheet: options.sheet, pictures: pictures) }
}

/// Says where a block of the text asks for a new page.
enum PageBreak: Equatable {
  case before, after

  /// Reads `<!-- pagebreak -->`, `<!-- newpage -->`, and HTML whose style asks for a page break; nil for every other block.
  init?(_ block: MarkdownNode, in document: MarkdownDocument) {
    switch block.kind {
    case .commentBlock, .htmlBlock: break
    default: return nil
    }
    guard block.range.count <= 4096 else { return nil }
    let words = document.text.string(in: block.range).lowercased()
    if words.hasPrefix("<!--") {
      var inner = words.dropFirst(4)
      guard let end = inner.range(ofWord: "-->") else { return nil }
      inner = inner[..<end]
      let letters = inner.filter { $0.isLetter }
      guard letters == "pagebreak" || letters == "newpage", inner.allSatisfy({ $0.isLetter || $0.isWhitespace || $0 == "-" || $0 == "_" })
      else { return nil }
      self = .after
    } else if words.contains("page-break-before:always") || words.contains("page-break-before: always")
      || words.contains("break-before: page")
      || words.contains("break-before:page")
    {
      self = .before
    } else if words.contains("page-break-after:always") || words.contains("page-break-after: always") || words.contains("break-after: page")
      || words.contains("break-after:page") || words.contains("class=\"pagebreak\"") || words.contains("class=\"page-break\"")
    {
      self = .after
    } else {
      return nil
    }
  }
}

extension Substring {
  /// Finds where a word begins; nil when it is not there.
  fileprivate func range(ofWord word: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(word) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
