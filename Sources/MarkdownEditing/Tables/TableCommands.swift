import Markdown
import TextModel

/// Changes the rows and columns of the caret's table. Every change writes the whole table with its columns lined up.
struct TableCommands {
  private let context: EditContext
  private let keys: TableKeys

  init(_ context: EditContext) {
    self.context = context
    keys = TableKeys(context)
  }

  func insertRow(below: Bool) throws(EditRefusal) -> EditPlan? {
    var (table, row, column) = try place()
    let new = below ? row + 1 : row
    table.rows.insert([String](repeating: "", count: table.columns), at: new)
    return try go(table, new, column)
  }

  /// Takes the caret's row away. The head's place is taken by the row after it; with its last row the table goes.
  func deleteRow() throws(EditRefusal) -> EditPlan? {
    var (table, row, column) = try place()
    guard table.rows.count > 1 else { return deleted(table) }
    table.rows.remove(at: row)
    return try go(table, min(row, table.rows.count - 1), column)
  }

  /// Moves the caret's row past its neighbour; the head stays the head.
  func moveRow(by step: Int) throws(EditRefusal) -> EditPlan? {
    var (table, row, column) = try place()
    guard row > 0, row + step > 0, row + step < table.rows.count else { return nil }
    table.rows.swapAt(row, row + step)
    return try go(table, row + step, column)
  }

  func insertColumn(after: Bool) throws(EditRefusal) -> EditPlan? {
    var (table, row, column) = try place()
    guard table.columns < MarkdownBounds.tableColumns else { throw .tooManyColumns }
    let new = after ? column + 1 : column
    for index in table.rows.indices { table.rows[index].insert("", at: new) }
    table.alignments.insert(.none, at: new)
    return try go(table, row, new)
  }

  /// Takes the caret's column away; with its last column the table goes.
  func deleteColumn() throws(EditRefusal) -> EditPlan? {
    var (table, row, column) = try place()
    guard table.columns > 1 else { return deleted(table) }
    for index in table.rows.indices { table.rows[index].remove(at: column) }
    table.alignments.remove(at: column)
    return try go(table, row, min(column, table.columns - 1))
  }

  /// Moves the caret's column past its neighbour.
  func moveColumn(by step: Int) throws(EditRefusal) -> EditPlan? {
    var (table, row, column) = try place()
    let other = column + step
    guard other >= 0, other < table.columns else { return nil }
    for index in table.rows.indices { table.rows[index].swapAt(column, other) }
    table.alignments.swapAt(column, other)
    return try go(table, row, other)
  }

  /// Aligns the caret's column: 0 as the reader likes, 1 left, 2 centre, 3 right.
  func align(_ number: Int) throws(EditRefusal) -> EditPlan? {
    var (table, row, column) = try place()
    let all: [TableAlignment] = [.none, .left, .center, .right]
    guard all.indices.contains(number) else { return nil }
    table.alignments[column] = all[number]
    return try go(table, row, column)
  }

  func realign() throws(EditRefusal) -> EditPlan? {
    let (table, row, column) = try place()
    let plan = try go(table, row, column)
    return plan.isEmpty ? nil : plan
  }

  private func go(_ table: TableSource, _ row: Int, _ column: Int) throws(EditRefusal) -> EditPlan {
    guard let plan = keys.go(table, row, column) else { throw .looseTable }
    return plan
  }

  /// The caret's table with every row filled up to the number of columns.
  private func place() throws(EditRefusal) -> (table: TableSource, row: Int, column: Int) {
    guard var found = keys.place() else { throw keys.isInTable ? .raggedTable : .notInTable }
    for index in found.table.rows.indices {
      let missing = found.table.columns - found.table.rows[index].count
      if missing > 0 { found.table.rows[index] += [String](repeating: "", count: missing) }
    }
    return found
  }

  private func deleted(_ table: TableSource) -> EditPlan {
    let whole = TextRange(table.node.range.lower, context.lines.content(ofLine: table.lines.upperBound).upper)
    return EditPlan(replacing: whole, with: "", selection: TextSelection(caret: whole.lower))
  }
}
