// Owns: the keys that mean more in Markdown than the character they type: Return, Tab, Backspace, Alt+Up/Down, and pairs.
// Rule: what a key does is thought out by MarkdownEditing; here it is only asked. The input method comes first: nothing is asked while it
// composes, and a key that it takes is its own. A key without a plan goes on to the view.

import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Answers keys in a document's text before the view does.
final class WritingKeys {
  private let document: Document
  private let view: SourceView
  private let keys = KeyController(.capture)
  private let hasRemoteInputMethod = SourceView.hasRemoteInputMethod
  /// The opening characters that get their closing one put in as well.
  var pairs = Pairing.characters

  init(_ document: Document, _ view: SourceView) {
    self.document = document
    self.view = view
    keys.onPress { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
    view.widget.add(keys)
    if hasRemoteInputMethod { document.onTextChange { [weak self] change, _ in self?.pairCommitted(change) } }
  }

  private var isReady: Bool { !view.isComposing && document.buffer.isEditable && !document.isLoading }

  private var context: EditContext {
    EditContext(snapshot: document.buffer.snapshot, document: document.tree, selection: document.buffer.selection)
  }

  private func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard let key = Self.typingKey(key, modifiers), isReady else { return false }
    if case .character = key {
      // What an input method makes of a character comes later, as text: `pairCommitted`. Around a selection it would come too late.
      if hasRemoteInputMethod, document.buffer.selection.isEmpty { return false }
    } else if view.inputMethodTakes(keys) {
      return true
    }
    // The input method may have committed text before it passed the key on.
    guard isReady, let plan = key.plan(in: context, pairs: pairs), document.buffer.apply(plan) else { return false }
    view.scrollToCaret()
    return true
  }

  /// Puts the closing mark in after the opening one that an input method has committed, or types over it.
  private func pairCommitted(_ change: SourceBuffer.Change) {
    guard change.cause == .edit, change.edits.count == 1, let edit = change.edits.first, edit.range.isEmpty, edit.newCount == 1, isReady,
      document.buffer.selection == TextSelection(caret: edit.newRange.upper), let byte = change.after.text.bytes(in: edit.newRange).first,
      Self.characters.contains(Character(Unicode.Scalar(byte)))
    else { return }
    let before = EditContext(
      snapshot: change.before, document: document.tree.updating(to: change.before.text, replacing: edit.newRange, count: 0).document,
      selection: TextSelection(caret: edit.range.lower))
    let character = Character(Unicode.Scalar(byte))
    guard let plan = TypingKey.character(character).plan(in: before, pairs: pairs) else { return }
    MainLoop.next { [weak self] in
      guard let self, self.isReady, self.document.buffer.snapshot.revision == change.after.revision else { return }
      if plan.isEmpty {
        // The character is there twice: the one that stood there goes.
        self.document.buffer.apply(EditPlan(replacing: TextRange(edit.newRange.upper, count: 1), with: ""))
      } else if let only = plan.replacements.first, plan.replacements.count == 1, only.range.isEmpty, only.text.utf8.count == 2 {
        let caret = TextSelection(caret: edit.newRange.upper)
        self.document.buffer.apply(
          EditPlan(replacing: TextRange(at: edit.newRange.upper), with: String(only.text.dropFirst()), selection: caret))
      }
    }
  }

  private static let characters: Set<Character> = ["*", "_", "~", "`", "\"", "(", ")", "[", "]", "{", "}"]

  private static func typingKey(_ key: Key, _ modifiers: Modifiers) -> TypingKey? {
    switch (key, modifiers) {
    case (.return, []), (.keypadEnter, []): .return
    case (.tab, []): .tab
    case (.backTab, .shift), (.tab, .shift): .backTab
    case (.backspace, []): .backspace
    case (.up, .alt): .moveUp
    case (.down, .alt): .moveDown
    case (_, []), (_, .shift): key.character.flatMap { characters.contains($0) || $0 == "|" ? .character($0) : nil }
    default: nil
    }
  }
}
