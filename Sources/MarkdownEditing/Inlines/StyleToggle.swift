import Markdown
import TextModel

/// Gives text a style or takes it away: what is selected, or the word at the caret.
///
/// Text that has the style all through loses it; anything else gets it all through, each block on its own. Every way to write
/// the marks is tried and the result parsed: what is given is known to show.
struct StyleToggle {
  private let style: InlineStyle
  private let context: EditContext

  init(_ style: InlineStyle, _ context: EditContext) {
    self.style = style
    self.context = context
  }

  func plan() throws(EditRefusal) -> EditPlan? {
    var range = context.selection.range
    let isCaret = range.isEmpty
    if isCaret {
      if let empty = emptyMarks() { return empty }
      guard let word = Characters(context.text).word(at: range.lower) else { return try marksAtCaret() }
      range = word
    }
    let leaves = context.document.leafBlocks(in: range)
    let nodes = leaves.filter { $0.kind.holdsInlines }
    var blocks: [StyledBlock] = []
    var refusal: EditRefusal?
    for node in nodes {
      do throws(EditRefusal) {
        if let block = try StyledBlock(style, node, range) { blocks.append(block) }
      } catch {
        refusal = error
      }
    }
    if blocks.isEmpty {
      if let refusal { throw refusal }
      if leaves.contains(where: { $0.kind.isLiteral && $0.range.overlaps(range) }) { throw .insideCode }
      return nil
    }
    let marking = !blocks.allSatisfy(\.isUniform)
    return try search(blocks.filter { !marking || !$0.isUniform }, marking: marking)
  }

  /// Tries each block's ways until all show what they should; blocks for which none does are left as they are.
  private func search(_ blocks: [StyledBlock], marking: Bool) throws(EditRefusal) -> EditPlan? {
    var done: [EditPlan.Replacement] = []
    var targets: [TextRange] = []
    var open = blocks
    var number = 0
    let most = blocks.map(\.attempts).max() ?? 0
    while number < most, !open.isEmpty {
      let tries = open.map { $0.attempt(number, marking: marking) }
      let replacements = tries.flatMap { $0?.replacements ?? [] }
      let plan = EditPlan(replacements)
      if let edit = plan.edit {
        let text = plan.merged(over: context.text).applied(to: context.text)
        let document = context.document.updating(to: text, replacing: edit.range, count: edit.newCount).document
        var failed: [StyledBlock] = []
        for (block, attempt) in zip(open, tries) {
          if let attempt, block.isRight(attempt, marking: marking, plan: plan, in: document) {
            done += attempt.replacements
            targets.append(attempt.target)
          } else {
            failed.append(block)
          }
        }
        open = failed
      }
      number += 1
    }
    guard !done.isEmpty else { throw .marksWouldNotShow }
    let settled = EditPlan(done)
    return EditPlan(done, selection: selection(after: settled, blocks, targets.sorted { $0.lower < $1.lower }))
  }

  /// What is selected afterwards: the same text, with the marks outside.
  private func selection(after plan: EditPlan, _ blocks: [StyledBlock], _ targets: [TextRange]) -> TextSelection {
    let old = context.selection
    if old.isEmpty {
      let isAtEnd = blocks.contains { $0.target.upper == old.head }
      return TextSelection(caret: plan.map(old.head, isAtEnd ? .before : .after))
    }
    let first = blocks[0].target.lower
    let last = blocks[blocks.count - 1].target.upper
    var lower = plan.map(min(old.range.lower, first), .after)
    var upper = plan.map(max(old.range.upper, last), .before)
    // Marks that moved inside of punctuation leave it outside of the selection too, so that the next press finds what is marked.
    if let target = targets.first, target.lower > first, target.lower < blocks[0].target.upper { lower = plan.map(target.lower, .after) }
    if let target = targets.last, target.upper < last, target.upper > blocks[blocks.count - 1].target.lower {
      upper = plan.map(target.upper, .before)
    }
    upper = max(lower, upper)
    return old.anchor <= old.head ? TextSelection(anchor: lower, head: upper) : TextSelection(anchor: upper, head: lower)
  }

  // MARK: No word

  /// Takes away a pair of marks with nothing but the caret between them; nil when there is none.
  private func emptyMarks() -> EditPlan? {
    let caret = context.selection.head
    for mark in style.marks(context.document.options) {
      let open = TextOffset(caret.utf8 - mark.open.utf8.count)
      let close = caret + mark.close.utf8.count
      guard open >= .zero, close <= context.text.end, context.text.isBoundary(open), context.text.isBoundary(close) else { continue }
      guard context.text.string(in: TextRange(open, caret)) == mark.open, context.text.string(in: TextRange(caret, close)) == mark.close
      else { continue }
      if mark.open.utf8.count <= 2, let byte = mark.open.utf8.first {
        // `**|**` is an empty bold and no italic: the number of marks on each side tells.
        let before = run(of: byte, from: open, step: -1) + mark.open.utf8.count
        let after = run(of: byte, from: close, step: 1) + mark.close.utf8.count
        guard before == after, style != .italic || before % 2 == 1 else { continue }
      }
      return EditPlan(replacing: TextRange(open, close), with: "", selection: TextSelection(caret: open))
    }
    return nil
  }

  private func run(of byte: UInt8, from offset: TextOffset, step: Int) -> Int {
    var count = 0
    var place = step < 0 ? offset - 1 : offset
    while place >= .zero, place < context.text.end, context.text[place] == byte, count < 8 {
      count += 1
      place += step
    }
    return count
  }

  private func marksAtCaret() throws(EditRefusal) -> EditPlan? {
    let caret = context.selection.head
    if let leaf = context.document.leafBlock(at: caret), leaf.kind.isLiteral || leaf.kind == .linkDefinition,
      !leaf.range.isEmpty, caret < leaf.range.upper || leaf.kind == .codeBlock, caret > leaf.range.lower || leaf.kind == .codeBlock
    {
      throw .insideCode
    }
    let mark = style.marks(context.document.options)[0]
    return EditPlan(
      replacing: TextRange(at: caret), with: mark.open + mark.close, selection: TextSelection(caret: caret + mark.open.utf8.count))
  }
}
