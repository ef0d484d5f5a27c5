import Markdown
import TextModel

/// Holds the structure of a PDF: what every stretch of its pages is. It is made from the tree, so it has what the tree has.
///
/// Cairo's own structure cannot hold alternative texts, elements on two pages or links inside paragraphs in reading order, so its
/// marks in the pages' contents are all that is used of it.
final class PDFStructure {
  /// What an element holds, in reading order.
  enum Kid {
    case element(Int)
    /// Marked content of a page, by its number there.
    case content(page: Int, mark: Int)
    /// A link's annotation, by its number in the document.
    case annotation(Int)
  }

  struct Element {
    var kind: String
    var parent: Int
    var kids: [Kid] = []
    var alternative: [UInt8]?
    /// What else its dictionary says, as PDF.
    var attributes = ""
  }

  /// What a mark on a page is of.
  enum Mark: Equatable {
    /// Of an element, by its number.
    case element(Int)
    /// Of nothing that is read; the kind is PDF's word.
    case artifact(String)
  }

  private(set) var elements: [Element] = [Element(kind: "Document", parent: -1)]
  /// The marks of each page, by their numbers there.
  private(set) var marks: [[Mark]] = []
  private var byBlock: [BlockID: Int] = [:]
  private var parts: [PartKey: Int] = [:]
  private var contents: Int?

  /// Containers deeper than this are not told apart: readers would give up, too.
  private static let deepest = 60

  private enum PartKey: Hashable {
    case link(PaperFlow.Item, Int, Int)
    case figure(PaperFlow.Item, Int, Int)
    case label(Int)
    case piece(PaperFlow.Item)
    case htmlTable(Int32, Int)
    case cell(PaperFlow.Item, Int)
    case line(Int32)
    case wayBack(Int)
  }

  private let flow: PaperFlow

  /// Makes the elements of all blocks. O(blocks).
  init(_ flow: PaperFlow) {
    self.flow = flow
    if flow.items.contains(where: { $0.isContents }) { contents = add("TOC", to: 0) }
    let notes = Set(flow.notes.compactMap(\.definition.id))
    var stack: [(next: MarkdownNode?, element: Int, depth: Int)] = [(flow.document.root.firstChild, 0, 0)]
    while let top = stack.last {
      guard let node = top.next else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next = node.nextSibling
      guard node.kind.isBlock else { continue }
      let element = element(for: node, under: top.element, depth: top.depth, notes)
      if node.kind.isContainer, let first = node.firstChild { stack.append((first, element, top.depth + 1)) }
    }
  }

  private func element(for node: MarkdownNode, under parent: Int, depth: Int, _ notes: Set<BlockID>) -> Int {
    guard let id = node.id else { return parent }
    var kind: String
    var attributes = ""
    switch node.kind {
    case .heading: kind = "H\(node.heading?.level ?? 1)"
    case .paragraph: kind = "P"
    case .codeBlock, .mathBlock: kind = "Code"
    case .blockQuote, .alert: kind = "BlockQuote"
    case .list:
      kind = "L"
      let isOrdered = node.list?.isOrdered ?? false
      attributes = "/A << /O /List /ListNumbering /\(isOrdered ? "Decimal" : "Disc") >>"
    case .listItem: kind = "LI"
    case .table: kind = "Table"
    case .tableRow: kind = "TR"
    case .tableCell:
      kind = node.cell?.isHeader == true ? "TH" : "TD"
      if kind == "TH" { attributes = "/A << /O /Table /Scope /Column >>" }
    case .footnoteDefinition: kind = "Note"
    case .frontMatter, .htmlBlock: kind = "Div"
    case .tableOfContents:
      byBlock[id] = contents ?? parent
      return parent
    default: return parent
    }
    if depth > Self.deepest, node.kind.isContainer {
      byBlock[id] = parent
      return parent
    }
    // A note stands where it is read; one at a page's foot is a part of the document, not of the list or quote that defines it.
    let owner = notes.contains(id) ? 0 : parent
    let element = add(kind, to: owner, attributes)
    byBlock[id] = element
    guard node.kind == .listItem else { return element }
    let body = add("LBody", to: element)
    byBlock[id] = body
    if let task = node.item?.task {
      let label = self.label(of: element)
      elements[label].alternative = Array((task == .done ? "☑" : "☐").utf8)
    }
    return body
  }

  private func add(_ kind: String, to parent: Int, _ attributes: String = "", first: Bool = false) -> Int {
    elements.append(Element(kind: kind, parent: parent, attributes: attributes))
    let kid = Kid.element(elements.count - 1)
    if first { elements[parent].kids.insert(kid, at: 0) } else { elements[parent].kids.append(kid) }
    return elements.count - 1
  }

  private func part(_ key: PartKey, _ make: () -> Int) -> Int {
    if let known = parts[key] { return known }
    let made = make()
    parts[key] = made
    return made
  }

  private func label(of element: Int) -> Int { part(.label(element)) { add("Lbl", to: element, first: true) } }

  // MARK: Contents

  /// Begins a page.
  func beginPage() { marks.append([]) }

  /// Gives the next mark of the present page to what is drawn.
  func mark(_ content: PageContent) {
    let element = element(of: content)
    let page = marks.count - 1
    elements[element].kids.append(.content(page: page, mark: marks[page].count))
    marks[page].append(.element(element))
  }

  /// Gives the next mark of the present page to something that is not read.
  func markArtifact(_ kind: PageArtifact) { marks[marks.count - 1].append(.artifact(kind.rawValue)) }

  /// Adds an annotation to the element of a link; gives that element.
  func annotate(_ content: PageContent, _ annotation: Int) -> Int {
    var element = element(of: content)
    // What is clicked at is the link around a picture, not the picture.
    if case .figure(_, let link?) = content.part { element = self.link(link, content, owner(of: content)) }
    elements[element].kids.append(.annotation(annotation))
    return element
  }

  /// Finds or makes the element of a stretch of a page.
  private func element(of content: PageContent) -> Int {
    let item = content.item
    let owner = owner(of: content)
    switch content.part {
    case .words, .pageNumber: return owner
    case .link(let number): return link(number, content, owner)
    case .figure(let number, let link):
      let outer = link.map { self.link($0, content, owner) } ?? owner
      return part(.figure(item, content.column, number)) { add("Figure", to: outer) }
    case .marker(let level):
      var element = owner
      var level = level
      while element > 0 {
        let kind = elements[element].kind
        // The number leads back to the mark.
        if kind == "Note" { return part(.wayBack(element)) { add("Link", to: label(of: element)) } }
        if kind == "LI", level >= 0 {
          if level == 0 { return label(of: element) }
          level -= 1
        }
        element = elements[element].parent
      }
      return owner
    }
  }

  /// Says what a figure shows.
  func describe(_ content: PageContent, _ words: [UInt8]) {
    let element = element(of: content)
    if elements[element].kind == "Figure", elements[element].alternative == nil { elements[element].alternative = words }
  }

  private func link(_ number: Int, _ content: PageContent, _ owner: Int) -> Int {
    part(.link(content.item, content.column, number)) { add("Link", to: owner) }
  }

  /// Finds the element of the block, cell or line that a stretch is in.
  private func owner(of content: PageContent) -> Int {
    let item = content.item
    if item.isContents {
      let table = contents ?? 0
      if item == .contentsTitle { return part(.piece(item)) { add("Caption", to: table, first: true) } }
      let line = part(.line(item.leaf)) { add("TOCI", to: table) }
      return content.part == .pageNumber ? part(.link(item, 0, 0)) { add("Link", to: line) } : line
    }
    guard let leaf = flow.leaf(item), let id = leaf.id else { return 0 }
    let block = byBlock[id] ?? 0
    switch leaf.kind {
    case .row(let row):
      if flow.node(item)?.kind == .htmlBlock { return htmlCell(item, row, block, content.column) }
      var column = 0
      for case .element(let cell) in elements[block].kids {
        if column == content.column { return cell }
        column += 1
      }
      return block
    case .caption, .field: return part(.piece(item)) { add("P", to: block) }
    case .heading(let level) where flow.node(item)?.kind == .htmlBlock: return part(.piece(item)) { add("H\(level)", to: block) }
    case .text, .code, .literal:
      if flow.node(item)?.kind == .htmlBlock { return part(.piece(item)) { add(leaf.kind == .text ? "P" : "Code", to: block) } }
      return block
    default: return block
    }
  }

  private func htmlCell(_ item: PaperFlow.Item, _ row: Int, _ block: Int, _ column: Int) -> Int {
    var first = Int(item.leaf)
    let strip = flow.strips[Int(item.strip)]
    while first > 0, strip.leaves[first].kind != .row(0), case .row = strip.leaves[first - 1].kind { first -= 1 }
    let table = part(.htmlTable(item.strip, first)) { add("Table", to: block) }
    let line = part(.piece(item)) { add("TR", to: table) }
    return part(.cell(item, column)) { add("TD", to: line) }
  }
}
