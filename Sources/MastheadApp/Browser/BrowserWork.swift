// Owns: what is done to the documents that are selected in the document browser, by the same operations as from a document's title.
// Rule: a document that a window shows is renamed and trashed by that window, so that its text, its draft and its watch follow.

import Commands
import Documents
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel

/// Does the commands of the document browser.
final class BrowserWork {
  private unowned let owner: BrowserWindow
  private let operations = DocumentOperations(state: ProgramState.folder)
  /// What is selected, and renamed if need be, as soon as the list shows it.
  private var expected: (key: String, isRenamed: Bool)?

  init(_ owner: BrowserWindow) { self.owner = owner }

  private var application: MastheadApplication { owner.application }
  private var chosen: [BrowserItem] { owner.list.selection }

  var handlers: [String: CommandHandler] {
    [
      "up": .run { [weak self] in self?.goUp() },
      "new-here": .run { [weak self] in self?.newDocument() },
      "new-folder": .run { [weak self] in self?.owner.run { await self?.newFolder() } },
      "open-chosen": .run { [weak self] in self?.open(apart: false) },
      "open-chosen-apart": .run { [weak self] in self?.open(apart: true) },
      "rename": .run { [weak self] in self?.rename() },
      "duplicate": .run { [weak self] in self?.owner.run { await self?.duplicate() } },
      "move-to": .run { [weak self] in self?.owner.run { await self?.move() } },
      "show-in-files": .run { [weak self] in self?.showInFiles() },
      "copy-path": .run { [weak self] in self?.copyPaths() },
      "trash": .run { [weak self] in self?.trash() },
    ]
  }

  // MARK: Menu

  /// Opens the menu of what is selected.
  func openMenu(at widget: AnyWidget, _ place: Rectangle) {
    guard !chosen.isEmpty else { return }
    var sections = Menus.chosen
    if chosen.count > 1 { sections = sections.map { $0.filter { !["win.rename", "win.duplicate"].contains($0) } } }
    var elements = MenuElement.sections(sections)
    if chosen.count > 1 {
      let count = ngettext("%s item", "%s items", chosen.count).filled(Format.number(chosen.count))
      elements = [.section(title: count, elements)]
    }
    PopoverMenu(Menu(elements)).open(at: widget, pointing: place)
  }

  // MARK: Going and opening

  func goUp() {
    guard let folder = owner.folder, folder.bytes.count > 1 else { return }
    expected = (folder.address, false)
    owner.go(to: .folder(folder.folder))
  }

  private func newDocument() {
    guard let shell = owner.window else { return }
    application.showNewDocument(in: shell, folder: owner.folder, history: owner.history)
  }

  private func open(apart: Bool) {
    let items = chosen
    // The first takes the browser's place, the others get windows of their own.
    for item in items.dropFirst(apart ? 0 : 1) { openApart(item) }
    if !apart, let first = items.first { owner.list.onOpen(first) }
  }

  private func openApart(_ item: BrowserItem) {
    switch item.kind {
    case .entry(let entry) where entry.kind == .folder: application.showBrowser(at: .folder(entry.path))
    case .entry(let entry): application.open([File(uri: entry.path.address)], from: nil, inNewWindow: true)
    case .parked(let text): _ = application.comeBack(text.id, in: nil, history: nil)
    }
  }

  /// Opens what was dropped here or chosen: the first in the browser's place, the rest in windows of their own.
  func open(_ files: [File]) {
    guard let first = files.first else { return }
    for file in files.dropFirst() { openApart(file) }
    guard let path = first.pathBytes.map({ FilePath(bytes: $0) }) else { return openApart(first) }
    if FolderEntry(path)?.kind == .folder { owner.go(to: .folder(path)) } else { owner.open(path) }
  }

  private func openApart(_ file: File) {
    if let path = file.pathBytes.map({ FilePath(bytes: $0) }), FolderEntry(path)?.kind == .folder {
      application.showBrowser(at: .folder(path))
    } else {
      application.open([file], from: nil, inNewWindow: true)
    }
  }

  private func showInFiles() {
    guard let folder = chosen.first?.path?.folder else { return }
    Desktop.open(folder.address, over: owner.window)
  }

  private func copyPaths() {
    let paths = chosen.compactMap(\.path)
    guard !paths.isEmpty else { return }
    Clipboard.set(paths.map(\.description).joined(separator: "\n"))
    owner.tell(paths.count == 1 ? tr("The path was copied.") : tr("The paths were copied."))
  }

  // MARK: Making and naming

  private func newFolder() async {
    let parent = owner.folder ?? FilePath(application.folderForNewDocuments)
    var number = 1
    while true {
      let name = number == 1 ? tr("New Folder") : tr("New Folder %s").filled(Format.number(number))
      do throws(OperationError) {
        let path = try await operations.makeFolder(DocumentName(name), in: parent)
        expected = (path.address, true)
        if owner.folder == parent { owner.contents.refresh() } else { owner.go(to: .folder(parent)) }
        return
      } catch {
        guard case .exists = error, number < 1_000 else { return owner.tell(error.wording) }
        number += 1
      }
    }
  }

  /// Selects the document of a path as soon as the list shows it: one comes from there.
  func expect(_ path: FilePath) { expected = (path.address, false) }

  /// The list shows other items than before.
  func newItemsCame() {
    guard owner.contents.state == .complete, let expected else { return }
    guard let item = owner.list.items.first(where: { $0.key == expected.key }) else {
      // A folder that was made just now comes with the next reading; a document that is not in the list stays away.
      if !expected.isRenamed { self.expected = nil }
      return
    }
    self.expected = nil
    // The list lays out its rows first.
    MainLoop.after(seconds: 0.05) { [weak self] in
      guard let self else { return }
      owner.list.reveal(item.key)
      // What has come into sight gets its row in the next frame.
      MainLoop.after(seconds: 0.1) { [weak self] in
        self?.owner.list.focus(item.key)
        if expected.isRenamed { self?.rename() }
      }
    }
  }

  private func rename() {
    guard chosen.count == 1, let item = chosen.first, let path = item.path else { return }
    owner.list.rename(
      item, problem: { Self.problem(with: $0, at: path) },
      commit: { [weak self] name in self?.owner.run { await self?.rename(path, to: name) } })
  }

  private static func problem(with name: String, at path: FilePath) -> String? {
    if let fault = DocumentName(name).fault { return fault.wording }
    let isOtherCase = name.lowercased() == path.name.lowercased()
    return !isOtherCase && path.folder.appending(FilePath(name)).isTaken
      ? tr("“%s” already exists here.").filled(name) : nil
  }

  private func rename(_ path: FilePath, to name: String) async {
    if let content = application.content(of: path) {
      guard await content.title.takeName(name), let new = content.document.path else { return }
      expected = (new.address, false)
      return owner.contents.refresh()
    }
    do throws(OperationError) {
      let new = try await application.following(path) { [operations] () async throws(OperationError) in
        try await operations.rename(path, to: DocumentName(name))
      }
      expected = (new.address, false)
      owner.contents.refresh()
    } catch {
      owner.tell(error.wording)
    }
  }

  private func duplicate() async {
    guard let path = chosen.first?.path else { return }
    do {
      let found = try await Loader().open(path, allowingLarge: true)
      guard found.isEditable else { return owner.tell(tr("The file cannot be read as text.")) }
      let copy = try await operations.duplicate(found.text, of: found.file, suffix: DocumentTitle.copySuffix)
      expected = (copy.path.address, false)
      owner.contents.refresh()
    } catch let error as LoadError {
      owner.tell(Notice(error).title)
    } catch let error as SaveError {
      owner.tell(Notice(error).title)
    } catch {}
  }

  // MARK: Moving and trashing

  private func move() async {
    let paths = chosen.compactMap(\.path)
    let chooser = FileChooser(.folder, title: tr("Move To"), parent: owner.window, accept: tr("_Move"))
    if let folder = owner.folder { chooser.setFolder(File(uri: folder.address)) }
    guard let goal = await chooser.choose().first?.pathBytes.map({ FilePath(bytes: $0) }) else { return }
    for path in paths {
      if let content = application.content(of: path) {
        await content.title.move(into: goal)
        withExtendedLifetime(content) {}
        continue
      }
      do {
        let file = try await Loader().open(path, allowingLarge: true).file
        let moved = try await operations.move(file, into: goal)
        application.recent.rename(path, to: moved.path)
      } catch let error as OperationError {
        owner.tell(error.wording)
      } catch let error as LoadError {
        owner.tell(Notice(error).title)
      } catch {}
    }
    owner.contents.refresh()
  }

  func trash() {
    let items = chosen
    guard !items.isEmpty else { return }
    owner.run { [weak self] in await self?.trash(items) }
  }

  private func trash(_ items: [BrowserItem]) async {
    var count = 0
    for item in items {
      switch item.kind {
      case .parked(let text): if await mayDiscard(text) { discard(text) }
      case .entry(let entry):
        if let window = application.windows.first(where: { $0.document.path == entry.path }) {
          await window.title.trash()
        } else if application.windows.contains(where: { $0.document.path?.isInside(entry.path) == true }) {
          owner.tell(tr("“%s” holds documents that are open; close them first.").filled(entry.name))
        } else if await trash(entry.path) {
          count += 1
        }
      }
    }
    if count > 0 {
      owner.tell(ngettext("%s item was moved to the trash.", "%s items were moved to the trash.", count).filled(Format.number(count)))
    }
    owner.contents.refresh()
  }

  private func trash(_ path: FilePath) async -> Bool {
    func isThere(_ place: FilePath?) -> Bool { place == path || place?.isInside(path) == true }
    let texts = application.resting.unsaved.filter { isThere($0.path) }
    for text in texts {
      guard await mayDiscard(text) else { return false }
    }
    // While the questions stood, a document may have come back into a window.
    guard !application.windows.contains(where: { isThere($0.document.path) }) else { return false }
    do throws(OperationError) {
      try await operations.trash(path)
      for text in texts { discard(text) }
      application.recent.remove(path)
      while application.resting.take({ isThere($0.document.path) }) != nil {}
      return true
    } catch {
      owner.tell(error.wording)
      return false
    }
  }

  /// Asks whether unsaved text that no window shows may go.
  private func mayDiscard(_ text: ParkedText) async -> Bool {
    let answer = await owner.ask(
      Notice(title: tr("Discard the Unsaved Text of “%s”?").filled(text.name), body: tr("It cannot be brought back.")),
      [("cancel", tr("_Cancel"), .normal), ("discard", tr("_Discard"), .destructive)], cancel: "cancel")
    return answer == "discard"
  }

  private func discard(_ text: ParkedText) { application.resting.take(text.id)?.document.draft.discard() }
}
