import Markdown
import TextModel

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
    if node.kind.isLiteral, node.isBlock {
      text += pieces(node, depth + 1, isWithRanges)
      continue
    }
    for child in Array(node.children).reversed() { stack.append((child, depth + 1)) }
  }
  return text
}

/// The pieces of a block; two that meet in the source are one, because where runs part them is nobody's business.
private func pieces(_ node: MarkdownNode, _ depth: Int, _ isWithRanges: Bool) -> String {
  var text = ""
  var open: (TextRange, String)?
  func flush() {
    guard let (range, string) = open else { return }
    text += String(repeating: "  ", count: depth) + "text" + (isWithRanges ? " \(range)" : "") + " \(string.debugDescription)\n"
    open = nil
  }
  for piece in node.children {
    if piece.kind == .text, let (range, string) = open, range.upper == piece.range.lower {
      open = (range.union(piece.range), string + piece.string)
    } else {
      flush()
      open = (piece.range, piece.string)
    }
  }
  flush()
  return text
}
