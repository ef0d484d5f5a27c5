import Markdown
import TextModel

/// Hides text in a comment, and shows it again exactly as it was.
struct Hiding {
  private static let open = "<!-- "
  private static let close = " -->"

  private let context: EditContext

  init(_ context: EditContext) {
    self.context = context
  }

  func toggle() throws(EditRefusal) -> EditPlan? {
    if let comment = surroundingComment() { return shown(comment) }
    let range = try range()
    guard !range.isEmpty else {
      if context.isLiteral(at: range.lower) { throw .insideCode }
      return EditPlan(
        replacing: range, with: Self.open + Self.close, selection: TextSelection(caret: range.lower + Self.open.utf8.count))
    }
    let text = context.text.string(in: range)
    if text.contains("<!--") || text.contains("-->") || text.hasPrefix(">") || text.hasPrefix("->") || text.hasSuffix("<!-")
      || context.document.leafBlocks(in: range).contains(where: { $0.kind == .commentBlock && $0.range.overlaps(range) })
    {
      throw .holdsPartOfComment
    }
    if text.contains("--") || text.hasPrefix("-") || text.hasSuffix("-") { throw .holdsDoubleHyphen }
    try refuseCode(range)
    let plan = EditPlan(
      [
        EditPlan.Replacement(TextRange(at: range.lower), Self.open), EditPlan.Replacement(TextRange(at: range.upper), Self.close),
      ],
      selection: TextSelection(TextRange(range.lower + Self.open.utf8.count, count: range.count)))
    guard hides(plan, range) else { throw .commentWouldShow }
    return plan
  }

  /// What to hide: the selection, else the caret's word.
  private func range() throws(EditRefusal) -> TextRange {
    let range = context.selection.range
    if range.isEmpty, let word = Characters(context.text).word(at: range.lower) { return word }
    return range
  }

  private func refuseCode(_ range: TextRange) throws(EditRefusal) {
    for leaf in context.document.leafBlocks(in: range) where leaf.range.overlaps(range) {
      if leaf.kind == .codeBlock || leaf.kind == .mathBlock || leaf.kind == .frontMatter || leaf.kind == .htmlBlock { throw .holdsCode }
      var open = [leaf]
      while let node = open.popLast() {
        if node.kind == .codeSpan || node.kind == .math, node.range.overlaps(range) { throw .holdsCode }
        if node.kind == .comment, node.range.overlaps(range) { throw .holdsPartOfComment }
        for child in node.children where child.range.overlaps(range) { open.append(child) }
      }
    }
  }

  /// Tells whether all of the text is in comments afterwards, and nothing else is.
  private func hides(_ plan: EditPlan, _ range: TextRange) -> Bool {
    guard let edit = plan.edit, let hidden = plan.selection?.range else { return false }
    let document = context.document.updating(to: plan.applied(to: context.text), replacing: edit.range, count: edit.newCount).document
    let whole = TextRange(hidden.lower - Self.open.utf8.count, hidden.upper + Self.close.utf8.count)
    return document.leafBlocks(in: hidden).contains { leaf in
      if leaf.kind == .commentBlock { return leaf.range.lower == whole.lower && leaf.range.upper == whole.upper }
      var open = [leaf]
      while let node = open.popLast() {
        if node.kind == .comment, node.range == whole { return true }
        for child in node.children where child.range.contains(whole) { open.append(child) }
      }
      return false
    }
  }

  /// The comment that the selection lies in; nil when there is none.
  private func surroundingComment() -> TextRange? {
    let range = context.selection.range
    for leaf in context.document.leafBlocks(in: range) {
      if leaf.kind == .commentBlock, leaf.range.contains(range) { return leaf.range }
      if leaf.kind.holdsInlines,
        let comment = context.document.innermostInlines(around: range).first(where: { $0.kind == .comment })
      {
        return comment.range
      }
    }
    return nil
  }

  private func shown(_ comment: TextRange) -> EditPlan? {
    let text = context.text.string(in: comment)
    guard text.hasPrefix("<!--"), text.hasSuffix("-->"), text.utf8.count >= 7 else { return nil }
    // Our own marks have a blank inside; those of others may not.
    let isOurs = text.utf8.count >= 9 && text.hasPrefix(Self.open) && text.hasSuffix(Self.close)
    let head = TextRange(comment.lower, count: isOurs ? 5 : 4)
    let foot = TextRange(comment.upper - (isOurs ? 4 : 3), comment.upper)
    guard head.upper < foot.lower else { return EditPlan(replacing: comment, with: "", selection: TextSelection(caret: comment.lower)) }
    return EditPlan(
      [EditPlan.Replacement(head, ""), EditPlan.Replacement(foot, "")],
      selection: TextSelection(TextRange(comment.lower, foot.lower - head.count)))
  }
}
