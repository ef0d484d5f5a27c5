import GLibKit
import GtkKit
import TextModel
import XCTest

/// A large text comes in pieces, as one step, and nobody edits meanwhile.
nonisolated final class TextInsertionTests: XCTestCase {
  override func setUpWithError() throws {
    try requireDisplay()
    MainActor.assumeIsolated { MainLoop.installMainActor() }
  }

  func testPiecesAreOneStepThatCanBeUndone() {
    onMainActor {
      let page = TestPage("before\nmiddle\nafter\n")
      defer { page.close() }
      let line = "Some words of prose, é漢👩‍👩‍👧.\r\n"
      let text = ChunkedText(String(repeating: line, count: 60_000))
      var changes: [SourceBuffer.Change] = []
      page.buffer.onChange { changes.append($0) }
      var isDone = false
      var longest = 0.0
      var last = MainLoop.now
      Task {
        await page.buffer.insertInPieces(text, replacing: TextRange(7..<13))
        isDone = true
      }
      XCTAssertTrue(
        MainLoop.turn(
          until: {
            longest = max(longest, MainLoop.now - last)
            last = MainLoop.now
            if !isDone, changes.isEmpty, page.buffer.text.count > 100_000 {
              XCTAssertFalse(page.buffer.apply(EditPlan(replacing: TextRange(at: .zero), with: "x")))
            }
            return isDone
          }, seconds: 60))
      print("2 MB in pieces: longest turn \(longest) s")
      XCTAssertEqual(changes.count, 1)
      XCTAssertEqual(page.buffer.text.string, "before\n" + text.string + "\nafter\n")
      XCTAssertEqual(page.buffer.selection, TextSelection(caret: TextOffset(7 + text.count)))
      XCTAssertNil(page.buffer.flaw)
      XCTAssertTrue(page.buffer.isEditable)
      page.buffer.undo()
      XCTAssertEqual(page.buffer.text.string, "before\nmiddle\nafter\n")
      XCTAssertFalse(page.buffer.canUndo)
      page.buffer.redo()
      XCTAssertEqual(page.buffer.text.string, "before\n" + text.string + "\nafter\n")
      XCTAssertNil(page.buffer.flaw)
    }
  }
}
