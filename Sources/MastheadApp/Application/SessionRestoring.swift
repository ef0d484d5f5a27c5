// Owns: that windows and unsaved text come back after a quit, a crash or a power cut.
// Rule: the session is a convenience and the drafts are not: every draft gets a window, whatever the session says.

import Documents
import GLibKit
import GtkKit
import TextModel

/// Keeps the session while the program runs and brings back what an earlier run has left.
final class SessionRestoring {
  private unowned let application: MastheadApplication
  private let keeper = SessionKeeper(in: ProgramState.folder)
  private var waiting: ScheduledCall?
  private var isRestored = false

  init(_ application: MastheadApplication) { self.application = application }

  // MARK: Keeping

  /// Takes the session of this moment a little later: carets move often.
  func noteSoon() {
    guard isRestored, !application.isQuitting, waiting?.isPending != true else { return }
    waiting = MainLoop.after(seconds: 0.5) { [weak self] in self?.note() }
  }

  private func note() {
    guard !application.isQuitting else { return }
    keeper.note(
      Session(
        windows: application.browsers.map(\.sessionEntry) + application.windows.filter { !$0.document.isPristine }.map(\.sessionEntry)))
  }

  /// Writes the session as it is now; blocks for one write.
  func flush() {
    note()
    keeper.flush()
  }

  // MARK: Bringing back

  /// Shows the windows of the last run; returns whether there are any. Drafts come back even when the session is lost.
  func restoreWindows() -> Bool {
    let session: Session = if case .session(let found) = keeper.read() { found } else { Session() }
    let shown = restoreDrafts(session)
    var count = shown.count
    for entry in session.windows {
      switch entry.page {
      case .browser(let folder):
        count += 1
        let browser = application.makeBrowser(BrowsingHistory(at: folder.map { .folder($0) } ?? .recent), in: nil)
        browser.restore(entry)
        browser.present()
      case .document(let file?, let draft) where !shown.contains(draft):
        count += 1
        application.reopen(file, draft: draft, as: entry)
      case .document: continue
      }
    }
    return count > 0
  }

  /// Shows a window for every draft that an earlier run has left; returns their names.
  @discardableResult
  func restoreDrafts(_ session: Session = Session()) -> Set<Draft.ID> {
    defer { isRestored = true }
    guard !isRestored else { return [] }
    let findings = DraftStore(state: ProgramState.folder).recover()
    for recovered in findings.drafts {
      let entry = session.windows.first { if case .document(_, recovered.draft.id) = $0.page { true } else { false } }
      application.show(recovered, as: entry)
    }
    if !findings.damaged.isEmpty {
      application.activeWindow?.tell(tr("A draft of an earlier run was damaged and could not be read. It was set aside."))
    }
    let interrupted = SaveRecovery(state: ProgramState.folder)
    for save in interrupted.run() { application.offer(save, from: interrupted) }
    return Set(findings.drafts.map(\.draft.id))
  }
}

extension Document {
  /// Loads a file that was open before, and answers whether it is one that opening asks about: that question was answered.
  fileprivate func loadAgain() async throws(LoadError) -> Bool {
    do throws(LoadError) {
      try await load()
      return false
    } catch {
      guard case .needsConfirmation = error else { throw error }
      try await load(allowingLarge: true)
      return true
    }
  }
}

extension MastheadApplication {
  /// Shows unsaved text from an earlier run.
  fileprivate func show(_ recovered: RecoveredDraft, as entry: Session.Window?) {
    let draft = recovered.draft
    let path = draft.file?.path ?? draft.goal
    let document = path.map { Document(path: $0, draft: draft.id) } ?? Document(draft: draft.id)
    let window = makeWindow(document)
    if let entry { window.restore(entry) }
    application.hold()
    Task {
      await document.recover(recovered)
      window.news.follow()
      window.present()
      if let entry { window.restorePlace(entry) }
      window.tell(
        recovered.isDamaged
          ? tr("Your unsaved text is back, without its last part, which could not be read.") : tr("Your unsaved text is back."))
      if case .changed = recovered.situation { window.news.look() }
      application.release()
    }
  }

  /// Shows a document of the last session again, at its place.
  fileprivate func reopen(_ file: FilePath, draft: Draft.ID, as entry: Session.Window) {
    application.hold()
    Task {
      let document = Document(path: file, draft: draft)
      do throws(LoadError) {
        let isLarge = try await document.loadAgain()
        let window = makeWindow(document)
        if isLarge { window.holdPreviewBack() }
        window.restore(entry)
        window.news.follow()
        window.present()
        window.restorePlace(entry)
      } catch {
        // A file that is gone, or is no document any more, was closed by somebody else.
        if windows.isEmpty && browsers.isEmpty { showBrowser() }
      }
      application.release()
    }
  }

  /// Offers the old text of a file whose save was interrupted half way.
  fileprivate func offer(_ save: InterruptedSave, from recovery: SaveRecovery) {
    let document = Document()
    let window = makeWindow(document)
    _ = document.buffer.replaceAll(with: ChunkedText(utf8: save.bytes))
    window.present()
    Task {
      let answer = await window.ask(
        Notice(
          title: tr("Saving “%s” Was Interrupted").filled(save.path.name),
          body: tr("The file may hold only a part of its text. This window shows its text from before; save it where you like.")),
        [("keep", tr("_Keep This Text"), .suggested)], cancel: "keep")
      // The copy goes when the text is on disk as a draft.
      if answer == "keep", window.keepText() { recovery.discard(save) }
    }
  }
}
