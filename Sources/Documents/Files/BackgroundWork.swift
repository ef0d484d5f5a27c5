internal import Dispatch
internal import Synchronization

/// Carries a share of work from one thread to another, and the wish to stop back.
public final class WorkProgress: Sendable {
  private let thousandths = Atomic<Int>(0)
  private let stops = Atomic<Bool>(false)

  public init() {}

  /// How much is done, 0 to 1.
  public var share: Double { Double(thousandths.load(ordering: .relaxed)) / 1000 }
  public var isStopped: Bool { stops.load(ordering: .relaxed) }

  /// Asks the work to stop as soon as it can.
  public func stop() { stops.store(true, ordering: .relaxed) }

  /// Takes note of a share; false when the work is to stop.
  public func advance(to share: Double) -> Bool {
    thousandths.store(Int(share * 1000), ordering: .relaxed)
    return !isStopped
  }
}

/// Does something on a thread of its own for somebody who cannot wait, but asks again and again.
///
/// The value need not be Sendable: it is handed over once, from the thread that made it to the one that asks.
public final class BackgroundWork<Value>: @unchecked Sendable {
  public let progress = WorkProgress()
  private let done = DispatchSemaphore(value: 0)
  /// Written before `done` is signalled, read after.
  private var value: Value?
  private var isDone = false

  /// Starts the work.
  public init(_ body: @escaping @Sendable (WorkProgress) -> sending Value) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      value = body(progress)
      done.signal()
    }
  }

  /// Waits so many seconds at most; nil while the work goes on. To be called from one thread.
  public func result(waiting seconds: Double) -> Value? {
    if !isDone { isDone = done.wait(timeout: .now() + seconds) == .success }
    return isDone ? value : nil
  }
}
