import CGtk
import GLibKit
import GtkKit
import XCTest

nonisolated final class NextFrameTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  /// Runs a test with a page at rest, whose caret asks for no frames, and the clock of its frames.
  private func withPage(_ body: @MainActor (TestPage, OpaquePointer) -> Void) {
    onMainActor {
      let blinked = DesktopSettings.caretBlinks
      DesktopSettings.caretBlinks = false
      defer { DesktopSettings.caretBlinks = blinked }
      let page = TestPage("some text\n")
      defer { page.close() }
      page.settle()
      body(page, gtk_widget_get_frame_clock(page.view.widget.ref.pointer.assumingMemoryBound(to: GtkWidget.self))!)
    }
  }

  /// Who waits for the next frame is called once, before what is typed is drawn, and no frame comes between. (That none comes in the whole program is
  /// measured: `scripts/bench type`.)
  func testTheNextFrameIsTheOneInWhichWhatIsTypedIsDrawn() {
    withPage { page, native in
      let clock = GObjectRef(retaining: UnsafeMutableRawPointer(native))
      let frames = Frames()
      let connections = [
        clock.connect("before-paint") { frames.names.append("begin") }, clock.connect("paint") { frames.names.append("paint") },
      ]
      defer { for connection in connections { connection.disconnect() } }
      // Scroll bars that fade ask for frames.
      XCTAssertTrue(frames.rest())
      var calls = 0
      var framesBefore = 0
      page.buffer.onChange { _ in
        page.view.widget.onNextFrame {
          calls += 1
          framesBefore = frames.names.filter { $0 == "paint" }.count
        }
      }
      emit("insert-at-cursor", "x", on: page.view.widget.ref)
      XCTAssertTrue(MainLoop.turn(until: { frames.names.contains("paint") }))
      XCTAssertEqual(Array(frames.names.prefix(2)), ["begin", "paint"])
      XCTAssertEqual(framesBefore, 0)
      XCTAssertEqual(calls, 1)
      emit("insert-at-cursor", "y", on: page.view.widget.ref)
      XCTAssertTrue(MainLoop.turn(until: { frames.names.filter { $0 == "paint" }.count > 1 }))
      XCTAssertEqual(calls, 2)
    }
  }

  /// What moves while a frame is made (pages that slide, a wheel that was let go, a text that is laid out) is followed as well, though nobody asks for
  /// another frame.
  func testWhoBeginsToWaitWithinAFrameIsCalledInTheNext() {
    withPage { page, native in
      let clock = GObjectRef(retaining: UnsafeMutableRawPointer(native))
      let frames = Frames()
      let beginning = clock.connect("before-paint") { frames.names.append("begin") }
      defer { beginning.disconnect() }
      let phases = [
        ("before-paint", GDK_FRAME_CLOCK_PHASE_BEFORE_PAINT), ("update", GDK_FRAME_CLOCK_PHASE_UPDATE),
        ("layout", GDK_FRAME_CLOCK_PHASE_LAYOUT), ("paint", GDK_FRAME_CLOCK_PHASE_PAINT),
      ]
      for (signal, phase) in phases {
        XCTAssertTrue(frames.rest())
        var (armedIn, calledIn): ([Int], [Int]) = ([], [])
        let arming = clock.connect(signal) {
          guard armedIn.isEmpty else { return }
          armedIn.append(frames.names.count)
          page.view.widget.onNextFrame { calledIn.append(frames.names.count) }
        }
        gdk_frame_clock_request_phase(native, phase)
        XCTAssertTrue(MainLoop.turn(until: { !calledIn.isEmpty }, seconds: 3), signal)
        arming.disconnect()
        XCTAssertEqual(armedIn, [1], signal)
        XCTAssertEqual(calledIn, [2], signal)
        // It was called once, and asks for no more.
        XCTAssertTrue(frames.rest())
        XCTAssertEqual(calledIn, [2], signal)
      }
    }
  }
}

/// What frames have done.
@MainActor private final class Frames {
  var names: [String] = []

  /// Waits until no frames come, and forgets those that came; false if they do not end.
  func rest() -> Bool {
    for _ in 0..<40 {
      names = []
      drain()
      if names.isEmpty { return true }
    }
    return false
  }
}
