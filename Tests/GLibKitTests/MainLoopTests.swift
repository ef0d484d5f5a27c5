import CGLib
import GLibKit
import XCTest

/// The main loop sleeps when there is nothing to do, and scheduled calls are made, taken back and freed.
final class MainLoopTests: XCTestCase {
  func testTheLoopSleepsWhileNothingHappens() {
    onMainActor {
      MainLoop.installMainActor()
      // One piece of work, so that the queue has been used.
      let flag = Flag()
      Task { flag.isSet = true }
      XCTAssertTrue(MainLoop.turn(until: { flag.isSet }))
      let wakes = Wakes.count(seconds: 5)
      print("wake-ups of a main loop without a window: \(wakes) in 5 s (goal < 5)")
      XCTAssertLessThan(wakes, 5)
    }
  }

  func testATimerRunsOnceAndIsFreed() {
    onMainActor {
      let before = LiveObjects.closureCount
      var count = 0
      let call = MainLoop.after(seconds: 0.01) { count += 1 }
      XCTAssertTrue(call.isPending)
      XCTAssertTrue(MainLoop.turn(until: { count > 0 }))
      XCTAssertFalse(MainLoop.turn(until: { count > 1 }, seconds: 0.05))
      XCTAssertFalse(call.isPending)
      call.cancel()
      withExtendedLifetime(call) {}
      XCTAssertEqual(LiveObjects.closureCount, before + 1)
    }
  }

  func testACancelledCallIsNotMadeAndItsClosureIsFreedAtOnce() {
    onMainActor {
      weak var kept: Flag?
      let call: ScheduledCall
      do {
        let flag = Flag()
        kept = flag
        call = MainLoop.after(seconds: 0.01) { flag.isSet = true }
      }
      XCTAssertNotNil(kept)
      call.cancel()
      call.cancel()
      XCTAssertNil(kept)
      XCTAssertFalse(call.isPending)
    }
  }

  func testARepeatedCallMayCancelItself() {
    onMainActor {
      var count = 0
      var call: ScheduledCall?
      call = MainLoop.every(seconds: 0.001) {
        count += 1
        if count == 3 { call?.cancel() }
      }
      XCTAssertTrue(MainLoop.turn(until: { count == 3 }))
      XCTAssertFalse(MainLoop.turn(until: { count > 3 }, seconds: 0.05))
      call = nil
    }
  }

  func testIdleWorkInPiecesEndsWhenItSaysSo() {
    onMainActor {
      var pieces = 0
      MainLoop.repeatWhenIdle {
        pieces += 1
        return pieces < 5
      }
      XCTAssertTrue(MainLoop.turn(until: { pieces == 5 }))
      XCTAssertFalse(MainLoop.turn(until: { pieces > 5 }, seconds: 0.05))
    }
  }

  func testAUnixSignalArrivesInTheLoop() {
    onMainActor {
      var heard = 0
      let call = MainLoop.onUnixSignal(SIGUSR1) { heard += 1 }
      raise(SIGUSR1)
      XCTAssertTrue(MainLoop.turn(until: { heard == 1 }))
      raise(SIGUSR1)
      XCTAssertTrue(MainLoop.turn(until: { heard == 2 }))
      call.cancel()
    }
  }

  func testADescriptorThatCanBeReadArrivesInTheLoop() {
    onMainActor {
      var ends: [Int32] = [0, 0]
      XCTAssertEqual(pipe(&ends), 0)
      var bytes = 0
      let call = MainLoop.onReadable(ends[0]) {
        var byte: UInt8 = 0
        bytes += read(ends[0], &byte, 1)
      }
      write(ends[1], "ab", 2)
      XCTAssertTrue(MainLoop.turn(until: { bytes == 2 }))
      call.cancel()
      close(ends[0])
      close(ends[1])
    }
  }

  func testTheLastReferenceMayGoOnAnotherThread() {
    onMainActor {
      MainLoop.installMainActor()
      let before = LiveObjects.referenceCount
      let gone = Flag()
      Task {
        let action = SimpleAction("save").ref
        await Task.detached { withExtendedLifetime(action) {} }.value
        gone.isSet = true
      }
      XCTAssertTrue(MainLoop.turn(until: { gone.isSet && LiveObjects.referenceCount == before }))
    }
  }
}

/// Counts how often the main loop wakes up.
@MainActor
enum Wakes {
  nonisolated(unsafe) private static var count = 0

  static func count(seconds: Double) -> Int {
    let context = g_main_context_default()
    let original = g_main_context_get_poll_func(context)
    g_main_context_set_poll_func(context) { descriptors, number, timeout in
      let ready = g_poll(descriptors, number, timeout)
      Wakes.count += 1
      return ready
    }
    count = 0
    var isOver = false
    MainLoop.after(seconds: seconds) { isOver = true }
    while !isOver { MainLoop.turn(mayBlock: true) }
    g_main_context_set_poll_func(context, original)
    // The last one was the timer's.
    return count - 1
  }
}
