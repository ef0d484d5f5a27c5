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
  /// How long pieces are gathered before they are shown, in seconds. Most folders are read within the first pause and appear at once, in
  /// order; each time that more is put in between makes the list fill its rows anew.
  private static let pause = (first: 0.08, later: 0.3)

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
      if let pattern {
        await self?.search(pattern, place)
      } else if case .folder(let folder) = place {
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
    var listed: [Listed] = []
    var failure: SystemError?
    var next = MainLoop.now + Self.pause.first
    for await piece in FolderListing().entries(of: folder) {
      guard !Task.isCancelled else { return }
      switch piece {
      case .entries(let found): listed = await Self.merge(listed, found, order)
      case .failed(let error): failure = error
      }
      guard !quietly, MainLoop.now > next else { continue }
      tell(listed.map(\.item), .loading)
      next = MainLoop.now + Self.pause.later
    }
    tell(listed.map(\.item), failure.map { .failed($0) } ?? .complete)
  }

  private nonisolated struct Listed: Sendable {
    let entry: FolderEntry
    let item: BrowserItem
  }

  /// Puts a piece into what is in order already. O(n).
  @concurrent nonisolated private static func merge(_ old: [Listed], _ piece: [FolderEntry], _ order: EntryOrder) async -> [Listed] {
    let new = piece.sorted(by: order.areInOrder).map { Listed(entry: $0, item: BrowserItem($0)) }
    guard let first = new.first, let last = old.last else { return old + new }
    if order.areInOrder(last.entry, first.entry) { return old + new }
    var merged: [Listed] = []
    merged.reserveCapacity(old.count + new.count)
    var index = 0
    for one in new {
      while index < old.count, order.areInOrder(old[index].entry, one.entry) {
        merged.append(old[index])
        index += 1
      }
      merged.append(one)
    }
    return merged + old[index...]
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
    var next = -Double.infinity
    for await hits in DocumentSearch().hits(for: pattern, in: scope) {
      guard !Task.isCancelled else { return }
      found += hits.map { BrowserItem($0.entry, line: $0.line) }
      guard !found.isEmpty, MainLoop.now > next else { continue }
      tell(found, .loading)
      next = MainLoop.now + Self.pause.first
    }
    tell(found, .complete)
  }
}
