import Markdown
import TextModel

/// Goes on with a list or quote on the next line, or ends it when there is nothing on this one.
struct SmartReturn {
  private let context: EditContext
  private let line: Int
  private let content: TextRange
  private let caret: TextOffset

  init(_ context: EditContext) {
    self.context = context
    caret = context.selection.head
    line = context.lines.line(at: caret)
    content = context.lines.content(ofLine: line)
  }

  func plan() -> EditPlan? {
    guard context.selection.isEmpty else { return nil }
    if let item = context.document.emptyItem(endingAt: content.upper), caret >= (item.item?.marker.upper ?? caret) { return ended(item) }
    let leaf = SelectedLines(context).leaf(ofLine: line)
    if let leaf, leaf.kind.isLiteral { return codeLine(leaf) }
    if let leaf, leaf.heading?.isSetext == true, let plan = bareBullet(leaf) { return plan }
    guard let leaf, leaf.kind == .paragraph || leaf.kind == .heading else { return emptyQuote() }
    guard let nearest = leaf.containers.first(where: { $0.kind == .listItem || $0.kind == .blockQuote || $0.kind == .alert }) else {
      return nil
    }
    return nearest.kind == .listItem ? nextItem(nearest) : quoteLine(leaf)
  }

  // MARK: Lists

  private func nextItem(_ node: MarkdownNode) -> EditPlan? {
    guard let item = node.item, let list = node.parent?.list else { return nil }
    let bodyStart = item.box.map { min($0.upper + 1, context.text.end) } ?? LinePrefix.contentStart(of: node, context.text)
    guard caret >= bodyStart else { return nil }
    // A box with no text after it is no task yet, and the item is as good as empty.
    let body = context.text.string(in: TextRange(LinePrefix.contentStart(of: node, context.text), content.upper))
    if ["[ ]", "[x]", "[X]"].contains(body.prefix(3)), body.dropFirst(3).allSatisfy(\.isWhitespace),
      node.children.reduce(0, { count, _ in count + 1 }) == 1
    {
      return ended(node)
    }
    let newline = context.lineEnd(at: caret)
    let indent = Self.spaced(context.text, upTo: item.marker.lower)
    let blanks = LinePrefix.contentStart(of: node, context.text) - item.marker.upper
    var marker = context.text.string(in: item.marker)
    if list.isOrdered, !Renumbering.repeats(node.parent) { marker = Renumbering.next(marker) }
    let box = item.task == nil ? "" : "[ ] "
    let gap = list.isTight ? "" : newline + String(indent.reversed().drop { $0 == " " }.reversed())
    let text = gap + newline + indent + marker + String(repeating: " ", count: max(blanks, 1)) + box
    let rest = LinePrefix(context.text).afterBlanks(caret, in: content, atMost: .max)
    var start = caret
    while start > bodyStart, context.text[start - 1] == 0x20 { start -= 1 }
    let plan = EditPlan(
      replacing: TextRange(start, rest), with: text, selection: TextSelection(caret: start + text.utf8.count))
    return Renumbering.after(plan, in: context)
  }

  /// An empty item goes one level out, or ends the list.
  private func ended(_ node: MarkdownNode) -> EditPlan? {
    guard let marker = node.item?.marker else { return nil }
    if let outer = node.parent?.parent, outer.kind == .listItem, let plan = ItemNesting(context).outdented([node]) { return plan }
    let indent = Self.spaced(context.text, upTo: marker.lower)
    let kept = String(indent.reversed().drop { $0 == " " }.reversed())
    let start = context.lines.start(ofLine: context.lines.line(at: marker.lower))
    // The line stays, empty, and under a quote's mark if it had one.
    let text = (needsGap ? kept + context.lineEnd(at: caret) : "") + (kept.isEmpty ? "" : kept + " ")
    let plan = EditPlan(
      replacing: TextRange(start, content.upper), with: text, selection: TextSelection(caret: start + text.utf8.count))
    return plan
  }

  /// A nested bullet with nothing after it, under the text of its item, is the underline of a heading to the parser, but not to
  /// whoever just typed it: it goes one level out.
  private func bareBullet(_ heading: MarkdownNode) -> EditPlan? {
    guard let outer = heading.containers.first, outer.kind == .listItem, let marker = outer.item?.marker else { return nil }
    let string = context.text.string(in: content)
    guard caret == content.upper, string.filter({ $0 != " " && $0 != ">" }) == "-", string.last == " " else { return nil }
    var lead = context.text.string(in: marker)
    if outer.parent?.list?.isOrdered == true { lead = Renumbering.next(lead) }
    let text = Self.spaced(context.text, upTo: marker.lower) + lead + " "
    let plan = EditPlan(replacing: content, with: text, selection: TextSelection(caret: content.lower + text.utf8.count))
    return Renumbering.after(plan, in: context)
  }

  // MARK: Quotes and code

  private func quoteLine(_ leaf: MarkdownNode) -> EditPlan? {
    let prefix = LinePrefix(context.text).end(ofLine: line, in: leaf.containers.reversed())
    guard caret >= prefix, prefix > content.lower else { return nil }
    return newLine(Self.spaced(context.text, upTo: prefix))
  }

  private func emptyQuote() -> EditPlan? {
    let bytes = context.text.bytes(in: content)
    guard let last = bytes.lastIndex(of: 0x3E), bytes.allSatisfy({ $0 == 0x3E || $0 == 0x20 || $0 == 0x09 }) else { return nil }
    guard context.document.containers(touching: content).contains(where: { $0.kind == .blockQuote || $0.kind == .alert }) else {
      return nil
    }
    let kept = content.lower + last
    guard needsGap else { return EditPlan(replacing: TextRange(kept, content.upper), with: "", selection: TextSelection(caret: kept)) }
    // The line stays, empty, under the marks of the quotes around, and another one begins.
    let start = content.lower + (bytes[..<last].lastIndex(of: 0x3E).map { $0 + 1 } ?? 0)
    let gap = context.lineEnd(at: caret) + context.text.string(in: TextRange(content.lower, kept))
    return EditPlan(replacing: TextRange(start, content.upper), with: gap, selection: TextSelection(caret: start + gap.utf8.count))
  }

  /// Whether text on this line would be taken for a part of what stands above: only an empty line ends a paragraph in a list or quote.
  private var needsGap: Bool {
    guard line > 0 else { return false }
    return !context.text.string(in: context.lines.content(ofLine: line - 1)).allSatisfy { " \t>".contains($0) }
  }

  private func codeLine(_ leaf: MarkdownNode) -> EditPlan? {
    guard leaf.kind == .codeBlock || leaf.kind == .mathBlock, caret > leaf.range.lower else { return nil }
    let prefix = LinePrefix(context.text)
    let containers = Array(leaf.containers.reversed())
    let start = prefix.end(ofLine: line, in: containers)
    let indented = prefix.indented(start, ofLine: line)
    guard caret >= indented else { return nil }
    let isOpening = context.lines.line(at: leaf.range.lower) == line
    let lead = Self.spaced(context.text, upTo: isOpening ? leaf.range.lower : indented)
    if !isOpening, leaf.kind == .codeBlock, Pairing.isBetweenBrackets(caret, context.text) {
      let step = indentStep(leaf, in: containers)
      let end = context.lineEnd(at: caret)
      let text = end + lead + step
      return EditPlan(replacing: TextRange(at: caret), with: text + end + lead, selection: TextSelection(caret: caret + text.utf8.count))
    }
    return indented > content.lower ? newLine(lead) : nil
  }

  /// How code is indented: by the least that a line of it is up to this one, looking at most at a hundred; four blanks where none is, and
  /// where blanks alone make it code.
  private func indentStep(_ leaf: MarkdownNode, in containers: [MarkdownNode]) -> String {
    guard leaf.code?.isFenced == true else { return "    " }
    let opening = context.lines.line(at: leaf.range.lower)
    let prefix = LinePrefix(context.text)
    let leads = (max(opening + 1, line - 100)..<(line + 1)).map { line in
      let start = prefix.end(ofLine: line, in: containers)
      return context.text.string(in: TextRange(start, prefix.indented(start, ofLine: line)))
    }
    return leads.filter { !$0.isEmpty }.min { $0.count < $1.count }.map { $0.first == "\t" ? "\t" : $0 } ?? "    "
  }

  private func newLine(_ prefix: String) -> EditPlan {
    let text = context.lineEnd(at: caret) + prefix
    return EditPlan(replacing: TextRange(at: caret), with: text, selection: TextSelection(caret: caret + text.utf8.count))
  }

  /// What stands on a line before an offset, with markers as blanks: what the next line begins with.
  static func spaced(_ text: ChunkedText, upTo offset: TextOffset) -> String {
    let start = text.lines.start(ofLine: text.lines.line(at: offset))
    let string = text.string(in: TextRange(start, offset))
    return String(string.map { $0 == ">" || $0 == "\t" ? $0 : " " })
  }
}
