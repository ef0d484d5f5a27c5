// Owns: the keys that mean more in Markdown than the character they type: Return, Tab, Backspace, Alt+Up/Down, and pairs.
// Rule: what a key does is thought out by MarkdownEditing; here it is only asked. Nothing is asked while an input method composes, and
// a key without a plan goes on to the view.

import GtkKit
import MarkdownEditing
import TextModel

/// Answers keys in a document's text before the view does.
final class WritingKeys {
  private let document: Document
  private let view: SourceView
  /// The opening characters that get their closing one put in as well.
  var pairs = Pairing.characters

  init(_ document: Document, _ view: SourceView) {
    self.document = document
    self.view = view
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
    view.widget.add(keys)
  }

  private func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard let key = Self.typingKey(key, modifiers), !view.isComposing, document.buffer.isEditable,
      !document.isLoading
    else { return false }
    let context = EditContext(snapshot: document.buffer.snapshot, document: document.tree, selection: document.buffer.selection)
    guard let plan = key.plan(in: context, pairs: pairs), document.buffer.apply(plan) else { return false }
    view.scrollToCaret()
    return true
  }

  private static func typingKey(_ key: Key, _ modifiers: Modifiers) -> TypingKey? {
    switch (key, modifiers) {
    case (.return, []), (.keypadEnter, []): .return
    case (.tab, []): .tab
    case (.backTab, .shift), (.tab, .shift): .backTab
    case (.backspace, []): .backspace
    case (.up, .alt): .moveUp
    case (.down, .alt): .moveDown
    case (_, []), (_, .shift): key.character.flatMap { "*_~`\"()[]{}".contains($0) ? .character($0) : nil }
    default: nil
    }
  }
}
