// Owns: the way between documents and the document browser, which take each other's place in a window.
// Rule: leaving a document asks nothing. It is kept whole, with its undo history; its unsaved text is on disk before the window lets go of
// it, and comes back after a crash like any other.

import Documents
import GLibKit
import GtkKit
import TextModel

extension MastheadApplication {
  /// Shows the document browser in a new window.
  func showBrowser(at place: BrowserPlace = .recent) {
    makeBrowser(BrowsingHistory(at: place), in: nil).present()
  }

  @discardableResult
  func makeBrowser(_ history: BrowsingHistory<BrowserPlace>, in shell: ApplicationWindow?) -> BrowserWindow {
    let browser = BrowserWindow(self, history: history, in: shell)
    browsers.append(browser)
    sessionChanged()
    return browser
  }

  /// Forgets a browser whose window closes or shows a document now.
  func browserCloses(_ browser: BrowserWindow) {
    browsers.removeAll { $0 === browser }
    sessionChanged()
  }

  // MARK: From a document to the browser

  /// Shows the document browser in place of a document.
  func leave(_ window: DocumentWindow) {
    let document = window.document
    guard let shell = window.window else { return }
    guard window.keepText() else { return tellUnsafe(window) }
    var history = window.history ?? BrowsingHistory(at: .document(document.draftID, document.path))
    history.replaceCurrent(with: .document(document.draftID, document.path))
    history.begin(at: [.recent] + (document.folder.map { [.folder($0)] } ?? []))
    history.goBack()
    if document.isPristine { history.remove { $0 == .document(document.draftID, nil) } }
    windowCloses(window)
    window.leave()
    // An empty document for a file that does not exist is read anew: the file may exist by then.
    let isOnlyAName = document.path != nil && document.file == nil && !document.isModified
    if !document.isPristine, !isOnlyAName { resting.add(window, at: Format.now) }
    let browser = makeBrowser(history, in: shell)
    if let path = document.path { browser.work.expect(path) }
    browser.present()
  }

  // MARK: From the browser to a document

  /// Shows a document again that was left, in place of what a window shows or in a window of its own; answers whether it is there.
  func comeBack(_ id: Draft.ID, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) -> Bool {
    if let there = windows.first(where: { $0.document.draftID == id }) {
      there.present()
      return true
    }
    guard let content = resting.take(id) else { return false }
    comeBack(content, in: shell, history: history)
    return true
  }

  /// Shows a document again that rests no more.
  func comeBack(_ content: DocumentWindow, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) {
    if let browser = shell?.shown as? BrowserWindow { browser.leaveWindow() }
    content.enter(shell)
    arrived(content, history)
    content.present()
    // What other programs did to the file while nobody looked is found now.
    content.news.look()
  }

  /// Shows the document of a path if it is open, in its window or, when none shows it, in place of what `shell` shows; answers whether it is.
  func show(_ path: FilePath, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) -> Bool {
    if let there = window(of: path) {
      there.present()
    } else if let content = resting.take(path) {
      comeBack(content, in: shell, history: history)
    } else {
      return false
    }
    return true
  }

  /// The same for a document that was opened by another path: a link to it, or through a linked folder. A disk that does not answer, on which
  /// another open document may lie, is waited for no longer than a second.
  func showAlias(of path: FilePath, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) async -> Bool {
    if show(path, in: shell, history: history) { return true }
    let own = await MainLoop.answer(within: 1, of: { await self.content(at: path)?.document.path })
    return show(own ?? path, in: shell, history: history)
  }

  /// Opens a document in place of what a window shows; without one, or where the document has a window, that one is shown.
  /// A document that cannot be opened is told of over the window, which stays as it is.
  func open(_ path: FilePath, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) async {
    if await showAlias(of: path, in: shell, history: history) { return }
    guard let shell, let origin = shell.shown else {
      return await DocumentOpening(path, application: self, from: nil, mode: nil).run()
    }
    let document = Document(path: path)
    var isLarge = false
    while true {
      do throws(LoadError) {
        try await document.load(allowingLarge: isLarge)
        break
      } catch {
        guard case .needsConfirmation = error else {
          _ = await origin.ask(Notice(error), [("close", tr("_Close"), .normal)], cancel: "close")
          return
        }
        let answer = await origin.ask(
          Notice(error), [("cancel", tr("_Cancel"), .normal), ("open", tr("_Open"), .suggested)], cancel: "cancel")
        guard answer == "open" else { return }
        isLarge = true
      }
    }
    // The window may have been closed, or show something else, and the document may have come into another, since.
    guard shell.shown === origin, await !showAlias(of: path, in: shell, history: history), shell.shown === origin else { return }
    let window = take(shell, with: document, history: history)
    if isLarge { window.holdPreviewBack() }
    window.present()
  }

  /// Shows an untitled document in place of what a window shows; it will be saved in a folder first.
  func showNewDocument(in shell: ApplicationWindow, folder: FilePath?, history: BrowsingHistory<BrowserPlace>) {
    let document = Document()
    document.firstFolder = folder
    take(shell, with: document, history: history).present()
  }

  /// Puts a document, loaded or new, in place of what a window shows.
  private func take(_ shell: ApplicationWindow, with document: Document, history: BrowsingHistory<BrowserPlace>?) -> DocumentWindow {
    if let browser = shell.shown as? BrowserWindow { browser.leaveWindow() }
    let window = makeWindow(document, in: shell)
    arrived(window, history)
    document.tellLoaded()
    return window
  }

  /// Lists a window that shows a document now, and tells it through which places.
  private func arrived(_ window: DocumentWindow, _ history: BrowsingHistory<BrowserPlace>?) {
    windowShows(window)
    guard var history else { return }
    let place = BrowserPlace.document(window.document.draftID, window.document.path)
    // Coming back to a document is no new place, though it may have been loaded anew.
    if case .document = history.current { history.replaceCurrent(with: place) } else { history.go(to: place) }
    window.history = history
  }

  /// Goes to the place that was visited after this one.
  func goForward(from window: DocumentWindow) {
    guard var history = window.history, history.canGoForward else { return }
    history.goForward()
    guard case .document(_, let path?) = history.current else { return }
    open([File(uri: path.address)], from: window)
  }
}
