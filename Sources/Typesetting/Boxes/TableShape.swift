import CPango

/// Holds the column widths of a table, which all of its rows share.
struct TableShape: Equatable {
  /// Widths of the columns' contents, in pixels.
  var widths: [Double]
  var alignments: [PangoAlignment]
  /// Space on either side of a cell's contents, in pixels.
  var side: Double

  /// Width of a row with its lines.
  var width: Double { widths.reduce(1) { $0 + $1 + 2 * side + 1 } }

  static func == (left: TableShape, right: TableShape) -> Bool {
    left.widths == right.widths && left.side == right.side
      && left.alignments.map(\.rawValue) == right.alignments.map(\.rawValue)
  }

  /// Says how much room a column wants.
  struct Want {
    /// Of its longest word, in pixels.
    var least = 0.0
    /// Of its longest cell in one line, in pixels.
    var most = 0.0
  }

  /// Makes a table of equal columns.
  init(columns: Int, width: Double) {
    side = 8
    widths = Array(repeating: max(1, width / Double(max(1, columns)) - 17), count: max(1, columns))
    alignments = Array(repeating: PANGO_ALIGN_LEFT, count: max(1, columns))
  }

  /// Divides a width among columns: all get what their longest cell wants when there is room; else each gets its longest word
  /// and a part of the rest by what it lacks; when even the words do not fit, words break, the widest columns first.
  ///
  /// Where `widest` is given, words do not break: columns are as wide as their longest word, up to that width, and the table is wider than there is room.
  init(wants: [Want], alignments: [PangoAlignment], width: Double, side: Double, widest: Double? = nil) {
    self.alignments = alignments
    let wants = wants.map { Want(least: max(1, $0.least), most: max(1, $0.least, $0.most)) }
    if let widest, wants.reduce(1, { $0 + min($1.least, widest) + 2 * side + 1 }) > width {
      self.side = side
      widths = wants.map { max(min($0.least, widest), min($0.most, widest / 2)).rounded(.up) }
      return
    }
    // Very many columns: the blanks between them give way first.
    let side = min(side, max(2, (width / Double(max(1, wants.count)) / 4).rounded(.down)))
    self.side = side
    let room = width - Double(wants.count) * (2 * side + 1) - 1
    let most = wants.reduce(0) { $0 + $1.most }
    if most <= room {
      widths = wants.map { $0.most.rounded(.down) }
      return
    }
    let least = wants.reduce(0) { $0 + $1.least }
    if least <= room {
      let spare = room - least
      let lacking = max(1, most - least)
      widths = wants.map { ($0.least + spare * ($0.most - $0.least) / lacking).rounded(.down) }
      return
    }
    // Find the cap under which the columns fit together.
    var cap = room / Double(max(1, wants.count))
    for _ in 0..<24 {
      let narrow = wants.filter { $0.least <= cap }
      let rest = room - narrow.reduce(0) { $0 + $1.least }
      let wide = wants.count - narrow.count
      guard wide > 0 else { break }
      let next = rest / Double(wide)
      if next - cap < 0.5 { break }
      cap = next
    }
    widths = wants.map { max(min($0.least, cap), 1).rounded(.down) }
  }
}
