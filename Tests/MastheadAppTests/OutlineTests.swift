import GLibKit
import Glibc
import GtkKit
import Markdown
import TextModel
import XCTest

@testable import MastheadApp

nonisolated final class OutlineTests: XCTestCase {
  func testRowsShowWhatIsOpenAndWhatFits() {
    var rows = OutlineRows()
    func titles() -> [String] { rows.visible.map { rows.sections[$0].heading.title } }
    rows.show(OutlineContent(MarkdownDocument("# One\n\n## Two\n\n### Three\n\n# Four\n")))
    XCTAssertEqual(titles(), ["One", "Two", "Three", "Four"])
    rows.setClosed(true, [1])
    XCTAssertEqual(titles(), ["One", "Two", "Four"])
    XCTAssertEqual(rows.row(of: 2), 1)
    // Another title leaves the section closed.
    rows.show(OutlineContent(MarkdownDocument("# One\n\n## Too\n\n### Three\n\n# Four\n")))
    XCTAssertEqual(titles(), ["One", "Too", "Four"])
    rows.filter(" THREE ")
    XCTAssertEqual(titles(), ["One", "Too", "Three"])
    XCTAssertEqual(rows.isBystander, [true, true, false])
    XCTAssertNil(rows.row(of: 3))
    rows.filter("nothing")
    XCTAssertEqual(titles(), [])
    rows.filter("")
    XCTAssertEqual(titles(), ["One", "Too", "Four"])
  }

  func testChangesOfRowsLeaveAloneWhatStays() {
    XCTAssertEqual(RowChange([1, 2, 3], [1, 2, 3]).removed, 3..<3)
    XCTAssertEqual(RowChange([1, 2, 3], [1, 9, 8, 3]).removed, 1..<2)
    XCTAssertEqual(RowChange([1, 2, 3], [1, 9, 8, 3]).added, 2)
    XCTAssertEqual(RowChange([1, 1], [1]).removed, 1..<2)
    XCTAssertEqual(RowChange([Int](), [4]).added, 1)
  }

  func testSelectedRowsAreFoundAfterAChange() {
    func places(_ rows: [Int], _ old: [Int], _ new: [Int]) -> [Int] { RowChange(old, new).places(of: rows, in: old, now: new) }
    XCTAssertEqual(places([0, 2], [1, 2, 3], [1, 2, 3]), [0, 2])
    // One that has another title stays where it is.
    XCTAssertEqual(places([1, 2], [1, 2, 3], [1, 9, 3]), [1, 2])
    // Moved ones are found, and what is gone is selected no longer.
    XCTAssertEqual(places([0, 3], [1, 2, 3, 4], [2, 1, 9, 3, 4]), [1, 4])
    XCTAssertEqual(places([0, 1, 2], [1, 2, 3], [3]), [0])
    XCTAssertEqual(places([2], [1, 2, 3], []), [])
  }

  /// Rows that come frame by frame: what is selected beyond the first is selected when it comes, and another change may come between.
  func testSelectionOutlivesTheFilter() throws {
    let text = (0..<2000).map { "# Part \($0)\n\ntext\n" }.joined(separator: "\n")
    try withOutline(of: text) { pane in
      XCTAssertTrue(MainLoop.turn(until: { pane.selection.count == 2000 }, seconds: 60), "\(pane.selection.count) rows")
      pane.selection.positions = [5, 199, 1555]
      pane.setFilter("5")
      XCTAssertTrue(MainLoop.turn(until: { pane.selection.count == pane.rows.visible.count }, seconds: 60))
      XCTAssertEqual(pane.selected, [5, 1555])
      pane.setFilter("15")
      pane.setFilter("")
      XCTAssertLessThan(pane.selection.count, 2000, "rows that are not seen cost a frame")
      pane.setFilter("55")
      pane.setFilter("")
      XCTAssertTrue(MainLoop.turn(until: { pane.selection.count == 2000 }, seconds: 60))
      XCTAssertEqual(pane.selected, [1555])
      // What came by steps goes and comes by itself afterwards, with the focus in the list.
      pane.setFilter("155")
      XCTAssertTrue(MainLoop.turn(until: { pane.selection.count == pane.rows.visible.count }, seconds: 60))
      XCTAssertTrue(pane.grabFocus())
      for word in ["1555", "155"] {
        pane.setFilter(word)
        XCTAssertEqual(pane.selection.count, pane.rows.visible.count, word)
      }
    }
  }

  /// Twenty thousand headings: what the main thread does for the filter, for closing, and for each frame while the list scrolls.
  func testManyHeadingsDoNotStall() throws {
    let text = (0..<20_000).map { "\(String(repeating: "#", count: 1 + $0 % 4)) Heading number \($0)\n\ntext\n" }.joined(separator: "\n")
    try withOutline(of: text) { pane in
      XCTAssertTrue(MainLoop.turn(until: { pane.rows.visible.count == 20_000 }, seconds: 60), "\(pane.rows.visible.count) rows")

      let filtering = ["h", "he", "number 1", "number 19", "number 199", "number 19", ""].map { word -> Double in
        let gap = Self.longestTurn { pane.setFilter(word) }
        return gap
      }
      let closing = [true, false].map { isClosed in Self.longestTurn { pane.setClosed(isClosed, pane.rows.sections.indices) } }
      var scrolling: [Double] = []
      for step in stride(from: 0.0, to: 1.0, by: 0.02) {
        scrolling.append(
          Self.longestTurn(turns: 4) {
            let place = pane.scroller.vertical
            place.value = (place.upper - place.pageSize) * step
          })
      }
      func milliseconds(_ values: [Double]) -> String { values.map { Format.number(Int(($0 * 1000).rounded())) }.joined(separator: " ") }
      print(
        "outline of 20,000 headings, longest turn of the main loop in ms: filtering \(milliseconds(filtering)); closing and opening all "
          + "\(milliseconds(closing)); scrolling, the longest of \(scrolling.count): \(milliseconds([scrolling.max()!])), median \(milliseconds([scrolling.sorted()[scrolling.count / 2]]))"
      )
      // Ten times what is wanted, for a busy machine; what is not optimized takes its time.
      let limit = _isDebugAssertConfiguration() ? 3 : 0.16
      XCTAssertLessThan(filtering.max()!, limit)
      XCTAssertLessThan(closing.max()!, limit)
      XCTAssertLessThan(scrolling.max()!, limit)
    }
  }

  /// Runs a test with the outline of a text, in a window that shows both.
  private func withOutline(of text: String, _ body: @MainActor (OutlinePane) throws -> Void) throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let document = Document()
      let window = masthead.makeWindow(document, mode: .editor)
      defer { window.closeForGood() }
      window.window?.present()
      window.outline.isShown = true
      document.buffer.apply(EditPlan(replacing: TextRange(at: .zero), with: text))
      try body(window.outline.pane)
    }
  }

  /// The time that this thread has worked, in seconds: what others do on a busy machine does not count.
  private static var worked: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Does something and tells how long the longest turn of the main loop took that it caused.
  private static func longestTurn(turns: Int = 20, _ body: @MainActor () -> Void) -> Double {
    MainActor.assumeIsolated {
      var longest = 0.0
      var start = worked
      body()
      longest = worked - start
      for _ in 0..<turns {
        // Waiting for the next frame is no work.
        let now = MainLoop.now
        while !MainLoop.isReady, MainLoop.now - now < 0.02 {}
        start = worked
        MainLoop.turn(mayBlock: false)
        longest = max(longest, worked - start)
      }
      return longest
    }
  }
}
