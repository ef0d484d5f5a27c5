/// Holds a leaf that has been set: texts, pictures and grounds, from its upper left corner (the column's edge, below the gap).
final class LeafBox {
  /// A text and where it stands.
  struct Text {
    var set: SetText
    var x: Double
    var y: Double
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
    /// What stands before an item or a note: of the innermost one 0.
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

  var height: Double
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
