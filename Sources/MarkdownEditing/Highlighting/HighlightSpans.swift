import Markdown
import TextModel

extension MarkdownDocument {
  /// Says what the text in a range is, for an editor that gives it looks.
  ///
  /// Spans may reach beyond the range and overlap. Whatever of a node is covered by none of its children is a mark: no rule for
  /// each kind of syntax is needed. Costs what the range holds, not what the document holds.
  public func highlightSpans(in range: TextRange) -> [HighlightSpan] {
    var writer = HighlightWriter(range)
    for block in blocks(touching: range) { writer.write(block: block) }
    return writer.spans
  }
}

/// Collects the spans of one range.
private struct HighlightWriter {
  let range: TextRange
  var spans: [HighlightSpan] = []

  init(_ range: TextRange) {
    self.range = range
  }

  private mutating func add(_ lower: TextOffset, _ upper: TextOffset, _ style: HighlightStyle) {
    guard lower < upper, lower < range.upper, upper > range.lower else { return }
    spans.append(HighlightSpan(TextRange(lower, upper), style))
  }

  private mutating func add(_ range: TextRange, _ style: HighlightStyle) { add(range.lower, range.upper, style) }

  // MARK: Blocks

  /// Writes a block without the blocks in it: those are given too.
  mutating func write(block: MarkdownNode) {
    let place = block.range
    switch block.kind {
    case .heading:
      add(place, .heading(block.heading?.level ?? 1))
      writeInlines(of: block, place)
    case .paragraph:
      writeInlines(of: block, place)
    case .tableCell:
      if block.isTableHeader { add(place, .tableHeader) }
      writeInlines(of: block, place)
    case .blockQuote, .alert:
      add(place, .quote)
      markGaps(of: block, place, .mark)
    case .listItem:
      if let item = block.item {
        add(item.marker, .listMarker)
        if let box = item.box { add(box, .task) }
      }
    case .footnoteDefinition:
      add(place.lower, block.firstChild?.range.lower ?? place.upper, .footnote)
    case .table, .tableRow:
      markGaps(of: block, place, .mark)
    case .codeBlock:
      add(place, .codeBlock)
      if block.code?.isFenced == true { markGaps(of: block, place, .mark) }
    case .mathBlock: writeLiteral(block, place, .math)
    case .htmlBlock: add(place, .html)
    case .commentBlock: add(place, .comment)
    case .frontMatter: writeLiteral(block, place, .frontMatter)
    case .thematicBreak, .tableOfContents: add(place, .mark)
    case .linkDefinition:
      add(place, .address)
      if let label = block.label { add(label, .link) }
    default: break
    }
  }

  private mutating func writeLiteral(_ node: MarkdownNode, _ place: TextRange, _ style: HighlightStyle) {
    add(place, style)
    markGaps(of: node, place, .mark)
  }

  /// Marks what of a node lies before, between and after its children.
  private mutating func markGaps(of node: MarkdownNode, _ place: TextRange, _ style: HighlightStyle) {
    var next = place.lower
    for child in node.children {
      // A long list or code block is left as soon as it leaves the range.
      let lower = child.range.lower
      add(next, lower, style)
      if lower > range.upper { return }
      next = child.range.upper
    }
    add(next, place.upper, style)
  }

  // MARK: Inlines

  /// Writes all inlines below a block, whatever their depth, without recursion.
  private mutating func writeInlines(of block: MarkdownNode, _ place: TextRange) {
    var open: [(children: MarkdownChildren, next: TextOffset, end: TextOffset, tail: HighlightStyle)] = []
    open.append((block.children, place.lower, place.upper, .mark))
    while var level = open.popLast() {
      guard let node = level.children.next() else {
        add(level.next, level.end, level.tail)
        continue
      }
      let place = node.range
      add(level.next, place.lower, .mark)
      if place.lower > range.upper { continue }
      level.next = place.upper
      open.append(level)
      guard place.upper >= range.lower else { continue }
      if let tail = write(inline: node, place) { open.append((node.children, place.lower, place.upper, tail)) }
    }
  }

  /// Writes an inline itself; gives the style of what follows its last child when its children are to be written too.
  private mutating func write(inline node: MarkdownNode, _ place: TextRange) -> HighlightStyle? {
    switch node.kind {
    case .emphasis: return container(place, .emphasis)
    case .strong: return container(place, .strong)
    case .strikethrough: return container(place, .strikethrough)
    case .highlight:
      // Its marks stay outside the colour, on which they could not be read.
      if let inner = inner(of: node) { add(inner, .highlight) }
      return .mark
    case .codeSpan: return container(place, .code)
    case .math: return container(place, .math)
    case .link, .image, .wikiLink:
      guard let inner = inner(of: node) else {
        add(place, .address)
        return nil
      }
      add(inner, .link)
      return .address
    case .autolink: add(place, .link)
    case .footnoteReference: add(place, .footnote)
    case .html: add(place, .html)
    case .comment: add(place, .comment)
    case .escape: add(place.lower, place.lower + 1, .mark)
    case .hardBreak: add(place, .mark)
    default: break
    }
    return nil
  }

  /// What lies between the marks of an inline; nil when it holds nothing.
  private func inner(of node: MarkdownNode) -> TextRange? {
    guard let first = node.firstChild else { return nil }
    var last = first
    while let next = last.nextSibling { last = next }
    return TextRange(first.range.lower, last.range.upper)
  }

  private mutating func container(_ place: TextRange, _ style: HighlightStyle) -> HighlightStyle {
    add(place, style)
    return .mark
  }
}
