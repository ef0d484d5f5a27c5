// Owns: that unsaved text is on disk within two seconds, for as long as there is any.

import Documents
import GtkKit

/// Keeps the draft of a document in step with its text.
final class DocumentDraft {
  private unowned let document: Document
  private let keeper: DraftKeeper
  private var isKept = false

  /// Begins to keep a draft under a name; of a recovered document, that of the draft it came from.
  init(_ document: Document, id: Draft.ID, onTrouble: @escaping @Sendable (SystemError?) -> Void) {
    self.document = document
    keeper = DraftKeeper(id: id, in: ProgramState.folder, onTrouble: onTrouble)
    document.buffer.onChange { [weak self] _ in self?.note() }
    document.buffer.onSelectionChange { [weak self] in self?.noteCaret() }
    document.buffer.onModifiedChange { [weak self] in self?.note() }
  }

  /// Takes the text of this moment, or removes the draft when nothing is unsaved any more.
  func note() {
    guard !document.isLoading else { return }
    if document.isModified {
      isKept = true
      let goal = document.file == nil ? document.path : nil
      keeper.note(document.buffer.text, file: document.file, goal: goal, selection: document.buffer.selection)
    } else if isKept {
      isKept = false
      keeper.discard()
    }
  }

  private func noteCaret() { if isKept { note() } }

  /// Says that a draft is on disk already, from the run before.
  func adopt() { isKept = true }

  /// Removes the draft: the person does not want the text.
  func discard() {
    isKept = false
    keeper.discard()
  }

  /// Returns when the text of this moment is on disk, with what it stands on.
  func settle() async { if isKept { await keeper.settle() } }

  /// Writes what is not on disk yet and answers why it could not, if so; blocks for one write at most.
  @discardableResult
  func flush() -> SystemError? { isKept ? keeper.flush() : nil }
}
