/// Holds what stands around leaves: a quote, an item of a list. Frames nest by `parent`.
struct Frame: Equatable {
  enum Kind: Equatable {
    case quote
    /// An alert of GitHub; 0 note, 1 tip, 2 important, 3 warning, 4 caution.
    case alert(Int)
    case item(Marker)
    /// The note of a footnote, with its number or, when nothing refers to it, its label.
    case note(String)
    /// A block of HTML that centres or indents its contents.
    case aside
  }

  /// What stands before an item.
  enum Marker: Equatable {
    /// A bullet; the depth of the list chooses its form.
    case bullet(depth: Int)
    case number(String)
    /// A task's box; `source` is the byte between its brackets, from the start of the run.
    case task(done: Bool, source: Int)
  }

  /// Frames beyond this depth indent no further: the column would have no width left.
  static let deepest = 24

  var kind: Kind
  /// The frame around this one; -1 for none.
  var parent: Int32
  /// 1 for a frame in no other.
  var depth: Int
  /// Where its contents begin, in pixels from the column's edge.
  var indent: Double
}
