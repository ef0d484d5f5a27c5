// Owns: comparing a document with its file: when the page is shown, and what becomes of the choice.
// Rule: the result is one step of the document's own history; the file is written by nobody but a save.

import Documents
import GLibKit
import GtkKit
import TextModel

/// Compares a window's document with its file.
final class Comparing: WindowPart {
  private unowned let owner: DocumentWindow
  private var page: ComparePage?

  init(_ owner: DocumentWindow) { self.owner = owner }

  var handlers: [String: CommandHandler] {
    ["compare": .run { [weak self] in self?.owner.run { await self?.compareWithFile() } }]
  }

  private var document: Document { owner.document }

  /// Reads the file and shows how the text differs from it.
  func compareWithFile() async {
    guard let file = document.file else { return }
    do throws(LoadError) {
      let found = try await Loader().open(file.path, as: file.encoding, allowingLarge: true)
      guard found.isEditable else { return owner.tell(tr("The file cannot be read as text.")) }
      guard found.text != document.buffer.text else { return owner.tell(tr("Your text and the file are the same.")) }
      show(found)
    } catch {
      owner.tell(Notice(error).title)
    }
  }

  /// Shows how the text differs from a version of the file.
  func show(_ found: LoadedDocument) {
    if let page { return page.compare(mine: document.buffer.text, found: found) }
    let page = ComparePage(mine: document.buffer.text, found: found, name: document.name) { [weak self] in self?.apply() }
    self.page = page
    page.page.onPop = { [weak self] in
      self?.page = nil
      self?.owner.present()
    }
    owner.header.push(page.page)
  }

  /// The file has changed once more while the page is open, or is as it was.
  func follow(_ found: LoadedDocument) {
    guard let page, page.found.file.fingerprint != found.file.fingerprint else { return }
    page.compare(mine: document.buffer.text, found: found)
    owner.tell(tr("The file has changed again."))
  }

  private func apply() {
    guard let page else { return }
    guard page.mine == document.buffer.text else {
      page.compare(mine: document.buffer.text, found: page.found)
      return owner.tell(tr("Your text has changed meanwhile; choose again."))
    }
    document.take(page.plan, from: page.found)
    owner.news.follow()
    owner.header.pop()
    owner.tell(document.isModified ? tr("Saving will replace the file’s text.") : tr("Your text and the file are the same."))
  }
}
