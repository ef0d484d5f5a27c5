import GtkKit
import XCTest

@testable import MastheadApp

nonisolated final class TextZoomTests: XCTestCase {
  func testTwoFingersChangeTheSizeFromWhereItWas() throws {
    try onMain {
      _ = try TestApplication.shared.get()
      var size: Int32 = 120
      let zoom = TextZoom(size: { size }, set: { size = $0 }, step: { _ in })
      let fingers = zoom.listen(on: Box(.vertical))
      fingers.pretend(scale: 1.5)
      XCTAssertEqual(size, 180)
      // Each gesture begins anew, and goes in steps of five.
      fingers.pretend(scale: 0.513)
      XCTAssertEqual(size, 90)
    }
  }

  func testTheWindowKeepsToItsBounds() throws {
    try onMain {
      let window = try TestApplication.shared.get().makeWindow(Document())
      defer { window.closeForGood() }
      let fingers = window.zoom.listen(on: Box(.vertical))
      fingers.pretend(scale: 100)
      XCTAssertEqual(window.editor.view.textSize, 300)
      fingers.pretend(scale: 0.001)
      XCTAssertEqual(window.editor.view.textSize, 50)
      fingers.pretend(scale: 2)
      XCTAssertEqual(window.editor.view.textSize, 100)
    }
  }
}
