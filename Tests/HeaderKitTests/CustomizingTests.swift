import GLibKit
import GtkKit
import HeaderModel
import XCTest

@testable import HeaderKit

nonisolated final class CustomizingTests: XCTestCase {
  func testTheModeComesAndGoesWithoutATrace() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      let before = test.picture
      test.frame.customize()
      test.settle()
      XCTAssertTrue(test.frame.bar.isCustomizing)
      XCTAssertTrue(test.view("lists").members.hasClass("header-lifted"))
      XCTAssertFalse(test.view("sync").members.hasClass("header-lifted"), "fixed groups are still")
      XCTAssertFalse(try XCTUnwrap(test.view("lists").members.children.first).canTarget, "buttons do not act")
      XCTAssertTrue(test.view("headings").members.hasFocus)
      test.frame.bar.endCustomizing()
      test.settle()
      XCTAssertFalse(test.view("lists").members.hasClass("header-lifted"))
      XCTAssertTrue(try XCTUnwrap(test.view("lists").members.children.first).canTarget)
      XCTAssertTrue(try XCTUnwrap(test.view("size").members.children.first).canTarget, "a control of the application's is as it was")
      XCTAssertEqual(test.picture, before)
    }
  }

  func testEveryWayOut() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      let ways: [(String, @MainActor () -> Void)] = [
        ("done", { test.frame.bar.widget.activateAction("customizing.done") }),
        ("another page", { test.frame.push(HeaderPage(item: HeaderItem(style: .navigator), content: Label("x"))) }),
        ("back", { test.frame.pop() }),
      ]
      for (name, leave) in ways {
        test.frame.customize()
        test.settle()
        leave()
        test.settle()
        XCTAssertFalse(test.frame.bar.isCustomizing, name)
      }
      test.frame.customize()
      test.settle()
    }
  }

  func testCommandsChangeTheBarAndAreSaid() throws {
    try onMain {
      let library = LayoutLibrary()
      let test = try TestWindow(layouts: library)
      let other = try TestWindow(layouts: library)
      defer {
        test.close()
        other.close()
      }
      test.frame.customize()
      test.settle()
      let mode = try XCTUnwrap(test.frame.bar.mode)
      @MainActor func command(_ text: String) {
        test.frame.bar.widget.activateAction("customizing.command", Variant(text))
        test.settle()
      }
      command("trailing:headings")
      XCTAssertEqual(test.picture, "title sync lists headings link (insert) size …")
      XCTAssertEqual(mode.palette.said, "Heading moved, position 2 of 5")
      XCTAssertTrue(test.view("headings").members.hasFocus, "the focus goes with the group")
      command("leading:lists")
      XCTAssertEqual(mode.palette.said, "Lists cannot move further")
      command("remove:headings")
      XCTAssertEqual(mode.palette.said, "Heading cannot be removed")
      command("remove:lists")
      XCTAssertEqual(test.picture, "title sync headings link (insert) size …")
      XCTAssertNotNil(mode.palette.tile(of: "lists"))
      XCTAssertEqual(other.picture, test.picture, "another window follows at once")
      command("add:format")
      XCTAssertEqual(test.picture, "title sync headings link (insert) size format …")
      command("add:flexible-space:1")
      XCTAssertEqual(test.picture, "title sync headings link (insert) size format flexible-space:1 …")
      test.frame.bar.widget.activateAction("customizing.reset")
      test.settle()
      XCTAssertEqual(test.picture, "title sync headings lists link (insert) size …")
      test.frame.bar.widget.activateAction("customizing.undo")
      test.settle()
      XCTAssertEqual(test.picture, "title sync headings link (insert) size format flexible-space:1 …", "reset can be undone")
      for _ in 0..<10 { test.frame.bar.widget.activateAction("customizing.undo") }
      test.settle()
      XCTAssertEqual(test.picture, "title sync headings lists link (insert) size …")
      test.frame.bar.widget.activateAction("customizing.display", Variant("labels"))
      test.settle()
      XCTAssertEqual(library.layout(of: "editor", for: test.frame.bar.item.center).display, .labels)
    }
  }

  func testANarrowBarCanBeCustomizedToo() throws {
    try onMain {
      let test = try TestWindow(width: 420)
      defer { test.close() }
      test.frame.customize()
      test.settle()
      let mode = try XCTUnwrap(test.frame.bar.mode)
      XCTAssertNotNil(mode.palette.tile(of: "lists"), "what is in the menu can be reached in the palette")
      test.frame.bar.widget.activateAction("customizing.command", Variant("remove:lists"))
      test.settle()
      XCTAssertFalse(try XCTUnwrap(test.frame.bar.layout).shown.contains("lists"))
      XCTAssertLessThanOrEqual(mode.palette.widget.measure(.horizontal).minimum, 350)
    }
  }

  func testGroupsMayVanishWhileCustomizing() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      test.frame.customize()
      test.settle()
      test.page.item.center.removeAll { $0.id == "lists" || $0.id == "format" }
      test.settle()
      XCTAssertEqual(test.picture, "title sync headings link (insert) size …")
      test.page.item.identifier = nil
      test.settle()
      XCTAssertFalse(test.frame.bar.isCustomizing)
    }
  }
}

nonisolated final class StorageTests: XCTestCase {
  func testALayoutSurvivesItsWayThroughVariants() throws {
    onMain {
      let stored: StoredLayout = [
        "version": .uint(9), "shown": .strings(["a", "space:1"]), "known": .strings([]), "display": .string("labels"),
        "rows": .other("int64 7"), "odd": .other("[<'x'>]"),
      ]
      for (key, value) in stored {
        guard let variant = value.variant else { return XCTFail(key) }
        XCTAssertEqual(StoredValue(variant: variant), key == "known" ? .strings([]) : value, key)
      }
    }
  }
}
