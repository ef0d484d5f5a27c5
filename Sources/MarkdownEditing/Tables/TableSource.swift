import Markdown
import TextModel

/// A table as it is written: its lines, cells and alignments, and how to write it anew with aligned columns.
struct TableSource {
  let node: MarkdownNode
  let text: ChunkedText
  var alignments: [TableAlignment]
  /// The cells' texts without blanks around them, the head first, without the line of dashes.
  var rows: [[String]]
  /// The lines of the table in the text.
  let lines: ClosedRange<Int>
  /// What stands before the table on each line.
  let prefixes: [String]

  init?(_ node: MarkdownNode) {
    guard node.kind == .table, let alignments = node.alignments else { return nil }
    self.node = node
    text = node.document.text
    self.alignments = alignments
    let index = text.lines
    lines = index.line(at: node.range.lower)...index.line(at: node.range.upper)
    let containers = Array(node.containers.reversed())
    var prefixes: [String] = []
    var rows: [[String]] = []
    for (line, end) in zip(lines, LinePrefix(text).ends(ofLines: lines, in: containers)) {
      var start = end
      // A tab of which an item takes a part indents the rest as well: without it the line would leave the item.
      while !containers.isEmpty, start < index.content(ofLine: line).upper, text[start] == 0x09 { start += 1 }
      prefixes.append(text.string(in: TextRange(index.start(ofLine: line), start)))
      if line == lines.lowerBound + 1 { continue }
      rows.append(Self.cells(text.string(in: TextRange(start, max(start, index.content(ofLine: line).upper)))))
    }
    self.prefixes = prefixes
    self.rows = rows
  }

  var columns: Int { alignments.count }
  /// Cells past the last column are not shown, but they are text: a table that has them is left as it is.
  var isRegular: Bool { rows.allSatisfy { $0.count <= columns } && prefixes.count == rows.count + 1 }

  /// Divides a line at its pipes; one behind a backslash is text.
  static func cells(_ line: String) -> [String] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in line.utf8 {
      if byte == 0x7C, !isEscaped {
        cells.append([])
      } else {
        cells[cells.count - 1].append(byte)
      }
      isEscaped = byte == 0x5C && !isEscaped
    }
    var trimmed = cells.map { trim($0) }
    if trimmed.count > 1, trimmed[0].isEmpty { trimmed.removeFirst() }
    if trimmed.count > 1, trimmed[trimmed.count - 1].isEmpty { trimmed.removeLast() }
    return trimmed
  }

  private static func trim(_ bytes: [UInt8]) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  // MARK: Writing

  /// Writes the lines with columns of equal width; wide characters count double.
  func written() -> [String] {
    let columns = alignments.count
    var widths = [Int](repeating: 3, count: columns)
    for row in rows {
      for (column, cell) in row.enumerated() where column < columns { widths[column] = max(widths[column], DisplayWidth.of(cell)) }
    }
    var lines = rows.map { row in
      "| "
        + (0..<columns).map { column in
          let cell = column < row.count ? row[column] : ""
          let free = widths[column] - DisplayWidth.of(cell)
          switch alignments[column] {
          case .right: return String(repeating: " ", count: free) + cell
          case .center: return String(repeating: " ", count: free / 2) + cell + String(repeating: " ", count: free - free / 2)
          default: return cell + String(repeating: " ", count: free)
          }
        }.joined(separator: " | ") + " |"
    }
    let dashes = (0..<columns).map { column -> String in
      switch alignments[column] {
      case .left: ":" + String(repeating: "-", count: widths[column] - 1)
      case .right: String(repeating: "-", count: widths[column] - 1) + ":"
      case .center: ":" + String(repeating: "-", count: widths[column] - 2) + ":"
      case .none: String(repeating: "-", count: widths[column])
      }
    }
    lines.insert("| " + dashes.joined(separator: " | ") + " |", at: 1)
    return lines
  }

  /// Gives the plan that writes the table anew; nil where that would make it another table or none, as in a list whose lines do not keep to
  /// the item's indent.
  func plan(_ new: [String], lineEnd: String) -> [EditPlan.Replacement]? {
    let index = text.lines
    let last = prefixes[prefixes.count - 1]
    let whole = TextRange(node.range.lower, index.content(ofLine: lines.upperBound).upper)
    var string = new[0]
    for line in 1..<new.count { string += lineEnd + (line < prefixes.count ? prefixes[line] : last) + new[line] }
    if text.string(in: whole) == string { return [] }
    guard node.containers.isEmpty || isRead(in: node.document.editing(whole, with: string).document) else { return nil }
    return [EditPlan.Replacement(whole, string)]
  }

  /// Whether a document has this table, as it is to be, at the old one's place.
  private func isRead(in document: MarkdownDocument) -> Bool {
    let place = TextRange(at: min(node.range.lower, document.text.end))
    guard let found = document.containers(touching: place).last(where: { $0.kind == .table }), let table = TableSource(found) else {
      return false
    }
    let whole = rows.map { $0 + [String](repeating: "", count: max(0, columns - $0.count)) }
    return table.rows == whole && table.alignments == alignments
  }

  /// Where a cell's text begins and ends among lines written by `written`, counted from the table's first byte.
  func place(row: Int, column: Int, in new: [String], lineEnd: String) -> TextRange {
    let line = row == 0 ? 0 : row + 1
    var offset = node.range.lower.utf8
    for before in 0..<line {
      let next = before + 1
      offset += new[before].utf8.count + lineEnd.utf8.count + prefixes[min(next, prefixes.count - 1)].utf8.count
    }
    let bytes = Array(new[line].utf8)
    var pipes = 0
    var position = 0
    var isEscaped = false
    while position < bytes.count {
      if bytes[position] == 0x7C, !isEscaped {
        if pipes == column { break }
        pipes += 1
      }
      isEscaped = bytes[position] == 0x5C && !isEscaped
      position += 1
    }
    let cell = row < rows.count && column < rows[row].count ? rows[row][column] : ""
    var start = position + 2
    if cell.isEmpty { return TextRange(at: TextOffset(offset + start)) }
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    return TextRange(TextOffset(offset + start), count: cell.utf8.count)
  }
}

/// Counts the columns that text takes in a monospaced font.
enum DisplayWidth {
  static func of(_ string: String) -> Int { string.reduce(0) { $0 + of($1) } }

  private static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.count > 1, character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    if first.isExtender || first.properties.generalCategory == .format { return 0 }
    return isWide(first) ? 2 : 1
  }

  /// East Asian Wide and Fullwidth, and emoji (Unicode Standard Annex 11, in blocks).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
      0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
