// Owns: the talk with a person about a document's file: where to save, what to do when saving fails, what happens to unsaved text.

import Documents
import GLibKit
import Glibc
import GtkKit
import Markdown
import TextModel

/// Saves the document of a window, asking where there is something to decide.
final class DocumentFiling {
  private unowned let owner: DocumentWindow

  init(_ owner: DocumentWindow) { self.owner = owner }

  private var document: Document { owner.document }

  /// Whether the folder of a path exists.
  func folderExists(_ path: FilePath) -> Bool { access(path.folder.description, F_OK) == 0 }

  // MARK: Saving

  /// Saves the document, asking for a place when it has none. Returns whether the text is on disk now.
  @discardableResult
  func save() async -> Bool {
    if document.isSaving {
      await document.untilSaved()
      // What was typed during a save is not in it.
      guard document.isModified else { return true }
    }
    guard document.path != nil, document.readOnlyReason == nil else { return await saveAs() }
    do throws(SaveError) {
      try await owner.news.quietly { () async throws(SaveError) in
        owner.remote.begin()
        try await document.save()
        owner.news.follow()
      }
      await owner.remote.send()
      return true
    } catch {
      return await answer(error)
    }
  }

  /// Asks for a place and saves the document there. Returns whether the text is on disk now.
  @discardableResult
  func saveAs() async -> Bool {
    guard let path = await chooseTarget() else { return false }
    let basis: SaveBasis = access(path.description, F_OK) == 0 ? .anything : .newFile
    do throws(SaveError) {
      try await owner.news.quietly { () async throws(SaveError) in
        try await document.save(to: path, over: basis)
        owner.news.follow()
      }
      return true
    } catch {
      return await answer(error)
    }
  }

  /// Tells why saving failed and does what the person chooses.
  private func answer(_ error: SaveError) async -> Bool {
    switch error {
    case .changedOnDisk(let found):
      let answer = await owner.ask(
        Notice(error),
        [
          ("cancel", tr("_Cancel"), .normal), ("save-as", tr("Save _As…"), .normal),
          ("replace", tr("_Replace"), .destructive),
        ], cancel: "cancel")
      switch answer {
      case "replace":
        guard let path = document.path else { return false }
        do throws(SaveError) {
          try await owner.news.quietly { () async throws(SaveError) in
            owner.remote.begin()
            try await document.save(to: path, over: .document(found))
            owner.news.follow()
          }
          await owner.remote.send()
          return true
        } catch {
          return await self.answer(error)
        }
      case "save-as": return await saveAs()
      default: return false
      }
    case .unconfirmed:
      owner.tell(Notice(error).title)
      return false
    default:
      let answer = await owner.ask(
        Notice(error),
        [("cancel", tr("_Cancel"), .normal), ("retry", tr("_Try Again"), .normal), ("save-as", tr("Save _As…"), .suggested)],
        cancel: "cancel")
      switch answer {
      case "retry": return await save()
      case "save-as": return await saveAs()
      default: return false
      }
    }
  }

  private func chooseTarget() async -> FilePath? {
    let chooser = FileChooser(.save, title: tr("Save Document"), parent: owner.window, accept: tr("_Save"))
    addTextFilters(chooser)
    if let path = document.path {
      chooser.setFolder(File(path: path.folder.description))
      chooser.setName(path.name)
    } else {
      chooser.setFolder(File(path: document.firstFolder?.description ?? owner.application.folderForNewDocuments))
      chooser.setName(proposedName)
    }
    return await chooser.choose().first?.path.map { FilePath($0) }
  }

  /// The first heading as a file name, or "Untitled.md".
  var proposedName: String {
    DocumentName.proposal(from: document.tree.headings.first?.title ?? "", ending: ".md")?.text ?? tr("Untitled") + ".md"
  }

  /// Saves a document that has no file yet under a path that must be free; answers whether it is there now.
  func saveFirst(to path: FilePath) async -> Bool {
    do throws(SaveError) {
      try await owner.news.quietly { () async throws(SaveError) in
        try await document.save(to: path, over: .newFile)
        owner.news.follow()
      }
      return true
    } catch {
      owner.tell(Notice(error).title)
      return false
    }
  }

  // MARK: Unsaved text

  /// Asks what becomes of unsaved text. Returns whether the document may go.
  func settleUnsavedText() async -> Bool {
    // A save that is under way is waited for: it may make the question unnecessary.
    await document.untilSaved()
    guard document.isModified else { return true }
    owner.window?.present()
    let answer = await owner.ask(
      Notice(
        title: tr("Save Changes to “%s”?").filled(document.name),
        body: tr("Changes that are not saved are lost when the window closes.")),
      [("cancel", tr("_Cancel"), .normal), ("discard", tr("_Discard"), .destructive), ("save", tr("_Save"), .suggested)],
      cancel: "cancel")
    switch answer {
    case "save": return await save()
    case "discard": return true
    default: return false
    }
  }

  // MARK: Encodings

  /// Asks for the encoding of a file that did not decode and loads it with that.
  func chooseEncoding() async {
    var answers: [(id: String, label: String, appearance: MessageDialog.Appearance)] = [("cancel", tr("_Cancel"), .normal)]
    for encoding in document.likelyEncodings.prefix(4) { answers.append((encoding.name, encoding.name, .normal)) }
    let answer = await owner.ask(
      Notice(
        title: tr("Which Encoding Is It?"),
        body: tr("These encodings fit the file, the likeliest first. It is saved in the one that you choose.")), answers,
      cancel: "cancel")
    guard let encoding = document.likelyEncodings.first(where: { $0.name == answer }) else { return }
    do throws(LoadError) {
      try await document.load(as: encoding, allowingLarge: true)
    } catch {
      let notice = Notice(error)
      _ = await owner.ask(notice, [("close", tr("_Close"), .normal)], cancel: "close")
    }
  }
}

/// Lets a chooser list text files first, and all files.
func addTextFilters(_ chooser: FileChooser) {
  chooser.addFilter(
    tr("Markdown and Text"), patterns: ["*.md", "*.markdown", "*.mdown", "*.mkd", "*.txt", "*.text"],
    types: ["text/markdown", "text/plain"])
  chooser.addFilter(tr("All Files"), patterns: ["*"])
}

extension String {
  /// The text without blanks at both ends.
  var trimmed: String {
    var part = self[...]
    while let first = part.first, first.isWhitespace { part.removeFirst() }
    while let last = part.last, last.isWhitespace { part.removeLast() }
    return String(part)
  }
}
