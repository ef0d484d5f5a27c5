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

  private(set) var manuscript: Manuscript
  var strips: [Strip] = []
  /// Tops of the strips, in pixels, and the document's height after them.
  var tops: [Double] = [0]
  /// The strips that hold boxes.
  private(set) var live: [Strip] = []
  /// The first strip whose height `tops` does not know yet.
  private var firstStale = Int.max

  /// Length of the source, in bytes.
  public var sourceLength: Int { manuscript.length }
  public var sheet: StyleSheet { typesetter.sheet }
  /// Height of everything, in pixels; partly an estimate.
  public var height: Double {
    settle()
    return tops[tops.count - 1]
  }

  /// Makes an empty galley.
  public init(typesetter: Typesetter, width: Double) {
    self.typesetter = typesetter
    self.width = width
    manuscript = Manuscript()
  }

  // MARK: What is set

  /// Sets a document, or what has changed of it since the last call. Leaves that stay the same keep their boxes and heights.
  ///
  /// Gives the anchor's new place. O(top-level blocks + leaves of the changed ones).
  @discardableResult
  public func update(_ document: MarkdownDocument, anchor: Anchor = .top) -> Anchor {
    // Whoever looks at the top of the document goes on looking at its top.
    let isAtTop = strips.isEmpty || y(of: anchor) <= 0
    let next = Manuscript(document)
    let body = strips[..<min(manuscript.bodyCount, strips.count)]
    let notes = Array(strips[body.endIndex...])
    let change = ManuscriptChange(from: manuscript, to: next, strips: body)
    let held = source(of: anchor)
    let isHeldInNotes = anchor.strip >= body.endIndex
    let old = Array(body[change.head..<(body.count - change.tail)])
    let before = manuscript
    manuscript = next
    var alignments = change.head > 0 ? strips[change.head - 1].alignmentsAfter : []
    var fresh: [Strip] = []
    for block in change.head..<(next.bodyCount - change.tail) {
      fresh.append(cut(block, &alignments))
    }
    StripHeirs.handOver(from: old, to: fresh, change)
    strips.replaceSubrange(body.endIndex..., with: self.notes(after: notes, change))
    strips.replaceSubrange(change.head..<(body.count - change.tail), with: fresh)
    for index in strips.indices {
      strips[index].start = next.start(of: index)
      strips[index].length = next.end(of: index) - strips[index].start
      strips[index].nodes = []
    }
    var first = change.head
    var last = settleAlignments(from: change.head + fresh.count, alignments)
    if !notes.isEmpty || next.count > next.bodyCount { last = strips.count }
    let hasOtherHeadings = strips.contains(where: \.hasContents) && before.appendix.headings.map(Self.entry) != next.appendix.headings.map(Self.entry)
    let hasOtherNotes = before.appendix.order != next.appendix.order
    if hasOtherHeadings || hasOtherNotes {
      first = min(first, renew { (hasOtherHeadings && $0.hasContents) || (hasOtherNotes && $0.hasNotes) })
      last = strips.count
    }
    if hasOtherNotes { forgetReferences() }
    closeUp(from: first, through: max(last, change.head + fresh.count))
    live = strips.filter { $0.isLive }
    let place = isHeldInNotes ? self.place(ofSource: change.map(held)) : flowPlace(ofSource: change.map(held))
    guard !isAtTop, let place else { return Anchor(strip: 0, leaf: 0, offset: min(anchor.offset, 0)) }
    return Anchor(strip: place.strip, leaf: place.leaf, offset: anchor.offset)
  }

  /// Cuts a block into leaves.
  private func cut(_ block: Int, _ alignments: inout [PangoAlignment]) -> Strip {
    let strip = manuscript.strip(block, typesetter: typesetter, width: width, alignments: &alignments)
    switch direction {
    case .automatic: strip.isMirrored = manuscript.isRightToLeft(block)
    case .leftToRight: break
    case .rightToLeft: strip.isMirrored = true
    }
    return strip
  }

  /// Gives the strips of the footnotes, those that are what they were as they are.
  private func notes(after old: [Strip], _ change: ManuscriptChange) -> [Strip] {
    guard manuscript.count > manuscript.bodyCount else { return [] }
    let known = Dictionary(old.compactMap { strip in strip.id.map { ($0, strip) } }, uniquingKeysWith: { first, _ in first })
    var alignments: [PangoAlignment] = []
    return (manuscript.bodyCount..<manuscript.count).map { block in
      let start = manuscript.start(of: block)
      let number = block - manuscript.bodyCount + 1
      let former = manuscript.id(of: block).flatMap { known[$0] }
      if let former, former.note == number, !change.mayDefine, former.uses == manuscript.appendix.notes[number - 1].references.count,
        change.isSame(old: former.start..<former.start + former.length, new: start..<manuscript.end(of: block))
      {
        return former
      }
      let strip = cut(block, &alignments)
      if let former { StripHeirs.handOver(from: former, to: strip, change) }
      return strip
    }
  }

  private static func entry(_ heading: MarkdownHeadingEntry) -> [String] { ["\(heading.level)", heading.title, heading.identifier] }

  /// Cuts strips again that show what is elsewhere in the document: headings, or that a footnote is used. Gives the first.
  private func renew(_ isWanted: (Strip) -> Bool) -> Int {
    var first = strips.count
    for index in strips.indices where isWanted(strips[index]) {
      var alignments = strips[index].alignments
      strips[index] = cut(index, &alignments)
      first = min(first, index)
    }
    return first
  }

  /// Forgets what shows the number of a footnote, because the numbers have changed.
  private func forgetReferences() {
    for note in manuscript.appendix.notes {
      for reference in note.references {
        guard let place = place(ofSource: reference.range.lower.utf8) else { continue }
        strips[place.strip].leaves[place.leaf].box = nil
        strips[place.strip].leaves[place.leaf].measured = false
      }
    }
  }

  /// Tells the source byte with which an anchor's leaf begins.
  private func source(of anchor: Anchor) -> Int {
    guard !strips.isEmpty else { return 0 }
    let anchor = valid(anchor)
    return strips[anchor.strip].start + Int(strips[anchor.strip].leaves[anchor.leaf].source.lowerBound)
  }

  /// Cuts strips again while HTML before them leaves other alignments than it did; gives the first that stays.
  private func settleAlignments(from first: Int, _ before: [PangoAlignment]) -> Int {
    var alignments = before
    var index = first
    while index < strips.count, strips[index].alignments.map(\.rawValue) != alignments.map(\.rawValue) {
      strips[index] = cut(index, &alignments)
      index += 1
    }
    return index
  }

  /// Changes the rules, the fonts or the width; everything is set again when it is looked at.
  public func restyle(typesetter: Typesetter? = nil, width: Double? = nil) {
    if let typesetter { self.typesetter = typesetter }
    if let width { self.width = width }
    var alignments: [PangoAlignment] = []
    for index in strips.indices {
      strips[index] = cut(index, &alignments)
    }
    live = []
    closeUp(from: 0, through: strips.count)
  }

  // MARK: Looking

  /// Sets the leaves from `above` pixels over an anchor to `below` pixels under it, and forgets boxes far from there.
  ///
  /// Afterwards heights in that stretch are real; ask `y(of:)` where the anchor is now.
  public func prepare(_ anchor: inout Anchor, above: Double, below: Double) {
    guard !strips.isEmpty else { return }
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
      set(strip: previous.strip, leaf: previous.leaf)
      first = previous
      let leaf = strips[first.strip].leaves[first.leaf]
      room -= leaf.gap + leaf.height
    }
    var last = (strip: anchor.strip, leaf: anchor.leaf)
    room = below - (item.gap + item.height - anchor.offset)
    while room > 0, let next = place(after: last) {
      set(strip: next.strip, leaf: next.leaf)
      last = next
      let leaf = strips[last.strip].leaves[last.leaf]
      room -= leaf.gap + leaf.height
    }
    forget(before: first, after: last)
  }

  /// Tells where an anchor is, in pixels from the top.
  public func y(of anchor: Anchor) -> Double {
    guard !strips.isEmpty else { return 0 }
    settle()
    let anchor = valid(anchor)
    return tops[anchor.strip] + strips[anchor.strip].top(of: anchor.leaf) + anchor.offset
  }

  /// Gives the anchor at a height.
  public func anchor(atY y: Double) -> Anchor {
    guard let place = place(atY: y) else { return .top }
    return Anchor(strip: place.strip, leaf: place.leaf, offset: y - tops[place.strip] - strips[place.strip].top(of: place.leaf))
  }

  private func valid(_ anchor: Anchor) -> Anchor {
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
    guard !strips.isEmpty else { return nil }
    settle()
    var low = 0
    var high = strips.count
    while low < high {
      let middle = (low + high) / 2
      if tops[middle] <= y { low = middle + 1 } else { high = middle }
    }
    let strip = max(0, low - 1)
    return (strip, strips[strip].leaf(at: y - tops[strip]))
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
    guard !strips.isEmpty else { return nil }
    if position >= manuscript.tail, let note = manuscript.note(at: position), note < strips.count {
      return (note, strips[note].leaf(holding: position - strips[note].start))
    }
    var low = 0
    var high = min(manuscript.bodyCount, strips.count)
    while low < high {
      let middle = (low + high) / 2
      if strips[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    let strip = max(0, low - 1)
    return (strip, strips[strip].leaf(holding: position - strips[strip].start))
  }

  func place(after place: (strip: Int, leaf: Int)) -> (strip: Int, leaf: Int)? {
    if place.leaf + 1 < strips[place.strip].leaves.count { return (place.strip, place.leaf + 1) }
    return place.strip + 1 < strips.count ? (place.strip + 1, 0) : nil
  }

  func place(before place: (strip: Int, leaf: Int)) -> (strip: Int, leaf: Int)? {
    if place.leaf > 0 { return (place.strip, place.leaf - 1) }
    return place.strip > 0 ? (place.strip - 1, strips[place.strip - 1].leaves.count - 1) : nil
  }

  // MARK: Setting

  /// Reads what is in a leaf.
  func content(strip index: Int, leaf: Int) -> LeafContent {
    let strip = strips[index]
    if strip.nodes.count != strip.leaves.count {
      strip.nodes = manuscript.nodes(of: index, strip, typesetter: typesetter, width: width)
    }
    return manuscript.content(of: strip.leaves[leaf], strip.nodes[leaf], in: strip, colours: colours)
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
    let content = content(strip: index, leaf: leaf)
    let compositor = Compositor(typesetter: typesetter, width: width, pictures: pictures, isMirrored: strip.isMirrored)
    let table = manuscript.table(of: leaf, in: strip, compositor: compositor, scrolls: scrollsWideTables)
    let box = compositor.box(
      strip.leaves[leaf], content, frames: strip.frames, table: table, offset: strip.offsets.isEmpty ? 0 : tableOffset(strip, leaf))
    strip.leaves[leaf].box = box
    strip.leaves[leaf].measured = true
    if !live.contains(where: { $0 === strip }) { live.append(strip) }
    if strip.leaves[leaf].height != box.height {
      strip.leaves[leaf].height = box.height
      strip.isStale = true
      firstStale = min(firstStale, index)
    }
  }

  /// Brings the tops of leaves and strips up to date. O(strips + leaves of changed strips), nothing when no height has changed.
  func settle() {
    guard firstStale < Int.max else { return }
    if tops.count != strips.count + 1 {
      let known = min(firstStale + 1, tops.count)
      tops.removeSubrange(known...)
      tops.append(contentsOf: repeatElement(0, count: strips.count + 1 - known))
    }
    var y = tops[min(firstStale, strips.count)]
    if firstStale == 0 { y = 0 }
    for index in min(firstStale, strips.count)..<strips.count {
      if strips[index].isStale { strips[index].refresh() }
      tops[index] = y
      y += strips[index].height
    }
    tops[strips.count] = y
    firstStale = Int.max
  }

  /// Forgets boxes outside a stretch of leaves, which must hold every strip between the two.
  private func forget(before first: (strip: Int, leaf: Int), after last: (strip: Int, leaf: Int)) {
    let kept = Set(strips[first.strip...last.strip].map(ObjectIdentifier.init))
    for strip in live where !kept.contains(ObjectIdentifier(strip)) {
      for leaf in strip.leaves.indices { strip.leaves[leaf].box = nil }
      strip.nodes = []
    }
    live.removeAll { !kept.contains(ObjectIdentifier($0)) }
    for leaf in 0..<first.leaf { strips[first.strip].leaves[leaf].box = nil }
    let end = strips[last.strip].leaves.count
    for leaf in min(last.leaf + 1, end)..<end { strips[last.strip].leaves[leaf].box = nil }
  }

  private func closeUp(from first: Int, through last: Int) {
    for index in first..<min(last + 1, strips.count) {
      strips[index].closeUp(after: index > 0 ? strips[index - 1].leaves.last?.below : nil)
    }
    firstStale = min(firstStale, first)
    settle()
  }
}
