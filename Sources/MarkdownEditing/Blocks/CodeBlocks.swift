import Markdown
import TextModel

/// Puts a fence around lines, or takes one away.
struct CodeBlocks {
  private let context: EditContext
  private let selected: SelectedLines
  private let prefix: LinePrefix

  init(_ context: EditContext) {
    self.context = context
    selected = SelectedLines(context)
    prefix = LinePrefix(context.text)
  }

  func toggle() throws(EditRefusal) -> EditPlan? {
    let touched = selected.lines.compactMap { selected.leaf(ofLine: $0) }
    if let first = touched.first, touched.allSatisfy({ $0 == first }), let code = first.code, code.isFenced {
      return unfenced(first, code)
    }
    if touched.contains(where: { $0.kind == .tableCell }) { throw .insideTable }
    if touched.contains(where: { $0.kind == .frontMatter || $0.code?.isFenced == true }) { throw .insideCode }
    return fenced(touched)
  }

  private func unfenced(_ node: MarkdownNode, _ code: MarkdownCode) -> EditPlan {
    let first = context.lines.line(at: node.range.lower)
    let last = context.lines.line(at: node.range.upper)
    let head = context.lines.range(ofLine: first)
    var found = [EditPlan.Replacement(TextRange(node.range.lower, head.upper), "")]
    if first == last { found = [EditPlan.Replacement(node.range, "")] }
    // On the first line of an item the marker stays, and the prefix of the line after it goes.
    let containers = Array(node.containers.reversed())
    if first < last {
      let next = prefix.end(ofLine: first + 1, in: containers)
      if !code.isClosed || first + 1 < last {
        found = [EditPlan.Replacement(TextRange(node.range.lower, next), "")]
      }
      if code.isClosed {
        let foot = context.lines.content(ofLine: last)
        let start = first + 1 < last ? context.lines.content(ofLine: last - 1).upper : node.range.lower
        if first + 1 < last {
          found.append(EditPlan.Replacement(TextRange(max(start, next), foot.upper), ""))
        } else {
          found = [EditPlan.Replacement(TextRange(node.range.lower, foot.upper), "")]
        }
      }
    }
    return EditPlan(found)
  }

  private func fenced(_ touched: [MarkdownNode]) -> EditPlan {
    var lines = selected.lines
    if context.selection.isEmpty, let leaf = touched.first {
      lines = context.lines.line(at: leaf.range.lower)...context.lines.line(at: leaf.range.upper)
    }
    var containers = touched.first.map { Array($0.containers.reversed()) } ?? []
    for leaf in touched.dropFirst() {
      containers = Array(zip(containers, leaf.containers.reversed()).prefix { $0 == $1 }.map(\.0))
    }
    while let last = containers.last, last.kind == .list { containers.removeLast() }
    let start = prefix.end(ofLine: lines.lowerBound, in: containers)
    let end = context.lines.content(ofLine: lines.upperBound).upper
    let fence = String(repeating: "`", count: max(longestFence(TextRange(start, max(start, end))) + 1, 3))
    let newline = context.lineEnd(at: start)
    let indent = LinePrefix(context.text).indent(in: containers)
    if start >= end {
      let text = fence + newline + indent + newline + indent + fence
      let caret = start + fence.utf8.count + newline.utf8.count + indent.utf8.count
      return EditPlan(replacing: TextRange(at: start), with: text, selection: TextSelection(caret: caret))
    }
    let head = EditPlan.Replacement(TextRange(at: start), fence + newline + indent)
    let foot = EditPlan.Replacement(TextRange(at: end), newline + indent + fence)
    let shift = head.text.utf8.count
    let old = context.selection
    let moved = TextSelection(anchor: max(old.anchor, start) + shift, head: max(old.head, start) + shift)
    return EditPlan([head, foot], selection: moved)
  }

  private func longestFence(_ range: TextRange) -> Int {
    var longest = 0
    var run = 0
    for byte in context.text.bytes(in: range) {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest >= 3 ? longest : 2
  }
}
