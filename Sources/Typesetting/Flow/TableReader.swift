import CPango
import Markdown

/// Finds the shape of a table: what its columns want.
struct TableReader {
  let compositor: Compositor
  /// The widest column of a table that may be wider than its room; nil when it may not.
  var widest: Double?
  /// Rows beyond so many cells are sampled, so that a huge table does not keep the reader waiting.
  static let mostCells = 2_500

  /// Measures a table of Markdown whose room is `width`.
  func shape(of table: MarkdownNode, reader: InlineReader, width: Double) -> TableShape {
    let alignments = table.alignments ?? [.none]
    var rows = 0
    for row in table.children where row.kind == .tableRow { rows += 1 }
    let stride = max(1, rows * alignments.count / Self.mostCells)
    var wants = Array(repeating: TableShape.Want(), count: max(1, alignments.count))
    var number = 0
    for row in table.children where row.kind == .tableRow {
      defer { number += 1 }
      guard number % stride == 0 || number < 50, number % stride == 0 || number * alignments.count < Self.mostCells / 4 else { continue }
      var column = 0
      for cell in row.children where cell.kind == .tableCell {
        if column < wants.count { widen(&wants[column], read(cell, reader), isHeader: number == 0) }
        column += 1
      }
    }
    return TableShape(wants: wants, alignments: alignments.map(\.pango), width: width, side: compositor.sheet.ems(0.7), widest: widest)
  }

  /// Reads a cell; of a very long one the beginning, which tells enough.
  private func read(_ cell: MarkdownNode, _ reader: InlineReader) -> LayoutText {
    let range = cell.range.bytes
    guard range.count > FlowBuilder.mostBytes else { return reader.read(cell) }
    var clipped = reader
    clipped.clip =
      range.lowerBound..<FlowBuilder.cuts(of: range.lowerBound..<range.lowerBound + FlowBuilder.mostBytes + 1, in: reader.document)[0]
    return clipped.read(cell)
  }

  /// Measures a table of HTML from its rows.
  func shape(of rows: [[LayoutText]], width: Double) -> TableShape {
    let columns = max(1, rows.map(\.count).max() ?? 1)
    var wants = Array(repeating: TableShape.Want(), count: columns)
    for (number, row) in rows.enumerated() {
      for (column, cell) in row.enumerated() { widen(&wants[column], cell, isHeader: number == 0) }
    }
    return TableShape(
      wants: wants, alignments: Array(repeating: PANGO_ALIGN_LEFT, count: columns), width: width, side: compositor.sheet.ems(0.7),
      widest: widest)
  }

  private func widen(_ want: inout TableShape.Want, _ cell: LayoutText, isHeader: Bool) {
    let typesetter = compositor.typesetter
    let size = typesetter.size(.cell(header: isHeader))
    var measured = typesetter.glyphs.measure(cell, isBold: isHeader, codeScale: compositor.sheet.codeScale)
    for picture in cell.pictures {
      let width = compositor.pictureWidth(picture) / size
      measured.least = max(measured.least, min(width, 10))
      measured.most += width
    }
    // Letters added up miss kerning and rounding: a little too much is better than a wrapped word.
    want.least = max(want.least, (measured.least * size * 1.02 + 2).rounded(.up))
    want.most = max(want.most, (measured.most * size * 1.02 + 2).rounded(.up))
  }
}

extension TableAlignment {
  var pango: PangoAlignment {
    switch self {
    case .none, .left: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .right: PANGO_ALIGN_RIGHT
    }
  }
}
