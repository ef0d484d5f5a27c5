// Owns: the way of one file from its path into a window, and what is said when it does not get there.

import Documents
import GLibKit
import GtkKit

/// Opens one file.
final class DocumentOpening {
  private let path: FilePath
  private let application: MastheadApplication
  private let origin: DocumentWindow?
  private let mode: ViewMode?

  /// Prepares to open a file; a window without anything in it (`origin`) is used before a new one is made.
  init(_ path: FilePath, application: MastheadApplication, from origin: DocumentWindow?, mode: ViewMode?) {
    self.path = path
    self.application = application
    self.origin = origin
    self.mode = mode
  }

  /// How long a window waits for its text before it is shown without, in seconds: one frame with everything beats two.
  private static let patience = 0.25

  private var begun: (window: DocumentWindow, loading: Task<LoadError?, Never>, waiting: ScheduledCall)?

  /// Opens the file and returns when it is shown, or what is to be said has been.
  func run() async {
    begin()
    await finish()
  }

  /// Makes the window and begins to read.
  func begin() {
    let document = Document(path: path)
    // The window is built while the file is read.
    let loading = Task { await Self.load(document) }
    let window = application.makeWindow(document, mode: mode)
    begun = (window, loading, MainLoop.after(seconds: Self.patience) { window.present() })
  }

  /// Shows what `begin` has begun, if it has; returns when nothing is left to do.
  func finish() async {
    guard let begun else { return }
    let failure = await begun.loading.value
    begun.waiting.cancel()
    guard let failure else { return show(begun.window) }
    await explain(failure, begun.window)
  }

  private static func load(_ document: Document, allowingLarge: Bool = false) async -> LoadError? {
    do throws(LoadError) {
      try await document.load(allowingLarge: allowingLarge)
      return nil
    } catch {
      return error
    }
  }

  private func show(_ window: DocumentWindow) {
    if let origin, origin.document.isPristine, origin !== window { origin.closeForGood() }
    window.present()
  }

  private func explain(_ failure: LoadError, _ window: DocumentWindow) async {
    switch failure {
    case .notFound:
      // A name for a document that is to be: the window says that saving creates it.
      show(window)
    case .needsConfirmation:
      show(window)
      let answer = await window.ask(
        Notice(failure), [("cancel", tr("_Cancel"), .normal), ("open", tr("_Open"), .suggested)], cancel: "cancel")
      guard answer == "open" else { return window.closeForGood() }
      window.holdPreviewBack()
      if let again = await Self.load(window.document, allowingLarge: true) { await explain(again, window) }
    default:
      await refuse(failure, window)
    }
  }

  /// Says over a window that stays why the file is not there; the one made for it goes, unless it is the only one.
  private func refuse(_ failure: LoadError, _ window: DocumentWindow) async {
    let host: DocumentWindow
    if let origin {
      host = origin
      window.closeForGood()
    } else {
      host = application.makeWindow(Document())
      window.closeForGood()
    }
    host.present()
    _ = await host.ask(Notice(failure), [("close", tr("_Close"), .normal)], cancel: "close")
  }
}
