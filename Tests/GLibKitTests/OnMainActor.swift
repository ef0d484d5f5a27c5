/// Runs a test's body as what it is: XCTest calls synchronous tests on the process's main thread.
///
/// The methods themselves cannot be `@MainActor`: the generated list of tests casts them to plain functions (Swift 6.3).
func onMainActor(_ body: @MainActor () throws -> Void) rethrows { try MainActor.assumeIsolated(body) }
