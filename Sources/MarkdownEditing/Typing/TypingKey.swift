public import TextModel

/// A key that means more in Markdown than the character it types.
public enum TypingKey: Hashable, Sendable {
  case `return`
  case tab
  case backTab
  case backspace
  case moveUp
  case moveDown
  /// A character of `Pairing.characters`, one that may close a pair, or the pipe between cells.
  case character(Character)

  /// Thinks out what the key does; nil leaves it to the view. Never asked while an input method is composing.
  ///
  /// `pairs` are the opening characters for which the person wants the closing one put in as well.
  public func plan(in context: EditContext, pairs: Set<Character> = Pairing.characters) -> EditPlan? {
    // Between CR and LF, where an edit may have left it, the caret stands behind its line: nothing there is ours.
    let caret = context.selection.head
    guard caret <= context.lines.content(ofLine: context.lines.line(at: caret)).upper || !context.selection.isEmpty else { return nil }
    return switch self {
    case .return: TableKeys(context).nextRow() ?? SmartReturn(context).plan()
    case .tab: TableKeys(context).nextCell() ?? LinkSteps(context).next() ?? ItemNesting(context).indent()
    case .backTab: TableKeys(context).previousCell() ?? ItemNesting(context).outdent()
    case .backspace: Pairing(context, pairs).backspace() ?? ItemNesting(context).unwrap()
    case .moveUp: LineMoves(context).up()
    case .moveDown: LineMoves(context).down()
    case .character("|"): TableKeys(context).pipe()
    case .character(let character): Pairing(context, pairs).plan(character)
    }
  }
}
