// Owns: what happens when another program changes, moves or removes the file of an open document.
// Rule: a document without unsaved text follows quietly, as one step that can be undone. With unsaved text both versions are kept until the
// person has decided; nothing is overwritten in silence.

import Documents
import GLibKit
import GtkKit
import TextModel

/// Watches the file of a document and says what has become of it.
final class ExternalNews {
  private let document: Document
  private let banner: NoticeBanner
  private let tell: (String) -> Void
  /// Shows both texts; is asked when the person wants to see before deciding.
  var onCompare: (LoadedDocument) -> Void = { _ in }
  /// Hears of each version that the file has while there is unsaved text.
  var onVersion: (LoadedDocument) -> Void = { _ in }
  /// The version of which the banner told first: later ones, under the same words, nobody may have noticed. Nil while there is no such banner.
  private var told: LoadedDocument?
  private lazy var watch = DocumentWatch { [weak self] in self?.answer($0) }

  init(_ document: Document, banner: NoticeBanner, tell: @escaping (String) -> Void) {
    self.document = document
    self.banner = banner
    self.tell = tell
  }

  /// Follows the file that the document stands on now; call it after loading and saving.
  func follow() {
    watch.follow(document.file)
    saidNothing()
  }

  /// Compares with the disk now: when the window comes to the front, and for folders that give no hints.
  func look() { watch.look() }

  /// Does the document's own work on its file without taking it for somebody else's.
  func quietly<Value, Failure: Error>(_ work: @MainActor () async throws(Failure) -> Value) async throws(Failure) -> Value {
    try await watch.quietly(work)
  }

  private func saidNothing() {
    told = nil
    banner.hide(.external)
  }

  private func answer(_ change: ExternalChange) {
    switch change {
    case .unchanged: saidNothing()
    case .touched(let file):
      saidNothing()
      document.standOn(file)
      watch.follow(file)
    case .changed(let found): answer(found)
    case .gone(let movedTo?):
      banner.show(
        .external, tr("The file is called “%s” now. Saving makes “%s” again.").filled(movedTo.name, document.name),
        [
          Banner.Choice(tr("Follow It"), isSuggested: true) { [weak self] in self?.followMoved(to: movedTo) },
          Banner.Choice(tr("Close")) { [weak self] in self?.banner.hide(.external) },
        ])
    case .gone(nil):
      banner.show(.external, tr("The file was deleted or moved away. Your text is still here; saving makes the file again."))
    case .replaced:
      banner.show(
        .external, tr("Something that is no text file has taken the name of this document. Save the text elsewhere with Save As."))
    case .unreadable(let error):
      banner.show(.external, Notice(error).body + " " + tr("Your text is still here."))
    }
  }

  private func answer(_ found: LoadedDocument) {
    // Not into the middle of a composition.
    guard !document.buffer.isComposing else { return later { $0.answer(found) } }
    guard found.isEditable else {
      banner.show(
        .external, tr("Another program has replaced the file by something that cannot be read as text. Your text is still here."))
      return
    }
    if found.text == document.buffer.text {
      saidNothing()
      document.agree(with: found)
      return watch.follow(found.file)
    }
    guard document.isModified else { return reload(found) }
    onVersion(found)
    let told = told ?? found
    self.told = told
    banner.show(
      .external, tr("Another program has changed the file, and you have unsaved text."),
      [
        Banner.Choice(tr("Compare…")) { [weak self] in self?.onCompare(found) },
        Banner.Choice(tr("Reload")) { [weak self] in self?.reload(found, givingUpUnsaved: true) },
        Banner.Choice(tr("Keep Mine"), isSuggested: true) { [weak self] in self?.keepMine(told) },
      ])
  }

  /// Comes back to something when the composition has ended.
  private func later(_ work: @escaping (ExternalNews) -> Void) { MainLoop.after(seconds: 0.1) { [weak self] in self.map(work) } }

  /// Takes the other program's text as one step that can be undone.
  private func reload(_ found: LoadedDocument, givingUpUnsaved: Bool = false) {
    guard !document.buffer.isComposing else { return later { $0.reload(found, givingUpUnsaved: givingUpUnsaved) } }
    saidNothing()
    Task {
      await document.untilLoaded()
      // Somebody may have begun to write meanwhile.
      guard givingUpUnsaved || !document.isModified else { return answer(found) }
      await document.replace(with: found)
      watch.follow(document.file)
    }
  }

  /// The person was told that the file holds something else and wants it replaced by the next save; what came after that is told anew.
  private func keepMine(_ found: LoadedDocument) {
    saidNothing()
    document.standOn(found.file)
    watch.follow(found.file)
    watch.look()
    tell(tr("Saving will replace the other program’s text."))
  }

  private func followMoved(to path: FilePath) {
    Task { [weak self] in
      guard let self, let old = document.file else { return }
      let found: LoadedDocument
      do throws(LoadError) { found = try await Loader().open(path, as: old.encoding, allowingLarge: true) } catch {
        return tell(Notice(error).title)
      }
      // A save meanwhile has made the file at the old place again: the text is there.
      await document.untilSaved()
      guard document.file == old else { return }
      saidNothing()
      // It stands on what it stood on: what was written there since is told like any other change, and not overwritten.
      document.moved(to: found.file.replacing(old.fingerprint))
      watch.follow(document.file)
      watch.look()
    }
  }
}
