import Markdown
import TextModel

/// Steps through a link that is being written: from its text to the address that is still empty, and from the address behind it.
struct LinkSteps {
  private let context: EditContext

  init(_ context: EditContext) { self.context = context }

  /// Gives the step from the caret; nil where there is none.
  func next() -> EditPlan? {
    guard context.selection.isEmpty else { return nil }
    let caret = context.selection.head
    let content = context.lines.content(ofLine: context.lines.line(at: caret))
    if let leaf = context.document.leafBlock(at: caret), leaf.kind.isLiteral { return nil }
    let rest = context.text.bytes(in: TextRange(caret, min(content.upper, caret + 3)))
    if rest == Array("]()".utf8) { return step(to: caret + 2) }
    guard rest.first == UInt8(ascii: ")") else { return nil }
    // An address holds no blanks; of a title the caret goes on as usual.
    let before = context.text.bytes(in: TextRange(content.lower, caret))
    guard let open = before.lastIndex(of: UInt8(ascii: "(")), open > 0, before[open - 1] == UInt8(ascii: "]"), open + 1 < before.count,
      !before[open...].contains(where: { $0 == 0x20 || $0 == UInt8(ascii: ")") })
    else { return nil }
    return step(to: caret + 1)
  }

  private func step(to caret: TextOffset) -> EditPlan { EditPlan([], selection: TextSelection(caret: caret)) }
}
