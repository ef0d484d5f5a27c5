import Markdown
import TextModel

/// Makes lines headings, body text, or headings of another level.
struct Headings {
  private let context: EditContext
  private let selected: SelectedLines
  private let prefix: LinePrefix

  init(_ context: EditContext) {
    self.context = context
    selected = SelectedLines(context)
    prefix = LinePrefix(context.text)
  }

  /// Gives each selected line a level; 0 is body text. When all have the level already they become body text.
  func setLevel(_ level: Int) throws(EditRefusal) -> EditPlan? {
    let units = try units()
    let isUniform = level > 0 && units.allSatisfy { $0.level == level }
    return plan(units.map { ($0, isUniform ? 0 : level) })
  }

  /// Moves the headings among the selected lines up (negative) or down; level 1 and 6 are the ends.
  func changeLevels(by step: Int) throws(EditRefusal) -> EditPlan? {
    plan(try units().filter { $0.level > 0 }.map { ($0, min(max($0.level + step, 1), 6)) })
  }

  /// A heading, or a line that may become one.
  private struct Unit {
    /// The heading's node; nil for a line of text.
    let node: MarkdownNode?
    let level: Int
    /// Where the content begins.
    let start: TextOffset
  }

  private func units() throws(EditRefusal) -> [Unit] {
    var found: [Unit] = []
    var refusal: EditRefusal?
    for line in selected.written {
      guard let leaf = selected.leaf(ofLine: line) else {
        found.append(Unit(node: nil, level: 0, start: context.lines.content(ofLine: line).upper))
        continue
      }
      switch leaf.kind {
      case .heading:
        if found.last?.node != leaf { found.append(Unit(node: leaf, level: leaf.heading!.level, start: leaf.range.lower)) }
      case .paragraph:
        let start = prefix.indented(prefix.end(ofLine: line, in: selected.containers(ofLine: line)), ofLine: line)
        found.append(Unit(node: nil, level: 0, start: max(start, leaf.range.lower)))
      case .tableCell: refusal = .insideTable
      default: refusal = .insideCode
      }
    }
    if found.isEmpty, let refusal { throw refusal }
    return found
  }

  private func plan(_ units: [(Unit, Int)]) -> EditPlan? {
    let replacements = units.flatMap { unit, level in changes(unit, level) }
    guard !replacements.isEmpty else { return nil }
    return EditPlan(replacements)
  }

  private func changes(_ unit: Unit, _ level: Int) -> [EditPlan.Replacement] {
    guard unit.level != level else { return [] }
    guard let node = unit.node else {
      return [EditPlan.Replacement(TextRange(at: unit.start), level > 0 ? String(repeating: "#", count: level) + " " : "")]
    }
    return HeadingLevel(context.text).changes(of: node, to: level)
  }
}

/// Gives a heading another level by changing its marks and nothing else.
struct HeadingLevel {
  private let text: ChunkedText
  private let prefix: LinePrefix

  init(_ text: ChunkedText) {
    self.text = text
    prefix = LinePrefix(text)
  }

  /// Gives the changes that make a heading one of another level; 0 is body text.
  func changes(of node: MarkdownNode, to level: Int) -> [EditPlan.Replacement] {
    guard let heading = node.heading, heading.level != level else { return [] }
    let marks = level > 0 ? String(repeating: "#", count: level) + " " : ""
    var inner: TextRange?
    for child in node.children { inner = inner.map { $0.union(child.range) } ?? child.range }
    if heading.isSetext { return underlined(node, inner ?? node.range, marks) }
    guard let inner else {
      // `##` with nothing after it.
      return [EditPlan.Replacement(node.range, level > 0 ? String(marks.dropLast()) : "")]
    }
    if level > 0 {
      let old = TextRange(node.range.lower, count: heading.level)
      return [EditPlan.Replacement(old, String(marks.dropLast()))]
    }
    return [
      EditPlan.Replacement(TextRange(node.range.lower, inner.lower), ""),
      EditPlan.Replacement(TextRange(inner.upper, node.range.upper), ""),
    ].filter { !$0.range.isEmpty }
  }

  /// A heading by its underline loses that; as `#` it takes one line, so its line ends become blanks.
  private func underlined(_ node: MarkdownNode, _ inner: TextRange, _ marks: String) -> [EditPlan.Replacement] {
    var found = [EditPlan.Replacement(TextRange(inner.upper, node.range.upper), "")]
    guard !marks.isEmpty else { return found }
    // Hashes at the end would become closing marks.
    var hashes = inner.upper
    while hashes > inner.lower, text[hashes - 1] == 0x23 { hashes -= 1 }
    if hashes < inner.upper, hashes == inner.lower || text[hashes - 1] <= 0x20 {
      found.append(EditPlan.Replacement(TextRange(at: hashes), "\\"))
    }
    found.append(EditPlan.Replacement(TextRange(at: inner.lower), marks))
    let containers = Array(node.containers.reversed())
    let first = text.lines.line(at: inner.lower)
    let last = text.lines.line(at: inner.upper)
    for line in first..<last {
      let next = prefix.indented(prefix.end(ofLine: line + 1, in: containers), ofLine: line + 1)
      found.append(EditPlan.Replacement(TextRange(text.lines.content(ofLine: line).upper, next), " "))
    }
    return found
  }
}
