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
      for _ in 0..<10 { openAndClose(masthead) }
      XCTAssertEqual(LiveObjects.closureCount, before.0, "closures")
      XCTAssertEqual(LiveObjects.keptCount, before.1, "kept objects")
      XCTAssertEqual(LiveObjects.referenceCount, before.2, "references")
    }
  }
}

private func openAndClose(_ masthead: MastheadApplication) {
  weak var gone: DocumentWindow?
  do {
    let window = masthead.makeWindow(Document())
    gone = window
    window.present()
    settle(0.3)
    window.closeForGood()
  }
  settle(0.3)
  XCTAssertNil(gone, "the window's controller")
}

private func settle(_ seconds: Double) {
  var isOver = false
  MainLoop.after(seconds: seconds) { isOver = true }
  _ = MainLoop.turn(until: { isOver }, seconds: 5)
}
