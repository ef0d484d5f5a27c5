import CPango
import Markdown
import TextModel

/// Holds a document set in one endless column, laid out only where somebody looks.
///
/// The column is a list of strips (top-level blocks) of leaves (paragraphs, items, rows, chunks of code). Every leaf has a height:
/// an estimate until it is set for the first time. Whoever shows the galley holds on to an `Anchor`, calls `prepare` with it before
/// drawing, and reads back where the anchor has come to be: so estimates are corrected without the visible text moving.
public final class Galley {
  /// A place on the galley that survives changes of heights: so many pixels below the top of a leaf (above its gap).
  public struct Anchor: Equatable, Sendable {
    var strip: Int
    var leaf: Int
    public var offset: Double

    /// The top of the document and whatever space is above it.
    public static let top = Anchor(strip: 0, leaf: 0, offset: -1e9)
  }

  public private(set) var typesetter: Typesetter
  /// Width of the column, in pixels.
  public private(set) var width: Double
  /// Where pictures come from.
  public weak var pictures: PictureSource?
  /// What tells the words of code apart; without it code has one colour.
  public weak var colours: CodeColours?
  /// The selected source bytes, in the order in which they are read; see `ranges`.
  public var selection: [Range<Int>] = [] { didSet { sortedSelection = selection.sorted { $0.lowerBound < $1.lowerBound } } }
  private(set) var sortedSelection: [Range<Int>] = []
  /// Source bytes that are shown as hits of a search.
  public var marks: [Range<Int>] = [] { didSet { sortedMarks = marks.sorted { $0.lowerBound < $1.lowerBound } } }
  private(set) var sortedMarks: [Range<Int>] = []
  /// The link or box at which the keyboard is; nil for none.
  public var focus: GalleyStop?
  /// The source byte whose block is marked by a bar; nil for none.
  public var caret: Int?

  /// From which side the document is read.
  public var direction = TextDirection.automatic { didSet { if direction != oldValue { restyle() } } }
  /// True when a table whose words do not fit the column is wider than it, to be scrolled by `scrollTable`; otherwise its words break.
  public var scrollsWideTables = false { didSet { if scrollsWideTables != oldValue { restyle() } } }

  var manuscript: Manuscript
  /// What is set, in order: the document's own blocks, and behind them the footnotes.
  var sheaves: [Sheaf] = []
  /// How many sheaves hold the document's own blocks.
  var bodySheaves = 0
  /// The strips that hold boxes.
  var live: [Strip] = []
  /// The strips that know nodes of the present tree.
  private var readers: [Strip] = []
  /// Strips that were replaced, many at once: freeing them takes time, which `workAhead` has.
  var retired: [[Strip]] = []
  /// The first sheaf whose height those behind it do not know yet.
  var firstStale = Int.max
  /// The sheaf that was asked for last: most questions are about neighbours.
  var latest = 0

  /// Length of the source, in bytes.
  public var sourceLength: Int { manuscript.length }
  public var sheet: StyleSheet { typesetter.sheet }
  /// Height of everything, in pixels; partly an estimate.
  public var height: Double {
    settle()
    return sheaves.last.map { $0.top + $0.height } ?? 0
  }

  /// Makes an empty galley.
  public init(typesetter: Typesetter, width: Double) {
    self.typesetter = typesetter
    self.width = width
    manuscript = Manuscript()
  }

  func take(_ typesetter: Typesetter) { self.typesetter = typesetter }

  func take(width: Double) { self.width = width }

  // MARK: Looking

  /// Sets the leaves from `above` pixels over an anchor to `below` pixels under it, and forgets boxes far from there.
  ///
  /// Afterwards heights in that stretch are real; ask `y(of:)` where the anchor is now.
  ///
  /// Boxes that were made before are kept for so many pixels more. When `isOver` says so, the rest is left for the next time; gives whether
  /// everything is set.
  @discardableResult
  public func prepare(_ anchor: inout Anchor, above: Double, below: Double, keeping: Double = 0, until isOver: () -> Bool = { false })
    -> Bool
  {
    guard !sheaves.isEmpty else { return true }
    anchor = valid(anchor)
    let wasMeasured = strips[anchor.strip].leaves[anchor.leaf].measured
    let old = strips[anchor.strip].leaves[anchor.leaf].height
    set(strip: anchor.strip, leaf: anchor.leaf)
    let item = strips[anchor.strip].leaves[anchor.leaf]
    // Somewhere in a leaf that was an estimate: the same share of the real one.
    if !wasMeasured, anchor.offset > item.gap, old > 0 {
      anchor.offset = item.gap + (anchor.offset - item.gap) * item.height / old
    }
    var first = (strip: anchor.strip, leaf: anchor.leaf)
    var room = above - anchor.offset
    while room > 0, let previous = place(before: first) {
      if isOver() { return false }
      set(strip: previous.strip, leaf: previous.leaf)
      first = previous
      let leaf = strips[first.strip].leaves[first.leaf]
      room -= leaf.gap + leaf.height
    }
    var last = (strip: anchor.strip, leaf: anchor.leaf)
    room = below - (item.gap + item.height - anchor.offset)
    while room > 0, let next = place(after: last) {
      if isOver() { return false }
      set(strip: next.strip, leaf: next.leaf)
      last = next
      let leaf = strips[last.strip].leaves[last.leaf]
      room -= leaf.gap + leaf.height
    }
    room = keeping
    while room > 0, let previous = place(before: first), strips[previous.strip].leaves[previous.leaf].box != nil {
      first = previous
      room -= strips[first.strip].leaves[first.leaf].height
    }
    room = keeping
    while room > 0, let next = place(after: last), strips[next.strip].leaves[next.leaf].box != nil {
      last = next
      room -= strips[last.strip].leaves[last.leaf].height
    }
    forget(before: first, after: last)
    return true
  }

  /// Tells where an anchor is, in pixels from the top.
  public func y(of anchor: Anchor) -> Double {
    guard !sheaves.isEmpty else { return 0 }
    let anchor = valid(anchor)
    let strip = strips[anchor.strip]
    settle()
    return top(ofStrip: anchor.strip) + strip.top(of: anchor.leaf) + anchor.offset
  }

  /// Gives the anchor at a height.
  public func anchor(atY y: Double) -> Anchor {
    guard let place = place(atY: y) else { return .top }
    return Anchor(strip: place.strip, leaf: place.leaf, offset: y - top(ofStrip: place.strip) - strips[place.strip].top(of: place.leaf))
  }

  func valid(_ anchor: Anchor) -> Anchor {
    guard anchor.strip < strips.count else {
      let strip = strips.count - 1
      return Anchor(strip: strip, leaf: strips[strip].leaves.count - 1, offset: 0)
    }
    guard anchor.leaf < strips[anchor.strip].leaves.count else {
      return Anchor(strip: anchor.strip, leaf: strips[anchor.strip].leaves.count - 1, offset: 0)
    }
    return anchor
  }

  func place(atY y: Double) -> (strip: Int, leaf: Int)? {
    guard !sheaves.isEmpty else { return nil }
    while true {
      settle()
      let number = sheafIndex(atY: y)
      let sheaf = sheaves[number]
      guard sheaf.isCut else {
        // One that takes no room leaves the place to the next, unless it is the last.
        if sheaf.isLookedThrough || !isHidden(sheaf, number) { cut(sheaf) }
        continue
      }
      let index = sheaf.strip(atY: y)
      return (sheaf.first + index, sheaf.strips[index].leaf(at: y - sheaf.top(of: index)))
    }
  }

  /// Finds where a source byte is shown: of a footnote's in the footnotes at the end. Nil for an empty document.
  func place(ofSource position: Int) -> (strip: Int, leaf: Int)? {
    if let note = manuscript.note(at: position, orEnd: true), note < strips.count {
      return (note, strips[note].leaf(holding: position - strips[note].start))
    }
    return flowPlace(ofSource: position)
  }

  /// Finds the place of a source byte among the blocks in the source's order: of a footnote's the place that it has left,
  /// unless nothing but footnotes follows there.
  func flowPlace(ofSource position: Int) -> (strip: Int, leaf: Int)? {
    guard !sheaves.isEmpty else { return nil }
    if position >= manuscript.tail, let note = manuscript.note(at: position), note < strips.count {
      return (note, strips[note].leaf(holding: position - strips[note].start))
    }
    let sheaf = sheaves[max(0, sheafIndex(ofSource: position))]
    if !sheaf.isCut { cut(sheaf) }
    let strip = sheaf.strips[sheaf.strip(ofSource: position)]
    return (sheaf.first + sheaf.strip(ofSource: position), strip.leaf(holding: position - strip.start))
  }

  // MARK: Setting

  /// Reads what is in a leaf.
  func content(strip index: Int, leaf: Int) -> LeafContent {
    let strip = strips[index]
    return manuscript.content(of: strip.leaves[leaf], node(of: leaf, in: strip, index), in: strip, colours: colours)
  }

  /// The node of a leaf in the present tree.
  private func node(of leaf: Int, in strip: Strip, _ index: Int) -> MarkdownNode {
    if let known = strip.found[leaf] { return known }
    if strip.found.isEmpty, strip.nodes.isEmpty { readers.append(strip) }
    if strip.nodes.isEmpty, let node = manuscript.node(of: strip.leaves[leaf], in: strip) {
      strip.found[leaf] = node
      return node
    }
    if strip.nodes.isEmpty { strip.nodes = manuscript.nodes(of: index, strip, typesetter: typesetter, width: width) }
    return strip.nodes[leaf]
  }

  /// Forgets the nodes of a tree that is no longer the present one.
  func forgetNodes() {
    for strip in readers { strip.forgetNodes() }
    readers = []
  }

  /// Sets a leaf, when it is not set. Heights of what follows are true after the next `settle`.
  func set(strip index: Int, leaf: Int) {
    let strip = strips[index]
    guard strip.leaves[leaf].box == nil else { return }
    if strip.leaves[leaf].kind == .hidden {
      // There may be very many of them in one place, and nothing is to be kept of them.
      strip.leaves[leaf].box = LeafBox(height: 0)
      strip.leaves[leaf].measured = true
      return
    }
    let compositor = Compositor(typesetter: typesetter, width: width, pictures: pictures, isMirrored: strip.isMirrored)
    let node = node(of: leaf, in: strip, index)
    let table = manuscript.table(of: leaf, node, in: strip, compositor: compositor, scrolls: scrollsWideTables)
    let offset = strip.offsets.isEmpty ? 0 : tableOffset(strip, leaf)
    let columns = table.flatMap {
      compositor.columns(of: $0, indent: compositor.indent(of: strip.leaves[leaf], strip.frames), offset: offset)
    }
    let content = manuscript.content(of: strip.leaves[leaf], node, in: strip, colours: colours, columns: columns)
    let box = compositor.box(strip.leaves[leaf], content, frames: strip.frames, table: table, offset: offset)
    strip.leaves[leaf].box = box
    strip.leaves[leaf].measured = true
    if !live.contains(where: { $0 === strip }) { live.append(strip) }
    if strip.leaves[leaf].height != box.height {
      strip.leaves[leaf].height = box.height
      strip.isStale = true
      strip.sheaf?.isStale = true
      firstStale = min(firstStale, sheafIndex(ofStrip: index))
    }
  }

  /// Forgets boxes outside a stretch of leaves, which must hold every strip between the two.
  private func forget(before first: (strip: Int, leaf: Int), after last: (strip: Int, leaf: Int)) {
    let kept = shownStrips(from: first.strip, to: last.strip)
    for strip in live where !kept.contains(ObjectIdentifier(strip)) {
      for leaf in strip.leaves.indices { strip.leaves[leaf].box = nil }
      strip.forgetNodes()
    }
    live.removeAll { !kept.contains(ObjectIdentifier($0)) }
    for leaf in 0..<first.leaf { strips[first.strip].leaves[leaf].box = nil }
    let end = strips[last.strip].leaves.count
    for leaf in min(last.leaf + 1, end)..<end { strips[last.strip].leaves[leaf].box = nil }
  }
}
