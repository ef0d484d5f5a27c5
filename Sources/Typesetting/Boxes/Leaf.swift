import Markdown

/// Names the smallest thing that is laid out by itself: a paragraph, an item's line, a table's row, a chunk of code.
struct Leaf {
  enum Kind: Equatable {
    case text
    case heading(Int)
    /// Lines of a code block. `first` and `last` tell whether the block's edges are here.
    case code(first: Bool, last: Bool)
    /// Row of a table; 0 is the header.
    case row(Int)
    case rule
    /// The short line above the footnotes.
    case divider
    /// Source that nobody sets, shown quietly.
    case literal
    /// The heading of an alert or of front matter: words of ours, not of the source.
    case caption(String)
    /// Name and value of one entry of the front matter.
    case field
    /// Something that takes no room: a comment, a definition.
    case hidden
  }

  var kind: Kind
  /// Identifies the block in the tree, and stays while the block only moves.
  var id: BlockID?
  /// Its bytes, from the start of the strip.
  var source: Range<Int32>
  /// Which part of its block it is: of HTML the piece, of a long text not 0.
  var part: Int32 = 0
  /// The innermost frame around it; -1 for none.
  var frame: Int32
  /// Frames with this number or a higher one begin at this leaf.
  var opened: Int32
  /// Of a row the table that it is in: its number in the strip, or for one of HTML the number of its first row's leaf.
  var table: Int32 = 0
  /// Which piece of its row it is, and how many there are: cells that are too long for one layout are set in several, below each other.
  var piece: Int32 = 0
  var pieces: Int32 = 1
  /// True for a piece of a block of HTML.
  var isHTML = false
  /// True in a footnote, whose text is small.
  var isNote = false
  /// True for the leaf of a footnote that ends with the way back to where it is used.
  var endsNote = false
  /// The space that it wants above and below, in pixels; of two neighbours the larger counts.
  var above: Double
  var below: Double
  /// Gap above, as it came out beside the leaf before.
  var gap: Double = 0
  /// Height without the gap; an estimate until `box` was made once with the present width.
  var height: Double
  var measured = false
  /// What was set; kept for leaves near the viewport only.
  var box: LeafBox?

  var isHidden: Bool {
    if case .hidden = kind { true } else { false }
  }
}
