// Owns: what the document browser lists at a place: read away from the main thread, sorted, and told piece by piece.

import Documents
import GLibKit
import GtkKit

/// Loads the items of a place or of a search, and follows the place.
final class BrowserContents {
  /// How far the list is.
  enum State: Equatable {
    case loading
    case complete
    case failed(SystemError)
  }

  private(set) var items: [BrowserItem] = []
  private(set) var state = State.loading
  /// Hears of new items and of the end.
  var onChange: () -> Void = {}
  /// Supplies the recent documents, newest first, and the unsaved texts that no window shows.
  var recent: () -> (paths: [FilePath], parked: [ParkedText]) = { ([], []) }

  private var place = BrowserPlace.recent
  private var order = EntryOrder.name
  private var pattern: SearchPattern?
  private var loading: Task<Void, Never>?
  private var watch: FileWatch?
  private var waiting: ScheduledCall?
  /// How long pieces are gathered before they are shown, in seconds; the first is shown at once.
  private static let pause = 0.1

  /// Shows a place, or what a search finds there.
  func show(_ place: BrowserPlace, order: EntryOrder, pattern: SearchPattern?) {
    let isElsewhere = place != self.place
    (self.place, self.order, self.pattern) = (place, order, pattern)
    items = []
    state = .loading
    onChange()
    load(quietly: false)
    if isElsewhere || watch == nil { follow() }
  }

  /// Reads the place again and shows what is other than before; what is shown meanwhile stays.
  func refresh() { load(quietly: true) }

  /// Stops reading and watching.
  func stop() {
    loading?.cancel()
    watch?.stop()
    watch = nil
    waiting?.cancel()
  }

  private func follow() {
    watch?.stop()
    watch = nil
    guard case .folder(let folder) = place else { return }
    watch = File(uri: folder.address).watch { [weak self] _ in self?.refreshSoon() }
  }

  private func refreshSoon() {
    // A search goes on finding what it finds; the person asks again when the files change.
    guard pattern == nil, waiting?.isPending != true else { return }
    waiting = MainLoop.after(seconds: 0.3) { [weak self] in self?.refresh() }
  }

  private func load(quietly: Bool) {
    loading?.cancel()
    let (place, order, pattern) = (place, order, pattern)
    loading = Task { [weak self] in
      if let pattern { await self?.search(pattern, place) } else if case .folder(let folder) = place {
        await self?.list(folder, order, quietly: quietly)
      } else {
        await self?.listRecent()
      }
    }
  }

  private func tell(_ items: [BrowserItem], _ state: State) {
    guard !Task.isCancelled else { return }
    guard items != self.items || state != self.state else { return }
    self.items = items
    self.state = state
    onChange()
  }

  private func list(_ folder: FilePath, _ order: EntryOrder, quietly: Bool) async {
    var entries: [FolderEntry] = []
    var failure: SystemError?
    var shown = -Double.infinity
    for await piece in FolderListing().entries(of: folder) {
      guard !Task.isCancelled else { return }
      switch piece {
      case .entries(let found): entries += found
      case .failed(let error): failure = error
      }
      guard !quietly, MainLoop.now - shown > Self.pause else { continue }
      tell(await Self.sorted(entries, order), .loading)
      shown = MainLoop.now
    }
    tell(await Self.sorted(entries, order), failure.map { .failed($0) } ?? .complete)
  }

  nonisolated private static func sorted(_ entries: [FolderEntry], _ order: EntryOrder) async -> [BrowserItem] {
    await Task.detached { entries.sorted(by: order.areInOrder).map { BrowserItem($0) } }.value
  }

  private func listRecent() async {
    let (paths, parked) = recent()
    let hidden = Set(parked.compactMap(\.path))
    let found = await Task.detached { paths.filter { !hidden.contains($0) }.compactMap { FolderEntry($0) }.map { BrowserItem($0) } }.value
    tell(parked.map { BrowserItem($0) } + found, .complete)
  }

  private func search(_ pattern: SearchPattern, _ place: BrowserPlace) async {
    let scope: DocumentSearch.Scope
    var found: [BrowserItem] = []
    if case .folder(let folder) = place {
      scope = .folder(folder)
    } else {
      let (paths, parked) = recent()
      found = parked.filter { pattern.matches(name: $0.name) }.map { BrowserItem($0) }
      scope = .documents(paths)
    }
    var shown = -Double.infinity
    for await hits in DocumentSearch().hits(for: pattern, in: scope) {
      guard !Task.isCancelled else { return }
      found += hits.map { BrowserItem($0.entry, line: $0.line) }
      guard !found.isEmpty, MainLoop.now - shown > Self.pause else { continue }
      tell(found, .loading)
      shown = MainLoop.now
    }
    tell(found, .complete)
  }
}
