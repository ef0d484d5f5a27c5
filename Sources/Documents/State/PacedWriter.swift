internal import Dispatch
internal import Synchronization

/// Writes the newest of the values that it is given, at most once per interval, away from the caller's thread.
///
/// The first value after a rest is written at once, later ones when the interval is over: what is given is on disk after at
/// most one interval and the time of one write, whether more follows or not.
final class PacedWriter<Value: Sendable>: Sendable {
  private struct Pending {
    var newest: Value?
    var isScheduled = false
  }

  private let interval: Double
  private let pending = Mutex(Pending())
  /// Held while writing, so that an older value never overtakes a newer one.
  private let writing = Mutex(())
  private let queue: DispatchQueue
  private let write: @Sendable (Value) -> Bool

  /// - Parameters:
  ///   - interval: seconds from one write to the next.
  ///   - write: answers `false` when it failed; then the value is tried again after the interval.
  init(label: String, interval: Double, write: @escaping @Sendable (Value) -> Bool) {
    self.interval = interval
    self.write = write
    queue = DispatchQueue(label: label, qos: .utility)
  }

  /// Takes a value and returns at once. O(1).
  func note(_ value: Value) {
    let isFirst = pending.withLock { pending in
      pending.newest = value
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if isFirst { queue.async { self.turn() } }
  }

  private func turn() {
    flush()
    // Stays scheduled through the rest, so that a burst of values costs one write per interval.
    queue.asyncAfter(deadline: .now() + interval) {
      let isMore = self.pending.withLock { pending in
        if pending.newest == nil { pending.isScheduled = false }
        return pending.newest != nil
      }
      if isMore { self.turn() }
    }
  }

  /// Writes what waits and returns when it is written. Blocks for as long as the disk takes.
  func flush() {
    writing.withLock { _ in
      guard let value = pending.withLock({ $0.newest.take() }) else { return }
      if !write(value) { pending.withLock { if $0.newest == nil { $0.newest = value } } }
    }
  }

  /// Writes what waits without a rest before, away from the caller's thread; then runs `completion` there.
  func hurry(_ completion: @escaping @Sendable () -> Void) {
    queue.async {
      self.flush()
      completion()
    }
  }
}
