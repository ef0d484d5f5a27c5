import GLibKit
import XCTest

/// Actions run, keep their state, and menus say what they hold.
final class ActionTests: XCTestCase {
  func testPlainParameterToggleAndChoice() {
    onMainActor {
      let group = SimpleActionGroup()
      var log: [String] = []
      group.addAction("save") { log.append("save") }
      group.addAction("heading", taking: Int32.self) { log.append("heading \($0)") }
      group.addToggle("outline", false) { log.append("outline \($0)") }
      group.addChoice("view-mode", "split") { log.append("view \($0)") }
      group.activateAction("save")
      group.activateAction("heading", Variant(2 as Int32))
      group.activateAction("outline")
      group.activateAction("view-mode", Variant("editor"))
      group.changeActionState("outline", Variant(false))
      group.activateAction("missing")
      XCTAssertEqual(log, ["save", "heading 2", "outline true", "view editor", "outline false"])
      XCTAssertEqual(group.actionState("view-mode")?.string, "editor")
      XCTAssertEqual(group.actionNames.sorted(), ["heading", "outline", "save", "view-mode"])
      XCTAssertEqual(group.action("heading")?.parameterType, "i")
      group.action("save")?.isEnabled = false
      XCTAssertFalse(group.isActionEnabled("save"))
      group.activateAction("save")
      XCTAssertEqual(log.count, 5)
      group.removeAction("save")
      XCTAssertNil(group.action("save"))
    }
  }

  func testAGroupAndItsHandlersGoTogether() {
    onMainActor {
      let before = (LiveObjects.closureCount, LiveObjects.referenceCount)
      do {
        let group = SimpleActionGroup()
        group.addAction("save") {}
        group.addToggle("outline", false) { _ in }
        group.addChoice("view-mode", "split") { _ in }
        group.activateAction("outline")
      }
      XCTAssertEqual(LiveObjects.closureCount, before.0)
      XCTAssertEqual(LiveObjects.referenceCount, before.1)
    }
  }

  func testMenusHoldWhatTheyWereGiven() {
    onMainActor {
      var item = MenuItem("Zoom", action: "win.text-size", target: Variant(100 as Int32))
      item.custom = "zoom"
      let menu = Menu([
        MenuItem("Save", action: "win.save"), .section("More", [item]), .submenu("Export", [MenuItem("HTML", action: "win.export-html")]),
      ])
      XCTAssertEqual(menu.count, 3)
      XCTAssertEqual(menu.attribute("action", of: 0), "win.save")
      XCTAssertEqual(menu.link("section", of: 1)?.attribute("custom", of: 0), "zoom")
      XCTAssertEqual(menu.link("submenu", of: 2)?.attribute("label", of: 0), "HTML")
      XCTAssertNil(menu.link("submenu", of: 0))
      menu.remove(at: 0)
      menu.insert(MenuItem("New"), at: 0)
      XCTAssertEqual(menu.attribute("label", of: 0), "New")
    }
  }
}
