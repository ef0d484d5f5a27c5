import Markdown

/// A table of pasted HTML on its way to Markdown.
struct PastedTable {
  private var rows: [[String]] = []
  private var isHeaderFirst = false

  mutating func startRow() { rows.append([]) }

  mutating func startCell(isHeader: Bool) {
    if rows.isEmpty { rows.append([]) }
    if rows.count == 1, rows[0].isEmpty { isHeaderFirst = isHeader }
    rows[rows.count - 1].append("")
  }

  /// Adds text to the cell that is open; text outside of cells makes one.
  mutating func add(_ text: String) {
    if rows.isEmpty || rows[rows.count - 1].isEmpty { startCell(isHeader: false) }
    let row = rows.count - 1
    let cell = rows[row].count - 1
    rows[row][cell] += (rows[row][cell].isEmpty ? "" : " ") + text
  }

  private var filled: [[String]] { rows.filter { !$0.isEmpty } }

  /// The cells' texts, for a table that is none: one for each row.
  var texts: [String] { filled.map { $0.filter { !$0.isEmpty }.joined(separator: " ") }.filter { !$0.isEmpty } }
  var plain: String { texts.joined(separator: " ") }

  /// The lines of a table; nil where a single cell or column only lays out a page, or there are too many columns.
  func lines(_ options: MarkdownOptions) -> [String]? {
    let rows = filled
    let columns = rows.map(\.count).max() ?? 0
    guard options.contains(.tables), columns > 1 || isHeaderFirst, columns <= MarkdownBounds.tableColumns, !rows.isEmpty else { return nil }
    var widths = [Int](repeating: 3, count: columns)
    for row in rows { for (column, cell) in row.enumerated() { widths[column] = max(widths[column], DisplayWidth.of(cell)) } }
    func line(_ cells: [String]) -> String {
      let padded = (0..<columns).map { column -> String in
        let cell = column < cells.count ? cells[column] : ""
        // Very wide cells would make all lines as long.
        return cell + String(repeating: " ", count: max(0, min(widths[column], 80) - DisplayWidth.of(cell)))
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    return [line(rows[0]), line(widths.map { String(repeating: "-", count: min($0, 80)) })] + rows.dropFirst().map(line)
  }
}
