// Owns: what the title of a document's window opens, drags out and renames. The bar's kit draws it and asks here.

import Commands
import Documents
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel
import Markdown
import TextModel

/// Answers the bar's questions about a document.
final class DocumentTitle: TitleDelegate, RenameDelegate {
  private unowned let owner: DocumentWindow
  private let operations = DocumentOperations(state: ProgramState.folder)

  init(_ owner: DocumentWindow) { self.owner = owner }

  private var document: Document { owner.document }

  // MARK: The popover

  func properties(_ update: @escaping (DocumentProperties) -> Void) -> DocumentProperties? {
    var properties = DocumentProperties(name: document.name, icon: "text-x-generic-symbolic", lines: [])
    properties.lines.append(place)
    if let save = Catalogue.command("win.save"), document.file == nil {
      properties.button = .run(MenuEntry(save))
    } else {
      properties.lines.append(" ")
      properties.button = .turn(to: tr("Share"), icon: "masthead-share-symbolic")
    }
    properties.lines.append(" ")
    let (tree, path) = (document.tree, document.file?.path)
    Task {
      var properties = properties
      if let path, let times = await Self.times(of: path) { properties.lines[1] = times }
      properties.lines[properties.lines.count - 1] = Self.words(await Self.statistics(tree))
      update(properties)
    }
    return properties
  }

  /// Kind, size and folder of the document.
  private var place: String {
    if let path = document.path, document.file != nil {
      let folder = owner.remote.origin.map { Format.address($0.address) } ?? Format.path(path.folder.description)
      return [tr("Markdown"), Format.size(bytes: document.buffer.text.count), folder].joined(separator: " · ")
    }
    return document.path.map { tr("Not saved yet; it will be in %s").filled(Format.path($0.folder.description)) } ?? tr("Not saved yet")
  }

  @concurrent private nonisolated static func statistics(_ tree: MarkdownDocument) async -> MarkdownStatistics { tree.statistics }

  private static func words(_ statistics: MarkdownStatistics) -> String {
    let counts = statistics.counts
    let words = ngettext("%s word", "%s words", counts.words).filled(Format.number(counts.words))
    let characters = ngettext("%s character", "%s characters", counts.characters).filled(Format.number(counts.characters))
    return [words, characters, tr("%s to read").filled(Format.duration(statistics.readingSeconds))].joined(separator: " · ")
  }

  private static func times(of path: FilePath) async -> String? {
    guard let information = try? await File(uri: path.address).information(), information.modified > 0 else { return nil }
    let modified = tr("Changed %s").filled(Format.dateAndTime(information.modified))
    // Not every file system knows.
    guard information.created > 0 else { return modified }
    return [modified, tr("Created %s").filled(Format.dateAndTime(information.created))].joined(separator: " · ")
  }

  func titleMenu() -> [MenuElement] {
    MenuElement.sections(document.file == nil ? Menus.titleOfUnsaved : Menus.title) { [self] in offers($0) }
  }

  /// Whether the title menu offers a command: what cannot be done now is not there.
  private func offers(_ command: Command) -> Bool {
    switch command.id {
    case "rename": document.file == nil || canChangeFolder && !owner.remote.isRemote
    case "move-to", "trash": canChangeFolder
    case "revert": document.isModified
    default: owner.canRun(command)
    }
  }

  /// Whether names in the document's folder may be changed.
  private var canChangeFolder: Bool { document.folder.map(\.isWritable) ?? true }

  func draggedFiles() -> [File] { owner.sharing.draggedFiles() }

  // MARK: Renaming

  var canRename: Bool { obstacle == nil }

  /// Why the document cannot be renamed now, in words; nil when it can.
  private var obstacle: String? {
    if document.isSaving { return tr("The document is being saved.") }
    if owner.remote.isRemote { return tr("A document of another computer cannot be renamed here.") }
    return document.file == nil || canChangeFolder ? nil : tr("You do not have the permission to change names in this folder.")
  }

  /// Starts renaming where the title stands, or says why that cannot be.
  func beginRenaming() {
    if let obstacle { owner.tell(obstacle) } else { owner.header.rename() }
  }

  func firstName() -> (name: String, selected: Int) {
    let name = document.path?.name ?? owner.filing.proposedName
    return (name, DocumentName(name).stem.unicodeScalars.count)
  }

  func problem(with name: String) -> String? {
    if let fault = DocumentName(name).fault { return fault.wording }
    let isTaken = operations.isTaken(DocumentName(name), in: folder, besides: document.file?.path)
    return isTaken ? tr("“%s” already exists here.").filled(name) : nil
  }

  func rename(to name: String) {
    owner.run { [weak self] in _ = await self?.takeName(name) }
  }

  func droppedName(_ name: String, because problem: String) {
    owner.tell(tr("The name was not changed. %s").filled(problem))
  }

  /// The folder in which the document is, or will be.
  private var folder: FilePath { document.folder ?? document.firstFolder ?? FilePath(owner.application.folderForNewDocuments) }

  /// Gives the document a name, on disk and here; answers whether it has it now, and tells why not.
  func takeName(_ name: String) async -> Bool {
    await document.untilSaved()
    guard document.file != nil else {
      // The first name of a document is its first save.
      return await owner.filing.saveFirst(to: folder.appending(FilePath(name)))
    }
    return await perform { [operations] file async throws(OperationError) in try await operations.rename(file, to: DocumentName(name)) }
  }

  /// Does something that gives the file another path, and follows it; answers whether that was done.
  private func perform(_ work: (DocumentFile) async throws(OperationError) -> DocumentFile) async -> Bool {
    do throws(OperationError) {
      try await owner.news.quietly { () async throws(OperationError) in
        try await document.exclusively { () async throws(OperationError) in
          guard let old = document.file else { return }
          let file = try await work(old)
          owner.application.recent.rename(old.path, to: file.path)
          document.moved(to: file)
          owner.news.follow()
          // After a crash, unsaved text must find the file under its new name.
          await document.draft.settle()
        }
      }
      owner.application.namesChanged()
      return true
    } catch {
      if case .sandboxed = error {
        owner.tell(error.wording, tr("Save As…")) { [weak owner] in owner?.run { await owner?.filing.saveAs() } }
      } else {
        owner.tell(error.wording)
      }
      return false
    }
  }

  // MARK: The other commands of the title menu

  /// What comes after the name of a copy of that number.
  nonisolated static let copySuffix: @Sendable (Int) -> String = { number in
    number == 1 ? " " + tr("(copy)") : " " + tr("(copy %s)").filled(Format.number(number))
  }

  func duplicate() async {
    guard let file = document.file else { return }
    do throws(SaveError) {
      let copy = try await operations.duplicate(document.buffer.text, of: file, suffix: Self.copySuffix)
      owner.application.open([File(uri: copy.path.address)], from: owner, inNewWindow: true)
    } catch {
      let notice = Notice(error)
      _ = await owner.ask(notice, [("close", tr("_Close"), .normal)], cancel: "close")
    }
  }

  func move() async {
    guard let file = document.file else { return }
    let chooser = FileChooser(.folder, title: tr("Move To"), parent: owner.window, accept: tr("_Move"))
    chooser.setFolder(File(uri: file.path.folder.address))
    guard let folder = await chooser.choose().first?.pathBytes else { return }
    await move(into: FilePath(bytes: folder))
  }

  /// Puts the document's file into another folder.
  func move(into folder: FilePath) async {
    _ = await perform { [operations] file async throws(OperationError) in try await operations.move(file, into: folder) }
  }

  func trash() async {
    await document.untilSaved()
    guard document.file != nil else { return }
    if document.isModified {
      let answer = await owner.ask(
        Notice(title: tr("Move “%s” to the Trash?").filled(document.name), body: tr("Its unsaved text is discarded.")),
        [("cancel", tr("_Cancel"), .normal), ("trash", tr("Move to _Trash"), .destructive)], cancel: "cancel")
      guard answer == "trash" else { return }
    }
    let agreed = document.buffer.snapshot.revision
    do throws(OperationError) {
      try await document.exclusively { () async throws(OperationError) in
        guard let file = document.file else { return }
        try await operations.trash(file)
        owner.application.recent.remove(file.path)
      }
      // Nobody agreed to lose what was typed meanwhile: the window stays, and tells that the file is gone.
      if document.buffer.snapshot.revision == agreed { owner.closeForGood() }
    } catch {
      owner.tell(error.wording)
    }
  }

  /// Goes back to the text on disk, as one step that can be undone.
  func revert() async {
    // A save that is under way decides what is on disk.
    await document.untilSaved()
    guard let path = document.file?.path else { return }
    do throws(LoadError) {
      await document.replace(with: try await Loader().open(path, as: document.file?.encoding, allowingLarge: true))
      owner.news.follow()
    } catch {
      owner.tell(Notice(error).title)
    }
  }

  func showInFiles() {
    guard let folder = document.folder else { return }
    Desktop.open(folder.address, over: owner.window)
  }

  func copyPath() {
    guard let path = document.path else { return }
    Clipboard.set(path.description)
    owner.tell(tr("The path was copied."))
  }
}

extension DocumentName.Fault {
  nonisolated var wording: String {
    switch self {
    case .empty: tr("A name is needed.")
    case .reserved: tr("“.” and “..” mean folders.")
    case .containsSlash: tr("A name cannot hold a slash.")
    case .containsNUL: tr("A name cannot hold a NUL character.")
    case .tooLong(let count): tr("The name has %s bytes; 255 are possible.").filled(Format.number(count))
    }
  }
}

extension OperationError {
  /// What happened, and that nothing was lost.
  nonisolated var wording: String {
    switch self {
    case .badName(let fault): fault.wording
    case .exists(let path): tr("“%s” already exists there; nothing was changed.").filled(path.name)
    case .gone(let path): tr("“%s” is not there any more. Your text is still here.").filled(path.name)
    case .folderMissing(let folder): tr("The folder %s does not exist.").filled(Format.path(folder.description))
    case .permissionDenied: tr("You do not have the permission to do that there.")
    case .noSpace: tr("There is no space left there; nothing was changed.")
    case .nameTooLong: tr("The name is too long.")
    case .sandboxed: tr("In a sandbox this file cannot be renamed or moved.")
    case .notRegular: tr("Something else has taken the name of this document.")
    case .copyDiffers: tr("The copy could not be verified; the file stays where it is.")
    case .noTrash: tr("There is no trash for this place.")
    case .system(let error): error.reason
    }
  }
}
