import Markdown

/// Writes a tree as text: one line a node, kind, range and what its payload says.
func dump(_ document: MarkdownDocument, isWithRanges: Bool = true) -> String {
  var text = ""
  var stack: [(MarkdownNode, Int)] = [(document.root, 0)]
  while let (node, depth) = stack.popLast() {
    text += String(repeating: "  ", count: depth) + "\(node.kind)"
    if isWithRanges { text += " \(node.range)" }
    if let heading = node.heading { text += " level \(heading.level)\(heading.isSetext ? " setext" : "")" }
    if let list = node.list { text += " \(list.isOrdered ? "ordered \(list.start)" : "bullet") \(list.isTight ? "tight" : "loose")" }
    if let item = node.item { text += item.task.map { " \($0) \(item.box!)" } ?? "" }
    if let code = node.code { text += " \(code.isFenced ? "fence" : "bare") '\(code.language)'\(code.isClosed ? " closed" : "")" }
    if let alignments = node.alignments { text += " " + alignments.map { "\($0)" }.joined(separator: " ") }
    if let cell = node.cell { text += " column \(cell.column) \(cell.alignment)\(cell.isHeader ? " head" : "")" }
    if let link = node.link { text += " -> \(link.destination)\(link.title.map { " '\($0)'" } ?? "")" }
    if let alert = node.alert { text += " \(alert)" }
    if isWithRanges, let label = node.label { text += " label \(label)" }
    if !node.string.isEmpty { text += " \(node.string.debugDescription)" }
    text += "\n"
    for child in Array(node.children).reversed() { stack.append((child, depth + 1)) }
  }
  return text
}
