import Markdown
import TextModel

/// Makes lines items of a list, items of another kind, or lines again.
struct ListToggle {
  enum Kind {
    case bullet, numbered, task
  }

  private let kind: Kind
  private let context: EditContext
  private let selected: SelectedLines
  private let prefix: LinePrefix

  init(_ kind: Kind, _ context: EditContext) {
    self.kind = kind
    self.context = context
    selected = SelectedLines(context)
    prefix = LinePrefix(context.text)
  }

  private enum Unit {
    case item(MarkdownNode)
    /// A line that is in no item, and where its text begins.
    case line(TextOffset)
  }

  func plan() throws(EditRefusal) -> EditPlan? {
    let units = try units()
    let isUniform = units.allSatisfy { unit in
      if case .item(let node) = unit { isOfKind(node) } else { false }
    }
    let indents = ItemIndents(context)
    var number = 1
    var edits: [EditPlan.Replacement] = []
    var shifts = indents
    for unit in units {
      switch unit {
      case .item(let node):
        guard let item = node.item else { continue }
        if isUniform {
          edits.append(EditPlan.Replacement(TextRange(item.marker.lower, bodyStart(node)), ""))
          shifts.shift(node, by: -LinePrefix.width(of: node, context.text))
        } else if !isOfKind(node) {
          let marker = marker(number, for: node)
          let end = kind == .task ? item.marker.upper : bodyStart(node, markerOnly: item.box == nil)
          if kind == .task {
            edits.append(EditPlan.Replacement(TextRange(at: LinePrefix.contentStart(of: node, context.text)), "[ ] "))
          } else {
            edits.append(EditPlan.Replacement(TextRange(item.marker.lower, end), marker))
            let contentEnd = LinePrefix.contentStart(of: node, context.text)
            let kept = max(contentEnd - end, 0)
            shifts.shift(node, by: marker.utf8.count + kept - LinePrefix.width(of: node, context.text))
          }
        }
      case .line(let place):
        edits.append(EditPlan.Replacement(TextRange(at: place), kind == .task ? "- [ ] " : marker(number, for: nil)))
      }
      number += 1
    }
    edits += shifts.replacements()
    guard !edits.isEmpty else { return nil }
    let plan = EditPlan(edits)
    return EditPlan(edits, selection: moved(by: plan))
  }

  /// The caret stays with its text: marks that are put in at its place go before it.
  private func moved(by plan: EditPlan) -> TextSelection {
    let old = context.selection
    return TextSelection(anchor: plan.map(old.anchor, .after), head: plan.map(old.head, .after))
  }

  private func units() throws(EditRefusal) -> [Unit] {
    var found: [Unit] = []
    var seen: Set<TextOffset> = []
    var refusal: EditRefusal?
    for line in selected.written {
      guard let leaf = selected.leaf(ofLine: line) else {
        let content = context.lines.content(ofLine: line)
        if let item = emptyItem(at: content.upper) {
          if seen.insert(item.range.lower).inserted { found.append(.item(item)) }
        } else {
          found.append(.line(content.upper))
        }
        continue
      }
      if leaf.kind == .tableCell {
        refusal = .insideTable
        continue
      }
      if let item = leaf.containers.first(where: { $0.kind == .listItem || $0.kind == .blockQuote || $0.kind == .alert }),
        item.kind == .listItem
      {
        if seen.insert(item.range.lower).inserted { found.append(.item(item)) }
        continue
      }
      guard leaf.kind == .paragraph || leaf.kind == .heading else {
        refusal = .insideCode
        continue
      }
      let start = prefix.indented(prefix.end(ofLine: line, in: selected.containers(ofLine: line)), ofLine: line)
      found.append(.line(start))
    }
    if found.isEmpty, let refusal { throw refusal }
    return found
  }

  /// An item with nothing in it is no leaf's container: it is found by the list around its line.
  private func emptyItem(at offset: TextOffset) -> MarkdownNode? { context.document.emptyItem(endingAt: offset) }

  private func isOfKind(_ node: MarkdownNode) -> Bool {
    guard let item = node.item, let list = node.parent?.list else { return false }
    switch kind {
    case .bullet: return !list.isOrdered && item.task == nil
    case .numbered: return list.isOrdered && item.task == nil
    case .task: return item.task != nil
    }
  }

  /// Where an item's text begins, after its box if it has one.
  private func bodyStart(_ node: MarkdownNode, markerOnly: Bool = false) -> TextOffset {
    guard let item = node.item else { return node.range.lower }
    if markerOnly { return LinePrefix.contentStart(of: node, context.text) }
    guard let box = item.box else { return LinePrefix.contentStart(of: node, context.text) }
    return min(box.upper + 1, context.lines.content(ofLine: context.lines.line(at: box.upper)).upper)
  }

  private func marker(_ number: Int, for node: MarkdownNode?) -> String {
    kind == .numbered ? "\(number). " : "- "
  }
}

/// Gathers by how much the later lines of items move when their markers change.
struct ItemIndents {
  private let context: EditContext
  private var shifts: [(node: MarkdownNode, columns: Int)] = []

  init(_ context: EditContext) {
    self.context = context
  }

  mutating func shift(_ node: MarkdownNode, by columns: Int) {
    if columns != 0 { shifts.append((node, columns)) }
  }

  func replacements() -> [EditPlan.Replacement] {
    let prefix = LinePrefix(context.text)
    var found: [EditPlan.Replacement] = []
    for (node, columns) in shifts {
      let containers = Array(node.containers.reversed())
      let first = context.lines.line(at: node.range.lower)
      let last = context.lines.line(at: node.range.upper)
      guard first < last else { continue }
      for line in (first + 1)...last where !prefix.isBlank(line: line) {
        let start = prefix.end(ofLine: line, in: containers)
        if columns > 0 {
          found.append(EditPlan.Replacement(TextRange(at: start), String(repeating: " ", count: columns)))
        } else {
          let end = prefix.afterBlanks(start, in: context.lines.content(ofLine: line), atMost: -columns)
          if start < end { found.append(EditPlan.Replacement(TextRange(start, end), "")) }
        }
      }
    }
    return found
  }
}

extension MarkdownDocument {
  /// The item that has a marker and nothing more, on the line that ends at an offset; nil when there is none.
  func emptyItem(endingAt offset: TextOffset) -> MarkdownNode? {
    items(around: offset).last { $0.firstChild == nil && text.lines.line(at: $0.range.lower) == text.lines.line(at: offset) }
  }

  /// The items that an offset lies in or touches the end of, from the outermost inwards. O(blocks beside it at each depth).
  func items(around offset: TextOffset) -> [MarkdownNode] {
    let line = text.lines.line(at: offset)
    let whole = TextRange(text.lines.start(ofLine: line), text.lines.content(ofLine: line).upper)
    return containers(touching: whole).filter { $0.kind == .listItem && text.lines.line(at: $0.range.upper) >= line }
  }
}
