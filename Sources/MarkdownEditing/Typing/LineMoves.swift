import Markdown
import TextModel

/// Moves the selected lines, or the caret's item with all that belongs to it, past their neighbour.
struct LineMoves {
  private let context: EditContext

  init(_ context: EditContext) {
    self.context = context
  }

  func up() -> EditPlan? { plan(step: -1) }
  func down() -> EditPlan? { plan(step: 1) }

  private func plan(step: Int) -> EditPlan? {
    let selected = SelectedLines(context)
    if let leaf = selected.leaf(ofLine: selected.lines.lowerBound) {
      if leaf.kind == .tableCell { return row(leaf, step) }
      if let item = leaf.containers.first(where: { $0.kind == .listItem }), let plan = moved(item, step, selected.lines) { return plan }
    }
    let neighbour = step < 0 ? selected.lines.lowerBound - 1 : selected.lines.upperBound + 1
    guard neighbour >= 0, neighbour < context.lines.count else { return nil }
    // The empty line after the last line end is no line to go past.
    if neighbour == context.lines.count - 1, context.lines.content(ofLine: neighbour).isEmpty { return nil }
    return swapped(selected.lines, neighbour...neighbour)
  }

  private func moved(_ item: MarkdownNode, _ step: Int, _ lines: ClosedRange<Int>) -> EditPlan? {
    let own = self.lines(of: item)
    // More lines than the item's are moved as lines.
    guard own.contains(lines.lowerBound), own.contains(lines.upperBound) else { return nil }
    guard let list = item.parent else { return nil }
    let items = Array(list.children)
    guard let index = items.firstIndex(of: item) else { return nil }
    guard items.indices.contains(index + step) else { return EditPlan([], selection: context.selection) }
    let other = items[index + step]
    guard SmartReturn.spaced(context.text, upTo: item.range.lower) == SmartReturn.spaced(context.text, upTo: other.range.lower),
      context.text.lines.line(at: item.range.lower) != context.text.lines.line(at: list.parent?.range.lower ?? .zero)
        || list.parent?.kind != .listItem
    else { return nil }
    return swapped(own, self.lines(of: other)).map { Renumbering.after($0, in: context) }
  }

  private func row(_ cell: MarkdownNode, _ step: Int) -> EditPlan? {
    guard let row = cell.parent, let table = row.parent, !row.isTableHeader else { return nil }
    let rows = table.children.filter { !$0.isTableHeader }
    guard let index = rows.firstIndex(of: row), rows.indices.contains(index + step) else { return nil }
    return swapped(lines(of: row), lines(of: rows[index + step]))
  }

  private func lines(of node: MarkdownNode) -> ClosedRange<Int> {
    context.lines.line(at: node.range.lower)...context.lines.line(at: node.range.upper)
  }

  /// Changes the places of two blocks of lines; what lies between stays, and so do all line ends.
  private func swapped(_ own: ClosedRange<Int>, _ other: ClosedRange<Int>) -> EditPlan? {
    let mine = content(own)
    let theirs = content(other)
    guard !mine.overlaps(theirs) else { return nil }
    let isUp = theirs.lower < mine.lower
    let first = isUp ? theirs : mine
    let second = isUp ? mine : theirs
    let between = context.text.string(in: TextRange(first.upper, second.lower))
    let text = context.text.string(in: second) + between + context.text.string(in: first)
    let shift = isUp ? first.lower - mine.lower : second.upper - mine.count - mine.lower
    func moved(_ offset: TextOffset) -> TextOffset { min(max(offset, mine.lower), mine.upper) + shift }
    return EditPlan(
      replacing: TextRange(first.lower, second.upper), with: text,
      selection: TextSelection(anchor: moved(context.selection.anchor), head: moved(context.selection.head)))
  }

  private func content(_ lines: ClosedRange<Int>) -> TextRange {
    TextRange(context.lines.start(ofLine: lines.lowerBound), context.lines.content(ofLine: lines.upperBound).upper)
  }
}
