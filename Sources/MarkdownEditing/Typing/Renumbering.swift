import Markdown
import TextModel

/// Keeps the numbers of an ordered list in order when its items change; no other list is touched.
enum Renumbering {
  /// Gives the marker after a marker: `9.` → `10.`.
  static func next(_ marker: String) -> String {
    guard let number = Int(marker.dropLast()), let delimiter = marker.last, number < 999_999_999 else { return marker }
    return "\(number + 1)\(delimiter)"
  }

  /// Whether a list is written with one number throughout.
  static func repeats(_ list: MarkdownNode?) -> Bool {
    guard let list else { return false }
    let markers = list.children.prefix(2).compactMap { child in child.item.map { list.document.text.string(in: $0.marker) } }
    return markers.count == 2 && markers[0] == markers[1]
  }

  /// Adds to a plan what the lists around its edit need, as one edit.
  static func after(_ plan: EditPlan, in context: EditContext) -> EditPlan {
    guard let edit = plan.edit else { return plan }
    let text = plan.applied(to: context.text)
    let document = context.document.updating(to: text, replacing: edit.range, count: edit.newCount).document
    let lines = text.lines
    let touched = TextRange(
      lines.start(ofLine: max(lines.line(at: edit.newRange.lower) - 1, 0)),
      lines.content(ofLine: min(lines.line(at: edit.newRange.upper) + 1, lines.count - 1)).upper)
    let old = context.document.containers(touching: edit.range)
    var edits: [EditPlan.Replacement] = []
    let numbered = EditContext(
      snapshot: TextSnapshot(text), document: document, selection: plan.selection(after: context.selection))
    var indents = ItemIndents(numbered)
    for node in document.containers(touching: touched) {
      guard node.kind == .list, let list = node.list, list.isOrdered else { continue }
      // A list keeps the number that it began with; one that the edit made begins with 1.
      let before = old.first { $0.kind == .list && $0.range.lower == node.range.lower }?.list
      let start = before.map { $0.isOrdered ? $0.start : list.start } ?? 1
      edits += replacements(node, from: start, &indents)
    }
    edits += indents.replacements()
    guard !edits.isEmpty else { return plan }
    let renumbering = EditPlan(edits)
    let final = renumbering.applied(to: text)
    let selection = renumbering.selection(after: numbered.selection)
    guard let whole = context.text.edit(to: final) else { return EditPlan([], selection: selection) }
    return EditPlan(replacing: whole.range, with: final.string(in: whole.newRange), selection: selection)
  }

  private static func replacements(_ node: MarkdownNode, from start: Int, _ indents: inout ItemIndents) -> [EditPlan.Replacement] {
    let text = node.document.text
    let items = node.children.compactMap { child in child.item.map { (child, $0.marker) } }
    let numbers = items.map { Int(text.string(in: $0.1).dropLast()) ?? 0 }
    // Lists written with one number throughout stay so.
    if numbers.count > 1, numbers[0] == numbers[1] { return [] }
    var found: [EditPlan.Replacement] = []
    for (index, (item, marker)) in items.enumerated() where numbers[index] != start + index {
      let digits = String(start + index)
      found.append(EditPlan.Replacement(TextRange(marker.lower, marker.upper - 1), digits))
      indents.shift(item, by: digits.utf8.count - (marker.count - 1))
    }
    return found
  }
}
