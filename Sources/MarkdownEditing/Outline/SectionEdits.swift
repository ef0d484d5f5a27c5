public import Markdown
public import TextModel

/// Says why an edit of sections leaves the text as it is; the application has the words.
public enum SectionRefusal: Error, Sendable, Equatable, CaseIterable {
  /// A heading would need a level below 6.
  case tooDeep
  /// No heading can go higher, or lower.
  case atTheEnd
  /// A heading without a text would be no section to find.
  case emptyTitle
  /// The text around would be read otherwise: something in a section is open to its end, such as a code block without its closing line.
  case wouldChangeOthers
}

/// Edits of whole sections, as the outline makes them: pure functions from a document to a plan.
///
/// Sections are named by their index in `sections`. No plan touches a byte of a section that it is not about, and each is thought through
/// to the end: the changed text is parsed, and when its headings are not those that were meant the plan is refused.
public struct SectionEdits: Sendable {
  public let document: MarkdownDocument
  public let sections: SectionList
  private let selection: TextSelection

  /// Looks at a document; plans keep the caret in its section. O(headings, and runs).
  public init(_ document: MarkdownDocument, selection: TextSelection = TextSelection(caret: .zero)) {
    self.init(document, sections: SectionList(document), selection: selection)
  }

  /// Takes sections that were found before; they must be those of this very document.
  public init(_ document: MarkdownDocument, sections: SectionList, selection: TextSelection = TextSelection(caret: .zero)) {
    self.document = document
    self.sections = sections
    self.selection = selection
  }

  // MARK: Levels

  /// Moves sections with all that is in them up (negative) or down by so many levels; those that cannot go stay as they are.
  public func changeLevels(_ chosen: [Int], by step: Int) throws(SectionRefusal) -> EditPlan? {
    let able = sections.roots(chosen).filter { (1...6).contains(sections[$0].level + step) && deepest($0) + step <= 6 }
    guard !able.isEmpty else { throw .atTheEnd }
    var levels = sections.sections.map(\.level)
    for root in able {
      for index in root..<sections[root].end { levels[index] += step }
    }
    return try inPlace(levels)
  }

  /// Gives every section the level in a list, without moving anything.
  private func inPlace(_ levels: [Int]) throws(SectionRefusal) -> EditPlan? {
    let plan = EditPlan(sections.indices.flatMap { replacements(of: $0, level: levels[$0]) })
    guard !plan.isEmpty else { return nil }
    let expected = sections.indices.map { ExpectedHeading(levels[$0], plan.map(sections[$0].heading.range.lower, .before)) }
    return try checked(plan, expected)
  }

  func replacements(of index: Int, level: Int) -> [EditPlan.Replacement] {
    let heading = sections[index].heading
    guard heading.level != level, let node = node(index) else { return [] }
    return HeadingLevel(document.text).changes(of: node, to: level)
  }

  private func node(_ index: Int) -> MarkdownNode? {
    let node = document.block(at: sections[index].heading.range.lower)
    return node.kind == .heading ? node : nil
  }

  /// The lowest level in a section.
  private func deepest(_ index: Int) -> Int {
    var level = sections[index].level
    for inner in index..<sections[index].end { level = max(level, sections[inner].level) }
    return level
  }

  // MARK: Names

  /// The source of a heading's text, for changing it: with its marks, in one line.
  public func title(of index: Int) -> String {
    guard let inner = inner(index) else { return "" }
    return document.text.string(in: inner).oneLine
  }

  private func inner(_ index: Int) -> TextRange? {
    var inner: TextRange?
    for child in node(index)?.children.map({ $0 }) ?? [] { inner = inner.map { $0.union(child.range) } ?? child.range }
    return inner
  }

  /// Gives a heading another text, which is Markdown in one line.
  public func rename(_ index: Int, to title: String) throws(SectionRefusal) -> EditPlan? {
    let title = title.oneLine.withoutClosingHashes
    guard !title.isEmpty else { throw .emptyTitle }
    guard let node = node(index), let heading = node.heading, title != self.title(of: index) else { return nil }
    let expected = { (plan: EditPlan) in
      sections.indices.map {
        ExpectedHeading(sections[$0].level, $0 == index ? node.range.lower : plan.map(sections[$0].heading.range.lower))
      }
    }
    if let inner = inner(index) {
      let plan = EditPlan(replacing: inner, with: title)
      if let plan = try? checked(plan, expected(plan)) { return plan }
    }
    // As `#` a heading takes any text of one line.
    let plan = EditPlan(replacing: node.range, with: String(repeating: "#", count: heading.level) + " " + title)
    return try checked(plan, expected(plan))
  }

  // MARK: Whole sections

  /// Takes sections out.
  public func delete(_ chosen: [Int]) throws(SectionRefusal) -> EditPlan? {
    let roots = sections.roots(chosen)
    guard !roots.isEmpty else { return nil }
    return try assembled(removing: roots, inserting: [])
  }

  /// Puts a copy of each section behind it.
  public func duplicate(_ chosen: [Int]) throws(SectionRefusal) -> EditPlan? {
    let roots = sections.roots(chosen)
    guard !roots.isEmpty else { return nil }
    return try assembled(removing: [], inserting: roots.map { (sections[$0].range.upper, [piece($0, by: 0)]) })
  }

  /// Moves sections to a place, in the order of the text; each takes the place's level, and what is in it follows.
  public func move(_ chosen: [Int], to place: SectionPlace) throws(SectionRefusal) -> EditPlan? {
    let roots = sections.roots(chosen)
    guard !roots.isEmpty, !roots.contains(where: { $0 < place.before && place.before < sections[$0].end }) else { return nil }
    for root in roots where deepest(root) + place.level - sections[root].level > 6 { throw .tooDeep }
    let target = place.before < sections.count ? sections[place.before].range.lower : document.text.end
    let isTogether = zip(roots, roots.dropFirst()).allSatisfy { sections[$0].end == $1 }
    if isTogether, place.before == roots[0] || place.before == sections[roots[roots.count - 1]].end {
      var levels = sections.sections.map(\.level)
      for root in roots {
        for index in root..<sections[root].end { levels[index] += place.level - sections[root].level }
      }
      return try inPlace(levels)
    }
    return try assembled(
      removing: roots, inserting: [(target, roots.map { piece($0, by: place.level - sections[$0].level) })])
  }

  /// Puts a new section behind another with all that is in it, at its level; at the end of the text for nil. The caret goes into its title.
  public func insert(title: String, after index: Int?) throws(SectionRefusal) -> EditPlan? {
    let level = index.map { sections[$0].level } ?? sections.sections.map(\.level).min() ?? 1
    let marks = String(repeating: "#", count: level) + " "
    let text = marks + title + lineEnd
    let place = index.map { sections[$0].range.upper } ?? document.text.end
    let plan = try assembled(
      removing: [],
      inserting: [(place, [SectionPiece(text: text, headings: [ExpectedHeading(level, .zero)], root: nil, plan: EditPlan([]))])])
    guard let plan, let replacement = plan.replacements.first else { return plan }
    // A filler may stand before the marks.
    let bytes = Array(replacement.text.utf8)
    let start = replacement.range.lower + (bytes.firstIndex(of: 0x23) ?? 0) + marks.utf8.count
    return EditPlan(plan.replacements, selection: TextSelection(TextRange(start, count: title.utf8.count)))
  }

  private func piece(_ root: Int, by step: Int) -> SectionPiece {
    let range = sections[root].range
    // Behind a list an indented heading would belong to the last item.
    let indentation = EditPlan.Replacement(TextRange(range.lower, sections[root].heading.range.lower), "")
    let changes = (root..<sections[root].end).flatMap { replacements(of: $0, level: sections[$0].level + step) }
    let plan = EditPlan(
      ((indentation.range.isEmpty ? [] : [indentation]) + changes).map {
        EditPlan.Replacement($0.range.shifted(by: -range.lower.utf8), $0.text)
      })
    let headings = (root..<sections[root].end).map { index in
      ExpectedHeading(
        sections[index].level + step, plan.map(TextOffset(sections[index].heading.range.lower - range.lower), .before))
    }
    return SectionPiece(text: plan.applied(to: document.text.part(range)).string, headings: headings, root: root, plan: plan)
  }

  // MARK: Leaving the text

  /// Sections as a Markdown text of their own.
  public func text(of chosen: [Int]) -> String {
    sections.roots(chosen).map { document.text.string(in: sections[$0].range) }.reduce(into: "") { whole, part in
      if !whole.isEmpty, !whole.utf8.last!.isLineEnd { whole += lineEnd }
      if !whole.isEmpty, !whole.endsWithBlankLine { whole += lineEnd }
      whole += part
    }
  }

  /// Links to headings of the document: one stands in a line, several make a list unless they go into a line.
  public func links(to chosen: [Int], inLine: Bool = false) -> String {
    let links = chosen.sorted().map { "[\(sections[$0].heading.title.oneLine.escapedForLink)](#\(sections[$0].heading.identifier))" }
    if links.count == 1 || inLine { return links.joined(separator: ", ") }
    return links.map { "- \($0)" }.joined(separator: lineEnd)
  }

  /// Puts links to headings in at an offset: several make a list on an empty line.
  public func insertLinks(to chosen: [Int], at offset: TextOffset) -> EditPlan {
    let line = document.text.string(in: document.text.lines.content(ofLine: document.text.lines.line(at: offset)))
    let links = links(to: chosen, inLine: line.contains { !$0.isWhitespace })
    return EditPlan(replacing: TextRange(at: offset), with: links, selection: TextSelection(caret: offset + links.utf8.count))
  }

  // MARK: Thinking a plan through

  /// What ends the lines of this text.
  var lineEnd: String { document.text.lines.lineEnd(ofLine: 0)?.string ?? "\n" }

  private func assembled(
    removing roots: [Int], inserting pieces: [(at: TextOffset, pieces: [SectionPiece])]
  ) throws(SectionRefusal) -> EditPlan? {
    var refusal = SectionRefusal.wouldChangeOthers
    // A blank line more keeps apart what a line end does not: a paragraph and a heading by its underline.
    for isApart in [false, true] {
      let assembly = SectionAssembly(self, removing: roots, inserting: pieces, apart: isApart, selection: selection)
      do throws(SectionRefusal) { return try checked(assembly.plan, assembly.headings) } catch { refusal = error }
    }
    throw refusal
  }

  /// Returns the plan when the text that it makes has just these headings.
  private func checked(_ plan: EditPlan, _ expected: [ExpectedHeading]) throws(SectionRefusal) -> EditPlan {
    guard let edit = plan.edit else { return plan }
    let next = document.updating(to: plan.applied(to: document.text), replacing: edit.range, count: edit.newCount).document
    let found = next.headings.lazy.filter(\.isTopLevel).map { ExpectedHeading($0.level, $0.range.lower) }
    guard found.elementsEqual(expected) else { throw .wouldChangeOthers }
    return plan
  }
}

/// A place for sections between others.
public struct SectionPlace: Hashable, Sendable {
  /// The section before which they go; the number of sections for the end.
  public let before: Int
  /// The level that they take.
  public let level: Int

  public init(before: Int, level: Int) {
    self.before = before
    self.level = level
  }
}

extension SectionList {
  /// The levels that sections may take in a gap: none that would draw the section below into them.
  ///
  /// `above` is the section above the gap, which may be one that is shown closed; nil at the top. `moved` are left out of account.
  public func levels(between above: Int?, andBefore below: Int, moving moved: [Int] = []) -> ClosedRange<Int> {
    let moved = roots(moved)
    func isMoved(_ index: Int) -> Bool { moved.contains { $0 <= index && index < self[$0].end } }
    var next = below
    while next < count, isMoved(next) { next += 1 }
    var last = above
    while let it = last, isMoved(it) { last = it > 0 ? it - 1 : nil }
    let least = next < count ? self[next].level : indices.filter { !isMoved($0) }.map { self[$0].level }.min() ?? 1
    let most = last.map { min(self[$0].level + 1, 6) } ?? least
    return least...max(least, most)
  }

  /// How many sections would be around one at a place.
  public func depth(of place: SectionPlace) -> Int {
    var index = place.before - 1
    while index >= 0 {
      if self[index].level < place.level { return self[index].depth + 1 }
      index = self[index].parent ?? -1
    }
    return 0
  }

  /// The place at the end of a section's inside.
  public func place(inside index: Int) -> SectionPlace {
    var level = self[index].level + 1
    var child = index + 1
    while child < self[index].end {
      level = self[child].level
      child = self[child].end
    }
    return SectionPlace(before: self[index].end, level: level)
  }
}

extension String {
  /// The text with every stretch of blanks and line ends as one blank, and none around it.
  public var oneLine: String { split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ") }

  /// The text with a backslash before hashes at its end that would be taken for the heading's closing marks.
  fileprivate var withoutClosingHashes: String {
    guard hasSuffix("#") else { return self }
    let start = lastIndex { $0 != "#" }.map { index(after: $0) } ?? startIndex
    if start > startIndex, self[index(before: start)] != " " { return self }
    return self[..<start] + "\\" + self[start...]
  }

  /// The text as the text of a link, with whatever would be a mark escaped.
  fileprivate var escapedForLink: String {
    reduce(into: "") { result, character in
      if "\\`*_[]<>~=$".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  fileprivate var endsWithBlankLine: Bool { SectionAssembly.endsWithBlankLine(Array(utf8.suffix(64))) }
}

extension UInt8 {
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}
