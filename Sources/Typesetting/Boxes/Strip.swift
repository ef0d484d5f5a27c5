import CPango
import Markdown

/// Holds the leaves of one top-level block, in order: what is replaced when the block changes and merely moved otherwise.
final class Strip {
  /// The sheaf that it is in; nil for one that stands alone, and for one that was replaced.
  weak var sheaf: Sheaf?
  /// Where the block begins, in bytes from the start of the sheaf, or of the text for one that stands alone.
  var offset: Int
  /// Its length in bytes, up to the start of the next block.
  var length: Int
  /// Identifies the block in the tree.
  let id: BlockID?
  var frames: [Frame]
  var leaves: [Leaf]
  /// True when nothing of it is shown.
  let isHidden: Bool
  /// The shapes of its tables by their number; made when a row is first set.
  var tables: [Int32: TableShape] = [:]
  /// The number of the footnote that it is; nil for what stands where the source has it.
  var note: Int?
  /// How many references the footnote had.
  var uses = 0
  /// True when a table of contents is in it.
  var hasContents = false
  /// True when definitions of footnotes are in it.
  var hasNotes = false
  /// Of a block that is one definition of a footnote, with none in it, whether it has a number and stands at the end; nil of other blocks.
  var isNumbered: Bool?
  /// How far its tables that are wider than the column are scrolled, in pixels, by their number.
  var offsets: [Int32: Double] = [:]
  /// True when it is read from the right.
  var isMirrored = false
  /// Alignments that HTML has left open where the strip begins and where it ends.
  var alignments: [PangoAlignment] = []
  var alignmentsAfter: [PangoAlignment] = []
  /// The nodes of the leaves in the present version of the tree; empty until all are asked for.
  var nodes: [MarkdownNode] = []
  /// Those of single leaves, by their numbers.
  var found: [Int: MarkdownNode] = [:]
  /// The block of HTML that was read last, with its place in the strip; lives as long as the nodes.
  var html: (place: Int, block: HTMLBlock)?
  /// True while a leaf has a height that `top(of:)` does not know yet.
  var isStale = false
  /// Height of all leaves with their gaps, in pixels.
  private(set) var height = 0.0
  /// Tops of the leaves (above their gaps) from the strip's top; rebuilt when a height has changed.
  private var tops: [Double] = []

  init(id: BlockID?, start: Int, length: Int, frames: [Frame], leaves: [Leaf]) {
    self.id = id
    offset = start
    self.length = length
    self.frames = frames
    self.leaves = leaves
    isHidden = leaves.allSatisfy(\.isHidden)
  }

  /// Where the block begins in the text, in bytes.
  var start: Int { (sheaf?.start ?? 0) + offset }

  /// True when a leaf is set.
  var isLive: Bool { leaves.contains { $0.box != nil } }

  /// Forgets the nodes, because the tree is another one or they will not be needed soon.
  func forgetNodes() {
    if !nodes.isEmpty { nodes = [] }
    if !found.isEmpty { found = [:] }
    html = nil
  }

  /// The first leaf from a number on that is shown; nil when none is.
  func shownLeaf(from number: Int) -> Int? {
    var leaf = number
    while leaf < leaves.count, leaves[leaf].isHidden { leaf += 1 }
    return leaf < leaves.count ? leaf : nil
  }

  /// The last leaf before a number that is shown; nil when none is.
  func shownLeaf(before number: Int) -> Int? {
    var leaf = number - 1
    while leaf >= 0, leaves[leaf].isHidden { leaf -= 1 }
    return leaf >= 0 ? leaf : nil
  }

  /// Takes note of changed heights or gaps. O(leaves).
  func refresh() {
    tops.removeAll(keepingCapacity: true)
    tops.reserveCapacity(leaves.count)
    var y = 0.0
    for leaf in leaves {
      tops.append(y)
      y += leaf.gap + leaf.height
    }
    height = y
    isStale = false
  }

  /// Chooses the gaps: of two neighbours the larger space counts. `above` is the space that the strip before wants below it; nil at the document's start.
  func closeUp(after above: Double?) {
    var before = above
    var isAfterCaption = false
    for index in leaves.indices where leaves[index].kind != .hidden {
      let above = isAfterCaption ? 0 : leaves[index].above
      leaves[index].gap = before.map { max($0, above) } ?? 0
      before = leaves[index].below
      if case .caption = leaves[index].kind { isAfterCaption = true } else { isAfterCaption = false }
    }
    refresh()
  }

  /// Tells the top of a leaf's gap, from the strip's top.
  func top(of leaf: Int) -> Double { leaf < tops.count ? tops[leaf] : height }

  /// Finds the leaf at a height, gaps belonging to the leaf below them. O(log leaves).
  func leaf(at y: Double) -> Int {
    var low = 0
    var high = tops.count
    while low < high {
      let middle = (low + high) / 2
      if tops[middle] <= y { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Finds the leaf that holds a byte, counted from the strip's start, or the last one before it. O(log leaves).
  func leaf(holding position: Int) -> Int {
    var low = 0
    var high = leaves.count
    while low < high {
      let middle = (low + high) / 2
      if Int(leaves[middle].source.lowerBound) <= position { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
