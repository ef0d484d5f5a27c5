import GLibKit
import GtkKit
import XCTest

/// Skips a test where there is no display; fails in CI.
nonisolated func requireDisplay() throws {
  guard !MainActor.assumeIsolated({ GtkKit.Display.open() }) else { return }
  guard Environment["CI"] == nil else { return XCTFail("no display") }
  throw XCTSkip("no display; run under xvfb-run")
}

/// Runs a test's body as what it is: XCTest calls synchronous tests on the process's main thread.
///
/// The methods themselves cannot be `@MainActor`: the generated list of tests casts them to plain functions (Swift 6.3).
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows { try MainActor.assumeIsolated(body) }
