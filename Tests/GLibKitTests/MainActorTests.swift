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

  func testAnAnswerThatTakesTooLongIsNone() {
    onMainActor {
      MainLoop.installMainActor()
      var answers: [Int?] = []
      Task {
        answers.append(await MainLoop.answer(within: 60) { 1 })
        // The work goes on, and its late answer is nobody's.
        answers.append(
          await MainLoop.answer(within: 0.01) {
            await withCheckedContinuation { continuation in MainLoop.after(seconds: 0.2) { continuation.resume() } }
            answers.append(2)
            return 3
          })
      }
      XCTAssertTrue(MainLoop.turn(until: { answers.count == 3 }, seconds: 10))
      XCTAssertEqual(answers, [1, nil, 2])
    }
  }
}

@MainActor
final class Flag {
  var isSet = false
}
