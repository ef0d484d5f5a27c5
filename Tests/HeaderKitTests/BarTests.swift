import GLibKit
import GtkKit
import HeaderModel
import XCTest

@testable import HeaderKit

nonisolated final class BarTests: XCTestCase {
  func testTheSameWidthGivesTheSameBarInBothDirections() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      var narrowing: [Int: String] = [:]
      let widths = stride(from: 1240, through: 370, by: -30)
      for width in widths {
        test.resize(width)
        narrowing[width] = test.picture
        test.checkNothingIsClipped("at \(width)")
      }
      for width in widths.reversed() {
        test.resize(width)
        XCTAssertEqual(test.picture, narrowing[width], "at \(width)")
      }
      XCTAssertEqual(narrowing[1240], "title sync headings lists link (insert) size …")
      XCTAssertEqual(narrowing[400], "title …")
      XCTAssertGreaterThan(Set(narrowing.values).count, 4, "groups leave one by one")
    }
  }

  func testTheWindowCanBe360PixelsWide() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      XCTAssertLessThanOrEqual(test.window.measure(.horizontal).minimum, 360)
    }
  }

  func testTheOverflowMenuHoldsWhatHasLeft() throws {
    try onMain {
      let test = try TestWindow(width: 500)
      defer { test.close() }
      let actions = Set(test.frame.bar.overflowElements.flatMap(\.actions).map(\.name))
      XCTAssertTrue(
        actions.isSuperset(of: ["win.sync", "win.bullets", "win.link", "win.image", "win.zoom", "bar.customize"]), "\(actions)")
      test.resize(1200)
      XCTAssertEqual(test.frame.bar.overflowElements.flatMap(\.actions), [MenuEntry.customizeAction])
    }
  }

  func testSmallEntriesKeepTheMenuOpen() throws {
    try onMain {
      let test = try TestWindow(width: 500)
      defer { test.close() }
      let overflow = test.frame.bar.strip.overflow
      overflow.popUp()
      test.settle()
      XCTAssertTrue(overflow.isOpen)
      let popover = try XCTUnwrap(overflow.popover)
      let increase = try XCTUnwrap(popover.descendants(Button.self).first { $0.tooltip == "Increase" })
      increase.activate()
      test.settle(0.4)
      increase.activate()
      test.settle(0.4)
      XCTAssertEqual(test.log, ["zoom 10", "zoom 10"])
      XCTAssertTrue(overflow.isOpen)
    }
  }

  func testAResizeClosesTheMenu() throws {
    try onMain {
      let test = try TestWindow(width: 800)
      defer { test.close() }
      let overflow = test.frame.bar.strip.overflow
      overflow.popUp()
      test.settle()
      XCTAssertTrue(overflow.isOpen)
      test.resize(700)
      XCTAssertFalse(overflow.isOpen)
    }
  }

  func testMembersMayVanishWhileAMenuIsOpen() throws {
    try onMain {
      let test = try TestWindow(width: 800)
      defer { test.close() }
      let insert = try XCTUnwrap(test.view("insert").representative?.children.first.flatMap { MenuButton(casting: $0) })
      insert.popUp()
      test.settle()
      XCTAssertTrue(insert.isOpen)
      test.page.item.changeGroup("insert") { $0.items = [] }
      test.settle()
      XCTAssertFalse(test.picture.contains("insert"))
      test.frame.bar.strip.overflow.popUp()
      test.settle()
      test.page.item.center = []
      test.settle()
      XCTAssertEqual(test.picture, "title")
    }
  }

  func testTheBarFollowsThePage() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      let lists = test.view("lists").members
      test.page.item.title.isModified = true
      XCTAssertEqual(test.frame.bar.title.accessibleName, "Notes.md, modified, document title")
      test.page.item.changeGroup("link") { $0.isHidden = true }
      test.settle()
      XCTAssertEqual(test.picture, "title sync headings lists (insert) size …")
      XCTAssertTrue(test.view("lists").members.isSame(as: lists), "what has not changed is not made anew")
      test.page.item.changeGroup("link") { $0.isHidden = false }
      test.settle()
      XCTAssertEqual(test.picture, "title sync headings lists link (insert) size …")
    }
  }

  func testALayoutIsSharedByAllWindows() throws {
    try onMain {
      let storage = MemoryLayoutStorage()
      let library = LayoutLibrary(storage: storage)
      let one = try TestWindow(layouts: library)
      let other = try TestWindow(layouts: library)
      defer {
        one.close()
        other.close()
      }
      library.apply(.move("lists", before: "headings"), to: "editor")
      library.apply(.insert("format", before: "link"), to: "editor")
      one.settle()
      XCTAssertEqual(one.picture, "title sync lists headings format link (insert) size …")
      XCTAssertEqual(other.picture, one.picture)
      XCTAssertEqual(storage.layouts["editor"]?["shown"], .strings(["lists", "headings", "format", "link", "insert", "size"]))
      storage.change(["version": .string("damaged")], for: "editor")
      one.settle()
      XCTAssertEqual(one.picture, "title sync headings lists link (insert) size …", "damaged data falls back to the default")
    }
  }

  func testPagesAreAStack() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      let inner = HeaderPage(item: HeaderItem(style: .navigator, title: TitleContent(name: "Preferences")), content: Label("inner"))
      var isPopped = false
      inner.onPop = { isPopped = true }
      test.frame.push(inner)
      test.settle()
      XCTAssertEqual(test.picture, "title")
      test.frame.goBack()
      test.settle()
      XCTAssertTrue(isPopped)
      XCTAssertTrue(test.frame.top === test.page)
      test.frame.goBack()
      XCTAssertEqual(test.log, ["back"], "the first page's own back action runs; it is not popped")
      XCTAssertTrue(test.frame.top === test.page)
    }
  }

  func testHostileBarsAreDrawn() throws {
    try onMain {
      var groups = (0..<200).map { number in
        ItemGroup(
          "g\(number % 190)", .movable, items: [BarItem("i\(number)", title: String(repeating: "عنوان ", count: 40), action: "win.link")])
      }
      groups.append(ItemGroup("", .movable, items: [BarItem("x", title: "_x_", action: "win.link")]))
      let item = HeaderItem(
        style: .editor, identifier: "editor", title: TitleContent(name: String(repeating: "ש", count: 200) + "_", hasMenu: true),
        center: groups)
      let test = try TestWindow(item, width: 800)
      defer { test.close() }
      test.checkNothingIsClipped("hostile")
      test.frame.bar.strip.overflow.popUp()
      test.settle()
      XCTAssertEqual(test.frame.bar.overflowElements.flatMap(\.actions).filter { $0.name == "win.link" }.count + test.shownGroups, 191)
    }
  }
}
