import Markdown
import TextModel

/// Puts new blocks in below the caret's: rules and tables.
struct Insertions {
  private let context: EditContext

  init(_ context: EditContext) {
    self.context = context
  }

  func rule() throws(EditRefusal) -> EditPlan? {
    let place = try place()
    let block = place.block(["---"])
    return EditPlan(replacing: place.range, with: block.text, selection: TextSelection(caret: place.range.lower + block.text.utf8.count))
  }

  /// Puts an empty table of two columns and two rows in, and selects its first heading.
  func table() throws(EditRefusal) -> EditPlan? {
    let place = try place()
    let block = place.block(["|  |  |", "| --- | --- |", "|  |  |"])
    let caret = place.range.lower + block.start + 2
    return EditPlan(replacing: place.range, with: block.text, selection: TextSelection(caret: caret))
  }

  /// Where a new block goes, and what must stand around it.
  struct Place {
    let range: TextRange
    let before: String
    let after: String
    let indent: String
    let newline: String

    /// Gives the text to put in and where the block begins in it.
    func block(_ lines: [String]) -> (text: String, start: Int) {
      (before + lines.joined(separator: newline + indent) + after, before.utf8.count)
    }
  }

  private func place() throws(EditRefusal) -> Place {
    let lines = context.lines
    let line = lines.line(at: context.selection.range.upper)
    let newline = context.lineEnd(at: context.selection.range.upper)
    let prefix = LinePrefix(context.text)
    let leaf = SelectedLines(context).leaf(ofLine: line)
    if leaf?.kind == .tableCell { throw .insideTable }
    if let leaf, leaf.kind.isLiteral { throw .insideCode }
    let containers = leaf.map { Array($0.containers.reversed()) } ?? []
    let indent = prefix.indent(in: containers)
    let blank = String(indent.reversed().drop { $0 == " " }.reversed())
    // After the whole block: a rule right under a line of text would make it a heading.
    let last = leaf.map { lines.line(at: $0.range.upper) } ?? line
    let next = last + 1 < lines.count ? last + 1 : nil
    let after = next.map { prefix.isBlank(line: $0) ? "" : newline + blank } ?? newline
    if leaf == nil, prefix.isBlank(line: line) {
      let isAfterText = line > 0 && !prefix.isBlank(line: line - 1)
      // An empty line ends HTML of the usual kind, and no code.
      if context.openLiteral(at: lines.start(ofLine: line), typing: (isAfterText ? newline : "") + "x") != nil { throw .insideCode }
      return Place(range: lines.content(ofLine: line), before: isAfterText ? newline : "", after: after, indent: "", newline: newline)
    }
    let end = lines.content(ofLine: last).upper
    return Place(
      range: TextRange(at: end), before: newline + blank + newline + indent, after: after, indent: indent, newline: newline)
  }
}

/// Puts a footnote in and goes to its text; on a footnote goes to its other end.
struct FootnoteInsertion {
  private let context: EditContext

  init(_ context: EditContext) {
    self.context = context
  }

  func plan() throws(EditRefusal) -> EditPlan? {
    let document = context.document
    var caret = context.selection.range.upper
    let inlines = document.innermostInlines(around: TextRange(at: caret))
    if let reference = inlines.first(where: { $0.kind == .footnoteReference }), let label = reference.label {
      return goToDefinition(context.text.string(in: label))
    }
    let leaf = document.leafBlock(at: caret)
    if let definition = leaf?.containers.first(where: { $0.kind == .footnoteDefinition }) {
      let uses = document.footnotes.first { $0.definition == definition }?.references
      return uses?.first.map { EditPlan([], selection: TextSelection(caret: $0.range.upper)) }
    }
    if context.isLiteral(at: caret) { throw .insideCode }
    if inlines.contains(where: { $0.kind == .codeSpan || $0.kind == .math || $0.kind == .autolink }) { throw .insideCode }
    if context.selection.isEmpty, let word = Characters(context.text).word(at: caret) { caret = word.upper }
    let label = freeLabel()
    let newline = context.lineEnd(at: caret)
    let reference = EditPlan.Replacement(TextRange(at: caret), "[^\(label)]")
    let last = context.lines.count - 1
    let isAtLineStart = context.lines.content(ofLine: last).isEmpty
    // Definitions in a row need no blank line between them; text before does.
    let text = context.text
    let endsWithDefinition =
      document.leafBlocks(in: TextRange(text.boundary(atOrBefore: text.end - 3), text.end))
      .last?.containers.contains { $0.kind == .footnoteDefinition } ?? false
    var gap = isAtLineStart ? "" : newline
    let hasBlank = last > 0 && isAtLineStart && LinePrefix(text).isBlank(line: last - 1)
    if !endsWithDefinition && !hasBlank && !text.isEmpty { gap += newline }
    var definition = EditPlan.Replacement(TextRange(at: text.end), gap + "[^\(label)]: " + newline)
    var after = newline.utf8.count
    if let open = context.openLiteral(at: text.end, typing: gap + "[^\(label)]: x") {
      // At the end it would be text of that.
      let line = context.lines.line(at: (open.containers.last ?? open).range.lower)
      gap = line == 0 || LinePrefix(text).isBlank(line: line - 1) ? "" : newline
      definition = EditPlan.Replacement(TextRange(at: context.lines.start(ofLine: line)), gap + "[^\(label)]: " + newline + newline)
      after *= 2
    }
    let end = definition.range.lower + reference.text.utf8.count + definition.text.utf8.count - after
    return EditPlan([reference, definition], selection: TextSelection(caret: end))
  }

  private func goToDefinition(_ label: String) -> EditPlan? {
    let note = context.document.footnotes.first { note in
      note.definition.label.map { context.text.string(in: $0).lowercased() == label.lowercased() } ?? false
    }
    return note.map { EditPlan([], selection: TextSelection(caret: LinePrefix.contentStart(of: $0.definition, context.text))) }
  }

  /// The smallest number that no footnote has, defined or not.
  private func freeLabel() -> Int {
    var used: Set<Int> = []
    var digits: [UInt8] = []
    var state = 0
    context.text.forEachChunk { bytes, _ in
      for byte in bytes {
        switch (state, byte) {
        case (_, 0x5B): state = 1
        case (1, 0x5E):
          state = 2
          digits = []
        case (2, 0x30...0x39) where digits.count < 9: digits.append(byte)
        case (2, 0x5D):
          if let number = Int(String(decoding: digits, as: UTF8.self)) { used.insert(number) }
          state = 0
        default: state = 0
        }
      }
      return true
    }
    var label = 1
    while used.contains(label) { label += 1 }
    return label
  }
}
