// Owns: one window with one document: its bar, banner, panes and word count, and what its commands do.
// Rule: the window widget keeps this controller until it is destroyed; the controller refers to the window weakly.

import Commands
import Documents
import GLibKit
import GtkKit
import HeaderModel
import MarkdownEditing
import TextModel

/// A window that shows a document.
final class DocumentWindow: WindowContent {
  let document: Document
  let application: MastheadApplication
  private var weakWindow: Weak<ApplicationWindow>?
  let editor: EditorPane
  let preview: PreviewPane
  let panes: SplitPanes
  let outline: OutlinePart
  let spelling: SpellingPart
  let reading: ReadingAids
  let header: DocumentHeader
  let scrollSync: ScrollSync
  private lazy var writing = EditRunner(document, editor: editor) { [weak self] in self?.tell($0) }
  private lazy var paster = ClipPaster(
    document, editor.view, save: { [weak self] in await self?.filing.save() ?? false },
    open: { [weak self] files in self.map { $0.application.open(files, from: $0) } }, tell: { [weak self] in self?.tell($0) })
  private(set) lazy var zoom = TextZoom(
    size: { [application] in application.preferences[Preferences.textSize] }, set: { [application] in application.setTextSize($0) },
    step: { [application] in application.changeTextSize(by: $0) })
  let banner = NoticeBanner()
  let statistics: WordCount
  let toasts: ToastOverlay
  private(set) lazy var filing = DocumentFiling(self)
  private(set) lazy var title = DocumentTitle(self)
  private lazy var searching = DocumentSearching(self)
  private(set) lazy var sharing = DocumentSharing(self)
  private(set) lazy var menuBar = WindowMenuBar(self)
  /// Sends what is saved to where the document comes from, when that is another computer.
  private(set) lazy var remote = RemoteSending(self)
  /// What other programs do to the file.
  private(set) lazy var news = ExternalNews(document, banner: banner) { [weak self] in self?.tell($0) }
  /// What brings commands of its own: one line here makes a part belong to every window.
  private lazy var parts: [any WindowPart] = [
    outline, spelling, reading, searching, finding, editMenu, comparing, sharing, menuBar,
    DocumentInsights(self),
    CopyCommands(document) { [weak self] in self?.tell($0) },
    ExportCommands(self),
  ]
  private lazy var finding = Finding(self)
  private lazy var editorSettings = EditorSettings(document, editor, application.preferences)
  private(set) lazy var editMenu = EditMenu(self)
  private lazy var comparing = Comparing(self)
  private(set) var actions: WindowActions?
  private var mayClose = false
  /// The places that were visited before this document in this window; nil when it was opened by itself.
  var history: BrowsingHistory<BrowserPlace>? { didSet { updateActions() } }
  /// What hears of the window until another content takes this one's place in it.
  private var connections: [SignalConnection] = []
  private let drop = DropTarget(.files, [.copy, .move])
  /// The path under which the document is in the list of recent ones.
  private var recentPath: FilePath?

  /// The window, or nil when it has been destroyed or shows something else.
  var window: ApplicationWindow? { weakWindow?.object }

  /// The controller of a window, or nil when the window shows no document.
  static func of(_ window: some WindowWidget) -> DocumentWindow? {
    ApplicationWindow(casting: window)?.shown as? DocumentWindow
  }

  /// Makes a window of the application for a document, or takes the place of what `shell` shows; it is shown by `present`.
  init(_ document: Document, application: MastheadApplication, mode: ViewMode? = nil, in shell: ApplicationWindow? = nil) {
    self.document = document
    self.application = application
    let preferences = application.preferences
    editor = EditorPane(document)
    preview = PreviewPane(document, preferences)
    let mode = mode ?? ViewMode(rawValue: preferences[Preferences.viewMode]) ?? .split
    panes = SplitPanes(editor: editor.widget, preview: preview.widget, mode: mode)
    scrollSync = ScrollSync(editor: editor, preview: preview)
    statistics = WordCount(document)
    let page = Overlay()
    page.expandsVertically = true
    page.addOverlay(statistics.widget)
    outline = OutlinePart(document, editor: editor, page: page, preferences: preferences)
    reading = ReadingAids(document, editor: editor, preferences: preferences)
    spelling = SpellingPart(document, editor: editor, preferences: preferences)
    toasts = ToastOverlay(outline.widget)
    toasts.expandsVertically = true
    header = DocumentHeader(document, content: Box(.vertical, [banner.widget, toasts]), application: application)
    page.setChild(finding.frame.widget)
    header.setTitle(title)
    header.setSearch(searching)
    _ = (paster, parts)
    connect()
    keepSession()
    enter(shell)
  }

  // MARK: Coming and leaving

  /// Takes the place of what a window shows, or makes a window of the application: at first, and each time that the document comes back.
  func enter(_ shell: ApplicationWindow?) {
    let window = shell ?? ApplicationWindow(application.application)
    mayClose = false
    weakWindow = Weak(window)
    window.setContent(header.widget)
    if shell == nil { window.defaultSize = (width: 1100, height: 700) }
    window.addClass("document-window")
    window.show(self)
    actions = WindowActions(window, handlers: handlers())
    connections = [
      window.onFocusChange { [weak self] in self?.updateActions() }, window.onActiveChange { [weak self] in self?.activityChanged() },
      window.onCloseRequest { [weak self] in self?.closeRequested() ?? false },
    ]
    outline.takeKeys(of: window)
    window.add(drop)
    panesChanged()
    refresh()
  }

  /// Lets go of the window, which shows something else from now on; whoever keeps this can bring it back as it was.
  func leave() {
    guard let window else { return }
    for connection in connections { connection.disconnect() }
    connections = []
    window.remove(drop)
    outline.leaveKeys(of: window)
    window.removeClass("document-window")
    actions?.removeAll()
    actions = nil
    for part in parts { part.windowLeft() }
    weakWindow = nil
  }

  // MARK: Showing

  /// Shows the window in front, the caret in the text.
  func present() {
    window?.present()
    if panes.shownMode != .preview { editor.grabFocus() }
  }

  private func connect() {
    document.onStateChange { [weak self] in self?.refresh() }
    document.onLoad { [weak self] in self?.documentLoaded() }
    document.buffer.onUndoChange { [weak self] in self?.updateActions() }
    document.buffer.onEditableChange { [weak self] in self?.updateActions() }
    document.buffer.onSelectionChange { [weak self] in self?.selectionChanged() }
    editor.view.onLongLineChange { [weak self] in self?.showStandingNotices() }
    panes.onChange { [weak self] in self?.panesChanged() }
    news.onCompare = { [weak self] in self?.comparing.show($0) }
    news.onVersion = { [weak self] in self?.comparing.follow($0) }
    preview.onOpen = { [weak self] path, heading in self.map { $0.application.open(FilePath(path), atHeading: heading, from: $0) } }
    preview.onShowSource = { [weak self] offset in self?.showSource(offset) }
    preview.onTell = { [weak self] text in self?.tell(text) }
    connectOutline()
    takeDrops()
    zoom.listen(on: editor.widget)
    zoom.listen(on: preview.widget)
    scrollSync.listen(on: header.widget)
    follow(Preferences.pairs) { [weak self] in self?.pairsChanged() }
    pairsChanged()
    follow(Preferences.textSize) { [weak self] in self?.textSizeChanged() }
    follow(Preferences.syncScroll) { [weak self] in self?.syncScrollChanged() }
    follow(Preferences.menuBar) { [weak self] in self?.menuBar.update() }
    follow(Preferences.previewTheme) { [weak self] in self.map { $0.preview.setTheme($0.application.preferences[Preferences.previewTheme]) }
    }
    textSizeChanged()
    syncScrollChanged()
    _ = editorSettings
  }

  /// Hears of a preference until this goes: the settings outlive it.
  func follow<Value: VariantConvertible>(_ preference: Preference<Value>, _ handler: @escaping () -> Void) {
    let connection = application.preferences.onChange(of: preference, handler)
    header.widget.onDestroy { connection.disconnect() }
  }

  // MARK: Keeping up with the document

  /// Another window was closed or renamed: the name may need a folder beside it now, or none any more.
  func namesChanged() { refresh() }

  private func refresh() {
    let place = application.distinguishingFolder(of: document)
    header.update(place: place)
    application.sessionChanged()
    if let path = document.file?.path, path != recentPath {
      recentPath = path
      application.recent.opened(document)
    }
    window?.title = (document.isModified ? "• " : "") + document.name + (place.map { " — " + $0 } ?? "")
    showStandingNotices()
    updateActions()
    menuBar.update()
  }

  private func documentLoaded() {
    news.follow()
    remote.tellPending()
    refresh()
  }

  private func activityChanged() {
    if window?.isActive == true { news.look() }
    document.draft.note()
    application.sessionChanged()
  }

  private func panesChanged() {
    if panes.shownMode == .preview, editor.containsFocus { preview.grabFocus() }
    updateActions()
  }

  private func selectionChanged() {
    statistics.selectionChanged()
    application.sessionChanged()
    updateActions()
  }

  private func textSizeChanged() {
    let percent = application.preferences[Preferences.textSize]
    editor.view.textSize = Int(percent)
    preview.view.textSize = Int(percent)
    actions?.setState("text-size", percent)
  }

  private func pairsChanged() { editor.pairs = Set(application.preferences[Preferences.pairs]) }

  private func syncScrollChanged() {
    scrollSync.isOn = application.preferences[Preferences.syncScroll]
    actions?.setState("sync-scroll", application.preferences[Preferences.syncScroll])
  }

  /// What of the needs of commands is there now.
  private var conditions: Command.Needs {
    var conditions: Command.Needs = [.document]
    if document.buffer.isEditable { conditions.insert(.editableText) }
    // The copy of a document of another computer stays where it is.
    if document.file != nil, !remote.isRemote { conditions.insert(.file) }
    if !document.buffer.selection.isEmpty { conditions.insert(.selection) }
    if document.buffer.canUndo { conditions.insert(.undo) }
    if document.buffer.canRedo { conditions.insert(.redo) }
    if history?.canGoForward == true { conditions.insert(.placeAhead) }
    if editor.containsFocus || editMenu.isOpen || (header.showsDocument && header.containsFocusOutsideEntries) {
      conditions.insert(.textFocus)
    }
    return conditions
  }

  /// Whether a command could run now, if the focus were in the text.
  func canRun(_ command: Command) -> Bool {
    conditions.union(editor.widget.isMapped ? .textFocus : []).isSuperset(of: command.needs)
  }

  private func updateActions() { actions?.update(given: conditions) }

  // MARK: Commands

  private func handlers() -> [String: CommandHandler] {
    parts.reduce(into: editingHandlers().merging(windowHandlers()) { _, own in own }) { handlers, part in
      handlers.merge(part.handlers) { _, _ in preconditionFailure("two handlers for one command") }
    }
  }

  private func editingHandlers() -> [String: CommandHandler] {
    var handlers: [String: CommandHandler] = [:]
    for command in Catalogue.all {
      guard let edit = command.edit else { continue }
      if case .number = command.role {
        handlers[command.id] = .number(initial: 0) { [weak self] number in self?.write(edit, number) }
      } else {
        handlers[command.id] = .run { [weak self] in self?.write(edit) }
      }
    }
    return handlers
  }

  private func write(_ command: EditingCommand, _ parameter: Int32? = nil) {
    Task { [weak self] in
      await self?.writing.run(command, parameter: parameter)
      self?.editor.grabFocus()
    }
  }

  private func windowHandlers() -> [String: CommandHandler] {
    [
      "save": .run { [weak self] in self?.run { await self?.filing.save() } },
      "save-as": .run { [weak self] in self?.run { await self?.filing.saveAs() } },
      "rename": .run { [weak self] in self?.title.beginRenaming() },
      "duplicate": .run { [weak self] in self?.run { await self?.title.duplicate() } },
      "move-to": .run { [weak self] in self?.run { await self?.title.move() } },
      "trash": .run { [weak self] in self?.run { await self?.title.trash() } },
      "revert": .run { [weak self] in self?.run { await self?.title.revert() } },
      "show-in-files": .run { [weak self] in self?.title.showInFiles() },
      "copy-path": .run { [weak self] in self?.title.copyPath() },
      "back": .run { [weak self] in self?.goBack() },
      "forward": .run { [weak self] in if let self { application.goForward(from: self) } },
      "properties": .run { [weak self] in self?.header.openTitle() },
      "customize-toolbar": .run { [weak self] in self?.header.customize() },
      "reset-toolbar": .run { [weak self] in self?.header.resetLayout() },
      "close": .run { [weak self] in self?.window?.close() },
      "undo": .run { [weak self] in self?.edit { $0.undo() } },
      "redo": .run { [weak self] in self?.edit { $0.redo() } },
      "paste-plain": .run { [weak self] in self?.paster.pastePlain() },
      "view-mode": .choice(initial: panes.mode.rawValue) { [weak self] word in
        guard let mode = ViewMode(rawValue: word) else { return }
        self?.application.preferences[Preferences.viewMode] = word
        self?.setMode(mode)
      },
      "sync-scroll": .toggle(initial: application.preferences[Preferences.syncScroll]) { [weak self] isOn in
        self?.application.preferences[Preferences.syncScroll] = isOn
      },
      "text-size": .number(initial: application.preferences[Preferences.textSize]) { [weak self] percent in
        self?.application.setTextSize(percent)
      },
      "text-larger": .run { [weak self] in self?.application.changeTextSize(by: 1) },
      "text-smaller": .run { [weak self] in self?.application.changeTextSize(by: -1) },
      "text-normal": .run { [weak self] in self?.application.setTextSize(100) },
      "next-pane": .run { [weak self] in self?.focusNextPane() },
    ]
  }

  /// The commands that this window has handlers for; a test compares them with the catalogue.
  var handledCommands: Set<String> { Set(handlers().keys) }

  /// Whether there is an action for a command: one of this window, or of the program.
  func handles(_ command: Command) -> Bool { command.scope == .application || actions?.has(command.id) ?? false }

  private func edit(_ change: (SourceBuffer) -> Void) {
    change(document.buffer)
    editor.view.scrollToCaret()
  }

  /// Files dropped on the text are linked there; dropped elsewhere they open.
  private func takeDrops() {
    let onText = DropTarget(.files, [.copy, .move])
    onText.phase = .capture
    onText.onDrop { [weak self] content, x, y in
      guard let self, case .files(let files) = content, !files.isEmpty else { return false }
      return self.paster.take(files, at: self.editor.view.offset(atX: x, y: y))
    }
    editor.widget.add(onText)
    drop.onDrop { [weak self] content, _, _ in
      guard let self, case .files(let files) = content, !files.isEmpty else { return false }
      self.application.open(files, from: self)
      return true
    }
  }

  // MARK: Going back and closing

  /// Goes one page back, or from the document's own page to the document browser. Asks nothing: unsaved text stays as a draft.
  private func goBack() {
    if header.pop() { return }
    Task { [weak self] in
      // A save that is under way ends first: it decides whether there is unsaved text.
      await self?.document.untilSaved()
      // Whether the draft can be written shows when it has been: what cannot be kept safe is not left.
      await self?.document.draft.settle()
      guard let self, window != nil else { return }
      application.leave(self)
    }
  }

  /// Closes the window without a question; unsaved text is given up.
  func closeForGood() {
    // What has left its window comes back in another, and is asked about there.
    guard let window else { return }
    mayClose = true
    window.close()
  }

  private func closeRequested() -> Bool {
    guard !mayClose, document.isModified || document.isSaving else {
      guard application.mayCloseWindow() else {
        mayClose = false
        return true
      }
      if !application.isQuitting { document.draft.discard() }
      application.windowCloses(self)
      return false
    }
    Task { [weak self] in
      guard let self, await filing.settleUnsavedText() else { return }
      closeForGood()
    }
    return true
  }
}
