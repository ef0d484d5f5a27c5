// Owns: work that waits for a disk or a network, away from every actor.

import CGLibShim

/// Runs work that may wait.
public enum WaitingWork {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a function on a thread of its own: however many others hang, this one does not wait for them.
  public static func run(_ body: @escaping @Sendable () -> Void) {
    masthead_run_waiting_work({ Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run() }, Unmanaged.passRetained(Body(body)).toOpaque())
  }
}
