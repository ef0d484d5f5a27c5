import GLibKit
import GtkKit
import HeaderModel
import XCTest

@testable import HeaderKit

/// A document that is only a name.
private final class NamedDocument: TitleDelegate, RenameDelegate {
  weak var page: HeaderPage?
  var dropped: [String] = []
  func properties(_ update: @escaping (DocumentProperties) -> Void) -> DocumentProperties? {
    DocumentProperties(name: "Notes.md", icon: "text-x-generic-symbolic", lines: ["Markdown · 12 kB"])
  }
  func titleMenu() -> [MenuElement] { [.section([.entry(MenuEntry("Link", action: "win.link"))])] }
  func draggedFiles() -> [File] { [] }
  var canRename = true
  func firstName() -> (name: String, selected: Int) { ("Notes.md", 5) }
  func problem(with name: String) -> String? { name.isEmpty || name == "taken.md" ? "not “\(name)”" : nil }
  func rename(to name: String) { page?.item.title.name = name }
  func droppedName(_ name: String, because problem: String) { dropped.append(name) }
}

nonisolated final class TitleTests: XCTestCase {
  func testRenamingInPlace() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      let document = NamedDocument()
      document.page = test.page
      test.page.titleDelegate = document
      test.page.renameDelegate = document
      let title = test.frame.bar.title
      test.frame.rename()
      test.settle()
      let entry = try XCTUnwrap(title.widget.descendants(Entry.self).first)
      XCTAssertFalse(title.button.isVisible)
      XCTAssertEqual(entry.selection, 0..<5, "without the extension")
      test.page.item.title.isModified = true
      XCTAssertFalse(title.button.isVisible, "a changed title does not end the editing")
      entry.text = "taken.md"
      test.settle()
      XCTAssertTrue(entry.hasClass("error"))
      test.frame.bar.renaming?.commit()
      test.settle()
      XCTAssertTrue(entry.isMapped, "a bad name does not end the editing")
      entry.text = "Better.md"
      XCTAssertFalse(entry.hasClass("error"))
      test.frame.bar.renaming?.commit()
      test.settle()
      XCTAssertEqual(test.page.item.title.name, "Better.md")
      XCTAssertTrue(title.button.isVisible)
      XCTAssertFalse(title.widget.descendants(Entry.self).contains { $0.isMapped })
      document.canRename = false
      test.frame.rename()
      XCTAssertTrue(title.button.isVisible, "not offered")
    }
  }

  func testTheTitleOpensItsPopover() throws {
    try onMain {
      let test = try TestWindow()
      defer { test.close() }
      let document = NamedDocument()
      test.page.titleDelegate = document
      test.frame.openTitle()
      test.settle()
      let popover = try XCTUnwrap(test.frame.bar.title.button.descendants(PopoverMenu.self).first)
      XCTAssertTrue(popover.isMapped)
      XCTAssertTrue(popover.descendants(Label.self).contains { $0.text == "Markdown · 12 kB" })
      popover.popDown()
      test.settle(0.4)
      XCTAssertFalse(popover.isMapped, "it is out of sight when it has closed")
    }
  }
}
