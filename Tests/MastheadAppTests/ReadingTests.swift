import GLibKit
import GtkKit
import Markdown
import TextModel
import XCTest

@testable import MastheadApp

nonisolated final class ReadingTests: XCTestCase {
  /// Folding, unfolding, editing and undoing at random: the text is what a plain text would be, and nothing is hidden at an edit.
  func testFoldsAndEditsAtRandom() throws {
    try onMain {
      try withWindow((0..<12).map { "\(String(repeating: "#", count: 1 + $0 % 3)) H\($0)\n\nbody \($0)\n\n" }.joined()) { window in
        let buffer = window.document.buffer
        var seed: UInt64 = 7
        func random(_ count: Int) -> Int {
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int(seed >> 33) % max(count, 1)
        }
        var model = buffer.text
        for _ in 0..<300 {
          switch random(5) {
          case 0, 1:
            buffer.selection = TextSelection(caret: buffer.text.boundary(atOrBefore: TextOffset(random(buffer.text.count + 1))))
            window.reading.folds.toggle()
          case 2:
            let place = buffer.text.boundary(atOrBefore: TextOffset(random(buffer.text.count + 1)))
            let plan = EditPlan(replacing: TextRange(at: place), with: ["x", "\n", "# new\n"][random(3)])
            model = plan.applied(to: model)
            buffer.apply(plan)
          case 3:
            let lower = buffer.text.boundary(atOrBefore: TextOffset(random(buffer.text.count + 1)))
            let upper = buffer.text.boundary(atOrBefore: min(lower + 3, buffer.text.end))
            let plan = EditPlan(replacing: TextRange(lower, max(lower, upper)), with: "")
            model = plan.applied(to: model)
            buffer.apply(plan)
          default: for _ in 0..<3 { MainLoop.turn(mayBlock: false) }
          }
          XCTAssertEqual(buffer.text, model)
        }
        XCTAssertTrue(MainLoop.turn(until: { window.document.isTreeSettled }))
        for _ in 0..<20 { MainLoop.turn(mayBlock: false) }
        XCTAssertNil(buffer.flaw)
      }
    }
  }

  func testTheGoalCountsWhatIsWritten() throws {
    try onMain {
      try withWindow("one two three\n") { window in
        XCTAssertTrue(MainLoop.turn(until: { window.statistics.hasCounted }))
        var isReached = false
        window.statistics.onGoal = { isReached = true }
        window.statistics.goal = 2
        window.document.buffer.apply(EditPlan(replacing: TextRange(at: .zero), with: "more and more "))
        XCTAssertTrue(MainLoop.turn(until: { isReached }))
        XCTAssertEqual(window.statistics.written, 3)
      }
    }
  }
}

/// Runs a test in a window that shows a text.
private func withWindow(_ text: String, _ body: (DocumentWindow) throws -> Void) throws {
  let masthead = try TestApplication.shared.get()
  let window = masthead.makeWindow(Document(), mode: .editor)
  defer { window.closeForGood() }
  window.window?.present()
  window.document.buffer.apply(EditPlan(replacing: TextRange(at: .zero), with: text, selection: TextSelection(caret: .zero)))
  XCTAssertTrue(MainLoop.turn(until: { window.document.isTreeSettled && window.editor.text.isMapped }))
  try body(window)
}
