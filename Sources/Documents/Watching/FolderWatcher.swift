internal import CSystem
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Hints, as soon as the kernel says so, that a file may have changed.
///
/// Watches folders, not files: a program that saves by renaming replaces the file that a watch on it would follow. One inotify
/// instance serves all documents. A hint says "look", nothing more; what cannot be watched (a network folder, a limit reached)
/// gives no hints, so the application looks when its window gets the focus and before it saves, too.
public final class FolderWatcher: Sendable {
  /// Serves the whole program.
  public static let shared = FolderWatcher()

  private struct Subscription {
    let paths: [FilePath]
    let onHint: @Sendable () -> Void
    var isWaiting = false
  }

  private struct State {
    var subscriptions: [Int: Subscription] = [:]
    var nextNumber = 1
    /// Holds the kernel's number of each watched folder.
    var folders: [FilePath: Int32] = [:]
  }

  /// Is how long hints are gathered, in seconds: a save by another program is several events.
  private static let pause = 0.1

  private let descriptor: Int32
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "folder-watcher", qos: .utility)
  // Dispatch's objects are safe on any thread; the module does not say so on Linux.
  nonisolated(unsafe) private let source: DispatchSourceRead?

  public init() {
    descriptor = masthead_inotify_open()
    guard descriptor >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.source = source
    source.setEventHandler { [weak self] in self?.readEvents() }
    let descriptor = descriptor
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source?.cancel() }

  /// Calls `onHint`, on a thread of its own, whenever one of the paths may have changed, until the result is stopped or let go.
  public func watch(_ paths: [FilePath], onHint: @escaping @Sendable () -> Void) -> Watch {
    let paths = paths.map { $0.absolute() }
    let number = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.subscriptions[number] = Subscription(paths: paths, onHint: onHint)
      for folder in Set(paths.map(\.folder)) { add(folder, &state) }
      return number
    }
    return Watch(watcher: self, number: number)
  }

  /// Keeps one subscription alive.
  public final class Watch: Sendable {
    private let watcher: FolderWatcher
    private let number: Int

    fileprivate init(watcher: FolderWatcher, number: Int) {
      self.watcher = watcher
      self.number = number
    }

    /// Ends the hints; one that is on its way may still arrive.
    public func stop() { watcher.remove(number) }

    deinit { stop() }
  }

  private func add(_ folder: FilePath, _ state: inout State) {
    guard descriptor >= 0, state.folders[folder] == nil else { return }
    let mask =
      MASTHEAD_IN_MODIFY | MASTHEAD_IN_ATTRIB | MASTHEAD_IN_CLOSE_WRITE | MASTHEAD_IN_MOVED_FROM | MASTHEAD_IN_MOVED_TO
      | MASTHEAD_IN_CREATE | MASTHEAD_IN_DELETE | MASTHEAD_IN_DELETE_SELF | MASTHEAD_IN_MOVE_SELF
    let watch = folder.withCString { masthead_inotify_add(descriptor, $0, UInt32(mask)) }
    if watch >= 0 { state.folders[folder] = watch }
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      guard let gone = state.subscriptions.removeValue(forKey: number) else { return }
      let needed = Set(state.subscriptions.values.flatMap { $0.paths.map(\.folder) })
      for folder in Set(gone.paths.map(\.folder)) where !needed.contains(folder) {
        // Two names of one folder share the kernel's watch.
        guard let watch = state.folders.removeValue(forKey: folder), !state.folders.values.contains(watch) else { continue }
        _ = masthead_inotify_remove(descriptor, watch)
      }
    }
  }

  private func readEvents() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = masthead_inotify_read(descriptor, buffer.baseAddress!, buffer.count)
      guard count > 0 else { return }
      var index = 0
      while index < count {
        var watch: Int32 = 0
        var mask: UInt32 = 0
        var name: UnsafePointer<CChar>?
        index += masthead_inotify_event(buffer.baseAddress! + index, &watch, &mask, &name)
        take(watch, mask, name.map { FilePath(cString: $0) })
      }
    }
  }

  private func take(_ watch: Int32, _ mask: UInt32, _ name: FilePath?) {
    let isOfFolder = mask & UInt32(MASTHEAD_IN_IGNORED | MASTHEAD_IN_UNMOUNT | MASTHEAD_IN_DELETE_SELF | MASTHEAD_IN_MOVE_SELF) != 0
    let isOverflow = mask & UInt32(MASTHEAD_IN_OVERFLOW) != 0
    let numbers = state.withLock { state in
      let folders = state.folders.filter { $0.value == watch }.map(\.key)
      if mask & UInt32(MASTHEAD_IN_IGNORED) != 0 { for folder in folders { state.folders[folder] = nil } }
      var hit: [Int] = []
      for (number, subscription) in state.subscriptions where !subscription.isWaiting {
        let isMeant = subscription.paths.contains { path in
          folders.contains(path.folder) && (isOfFolder || name == nil || path.nameBytes == name!.bytes)
        }
        if isMeant || isOverflow { hit.append(number) }
      }
      for number in hit { state.subscriptions[number]?.isWaiting = true }
      return hit
    }
    for number in numbers { queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.hint(number) } }
  }

  private func hint(_ number: Int) {
    let onHint = state.withLock { state -> (@Sendable () -> Void)? in
      state.subscriptions[number]?.isWaiting = false
      // A folder that was made again, or moved back, is watched again.
      for path in state.subscriptions[number]?.paths ?? [] { add(path.folder, &state) }
      return state.subscriptions[number]?.onHint
    }
    onHint?()
  }
}
