import CGLib
import GLibKit
import XCTest

/// Swift's main actor lives in GLib's main loop.
final class MainActorTests: XCTestCase {
  func testTwoThousandRoundTrips() {
    onMainActor {
      MainLoop.installMainActor()
      let start = MainLoop.now
      let done = Flag()
      Task {
        for _ in 0..<2000 { await Task.detached { await MainActor.run {} }.value }
        done.isSet = true
      }
      XCTAssertTrue(MainLoop.turn(until: { done.isSet }, seconds: 10))
      let seconds = MainLoop.now - start
      print("2,000 round trips to the main actor: \(Int(seconds * 1000)) ms (goal 100 ms)")
      XCTAssertLessThan(seconds, 1)
    }
  }
}

@MainActor
final class Flag {
  var isSet = false
}
