// Owns: a window that shows the document browser: its bar, its list, its search, and where it is.
// Rule: the window widget keeps this controller until it is destroyed or shows a document; the controller refers to it weakly.

import Commands
import Documents
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel

/// A window that shows documents and folders.
final class BrowserWindow: WindowContent {
  let application: MastheadApplication
  let header: BrowserHeader
  let list = BrowserList()
  let contents = BrowserContents()
  private(set) var history: BrowsingHistory<BrowserPlace>
  private(set) lazy var work = BrowserWork(self)
  private let weakWindow: Weak<ApplicationWindow>
  private let path = PathBar()
  private let search = SearchEntry(placeholder: tr("Search names and contents"))
  private let searchBar: Revealer
  private let progress = Spinner()
  private let toasts: ToastOverlay
  private var actions: WindowActions?
  private var connections: [SignalConnection] = []
  private var hasLeft = false
  private var wantsFocus = true
  private var searching: ScheduledCall?

  /// The window, or nil when it has been destroyed or shows something else.
  var window: ApplicationWindow? { hasLeft ? nil : weakWindow.object }

  /// Where the browser is.
  var place: BrowserPlace { history.current }

  /// The folder that is shown; nil for the recent documents.
  var folder: FilePath? { if case .folder(let folder) = place { folder } else { nil } }

  /// Makes a window of the application, or takes the place of what `shell` shows; it is shown by `present`.
  init(_ application: MastheadApplication, history: BrowsingHistory<BrowserPlace>, in shell: ApplicationWindow?) {
    self.application = application
    self.history = history
    let row = Box(.horizontal, spacing: 6, [search, progress])
    search.expandsHorizontally = true
    search.setAccessibleLabel(tr("Search names and contents"))
    row.setMargins(top: 3, bottom: 6, start: 12, end: 12)
    searchBar = Revealer(Clamp(row, maximum: 600), .slideDown)
    toasts = ToastOverlay(Box(.vertical, spacing: 0, [path.widget, searchBar, list.widget]))
    toasts.expandsVertically = true
    header = BrowserHeader(content: toasts, application: application)
    let window = shell ?? ApplicationWindow(application.application)
    weakWindow = Weak(window)
    window.setContent(header.widget)
    if shell == nil { window.defaultSize = (width: 1100, height: 700) }
    window.show(self)
    actions = WindowActions(window, handlers: handlers())
    header.setTitle(self)
    connect(window)
    showMenuBar()
    arrange()
    arrived()
  }

  private func connect(_ window: ApplicationWindow) {
    connections += [
      window.onCloseRequest { [weak self] in
        guard let self else { return false }
        guard application.mayCloseWindow() else { return true }
        application.browserCloses(self)
        return false
      },
      window.onActiveChange { [weak self] in self?.activityChanged() },
      application.preferences.onChange(of: Preferences.browserView) { [weak self] in self?.arrange() },
      application.preferences.onChange(of: Preferences.browserOrder) { [weak self] in self?.orderChanged() },
      application.preferences.onChange(of: Preferences.menuBar) { [weak self] in self?.showMenuBar() },
    ]
    let outliving = connections
    header.widget.onDestroy { for connection in outliving { connection.disconnect() } }
    contents.recent = { [application] in (application.recent.documents.entries.map(\.path), application.resting.unsaved) }
    contents.onChange = { [weak self] in self?.contentsChanged() }
    path.onGo = { [weak self] in self?.go(to: $0) }
    list.onOpen = { [weak self] in self?.open($0) }
    list.onSelectionChange = { [weak self] in self?.updateActions() }
    list.onMenu = { [weak self] in self?.work.openMenu(at: $0, $1) }
    list.isUnsaved = { [weak self] in self?.isUnsaved($0) ?? false }
    list.place = { [weak self] in self?.whereabouts(of: $0) }
    search.onChange { [weak self] in self?.searchSoon() }
    search.onStop { [weak self] in self?.endSearch() }
    search.onActivate { [weak self] in self?.list.grabFocus() }
    search.setKeyCapture(toasts)
    list.widget.add(listKeys())
    let down = KeyController(.capture)
    down.onPress { [weak self] key, _ in
      guard key == .down else { return false }
      self?.list.grabFocus()
      return true
    }
    search.add(down)
    let click = ClickGesture(button: 9)
    click.onPress { [weak self] _, _, _ in self?.goForward() }
    header.widget.add(click)
    let drop = DropTarget(.files, [.copy, .move])
    drop.onDrop { [weak self] content, _, _ in
      // A drag that ends where it began means nothing.
      guard let self, !list.isDragging, case .files(let files) = content else { return false }
      work.open(files)
      return true
    }
    toasts.add(drop)
  }

  private func listKeys() -> KeyController {
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, modifiers in
      guard let self, list.renaming == nil else { return false }
      switch (key, modifiers) {
      case (.delete, []): if !list.selection.isEmpty { work.trash() } else { return false }
      case (.backspace, []), (.up, .alt): work.goUp()
      case (.escape, []) where isSearching: endSearch()
      case (.menu, []), (.f10, .shift): list.openMenuAtSelection()
      default: return false
      }
      return true
    }
    return keys
  }

  // MARK: Showing

  func present() {
    window?.present()
    wantsFocus = true
    takeFocus()
  }

  func tell(_ text: String) { toasts.show(Toast(text)) }

  /// What the next run needs to bring this window back.
  var sessionEntry: Session.Window {
    var entry = Session.Window(page: .browser(folder: folder))
    if let window {
      (entry.width, entry.height) = window.defaultSize
      entry.isMaximized = window.isMaximized
    }
    return entry
  }

  /// Takes up what an earlier run has left of this window.
  func restore(_ entry: Session.Window) {
    if entry.width > 0, entry.height > 0 { window?.defaultSize = (width: entry.width, height: entry.height) }
    window?.isMaximized = entry.isMaximized
  }

  /// Lets go of the window, which shows a document from now on.
  func leaveWindow() {
    guard !hasLeft else { return }
    for connection in connections { connection.disconnect() }
    contents.stop()
    actions?.removeAll()
    hasLeft = true
    application.browserCloses(self)
  }

  /// Gives the list the focus as soon as there is something in it, unless one has begun with something else.
  private func takeFocus() {
    guard wantsFocus, !contents.items.isEmpty else { return }
    wantsFocus = false
    MainLoop.next { [weak self] in
      guard let self, !search.containsFocus, list.renaming == nil else { return }
      list.grabFocus()
    }
  }

  private func activityChanged() {
    if window?.isActive == true { contents.refresh() }
    application.sessionChanged()
  }

  /// The recent documents have changed, or what of them is unsaved.
  func recentChanged() {
    if place == .recent { contents.refresh() }
    list.redraw()
  }

  // MARK: Places

  /// Goes to a place; documents are opened.
  func go(to place: BrowserPlace) {
    history.go(to: place)
    arrived()
  }

  func goBack() { if history.goBack() { arrived() } }
  func goForward() { if history.goForward() { arrived() } }

  private func arrived() {
    if case .document(let id, let path) = place { return returnToDocument(id, path) }
    searching?.cancel()
    search.text = ""
    searchBar.isRevealed = false
    path.show(place)
    header.show(place, history: history)
    window?.title = BrowserHeader.name(of: place)
    list.keys.unselectAll()
    wantsFocus = true
    load()
    updateActions()
    application.sessionChanged()
  }

  private func returnToDocument(_ id: Draft.ID, _ path: FilePath?) {
    // The place stays the one before, should the document not come.
    let ahead = history
    history.goBack()
    if application.comeBack(id, in: window, history: ahead) { return }
    if let path {
      let shell = window
      Task { [application] in await application.open(path, in: shell, history: ahead) }
    } else {
      history.remove { $0 == .document(id, nil) }
      header.show(place, history: history)
      updateActions()
    }
  }

  private func open(_ item: BrowserItem) {
    switch item.kind {
    case .entry(let entry) where entry.kind == .folder: go(to: .folder(entry.path))
    case .entry(let entry): open(entry.path)
    case .parked(let text): _ = application.comeBack(text.id, in: window, history: history)
    }
  }

  /// Opens a document in place of the browser.
  func open(_ path: FilePath) {
    let shell = window
    let history = history
    Task { [application] in await application.open(path, in: shell, history: history) }
  }

  private func whereabouts(of item: BrowserItem) -> String? {
    if case .parked(let text) = item.kind, text.path == nil { return tr("not saved yet") }
    guard let parent = item.path?.folder, parent != folder, place == .recent || isSearching else { return nil }
    return Format.path(parent.description)
  }

  private func isUnsaved(_ item: BrowserItem) -> Bool {
    if case .parked = item.kind { return true }
    guard let path = item.path else { return false }
    return application.content(of: path)?.document.isModified == true
  }

  // MARK: The list

  private var order: EntryOrder { EntryOrder(rawValue: application.preferences[Preferences.browserOrder]) ?? .name }
  var isSearching: Bool { SearchPattern(search.text) != nil }

  private func load() { contents.show(place, order: order, pattern: SearchPattern(search.text)) }

  private func arrange() {
    let view = application.preferences[Preferences.browserView]
    list.setGrid(view == "grid")
    actions?.setState("browse-as", view)
    list.show(contents.items)
  }

  private func orderChanged() {
    actions?.setState("sort-by", order.rawValue)
    load()
  }

  private func contentsChanged() {
    progress.isSpinning = contents.state == .loading
    progress.isVisible = contents.state == .loading
    list.show(contents.items)
    takeFocus()
    guard contents.items.isEmpty else { return work.newItemsCame() }
    switch contents.state {
    case .loading: break
    case .failed(let error):
      list.showNothing(icon: "dialog-warning-symbolic", title: tr("The Folder Cannot Be Shown"), text: error.reason)
    case .complete where isSearching:
      list.showNothing(
        icon: "system-search-symbolic", title: tr("Nothing Found"), text: tr("Try other words, or search in another folder."))
    case .complete:
      let create = Button(label: tr("_New Document"))
      create.addClass("pill")
      create.addClass("suggested-action")
      create.horizontalAlignment = .center
      create.setAction("win.new-here")
      list.showNothing(
        icon: "folder-documents-symbolic", title: place == .recent ? tr("No Recent Documents") : tr("No Documents Here"),
        text: place == .recent ? tr("Documents that you open are listed here.") : tr("Write the first one."), child: create)
    }
  }

  // MARK: Search

  /// Opens the search and puts the focus there.
  func beginSearch() {
    searchBar.isRevealed = true
    search.grabFocus()
  }

  private func searchSoon() {
    if !search.text.isEmpty, !searchBar.isRevealed {
      searchBar.isRevealed = true
      // What was typed in the list goes on here, after what is there already.
      let end = search.text.unicodeScalars.count
      search.grabFocus()
      search.select(from: end, to: end)
    }
    // Each key starts anew; a fast typist's words are searched for once.
    searching?.cancel()
    searching = MainLoop.after(seconds: 0.08) { [weak self] in self?.load() }
  }

  private func endSearch() {
    searching?.cancel()
    let wasSearching = isSearching
    search.text = ""
    searchBar.isRevealed = false
    searching?.cancel()
    if wasSearching { load() }
    list.grabFocus()
  }

  // MARK: Commands

  private func updateActions() {
    // Finding and the title's menu are there at any time; what a single document needs is looked at below.
    var conditions: Command.Needs = [.browser, .document]
    let chosen = list.selection
    if !chosen.isEmpty { conditions.insert(.chosen) }
    if !chosen.isEmpty, chosen.allSatisfy({ $0.path != nil }) { conditions.insert(.file) }
    if history.canGoForward { conditions.insert(.placeAhead) }
    actions?.update(given: conditions)
    actions?.setEnabled("back", history.canGoBack)
    actions?.setEnabled("up", folder.map { $0.bytes.count > 1 } ?? false)
    actions?.setEnabled("duplicate", chosen.count == 1 && !chosen[0].isFolder && chosen[0].path != nil)
    actions?.setEnabled("move-to", !chosen.isEmpty && chosen.allSatisfy { !$0.isFolder && $0.path != nil })
    actions?.setEnabled("rename", chosen.count == 1 && chosen[0].path != nil)
  }

  private func handlers() -> [String: CommandHandler] {
    work.handlers.merging(
      [
        "back": .run { [weak self] in self?.goBack() },
        "forward": .run { [weak self] in self?.goForward() },
        "close": .run { [weak self] in self?.window?.close() },
        "browse-as": .choice(initial: application.preferences[Preferences.browserView]) { [application] in
          application.preferences[Preferences.browserView] = $0
        },
        "sort-by": .choice(initial: application.preferences[Preferences.browserOrder]) { [application] in
          application.preferences[Preferences.browserOrder] = $0
        },
        "properties": .run { [weak self] in self?.header.openTitle() },
        "customize-toolbar": .run { [weak self] in self?.header.customize() },
        "reset-toolbar": .run { [weak self] in self?.header.resetLayout() },
        "menu-bar": .toggle(initial: showsMenuBar) { [application] in application.preferences[Preferences.menuBar] = $0 },
        "browser-search": .run { [weak self] in self?.beginSearch() },
        // The same keys find in a document and among documents.
        "find": .run { [weak self] in self?.beginSearch() },
        "search": .run { [weak self] in self?.beginSearch() },
      ]
    ) { _, own in own }
  }

  private var showsMenuBar: Bool { application.preferences[Preferences.menuBar] }

  /// Shows or hides the row of menus, as the preference is.
  private func showMenuBar() {
    actions?.setState("menu-bar", showsMenuBar)
    let file = MenuElement.sections(Menus.fileOfBrowser)
    header.setMenuBar(showsMenuBar ? MenuRow.menus(file: file) { $0.scope == .application || actions?.has($0.id) ?? false } : [])
  }

  /// The commands that this window has handlers for; a test compares them with the catalogue.
  var handledCommands: Set<String> { Set(handlers().keys) }
}
