import TextModel

extension MarkdownNode {
  /// The text of the inlines under a node without marks; images give their descriptions, line ends are blanks. O(inlines).
  public var plainText: String {
    var text = ""
    var next = firstChild
    var stack: [MarkdownNode?] = []
    while true {
      guard let node = next else {
        guard let outer = stack.popLast() else { return text }
        next = outer
        continue
      }
      next = node.nextSibling
      switch node.kind {
      case .softBreak, .hardBreak: text += " "
      case .text, .escape, .entity, .emoji: text += node.string
      case .html, .comment, .footnoteReference: break
      default:
        if let child = node.firstChild {
          stack.append(next)
          next = child
        }
      }
    }
  }
}
