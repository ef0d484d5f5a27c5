import Markdown
import TextModel

/// Ticks tasks off, or opens them again; an item that is no task becomes one.
struct TaskToggle {
  private let context: EditContext
  private let selected: SelectedLines

  init(_ context: EditContext) {
    self.context = context
    selected = SelectedLines(context)
  }

  func plan() throws(EditRefusal) -> EditPlan? {
    var items: [MarkdownNode] = []
    var seen: Set<TextOffset> = []
    for line in selected.lines {
      let item =
        selected.leaf(ofLine: line)?.containers.first { $0.kind == .listItem }
        ?? context.document.emptyItem(endingAt: context.lines.content(ofLine: line).upper)
      if let item, let marker = item.item?.marker, seen.insert(marker.lower).inserted { items.append(item) }
    }
    guard !items.isEmpty else { throw .notInList }
    let isAllDone = items.allSatisfy { $0.item?.task == .done }
    let edits: [EditPlan.Replacement] = items.compactMap { node in
      guard let item = node.item else { return nil }
      guard let box = item.box else {
        return EditPlan.Replacement(TextRange(at: LinePrefix.contentStart(of: node, context.text)), "[ ] ")
      }
      let wanted: MarkdownItem.Task = isAllDone ? .open : .done
      guard item.task != wanted else { return nil }
      return EditPlan.Replacement(TextRange(box.lower + 1, count: 1), wanted == .done ? "x" : " ")
    }
    return edits.isEmpty ? nil : EditPlan(edits)
  }
}
