/// Holds what stands on one page: pieces of leaves, those of notes among them. Lengths are in the typesetter's units.
struct Page {
  /// A leaf, or the part of it between two heights, and where it stands.
  struct Piece: Equatable {
    var item: PaperFlow.Item
    /// The part of the leaf's box that stands here.
    var from: Double
    var to: Double
    /// Where the part's top is, from the top of the column.
    var y: Double
    /// Space above it that belongs to it; the bars of quotes go through it.
    var gap: Double
    /// True for the header of a table that goes on from the page before.
    var isRepeated = false

    var bottom: Double { y + to - from }
  }

  var pieces: [Piece] = []
  var notes: [Piece] = []
  /// Where the line above the notes is, from the top of the column; nil without notes.
  var ruleY: Double?
  /// The heading of a section that is in force where the page begins, or that begins the page; nil before the first.
  var section: Int?
}
