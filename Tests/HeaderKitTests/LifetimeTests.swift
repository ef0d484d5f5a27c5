import GLibKit
import GtkKit
import HeaderModel
import XCTest

@testable import HeaderKit

nonisolated final class LifetimeTests: XCTestCase {
  func testABarLeavesNothingBehind() throws {
    try onMain {
      // The first ones make what GTK keeps for good.
      for _ in 0..<2 { try useABar() }
      let before = (LiveObjects.closureCount, LiveObjects.keptCount, LiveObjects.referenceCount)
      for _ in 0..<10 { try useABar() }
      XCTAssertEqual(LiveObjects.closureCount, before.0, "closures")
      XCTAssertEqual(LiveObjects.keptCount, before.1, "kept objects")
      XCTAssertEqual(LiveObjects.referenceCount, before.2, "references")
    }
  }

  func testAWarmPassOfFortyGroupsIsQuick() throws {
    try onMain {
      let groups = (0..<40).map { number in
        ItemGroup(
          GroupID("g\(number)"), .movable,
          items: (0..<3).map { BarItem("i\(number)-\($0)", title: "Item", icon: "list-add-symbolic", action: "win.link") },
          representative: BarItem("r\(number)", title: "Group \(number)", icon: "list-add-symbolic"))
      }
      let test = try TestWindow(HeaderItem(style: .editor, identifier: "editor", title: TitleContent(name: "Title"), center: groups))
      defer { test.close() }
      let strip = test.frame.bar.strip.widget!
      let height = strip.height
      @MainActor func pass(_ width: Int) { strip.allocate(x: 0, y: 0, width: width, height: height) }
      for width in [1000, 990] { pass(width) }
      let started = MainLoop.now
      let passes = 200
      for number in 0..<passes { pass(number % 2 == 0 ? 1000 : 990) }
      let milliseconds = (MainLoop.now - started) * 1000 / Double(passes)
      print("a warm pass of a bar with 40 groups: \(milliseconds) ms")
      XCTAssertLessThan(milliseconds, 10, "a debug build on a busy machine; the bar is 1 ms in release")
    }
  }
}

/// Opens a window, its overflow menu and the customizing, and closes it in the middle of that.
private func useABar() throws {
  try autoreleasingWindow { test in
    test.resize(500)
    test.frame.bar.strip.overflow.popUp()
    test.settle()
    test.frame.bar.strip.overflow.popDown()
    test.frame.bar.beginCustomizing()
    test.settle()
    test.resize(900)
  }
}

private func autoreleasingWindow(_ body: @MainActor (TestWindow) throws -> Void) throws {
  weak var gone: TestWindow?
  do {
    let test = try TestWindow()
    gone = test
    try body(test)
    test.close()
  }
  XCTAssertNil(gone, "the window's own objects")
  var isOver = false
  MainLoop.after(seconds: 0.1) { isOver = true }
  _ = MainLoop.turn(until: { isOver }, seconds: 2)
}
