import Documents
import GLibKit
import GtkKit
import TextModel
import XCTest

@testable import MastheadApp

nonisolated final class RestingTests: XCTestCase {
  func testADocumentComesBackWithItsUndoHistory() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let window = write("one ", "two", in: masthead)
      let shell = try XCTUnwrap(window.window)
      masthead.leave(window)
      XCTAssertNil(window.window)
      XCTAssertTrue(shell.shown is BrowserWindow)
      XCTAssertEqual(masthead.resting.unsaved.map(\.id), [window.document.draftID])
      XCTAssertNotNil(DraftStore(state: ProgramState.folder).draft(window.document.draftID), "the draft of a document that was left")
      XCTAssertTrue(masthead.comeBack(window.document.draftID, in: shell, history: nil))
      XCTAssertTrue(shell.shown === window)
      XCTAssertTrue(masthead.windows.contains { $0 === window })
      XCTAssertTrue(masthead.resting.unsaved.isEmpty)
      XCTAssertEqual(window.document.buffer.text.string, "one two")
      window.document.buffer.undo()
      XCTAssertEqual(window.document.buffer.text.string, "one ")
      XCTAssertTrue(shell.isActionEnabled("redo"))
      close(window)
    }
  }

  func testOnlyTheLastUnmodifiedDocumentsAreKept() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      weak var first: DocumentWindow?
      let unsaved = write("unsaved", in: masthead)
      masthead.leave(unsaved)
      for number in 0..<12 {
        let window = write("text \(number)", in: masthead)
        window.document.buffer.markSaved(window.document.buffer.snapshot)
        if number == 0 { first = window }
        let shell = try XCTUnwrap(window.window)
        masthead.leave(window)
        shell.close()
      }
      settle(0.3)
      XCTAssertEqual(masthead.resting.contents.count, 9)
      XCTAssertTrue(masthead.resting.contents.first === unsaved)
      XCTAssertNil(first)
      while let content = masthead.resting.take({ $0 !== unsaved }) { XCTAssertFalse(content.document.isModified) }
      XCTAssertTrue(masthead.comeBack(unsaved.document.draftID, in: nil, history: nil))
      close(unsaved)
      for browser in masthead.browsers { browser.window?.close() }
    }
  }

  func testDocumentsThatRestFollowTheirFolder() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let folder = try TemporaryPlace()
      let path = try folder.write("Notes/a.md", "text\n")
      let window = masthead.makeWindow(Document(path: path))
      window.present()
      settle(0.05)
      finish { try await window.document.load() }
      window.document.buffer.apply(EditPlan(replacing: TextRange(0..<0), with: "more ", selection: TextSelection(caret: .zero)))
      masthead.leave(window)
      let old = folder.path.appending("Notes")
      let new = folder.path.appending("Texts")
      finish {
        _ = try await masthead.following(old) { () async throws(OperationError) in
          try await DocumentOperations(state: ProgramState.folder).rename(old, to: DocumentName("Texts"))
        }
      }
      XCTAssertEqual(window.document.path, new.appending("a.md"))
      window.document.draft.flush()
      XCTAssertEqual(DraftStore(state: ProgramState.folder).draft(window.document.draftID)?.file?.path, new.appending("a.md"))
      XCTAssertTrue(masthead.comeBack(window.document.draftID, in: nil, history: nil))
      finish { try await window.document.save() }
      XCTAssertEqual(folder.text("Texts/a.md"), "more text\n")
      close(window)
      for browser in masthead.browsers { browser.window?.close() }
    }
  }

  /// A window that closes while one of its commands waits for the disk must not take that command's ground away.
  func testAWindowMayCloseWhileACommandWaits() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let folder = try TemporaryPlace()
      let path = try folder.write("a.md", "text\n")
      weak var gone: DocumentWindow?
      var isOver = false
      do {
        let window = masthead.makeWindow(Document(path: path))
        gone = window
        finish { try await window.document.load() }
        window.present()
        settle(0.1)
        let title = window.title
        window.run {
          await title.duplicate()
          isOver = true
        }
        window.closeForGood()
      }
      _ = MainLoop.turn(until: { isOver }, seconds: 10)
      XCTAssertTrue(isOver)
      XCTAssertEqual(folder.text("a (copy).md"), "text\n")
      _ = MainLoop.turn(until: { gone == nil }, seconds: 5)
      XCTAssertNil(gone)
      for window in masthead.windows { close(window) }
    }
  }
}

private func write(_ parts: String..., in masthead: MastheadApplication) -> DocumentWindow {
  let window = masthead.makeWindow(Document())
  window.present()
  settle(0.05)
  for part in parts {
    let end = window.document.buffer.text.end
    window.document.buffer.apply(EditPlan(replacing: TextRange(end.utf8..<end.utf8), with: part, selection: TextSelection(caret: end)))
  }
  return window
}

private func close(_ window: DocumentWindow) {
  window.document.draft.discard()
  window.closeForGood()
}
