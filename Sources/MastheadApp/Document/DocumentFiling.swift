// Owns: the talk with a person about a document's file: where to save, what to do when saving fails, what happens to unsaved text.

import Documents
import GLibKit
import GtkKit
import Markdown
import TextModel

/// Saves the document of a window, asking where there is something to decide.
final class DocumentFiling {
  private unowned let owner: DocumentWindow

  init(_ owner: DocumentWindow) { self.owner = owner }

  private var document: Document { owner.document }

  /// Whether the folder of a path exists.
  func folderExists(_ path: FilePath) -> Bool { path.folder.isTaken }

  // MARK: Saving

  /// What a save was meant to do: said again when the person wants another try.
  private struct Attempt {
    /// Where the text goes; nil for the document's own place.
    var path: FilePath?
    /// What may be replaced; nil for the file that the document stands on.
    var basis: SaveBasis?
    /// The encoding; nil for the file's own.
    var encoding: FileEncoding?
  }

  /// Saves the document, asking for a place when it has none. Returns whether the text is on disk now.
  @discardableResult
  func save() async -> Bool {
    if document.isSaving {
      await document.untilSaved()
      // What was typed during a save is not in it.
      guard document.isModified else { return true }
    }
    guard document.path != nil, document.readOnlyReason == nil else { return await saveAs() }
    return await run(Attempt())
  }

  /// Asks for a place and saves the document there. Returns whether the text is on disk now.
  @discardableResult
  func saveAs() async -> Bool {
    while let path = await chooseTarget() {
      // What the chooser has asked about is what may be replaced, not what comes while the disk is asked below.
      let isTaken = path.isTaken
      if let obstacle = await obstacle(to: path) {
        guard await owner.ask(obstacle, Self.anotherPlace, cancel: "cancel") == "save-as" else { return false }
        continue
      }
      return await run(Attempt(path: path, basis: isTaken ? .anything : .newFile))
    }
    return false
  }

  private static var anotherPlace: [(id: String, label: String, appearance: MessageDialog.Appearance)] {
    [("cancel", tr("_Cancel"), .normal), ("save-as", tr("Choose _Another…"), .suggested)]
  }

  /// Says why the document may not take a place though the person agreed to replace what is there; nil when it may.
  private func obstacle(to path: FilePath) async -> Notice? {
    if let other = await owner.application.content(at: path), other !== owner {
      // What rests without unsaved text is read anew when somebody wants it.
      guard other.window != nil || other.document.isModified else {
        owner.application.forget(other)
        return nil
      }
      return Notice(
        title: tr("“%s” Is Open").filled(path.name),
        body: tr("This file belongs to another document that is open. Close that one first, or choose another name."))
    }
    if document.readOnlyReason != nil, await isOwnFile(path) {
      return Notice(
        title: tr("“%s” Would Be Damaged").filled(path.name),
        body: tr("What is shown here is not all that the file holds. Choose another name; the file stays as it is."))
    }
    return nil
  }

  /// Tells whether a path leads to the document's own file: by another path, or by another name of it.
  private func isOwnFile(_ path: FilePath) async -> Bool {
    if document.file?.fingerprint.isSameFile(as: path) == true { return true }
    guard let own = document.path else { return false }
    return await SameFile.index(of: path, among: [own]) != nil
  }

  private func run(_ attempt: Attempt) async -> Bool {
    do throws(SaveError) {
      try await owner.news.quietly { () async throws(SaveError) in
        if attempt.path == nil { owner.remote.begin() }
        try await document.save(to: attempt.path, as: attempt.encoding, over: attempt.basis)
        owner.news.follow()
      }
      if attempt.path == nil { await owner.remote.send() }
      return true
    } catch {
      return await answer(error, to: attempt)
    }
  }

  /// Tells why saving failed and does what the person chooses.
  private func answer(_ error: SaveError, to attempt: Attempt) async -> Bool {
    var again = attempt
    var choices: [(id: String, label: String, appearance: MessageDialog.Appearance)] = [("cancel", tr("_Cancel"), .normal)]
    let saveAs = ("save-as", tr("Save _As…"), MessageDialog.Appearance.normal)
    switch error {
    case .unconfirmed:
      owner.news.follow()
      owner.tell(Notice(error).title)
      return false
    case .changedOnDisk(let found):
      again.basis = .document(found)
      choices += [saveAs, ("again", tr("_Replace"), .destructive)]
    case .exists:
      again.basis = .anything
      choices += [saveAs, ("again", tr("_Replace"), .destructive)]
    case .notEncodable:
      again.encoding = .utf8
      choices += [saveAs, ("again", tr("Save as _UTF-8"), .suggested)]
    default: choices += [("again", tr("_Try Again"), .normal), ("save-as", tr("Save _As…"), .suggested)]
    }
    switch await owner.ask(Notice(error), choices, cancel: "cancel") {
    case "again": return await run(again)
    case "save-as": return await self.saveAs()
    default: return false
    }
  }

  private func chooseTarget() async -> FilePath? {
    let chooser = FileChooser(.save, title: tr("Save Document"), parent: owner.window, accept: tr("_Save"))
    addTextFilters(chooser)
    if let path = document.path {
      chooser.setFolder(File(uri: path.folder.address))
      chooser.setName(path.name)
    } else {
      chooser.setFolder(document.firstFolder.map { File(uri: $0.address) } ?? File(path: owner.application.folderForNewDocuments))
      chooser.setName(proposedName)
    }
    return await chooser.choose().first?.pathBytes.map { FilePath(bytes: $0) }
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

  private var isSettling = false

  /// Asks what becomes of unsaved text. Returns whether the document may go.
  func settleUnsavedText() async -> Bool {
    // Whoever asks to close twice is asked once.
    guard !isSettling else { return false }
    isSettling = true
    defer { isSettling = false }
    while true {
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
      // What was typed while the disk was at work is not in the file: the question is asked again.
      case "save": guard await save() else { return false }
      case "discard": return true
      default: return false
      }
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
