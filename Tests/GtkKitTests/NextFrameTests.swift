import CGtk
import GLibKit
import GtkKit
import XCTest

nonisolated final class NextFrameTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  /// Who waits for the next frame is called once, before what is typed is drawn, and no frame comes between. (That none comes in the whole program is
  /// measured: `scripts/bench type`.)
  func testTheNextFrameIsTheOneInWhichWhatIsTypedIsDrawn() {
    onMainActor {
      let blinked = DesktopSettings.caretBlinks
      DesktopSettings.caretBlinks = false
      defer { DesktopSettings.caretBlinks = blinked }
      let page = TestPage("some text\n")
      defer { page.close() }
      page.settle()
      let widget = page.view.widget.ref.pointer.assumingMemoryBound(to: GtkWidget.self)
      let clock = GObjectRef(retaining: UnsafeMutableRawPointer(gtk_widget_get_frame_clock(widget)!))
      var frames: [String] = []
      let connections = [
        clock.connect("before-paint") { frames.append("begin") }, clock.connect("paint") { frames.append("paint") },
      ]
      defer { for connection in connections { connection.disconnect() } }
      // Scroll bars that fade ask for frames.
      repeat {
        frames = []
        drain()
      } while !frames.isEmpty
      var calls = 0
      var framesBefore = 0
      page.buffer.onChange { _ in
        page.view.widget.onNextFrame {
          calls += 1
          framesBefore = frames.filter { $0 == "paint" }.count
        }
      }
      emit("insert-at-cursor", "x", on: page.view.widget.ref)
      XCTAssertTrue(MainLoop.turn(until: { frames.contains("paint") }))
      XCTAssertEqual(Array(frames.prefix(2)), ["begin", "paint"])
      XCTAssertEqual(framesBefore, 0)
      XCTAssertEqual(calls, 1)
      emit("insert-at-cursor", "y", on: page.view.widget.ref)
      XCTAssertTrue(MainLoop.turn(until: { frames.filter { $0 == "paint" }.count > 1 }))
      XCTAssertEqual(calls, 2)
    }
  }
}
