// Owns: which documents were open last and what was searched for, for the whole program.

import Documents
import GLibKit
import TextModel

/// Remembers recent documents and searches, and keeps them on disk.
final class RecentList {
  private let store = RecentStore(in: ProgramState.folder)
  private let searchStore = RecentSearchStore(in: ProgramState.folder)
  /// Hears when the list of documents has changed.
  var onChange: () -> Void = {}
  private(set) lazy var documents: RecentDocuments = store.read()
  private(set) lazy var searches: RecentSearches = searchStore.read()

  /// Puts a document first that was opened, or has a file now. What is known of its caret from an earlier time stays.
  func opened(_ document: Document) {
    guard let path = document.file?.path else { return }
    let known = documents.entries.first { $0.path == path }?.selection
    note(path, known ?? TextSelection(caret: .zero))
  }

  /// Puts a document first that is about to close, with the place of its caret.
  func closes(_ document: Document) {
    guard let path = document.file?.path else { return }
    note(path, document.buffer.selection)
  }

  private func note(_ path: FilePath, _ selection: TextSelection) {
    documents.note(RecentDocuments.Entry(path: path, opened: Format.now, selection: selection))
    keep()
  }

  /// Lets an entry follow its file.
  func rename(_ old: FilePath, to new: FilePath) {
    documents.rename(old, to: new)
    keep()
  }

  /// Forgets a document that is gone.
  func remove(_ path: FilePath) {
    documents.remove(path)
    keep()
  }

  private func keep() {
    store.note(documents)
    onChange()
  }

  /// Puts a search first; very short ones are not worth it.
  func note(search text: String) {
    let text = text.trimmed
    guard text.count > 1 else { return }
    searches.note(text)
    searchStore.note(searches)
  }

  /// Writes what is not yet on disk; blocks for two small writes.
  func flush() {
    store.flush()
    searchStore.flush()
  }
}
