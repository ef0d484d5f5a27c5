/// Holds a leaf that has been set: texts, pictures and grounds, from its upper left corner (the column's edge, below the gap).
final class LeafBox {
  /// A text and where it stands.
  struct Text {
    var set: SetText
    var x: Double
    var y: Double
    /// Width of the column that it was set for; 0 where that is nobody's business.
    var width = 0.0
    /// Names the colour of letters without one of their own.
    var tone: Tone = .text
    /// Nothing outside is drawn, when there is a clip.
    var isSource = true
    /// What the text is in its leaf.
    var part = Part.words(column: 0)
  }

  /// Says what a text of a box is.
  enum Part: Equatable {
    /// Words of the source: the leaf's, or those of a cell by its column.
    case words(column: Int)
    /// The words of the placeholder of a picture of the last source text, by the picture's number.
    case label(picture: Int)
    /// What stands before an item or a note: of the innermost item 0, of a note -1.
    case marker(level: Int)
  }

  enum Tone: Equatable {
    case text
    case quiet
    case alert(Int)
  }

  /// Something that is drawn below the texts.
  enum Ground {
    case chip
    case key
    case mark
    case shade(openAbove: Bool, openBelow: Bool)
    case cell(header: Bool, striped: Bool)
    case line
    case bullet(depth: Int)
    case task(done: Bool, source: Int)
    case picture([UInt8])
    case alertIcon(Int)
  }

  /// Says how a row that is wider than the column is scrolled in it.
  struct Scroll {
    /// Where the table begins, from the side from which it is read.
    var start: Double
    /// Width of everything, what is before the table included.
    var width: Double
    /// How far it is scrolled from the side from which it is read.
    var offset: Double
    var isMirrored: Bool

    /// How far its contents are moved in a column of a width.
    func shift(in column: Double) -> Double { isMirrored ? column - width + offset : -offset }
  }

  var height: Double
  /// For rows of a table that is wider than the column; nil for everything else.
  var scroll: Scroll?
  var texts: [Text]
  var grounds: [(rect: Rect, ground: Ground)]

  init(height: Double, texts: [Text] = [], grounds: [(rect: Rect, ground: Ground)] = []) {
    self.height = height
    self.texts = texts
    self.grounds = grounds
  }

  /// Takes note that its source lies further along in the strip, by so many bytes.
  func move(by shift: Int) {
    guard shift != 0 else { return }
    for text in texts { text.set.text.move(by: shift) }
    for index in grounds.indices {
      if case .task(let done, let source) = grounds[index].ground { grounds[index].ground = .task(done: done, source: source + shift) }
    }
  }
}
