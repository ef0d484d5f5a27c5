// Owns: the program: its windows, its command line, what its own commands do.

import Commands
import Documents
import GLibKit
import Glibc
import GtkKit
import HeaderKit
import HeaderModel
import Searching
import TextModel

/// The running program.
public final class MastheadApplication {
  let application: Application
  let preferences: AppPreferences
  /// What the person made of the bars; all windows share it.
  let layouts: LayoutLibrary
  private lazy var sessions = SessionRestoring(self)
  /// What was open and searched for last.
  private(set) lazy var recent = makeRecent()
  /// The windows with documents, the oldest first.
  private(set) var windows: [DocumentWindow] = []
  /// The windows that show the document browser, the oldest first.
  var browsers: [BrowserWindow] = []
  /// The documents that were left for the document browser, as they were.
  let resting = RestingDocuments()

  /// Runs the program with the arguments that it was started with, and ends the process.
  public static func run() -> Never { exit(main(typedArguments)) }

  /// What was typed, the program's name first, byte for byte: Swift's own list repairs names of files that are not UTF-8.
  private static var typedArguments: [[UInt8]] {
    (0..<Int(Swift.CommandLine.argc)).compactMap { Swift.CommandLine.unsafeArgv[$0].map { copyBytes($0) } }
  }

  private static func main(_ arguments: [[UInt8]]) -> Int32 {
    Translation.install(directory: ProgramData.current.translations)
    // The version is told without settings or a display: of a program that is not installed yet, too.
    if arguments.dropFirst().prefix(while: { $0 != Array("--".utf8) }).contains(Array("--version".utf8)) {
      print("\(Program.name) \(Program.version)")
      return 0
    }
    if ExportRequest.isAsked(arguments) { return ExportCommand.run(arguments) }
    Renderer.leaveOutUnusedOpenGL()
    SourceView.keepKeysInOrder()
    guard let preferences = try? AppPreferences() else {
      printError("masthead: the settings schema \(Program.id) is not installed; run scripts/build or install the program")
      return 1
    }
    let masthead = MastheadApplication(preferences: preferences, options: [.opensFiles, .handlesCommandLine])
    return masthead.application.run(arguments)
  }

  init(preferences: AppPreferences, options: Application.Options) {
    self.preferences = preferences
    layouts = LayoutLibrary(storage: SettingsLayoutStorage(preferences.settings))
    application = Application(id: Program.id, options)
    ProcessName.set(id: "masthead", title: Program.name)
    declareCommandLine()
    // GTK asks for the session's end only programs that say so before they start.
    application.onQueryEnd { [weak self] in self?.keepEverything() }
    // The session ends the program without a word to its windows.
    application.onShutdown { [weak self] in self?.keepOpenWindows() }
    application.onStartup { [weak self] in self?.start() }
    application.onActivate { [weak self] in self?.activate() }
    application.onOpen { [weak self] files, _ in self?.open(files, from: nil) }
    application.onCommandLine { [weak self] line in self?.run(line) ?? 1 }
  }

  /// What people looked for last, in any window.
  private(set) lazy var findMemory = FindMemory(preferences)

  // MARK: Starting

  private func start() {
    Renderer.gtkDidStart()
    Display.addIconFolder(ProgramData.current.icons)
    Display.addStyle(path: ProgramData.current.styleSheet)
    Display.setDefaultIcon(Program.id)
    applyStyleVariant()
    preferences.onChange(of: Preferences.styleVariant) { [weak self] in self?.applyStyleVariant() }
    addActions()
    addKeys()
    for signal in [SIGTERM, SIGINT, SIGHUP] { MainLoop.onUnixSignal(signal) { [weak self] in self?.quit() } }
    DocumentSharing.removeOldCopies()
  }

  private func applyStyleVariant() {
    StyleManager.variant =
      switch preferences[Preferences.styleVariant] {
      case "light": .light
      case "dark": .dark
      default: .system
      }
  }

  /// What the program's own commands do; a test compares them with the catalogue.
  func handlers() -> [String: () -> Void] {
    [
      "new": { [weak self] in self?.showNewDocument() },
      "new-window": { [weak self] in self?.showBrowser() },
      "open": { [weak self] in Task { await self?.chooseAndOpen() } },
      "preferences": { [weak self] in self?.showPreferences() },
      "shortcuts": { [weak self] in self?.showShortcuts() },
      "about": { [weak self] in self?.showAbout() },
      "quit": { [weak self] in if self?.mayEnd() == true { self?.quit() } },
    ]
  }

  private func addActions() {
    let handlers = handlers()
    for command in Catalogue.all where command.scope == .application {
      if let handler = handlers[command.id] { application.addAction(command.id, handler) }
    }
  }

  private func addKeys() {
    for command in Catalogue.all {
      let byParameter = Dictionary(grouping: command.keys, by: \.parameter)
      for (parameter, keys) in byParameter {
        application.setKeys(keys.map(\.accelerator), for: command.detailedActionName(parameter))
      }
    }
  }

  // MARK: Windows

  /// Brings back unsaved text of an earlier run at the first start; without anything else to show, the windows of that run too.
  func restoreUnsavedText(alone: Bool) { if alone { sessions.restoreDrafts() } }

  private func activate() {
    if let window = frontContent?.window { window.present() } else if !sessions.restoreWindows() { showBrowser() }
  }

  /// What the window shows that was used last, or nil without a window.
  var frontContent: (any WindowContent)? {
    application.activeWindow.flatMap { ApplicationWindow(casting: $0)?.shown } ?? windows.last ?? browsers.last
  }

  /// The window used last, or nil.
  var activeWindow: DocumentWindow? { application.activeWindow.flatMap { DocumentWindow.of($0) } ?? windows.last }

  func showNewDocument(mode: ViewMode? = nil) { makeWindow(Document(), mode: mode).present() }

  func makeWindow(_ document: Document, mode: ViewMode? = nil, in shell: ApplicationWindow? = nil) -> DocumentWindow {
    let window = DocumentWindow(document, application: self, mode: mode, in: shell)
    windowShows(window)
    return window
  }

  /// Lists a window that shows a document from now on.
  func windowShows(_ window: DocumentWindow) {
    guard !windows.contains(where: { $0 === window }) else { return }
    windows.append(window)
    sessionChanged()
    namesChanged()
  }

  /// Forgets a window that is about to be destroyed.
  func windowCloses(_ window: DocumentWindow) {
    windows.removeAll { $0 === window }
    recent.closes(window.document)
    sessionChanged()
    namesChanged()
  }

  private func makeRecent() -> RecentList {
    let recent = RecentList()
    recent.onChange = { [weak self] in self?.browsers.forEach { $0.recentChanged() } }
    return recent
  }

  /// Documents came, went or were renamed: some need a folder beside their name now, or none any more.
  func namesChanged() { for window in windows { window.namesChanged() } }

  /// The nearest folder that tells a document from another open one of the same name; nil when no other has the name.
  func distinguishingFolder(of document: Document) -> String? {
    guard let path = document.path else { return nil }
    let others = windows.compactMap(\.document.path).filter { $0.name == path.name && $0 != path }
    guard !others.isEmpty else { return nil }
    let own = path.folder.description.split(separator: "/")
    let foreign = others.map { $0.folder.description.split(separator: "/") }
    for depth in 1...max(1, own.count) {
      let tail = own.suffix(depth)
      if !foreign.contains(where: { $0.suffix(depth) == tail }) { return tail.first.map { String($0) } }
    }
    return path.folder.description
  }

  /// The folder in which new documents are saved first.
  var folderForNewDocuments: String {
    let chosen = preferences[Preferences.defaultFolder]
    if !chosen.isEmpty, access(chosen, F_OK) == 0 { return chosen }
    return Folders.documents ?? Folders.home
  }

  // MARK: Text size

  /// The sizes that the commands for larger and smaller text step through, in percent.
  static let textSizes: [Int32] = [50, 60, 70, 80, 90, 100, 110, 120, 135, 150, 175, 200, 250, 300]

  func setTextSize(_ percent: Int32) { preferences[Preferences.textSize] = min(300, max(50, percent)) }

  func changeTextSize(by steps: Int) {
    let now = preferences[Preferences.textSize]
    let next = steps > 0 ? Self.textSizes.first { $0 > now } : Self.textSizes.last { $0 < now }
    if let next { setTextSize(next) }
  }

  // MARK: Opening

  /// Opens files, each in a window of its own; a document that is open already is raised. A window without anything in it is used first.
  func open(_ files: [File], from window: DocumentWindow?, mode: ViewMode? = nil, inNewWindow: Bool = false) {
    for file in files {
      guard let path = file.pathBytes else {
        openRemote(file, from: window)
        continue
      }
      open(FilePath(bytes: path).absolute(), from: window, mode: mode, inNewWindow: inNewWindow)
    }
  }

  /// Opens a document and shows a place in it that was found before, where it still has the words.
  func open(_ path: FilePath, at place: DocumentPlace?, from window: DocumentWindow?) {
    open(path.absolute(), from: window, mode: nil, inNewWindow: false) { opened in
      guard let range = place?.range(in: opened.document.buffer.text) else { return }
      opened.showSource(range.lower)
      opened.document.buffer.selection = TextSelection(anchor: range.lower, head: range.upper)
    }
  }

  /// Opens a document and shows a heading in it, named as links name it.
  func open(_ path: FilePath, atHeading heading: String?, from window: DocumentWindow?) {
    open(path.absolute(), from: window, mode: nil, inNewWindow: false, then: heading.map { name in { $0.show(heading: name) } })
  }

  /// The file that was asked for last, until it is known whether it needs a window.
  private var lastBegun: Task<Void, Never>?

  private func open(
    _ path: FilePath, from window: DocumentWindow?, mode: ViewMode?, inNewWindow: Bool, then: ((DocumentWindow) -> Void)? = nil
  ) {
    if show(path, in: nil, history: nil) {
      if let there = self.window(of: path) { then?(there) }
      return
    }
    let origin = inNewWindow ? nil : window ?? activeWindow
    // Held from now: without a window the program would end before the task begins.
    application.hold()
    let opening = DocumentOpening(path, application: self, from: origin, mode: mode)
    let before = lastBegun
    // One after the other: windows come in the order in which they were asked for, and one path does not miss the other to the same file.
    let begun = Task {
      await before?.value
      if await !showAlias(of: path, in: nil, history: nil) { opening.begin() }
    }
    lastBegun = begun
    Task {
      await begun.value
      await opening.finish()
      if let then, let opened = await MainLoop.answer(within: 1, of: { await self.content(at: path) }) {
        // The last piece of a long text comes after its window.
        await opened.document.untilLoaded()
        then(opened)
      }
      application.release()
    }
  }

  /// Opens a document, in the place of a window without anything in it if `window` is one.
  func open(_ path: FilePath, from window: DocumentWindow?) { open(path, from: window, mode: nil, inNewWindow: false) }

  /// The window that shows the document of a path; nil when none does.
  func window(of path: FilePath) -> DocumentWindow? { windows.first { $0.document.stands(on: path) } }

  private func chooseAndOpen() async {
    let front = frontContent
    let window = front as? DocumentWindow
    let chooser = FileChooser(.open, title: tr("Open Document"), parent: front?.window, accept: tr("_Open"))
    chooser.allowsMultiple = true
    addTextFilters(chooser)
    if let folder = window?.document.folder { chooser.setFolder(File(uri: folder.address)) }
    let files = await chooser.choose()
    if let browser = front as? BrowserWindow { browser.work.open(files) } else { open(files, from: window) }
  }

  // MARK: Quitting

  /// Whether the program is about to end: windows that go now come back at the next start.
  private(set) var isQuitting = false

  /// Ends without a question: unsaved text is kept as drafts, and the windows come back at the next start.
  func quit() {
    keepEverything()
    isQuitting = true
    application.quit()
  }

  /// Whether a person may end the program: not while unsaved text can be kept nowhere. Its document is shown then, and says so.
  private func mayEnd() -> Bool {
    guard let window = windows.first(where: { !$0.keepText() }) else { return mayEndWithoutWindows() }
    window.present()
    tellUnsafe(window)
    return false
  }

  private func mayEndWithoutWindows() -> Bool {
    guard let content = resting.take({ !$0.keepText() }) else { return true }
    comeBack(content, in: nil, history: nil)
    tellUnsafe(content)
    return false
  }

  /// Whether a window may close; the last one ends the program.
  func mayCloseWindow() -> Bool { windows.count + browsers.count > 1 || isQuitting || mayEndWithoutWindows() }

  func tellUnsafe(_ content: DocumentWindow) {
    content.tell(tr("Unsaved text cannot be kept safe just now. Save the document first."))
  }

  /// Writes drafts and session of windows that nobody has closed.
  private func keepOpenWindows() {
    for content in resting.contents { content.document.draft.flush() }
    if !windows.isEmpty && !isQuitting { keepEverything() }
    // Last: text that is kept nowhere yet goes first.
    DraftKeeper.finishRemovals()
  }

  /// Writes drafts and session as they are now.
  private func keepEverything() {
    for content in resting.contents { content.document.draft.flush() }
    for window in windows {
      window.document.draft.flush()
      recent.closes(window.document)
    }
    sessions.flush()
    recent.flush()
  }

  /// The windows, their order, places or documents are no longer what they were.
  func sessionChanged() { sessions.noteSoon() }
}
