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
    // Of text that was all alike the same press brings back what there was, byte for byte.
    if let last = context.previous, last.command == style.command, last.isJustDone(context), StyleToggle(style, last.start).isUniform {
      return last.inverse
    }
    var range = context.selection.range
    if range.isEmpty {
      if let empty = emptyMarks() { return empty }
      guard let word = Characters(context.text).word(at: range.lower) else { return try marksAtCaret() }
      range = word
    }
    let (blocks, refusal) = blocks(in: range)
    if blocks.isEmpty {
      if let refusal { throw refusal }
      let leaves = context.document.leafBlocks(in: range)
      if leaves.contains(where: { $0.kind.isLiteral && $0.range.overlaps(range) }) { throw .insideCode }
      return nil
    }
    let marking = !blocks.allSatisfy(\.isUniform)
    let wanted = blocks.filter { !marking || !$0.isUniform }
    guard marking, states(blocks).count > 1 else { return try search(wanted, of: blocks, marking: marking).plan }
    // Mixed text cannot be brought back by the same press; so it is only marked in a way that can be unmarked.
    var first = 0
    while true {
      let found = try search(wanted, of: blocks, marking: true, from: first)
      if canBeUnmarked(found) { return found.plan }
      first += 1
    }
  }

  /// The blocks in a range, and why one of them cannot be set apart.
  private func blocks(in range: TextRange) -> (blocks: [StyledBlock], refusal: EditRefusal?) {
    var blocks: [StyledBlock] = []
    var refusal: EditRefusal?
    for node in context.document.leafBlocks(in: range) where node.kind.holdsInlines {
      do throws(EditRefusal) {
        if let block = try StyledBlock(style, node, range) { blocks.append(block) }
      } catch {
        refusal = error
      }
    }
    return (blocks, refusal)
  }

  private func states(_ blocks: [StyledBlock]) -> Set<Bool> {
    blocks.reduce(into: []) { $0.formUnion($1.shown.states(style, in: $1.target)) }
  }

  /// Whether what is selected has the style: both for mixed text.
  private var states: Set<Bool> {
    var range = context.selection.range
    if range.isEmpty, let word = Characters(context.text).word(at: range.lower) { range = word }
    return states(blocks(in: range).blocks)
  }

  /// Whether all that is selected has the style, or nothing of it.
  private var isUniform: Bool { states.count < 2 }

  private func canBeUnmarked(_ found: Found) -> Bool {
    let next = EditContext(
      snapshot: TextSnapshot(found.document.text), document: found.document, selection: found.plan.selection(after: context.selection))
    let toggle = StyleToggle(style, next)
    guard toggle.states == [true], let plan = try? toggle.plan(), let edit = plan.edit else { return false }
    let text = plan.merged(over: next.text).applied(to: next.text)
    let document = next.document.updating(to: text, replacing: edit.range, count: edit.newCount).document
    return StyleToggle(
      style, EditContext(snapshot: TextSnapshot(text), document: document, selection: plan.selection(after: next.selection))
    ).states == [false]
  }

  private struct Found {
    let plan: EditPlan
    /// The document after it.
    let document: MarkdownDocument
  }

  /// Tries each block's ways until all show what they should; where one block has none, nothing is done.
  private func search(_ wanted: [StyledBlock], of all: [StyledBlock], marking: Bool, from first: Int = 0) throws(EditRefusal) -> Found {
    var done: [EditPlan.Replacement] = []
    var targets: [TextRange] = []
    var open = wanted
    var number = first
    var document = context.document
    var isInOneStep = true
    while !open.isEmpty {
      let tries = open.map { $0.attempt(number, marking: marking, mayShrink: all.count == 1) }
      let plan = EditPlan(tries.flatMap { $0.attempt?.replacements ?? [] })
      var failed: [StyledBlock] = []
      if !plan.isEmpty {
        document = self.document(after: plan)
        for (block, (attempt, _)) in zip(open, tries) {
          if let attempt, block.isRight(attempt, marking: marking, plan: plan, in: document) {
            done += attempt.replacements
            targets.append(attempt.target)
          } else {
            failed.append(block)
          }
        }
      } else {
        failed = open
      }
      if !failed.isEmpty {
        isInOneStep = false
        if tries.allSatisfy(\.isLast) { throw .marksWouldNotShow }
      }
      open = failed
      number += 1
    }
    let settled = EditPlan(done)
    let plan = EditPlan(done, selection: selection(after: settled, all, targets.sorted { $0.lower < $1.lower }))
    return Found(plan: plan, document: isInOneStep ? document : self.document(after: plan))
  }

  private func document(after plan: EditPlan) -> MarkdownDocument {
    guard let edit = plan.edit else { return context.document }
    let text = plan.merged(over: context.text).applied(to: context.text)
    return context.document.updating(to: text, replacing: edit.range, count: edit.newCount).document
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
