// Owns: documents that are on other computers: they are opened as copies on this one, and each save is sent on.
// Rule: a save is first durable here. Until the other place has given back the same bytes, the window says that the text has not arrived.

import Documents
import GLibKit
import GtkKit

extension MastheadApplication {
  /// Opens a document that has no path on this computer.
  func openRemote(_ file: File, from window: DocumentWindow?) {
    let copies = RemoteCopies()
    let address = file.uri
    let name = file.name ?? file.displayName
    application.hold()
    Task {
      defer { application.release() }
      do throws(RemoteError) {
        var path: FilePath?
        do throws(RemoteError) { path = try await copies.fetch(address, name: name) } catch {
          guard case .notMounted = error else { throw error }
          try await mount(file)
          path = try await copies.fetch(address, name: name)
        }
        if let path { open(path, from: window) }
      } catch {
        // A copy of an earlier time is better than none.
        let path = copies.path(of: address, name: name)
        if copies.origin(of: path) != nil { open(path, from: window) }
        let host: any WindowContent = frontContent ?? makeBrowser(BrowsingHistory(at: .recent), in: nil)
        host.window?.present()
        _ = await host.ask(Notice(error, place: file.displayName), [("close", tr("_Close"), .normal)], cancel: "close")
      }
    }
  }

  private func mount(_ file: File) async throws(RemoteError) {
    do throws(GLibError) { try await file.mount(over: frontContent?.window) } catch { throw .failed(error.message) }
  }
}

extension Notice {
  /// Words a failure to read or send a document of another computer.
  init(_ error: RemoteError, place: String) {
    let title = tr("“%s” Could Not Be Reached").filled(place)
    switch error {
    case .changedThere:
      self.init(
        title: tr("“%s” Was Changed by Another Program").filled(place),
        body: tr("Sending would replace what the other program has written."))
    case .notMounted: self.init(title: title, body: tr("The connection was not made."))
    case .notFound: self.init(title: tr("There Is No “%s”").filled(place), body: tr("Nothing is there under this address."))
    case .differs:
      self.init(
        title: tr("“%s” Did Not Arrive Whole").filled(place),
        body: tr("The text is safe on this computer. Send it again, or save it elsewhere with Save As."))
    case .failed(let words): self.init(title: title, body: words)
    case .here(let error): self.init(error)
    }
  }
}

/// Sends what a window saves to where its document comes from.
final class RemoteSending {
  private unowned let owner: DocumentWindow
  private let copies = RemoteCopies()

  init(_ owner: DocumentWindow) { self.owner = owner }

  /// Where the document comes from; nil for one of this computer.
  var origin: RemoteOrigin? { owner.document.path.flatMap { copies.origin(of: $0) } }

  private var looked: (path: FilePath, isRemote: Bool)?

  /// Whether the document comes from another computer. Looks once for each path: it is asked at every key.
  var isRemote: Bool {
    guard let path = owner.document.path else { return false }
    if let looked, looked.path == path { return looked.isRemote }
    looked = (path, copies.origin(of: path) != nil)
    return looked!.isRemote
  }

  /// Remembers, before a save, that the text is not there yet.
  func begin() {
    guard let path = owner.document.path, var origin = copies.origin(of: path), !origin.isPending else { return }
    origin.isPending = true
    try? copies.keep(origin, for: path)
  }

  /// Sends the saved text; tells what kept it from arriving, and offers what can be done.
  func send(replacing: Bool = false) async {
    guard let path = owner.document.path, let origin = copies.origin(of: path) else { return }
    do throws(RemoteError) {
      try await copies.send(path, replacing: replacing)
      owner.banner.hide(.remote)
    } catch {
      let notice = Notice(error, place: Format.address(origin.address))
      var choices = [Banner.Choice(tr("Try Again"), isSuggested: true) { [weak self] in self?.owner.run { await self?.send() } }]
      if case .changedThere = error {
        choices = [Banner.Choice(tr("Replace")) { [weak self] in self?.owner.run { await self?.send(replacing: true) } }]
      }
      owner.banner.hide(.remote)
      let kept = tr("Your text is saved on this computer.")
      owner.banner.show(.remote, "\(notice.title). \(notice.body) \(kept)", choices)
    }
  }

  /// Says of a document that was just opened that its text has not arrived where it comes from.
  func tellPending() {
    guard let origin, origin.isPending else { return }
    owner.banner.show(
      .remote, tr("This text was saved on this computer and has not arrived at %s.").filled(Format.address(origin.address)),
      [Banner.Choice(tr("Send"), isSuggested: true) { [weak self] in self?.owner.run { await self?.send() } }])
  }
}
