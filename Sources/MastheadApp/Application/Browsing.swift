// Owns: the way between documents and the document browser, which take each other's place in a window.
// Rule: leaving a document asks nothing. Unsaved text is on disk before its window lets go of it, and comes back by the way that also
// brings it back after a crash.

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
    if document.isModified {
      document.draft.flush()
      guard document.draftTrouble == nil else {
        return window.tell(tr("Unsaved text cannot be kept safe just now. Save the document first."))
      }
      park(document, as: document.path?.name ?? window.filing.proposedName)
    }
    var history = window.history ?? BrowsingHistory(at: .document(document.draftID, document.path))
    history.replaceCurrent(with: .document(document.draftID, document.path))
    history.begin(at: [.recent] + (document.folder.map { [.folder($0)] } ?? []))
    history.goBack()
    if document.isPristine { history.remove { $0 == .document(document.draftID, nil) } }
    windowCloses(window)
    window.leaveWindow()
    makeBrowser(history, in: shell).present()
  }

  private func park(_ document: Document, as name: String) {
    parked.removeAll { $0.id == document.draftID }
    parked.append(ParkedText(id: document.draftID, path: document.path, name: name, time: Format.now))
  }

  // MARK: From the browser to a document

  /// Shows unsaved text again that no window shows, in a window of its own or in place of what a window shows.
  func showParked(_ text: ParkedText, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) {
    parked.removeAll { $0.id == text.id }
    application.hold()
    Task {
      defer { application.release() }
      let store = DraftStore(state: ProgramState.folder)
      let findings = await Task.detached { store.recover(text.id) }.value
      if let recovered = findings.drafts.first {
        await show(recovered, in: shell, history: history)
      } else if let path = text.path {
        await open(path, in: shell, history: history)
      } else {
        (shell?.shown ?? frontContent)?.tell(tr("The draft could not be read."))
      }
    }
  }

  /// Opens a document in place of what a window shows; without one, or where the document has a window, that one is shown.
  /// A document that cannot be opened is told of over the window, which stays as it is.
  func open(_ path: FilePath, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) async {
    if let there = windows.first(where: { $0.document.path == path || $0.document.file?.target == path }) { return there.present() }
    if let text = parked.first(where: { $0.path == path }) { return showParked(text, in: shell, history: history) }
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
    // The window may have been closed, or show something else, since.
    guard shell.shown === origin else { return }
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

  private func show(_ recovered: RecoveredDraft, in shell: ApplicationWindow?, history: BrowsingHistory<BrowserPlace>?) async {
    let draft = recovered.draft
    let document = draft.file.map { Document(path: $0.path, draft: draft.id) } ?? Document(draft: draft.id)
    await document.recover(recovered)
    let window = shell.map { take($0, with: document, history: history) } ?? makeWindow(document)
    window.present()
    window.news.look()
  }

  /// Puts a document, loaded or new, in place of what a window shows.
  private func take(_ shell: ApplicationWindow, with document: Document, history: BrowsingHistory<BrowserPlace>?) -> DocumentWindow {
    if let browser = shell.shown as? BrowserWindow { browser.leaveWindow() }
    let window = makeWindow(document, in: shell)
    if var history {
      let place = BrowserPlace.document(document.draftID, document.path)
      // Coming back to a document is no new place, though it has another draft by now.
      if case .document = history.current { history.replaceCurrent(with: place) } else { history.go(to: place) }
      window.history = history
    }
    document.tellLoaded()
    return window
  }

  /// Goes to the place that was visited after this one.
  func goForward(from window: DocumentWindow) {
    guard var history = window.history, history.canGoForward else { return }
    history.goForward()
    guard case .document(_, let path?) = history.current else { return }
    open([File(uri: path.address)], from: window)
  }
}
