import Markdown
public import TextModel

/// Moves through the cells of a table, and lines its columns up on the way.
public struct TableKeys {
  private let context: EditContext

  init(_ context: EditContext) {
    self.context = context
  }

  /// Goes to the next cell, into a new row after the last; nil outside of tables.
  func nextCell() -> EditPlan? {
    guard let here = place() else { return nil }
    if here.column + 1 < here.table.columns { return go(here.table, here.row, here.column + 1) }
    return go(here.table, here.row + 1, 0)
  }

  /// Goes to the cell before; stays in the first.
  func previousCell() -> EditPlan? {
    guard let here = place() else { return nil }
    if here.column > 0 { return go(here.table, here.row, here.column - 1) }
    return here.row > 0 ? go(here.table, here.row - 1, here.table.columns - 1) : go(here.table, 0, 0)
  }

  /// Goes down a row in the same column, or the first one behind the row's end; on an empty last row leaves the table and takes the row away.
  func nextRow() -> EditPlan? {
    guard let here = place() else { return nil }
    var table = here.table
    if here.row == table.rows.count - 1, here.row > 0, table.rows[here.row].allSatisfy(\.isEmpty) {
      let newline = context.lineEnd(at: table.node.range.lower)
      table.rows.removeLast()
      let new = table.written()
      guard let edit = table.plan(new, lineEnd: newline)?.first else { return nil }
      let container = String(table.prefixes[0].reversed().drop { $0 == " " }.reversed())
      let text = edit.text + newline + container + newline + container
      return EditPlan(
        replacing: edit.range, with: text, selection: TextSelection(caret: edit.range.lower + text.utf8.count))
    }
    // Behind the row's last pipe one is done with the row.
    let line = context.lines.content(ofLine: context.lines.line(at: context.selection.head))
    let isBehind = context.selection.head == line.upper && here.column > 0 && context.text[line.upper - 1] == 0x7C
    return go(table, here.row + 1, isBehind ? 0 : here.column)
  }

  /// Takes a pipe typed at the end of a cell's text for the way to the next one, as it is when rows are typed by hand; at the end of the
  /// row, and before its first cell, it is there already. Nil leaves it to be typed: in the head, within text, behind a backslash.
  func pipe() -> EditPlan? {
    let caret = context.selection.head
    guard context.selection.isEmpty, let here = place(), here.row > 0 else { return nil }
    let content = context.lines.content(ofLine: context.lines.line(at: caret))
    let rest = context.text.bytes(in: TextRange(caret, content.upper)).drop { $0 == 0x20 }
    guard rest.first == 0x7C || rest.isEmpty, caret == content.lower || context.text[caret - 1] != 0x5C else { return nil }
    let row = here.table.rows[here.row]
    let isEmpty = here.column >= row.count || row[here.column].isEmpty
    if isEmpty && here.column == 0 { return EditPlan([], selection: context.selection) }
    guard here.column == here.table.columns - 1 else { return nextCell() }
    return rest.isEmpty ? nil : EditPlan([], selection: TextSelection(caret: content.upper))
  }

  /// Lines the columns of the table around an offset up; nil when they are or there is no table. The selection is carried along.
  public static func realigned(_ context: EditContext, at offset: TextOffset) -> EditPlan? {
    guard let node = table(in: context, at: offset), let table = TableSource(node), table.isRegular else { return nil }
    let edits = table.plan(table.written(), lineEnd: context.lineEnd(at: node.range.lower)) ?? []
    return edits.isEmpty ? nil : EditPlan(edits)
  }

  /// Gives the range of the table that has an offset on one of its lines; nil where there is none.
  public static func tableRange(in context: EditContext, at offset: TextOffset) -> TextRange? {
    table(in: context, at: offset)?.range
  }

  private static func table(in context: EditContext, at offset: TextOffset) -> MarkdownNode? {
    let content = context.lines.content(ofLine: context.lines.line(at: offset))
    return context.document.containers(touching: content).last { $0.kind == .table && $0.range.overlaps(content) }
  }

  /// The table, row and column of the caret; the head is row 0, and so is the line of dashes. Nil outside of tables that can be written anew.
  func place() -> (table: TableSource, row: Int, column: Int)? {
    let caret = context.selection.head
    let line = context.lines.line(at: caret)
    let content = context.lines.content(ofLine: line)
    guard let node, let table = TableSource(node), table.isRegular, table.lines.contains(line) else { return nil }
    let number = line - table.lines.lowerBound
    let row = number < 2 ? 0 : number - 1
    let start = context.lines.start(ofLine: line) + table.prefixes[number].utf8.count
    let before = context.text.bytes(in: TextRange(min(start, caret), caret))
    var pipes = 0
    var isEscaped = false
    for byte in before {
      if byte == 0x7C, !isEscaped { pipes += 1 }
      isEscaped = byte == 0x5C && !isEscaped
    }
    let leads = content.upper > start && context.text[LinePrefix(context.text).indented(start, ofLine: line)] == 0x7C
    return (table, row, min(max(pipes - (leads ? 1 : 0), 0), table.columns - 1))
  }

  /// Whether the caret is in a table, be it one that can be written anew or not.
  var isInTable: Bool { node != nil }

  private var node: MarkdownNode? { Self.table(in: context, at: context.selection.head) }

  /// Writes a table and puts the caret into one of its cells, in a new row if need be; nil where the table would not be read as such.
  func go(_ old: TableSource, _ row: Int, _ column: Int) -> EditPlan? {
    var table = old
    let lineEnd = context.lineEnd(at: table.node.range.lower)
    while table.rows.count <= row { table.rows.append([String](repeating: "", count: table.columns)) }
    let new = table.written()
    guard let edits = table.plan(new, lineEnd: lineEnd) else { return nil }
    return EditPlan(
      edits, selection: TextSelection(table.place(row: row, column: column, in: new, lineEnd: lineEnd)))
  }
}
