import Documents
import GLibKit
import GtkKit
import XCTest

@testable import MastheadApp

nonisolated final class WindowLifetimeTests: XCTestCase {
  func testClosedWindowsLeaveNothingBehind() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      // The first ones make what is kept for good: style sheets, schemes, menus.
      for _ in 0..<3 { openAndClose(masthead) }
      let before = (LiveObjects.closureCount, LiveObjects.keptCount, LiveObjects.referenceCount)
      for _ in 0..<100 { openAndClose(masthead) }
      _ = MainLoop.turn(until: { LiveObjects.closureCount <= before.0 && LiveObjects.keptCount <= before.1 }, seconds: 5)
      XCTAssertLessThanOrEqual(LiveObjects.closureCount, before.0, "closures")
      XCTAssertLessThanOrEqual(LiveObjects.keptCount, before.1, "kept objects")
      XCTAssertLessThanOrEqual(LiveObjects.referenceCount, before.2, "references")
    }
  }
}

private func openAndClose(_ masthead: MastheadApplication) {
  weak var gone: DocumentWindow?
  do {
    let window = masthead.makeWindow(Document())
    gone = window
    window.present()
    var isShown = false
    MainLoop.after(seconds: 0.1) { isShown = true }
    _ = MainLoop.turn(until: { isShown }, seconds: 5)
    window.closeForGood()
  }
  _ = MainLoop.turn(until: { gone == nil }, seconds: 5)
  XCTAssertNil(gone, "the window's controller")
}
