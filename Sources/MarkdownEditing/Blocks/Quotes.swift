import Markdown
import TextModel

/// Quotes lines, or takes a quote's marks away.
struct Quotes {
  private let context: EditContext
  private let selected: SelectedLines
  private let prefix: LinePrefix

  init(_ context: EditContext) {
    self.context = context
    selected = SelectedLines(context)
    prefix = LinePrefix(context.text)
  }

  /// Takes the nearest quote away that holds all that is selected; quotes it where there is none.
  func toggle() throws(EditRefusal) -> EditPlan? {
    if selected.leaves.contains(where: { $0.kind == .frontMatter }) { throw .insideCode }
    // A cell stands for its table.
    let chains = selected.leaves.filter { reaches($0) }.map { Array($0.containers.reversed()) }
    var common = chains.first ?? []
    for chain in chains.dropFirst() {
      common = Array(zip(common, chain).prefix { $0 == $1 }.map(\.0))
    }
    let lines = wholeLines(common)
    if let quote = common.lastIndex(where: { $0.kind == .blockQuote || $0.kind == .alert }) {
      return unquoted(lines, Array(common[...quote]))
    }
    while let last = common.last, last.kind == .list || last.kind == .table || last.kind == .tableRow { common.removeLast() }
    return quoted(lines, common)
  }

  private func reaches(_ leaf: MarkdownNode) -> Bool {
    let lines = selected.lines
    let whole = TextRange(context.lines.start(ofLine: lines.lowerBound), context.lines.content(ofLine: lines.upperBound).upper)
    return leaf.range.overlaps(whole) || leaf.range.isEmpty
  }

  /// The selected lines, grown to whole blocks: half a paragraph cannot be quoted, as the other half would follow it.
  private func wholeLines(_ common: [MarkdownNode]) -> ClosedRange<Int> {
    var lines = selected.lines
    for leaf in selected.leaves where reaches(leaf) {
      let range = leaf.kind == .tableCell ? (leaf.containers.last { $0.kind == .table } ?? leaf).range : leaf.range
      let end = range.isEmpty ? range.lower : range.upper
      lines = min(lines.lowerBound, context.lines.line(at: range.lower))...max(lines.upperBound, context.lines.line(at: end))
    }
    return lines
  }

  private func quoted(_ lines: ClosedRange<Int>, _ containers: [MarkdownNode]) -> EditPlan? {
    var found: [EditPlan.Replacement] = []
    for line in lines {
      let place = prefix.end(ofLine: line, in: containers)
      let isEmpty = place == context.lines.content(ofLine: line).upper
      if isEmpty && lines.count > 1 {
        found.append(EditPlan.Replacement(TextRange(at: place), ">"))
      } else {
        found.append(EditPlan.Replacement(TextRange(at: place), "> "))
      }
    }
    return EditPlan(found)
  }

  private func unquoted(_ lines: ClosedRange<Int>, _ containers: [MarkdownNode]) -> EditPlan? {
    var found: [EditPlan.Replacement] = []
    for line in lines {
      let start = prefix.end(ofLine: line, in: containers.dropLast())
      let end = prefix.end(ofLine: line, in: containers)
      guard start < end else { continue }
      found.append(EditPlan.Replacement(TextRange(start, end), ""))
    }
    return found.isEmpty ? nil : EditPlan(found)
  }
}
