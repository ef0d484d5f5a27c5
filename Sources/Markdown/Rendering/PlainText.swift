import TextModel

extension MarkdownNode {
  /// The text of the inlines under a node without marks; images give their descriptions, line ends are blanks. O(inlines).
  public var plainText: String { plainText(hardBreak: " ") }

  func plainText(hardBreak: String) -> String {
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
      case .softBreak: text += " "
      case .hardBreak: text += hardBreak
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

extension MarkdownDocument {
  /// Writes the document as it reads without marks, for programs that know no Markdown.
  ///
  /// Blocks stand apart by an empty line; items keep a bullet, their number or a box, cells are divided by tabs. Raw HTML, comments, front
  /// matter and definitions are left out. Lines end with LF. O(n).
  public func plainText() -> String {
    var writer = PlainTextWriter()
    writer.write(root)
    return writer.out
  }
}

/// Writes blocks one after the other, without recursion: nesting may be as deep as the text is long.
private struct PlainTextWriter {
  /// A container whose children are being written.
  struct Level {
    var rest: MarkdownChildren
    let kind: MarkdownKind
    /// How far its text is set in.
    let indent: Int
    let isTight: Bool
    /// The number of the next item.
    var number: Int?
    var isAtFirst = true
  }

  /// Deeper nesting is not set in any further: the blanks would outgrow the text.
  static let deepest = 40

  var out = ""
  private var separator = ""
  private var marker = ""

  mutating func write(_ root: MarkdownNode) {
    var levels = [Level(rest: root.children, kind: .document, indent: 0, isTight: false)]
    while var level = levels.popLast() {
      guard let node = level.rest.next() else { continue }
      if !level.isAtFirst { separator = level.isTight ? "\n" : "\n\n" }
      level.isAtFirst = false
      var indent = level.indent
      if level.kind == .list, let item = node.item {
        let sign = item.task.map { $0 == .done ? "☑ " : "☐ " } ?? level.number.map { "\($0). " } ?? "• "
        marker += String(repeating: " ", count: max(0, indent - marker.unicodeScalars.count)) + sign
        indent = min(indent + sign.unicodeScalars.count, Self.deepest)
        level.number? += 1
      }
      let isTight = level.isTight
      levels.append(level)
      if node.kind == .tableRow {
        write(node.children.map { $0.plainText(hardBreak: " ") }.joined(separator: "\t"), indent)
      } else if node.kind.isContainer {
        let list = node.kind == .list ? node.list : nil
        levels.append(
          Level(
            rest: node.children, kind: node.kind, indent: indent,
            isTight: list?.isTight ?? (node.kind == .table || (node.kind == .listItem && isTight)),
            number: list?.isOrdered == true ? list?.start : nil))
      } else {
        leaf(node, indent)
      }
    }
  }

  private mutating func leaf(_ node: MarkdownNode, _ indent: Int) {
    switch node.kind {
    case .paragraph, .heading: write(node.plainText(hardBreak: "\n"), indent)
    case .codeBlock, .mathBlock:
      let text = node.literal
      write(text.hasSuffix("\n") ? String(text.dropLast()) : text, indent)
    case .thematicBreak: write("———", indent)
    default: break
    }
  }

  private mutating func write(_ text: String, _ indent: Int) {
    out += out.isEmpty ? "" : separator
    separator = ""
    let blanks = String(repeating: " ", count: indent)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { out += "\n" }
      if number == 0, !marker.isEmpty { out += marker } else if !line.isEmpty { out += blanks }
      out += line
    }
    marker = ""
  }
}
