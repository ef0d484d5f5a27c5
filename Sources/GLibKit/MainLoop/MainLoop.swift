// Owns: GLib's main loop as Swift sees it: the main actor's queue, timers, idle work, Unix signals.
// Rule: loops are never nested. Every scheduled call has a token; a call that is cancelled, or has run, is released.

import CGLib
import CGLibShim
// Brings libdispatch to the linker for `main_queue.c`.
import Dispatch
import Synchronization

/// The main loop of the process.
@MainActor
public enum MainLoop {
  private static var isInstalled = false

  /// Lets work of the main actor run in GLib's main loop; call once, before the loop starts. More calls do nothing.
  ///
  /// The work has the priority of drawing, so that neither starves the other; input goes before both.
  public static func installMainActor() {
    guard !isInstalled else { return }
    isInstalled = true
    let source = masthead_main_queue_source_new()!
    g_source_set_priority(source, drawingPriority)
    g_source_attach(source, nil)
    g_source_unref(source)
  }

  /// Lets tasks run on GLib's threads rather than libdispatch's, whose pool wakes the process every second; call once, before the first
  /// task. `Task.sleep` then needs the default main loop to run. More calls do nothing.
  public static func installTaskPool() { masthead_task_pool_install() }

  /// GDK_PRIORITY_REDRAW.
  private static let drawingPriority: gint = 120

  /// Runs a function after some seconds, once.
  @discardableResult
  public static func after(seconds: Double, _ body: @escaping () -> Void) -> ScheduledCall {
    schedule(g_timeout_source_new(milliseconds(seconds)), priority: G_PRIORITY_DEFAULT) {
      body()
      return false
    }
  }

  /// Runs a function every so many seconds until it is cancelled.
  @discardableResult
  public static func every(seconds: Double, _ body: @escaping () -> Void) -> ScheduledCall {
    schedule(g_timeout_source_new(milliseconds(seconds)), priority: G_PRIORITY_DEFAULT) {
      body()
      return true
    }
  }

  /// Runs a function when input and drawing have been served, once.
  @discardableResult
  public static func whenIdle(_ body: @escaping () -> Void) -> ScheduledCall {
    schedule(g_idle_source_new(), priority: G_PRIORITY_DEFAULT_IDLE) {
      body()
      return false
    }
  }

  /// Runs a function when input and drawing have been served, again and again while it returns true: for long work in pieces.
  @discardableResult
  public static func repeatWhenIdle(_ body: @escaping () -> Bool) -> ScheduledCall {
    schedule(g_idle_source_new(), priority: G_PRIORITY_DEFAULT_IDLE, body)
  }

  /// Waits until input and drawing have been served: between the pieces of long work.
  public static func pause() async {
    await withCheckedContinuation { continuation in whenIdle { continuation.resume() } }
  }

  /// Gives what some work comes to; nil also when that takes more than some seconds. The work goes on then, and nobody hears of its answer.
  public static func answer<Answer: Sendable>(within seconds: Double, of work: @escaping @MainActor () async -> Answer?) async -> Answer? {
    await withCheckedContinuation { continuation in
      var isAnswered = false
      func give(_ answer: Answer?) {
        guard !isAnswered else { return }
        isAnswered = true
        continuation.resume(returning: answer)
      }
      let limit = after(seconds: seconds) { give(nil) }
      Task {
        let answer = await work()
        limit.cancel()
        give(answer)
      }
    }
  }

  /// Runs a function in the next turn of the loop, before drawing, once.
  @discardableResult
  public static func next(_ body: @escaping () -> Void) -> ScheduledCall {
    schedule(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) {
      body()
      return false
    }
  }

  /// Runs a function whenever the process receives a Unix signal, in the main loop; for SIGTERM, SIGINT and SIGHUP.
  @discardableResult
  public static func onUnixSignal(_ number: Int32, _ body: @escaping () -> Void) -> ScheduledCall {
    schedule(g_unix_signal_source_new(number), priority: G_PRIORITY_DEFAULT) {
      body()
      return true
    }
  }

  /// Runs a function whenever a file descriptor can be read, until it is cancelled.
  @discardableResult
  public static func onReadable(_ descriptor: Int32, _ body: @escaping () -> Void) -> ScheduledCall {
    let source = g_unix_fd_source_new(descriptor, G_IO_IN)!
    let call = ScheduledCall {
      body()
      return true
    }
    // A descriptor's source calls with other arguments than the rest.
    let function: @convention(c) (gint, GIOCondition, gpointer?) -> gboolean = { _, _, data in
      MainActor.assumeIsolated { Unmanaged<ScheduledCall>.fromOpaque(data!).takeUnretainedValue().run() } ? 1 : 0
    }
    call.attach(source, unsafeBitCast(function, to: GSourceFunc.self), priority: G_PRIORITY_DEFAULT)
    return call
  }

  /// Waits for one source and serves it, or serves what is ready; for programs without an application, and tests.
  ///
  /// Returns whether anything was served.
  @discardableResult
  public static func turn(mayBlock: Bool) -> Bool { g_main_context_iteration(nil, mayBlock ? 1 : 0) != 0 }

  /// Whether something waits to be served. For tests.
  public static var isReady: Bool { g_main_context_pending(nil) != 0 }

  /// Turns the loop until a condition holds or some seconds have passed; returns whether it holds. For tests.
  public static func turn(until condition: () -> Bool, seconds: Double = 5) -> Bool {
    let end = g_get_monotonic_time() + gint64(seconds * 1_000_000)
    // Without a timer a blocking turn would not come back in time.
    let tick = every(seconds: 0.005) {}
    defer { tick.cancel() }
    while !condition() {
      guard g_get_monotonic_time() < end else { return false }
      turn(mayBlock: true)
    }
    return true
  }

  /// The monotonic clock, in seconds.
  public static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  private static func milliseconds(_ seconds: Double) -> guint { guint(max(0, min(seconds * 1000, Double(UInt32.max) / 2)).rounded(.up)) }

  private static func schedule(
    _ source: UnsafeMutablePointer<GSource>, priority: Int32, _ body: @escaping () -> Bool
  ) -> ScheduledCall {
    let call = ScheduledCall(body)
    call.attach(
      source, { data in MainActor.assumeIsolated { Unmanaged<ScheduledCall>.fromOpaque(data!).takeUnretainedValue().run() } ? 1 : 0 },
      priority: priority)
    return call
  }
}

/// A call that the main loop will make; dropping the token does not cancel it.
@MainActor
public final class ScheduledCall {
  private var body: (() -> Bool)?
  private var source: UnsafeMutablePointer<GSource>?

  init(_ body: @escaping () -> Bool) {
    self.body = body
    LiveObjects.closures.add(1, ordering: .relaxed)
  }

  deinit { LiveObjects.closures.subtract(1, ordering: .relaxed) }

  /// Whether the call is still to come.
  public var isPending: Bool { source != nil }

  /// Takes the call back; does nothing when it has been made or taken back already.
  public func cancel() {
    guard let source else { return }
    g_source_destroy(source)
  }

  func attach(_ source: UnsafeMutablePointer<GSource>, _ function: GSourceFunc, priority: Int32) {
    self.source = source
    g_source_set_priority(source, priority)
    g_source_set_callback(source, function, Unmanaged.passRetained(self).toOpaque()) { data in
      MainActor.assumeIsolated {
        let call = Unmanaged<ScheduledCall>.fromOpaque(data!).takeRetainedValue()
        call.source = nil
        call.body = nil
      }
    }
    g_source_attach(source, nil)
    g_source_unref(source)
  }

  func run() -> Bool { body?() ?? false }
}
