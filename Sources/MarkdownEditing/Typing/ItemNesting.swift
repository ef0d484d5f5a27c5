import Markdown
import TextModel

/// Moves items of a list a level in or out, and takes the mark before the caret away.
struct ItemNesting {
  private let context: EditContext
  private let prefix: LinePrefix

  init(_ context: EditContext) {
    self.context = context
    prefix = LinePrefix(context.text)
  }

  /// Puts the selected items below the item before them; nil where there is none.
  func indent() -> EditPlan? {
    let items = selectedItems()
    guard let first = items.first, let before = sibling(before: first), let marker = first.item?.marker else { return nil }
    guard let lead = before.item?.marker else { return nil }
    let columns = LinePrefix.width(of: before, context.text) + column(of: lead.lower) - column(of: marker.lower)
    guard columns > 0 else { return nil }
    // A list that does not begin with 1 cannot follow a line of text: the numbers must be right at once.
    var nested: MarkdownNode?
    for child in before.children { nested = child }
    let start = nested?.list.map { list in list.isOrdered ? list.start + nested!.children.reduce(0) { count, _ in count + 1 } : 1 } ?? 1
    var numbers: [EditPlan.Replacement] = []
    for (index, item) in items.enumerated() where item.parent?.list?.isOrdered == true {
      guard let marker = item.item?.marker else { continue }
      numbers.append(EditPlan.Replacement(TextRange(marker.lower, marker.upper - 1), String(start + index)))
    }
    return shifted(items, by: columns, numbers)
  }

  /// Puts the selected items beside the item that holds them; nil where there is none.
  func outdent() -> EditPlan? { outdented(selectedItems()) }

  func outdented(_ items: [MarkdownNode]) -> EditPlan? {
    guard let first = items.first, let marker = first.item?.marker, let outer = first.parent?.parent, let lead = outer.item?.marker else {
      return nil
    }
    let columns = column(of: marker.lower) - column(of: lead.lower)
    guard columns > 0 else { return nil }
    return shifted(items, by: -columns)
  }

  /// Takes the heading's, item's or quote's mark away that ends at the caret; nil where none does.
  func unwrap() -> EditPlan? {
    let caret = context.selection.head
    guard context.selection.isEmpty else { return nil }
    let line = context.lines.line(at: caret)
    let content = context.lines.content(ofLine: line)
    guard caret > content.lower else { return nil }
    let leaf = SelectedLines(context).leaf(ofLine: line)
    if let leaf, leaf.kind == .heading, leaf.heading?.isSetext == false, leaf.range.lower < caret {
      let text = context.text.string(in: TextRange(leaf.range.lower, caret))
      if text.allSatisfy({ $0 == "#" || $0 == " " }) {
        return EditPlan(replacing: TextRange(leaf.range.lower, caret), with: "", selection: TextSelection(caret: leaf.range.lower))
      }
    }
    if let leaf, leaf.kind.isLiteral, leaf.range.lower < caret { return nil }
    let item = leaf?.containers.first { $0.kind == .listItem } ?? context.document.emptyItem(endingAt: content.upper)
    if let item, let plan = unwrapped(item, caret, content) { return plan }
    let quoted = leaf.map { prefix.end(ofLine: line, in: $0.containers.reversed()) }
    guard let leaf, quoted == caret, leaf.containers.first?.kind == .blockQuote || leaf.containers.first?.kind == .alert else { return nil }
    let start = prefix.end(ofLine: line, in: leaf.containers.dropFirst().reversed())
    guard start < caret else { return nil }
    return EditPlan(replacing: TextRange(start, caret), with: "", selection: TextSelection(caret: start))
  }

  private func unwrapped(_ node: MarkdownNode, _ caret: TextOffset, _ content: TextRange) -> EditPlan? {
    guard let item = node.item, content.contains(TextRange(at: item.marker.lower)) else { return nil }
    let start = LinePrefix.contentStart(of: node, context.text)
    let body = item.box.map { min($0.upper + 1, content.upper) } ?? start
    if caret == body, item.box != nil {
      return EditPlan(replacing: TextRange(start, caret), with: "", selection: TextSelection(caret: start))
    }
    guard caret == start else { return nil }
    if let plan = outdented([node]) { return plan }
    var indents = ItemIndents(context)
    indents.shift(node, by: -LinePrefix.width(of: node, context.text))
    let cut = EditPlan.Replacement(TextRange(item.marker.lower, start), "")
    return Renumbering.after(EditPlan([cut] + indents.replacements(), selection: TextSelection(caret: item.marker.lower)), in: context)
  }

  private func shifted(_ items: [MarkdownNode], by columns: Int, _ numbers: [EditPlan.Replacement] = []) -> EditPlan? {
    var edits = numbers
    for item in items {
      guard let marker = item.item?.marker else { continue }
      let first = context.lines.line(at: item.range.lower)
      let containers = Array(item.containers.reversed())
      for line in first...context.lines.line(at: item.range.upper) where !prefix.isBlank(line: line) {
        let place = line == first ? marker.lower : prefix.end(ofLine: line, in: containers)
        if columns > 0 {
          edits.append(EditPlan.Replacement(TextRange(at: place), String(repeating: " ", count: columns)))
        } else {
          var start = place
          while place - start < -columns, start > context.lines.start(ofLine: line), context.text[start - 1] == 0x20 { start -= 1 }
          if start < place { edits.append(EditPlan.Replacement(TextRange(start, place), "")) }
        }
      }
    }
    guard !edits.isEmpty else { return nil }
    let plan = EditPlan(edits)
    let old = context.selection
    return Renumbering.after(EditPlan(edits, selection: TextSelection(anchor: plan.map(old.anchor), head: plan.map(old.head))), in: context)
  }

  /// The items that begin on the selected lines, without those inside others of them; the caret's item when only a caret is there.
  private func selectedItems() -> [MarkdownNode] {
    let selected = SelectedLines(context)
    var found: [MarkdownNode] = []
    for line in selected.lines {
      let item =
        selected.leaf(ofLine: line)?.containers.first { $0.kind == .listItem }
        ?? context.document.emptyItem(endingAt: context.lines.content(ofLine: line).upper)
      // In the order of the text, only the last one can be it, or hold it.
      guard let item, found.last.map({ $0 == item || $0.range.contains(item.range) }) != true else { continue }
      found.append(item)
    }
    return found
  }

  private func sibling(before node: MarkdownNode) -> MarkdownNode? {
    var before: MarkdownNode?
    for child in node.parent?.children ?? node.children {
      if child == node { return before }
      before = child
    }
    return nil
  }

  private func column(of offset: TextOffset) -> Int {
    offset - context.lines.start(ofLine: context.lines.line(at: offset))
  }
}
