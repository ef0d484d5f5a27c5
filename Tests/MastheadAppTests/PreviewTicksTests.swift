import GLibKit
@testable import GtkKit
import TextModel
import XCTest

@testable import MastheadApp

/// Boxes that are ticked in the preview, and what Ctrl+Z takes back there.
nonisolated final class PreviewTicksTests: XCTestCase {
  private static let box = 10

  func testATickIsTakenBackAndMadeAgain() throws {
    try onMain {
      try withPreview { pane, buffer in
        XCTAssertFalse(pane.undo(), "what was typed is not undone here")
        pane.preview(pane.view, toggleTaskAt: Self.box)
        XCTAssertEqual(buffer.text.string, "Words\n\n- [x] task [ä](b) [c]\n!")
        XCTAssertTrue(pane.undo())
        XCTAssertEqual(buffer.text.string, "Words\n\n- [ ] task [ä](b) [c]\n!")
        XCTAssertFalse(pane.undo())
        XCTAssertTrue(pane.redo())
        XCTAssertEqual(buffer.text.string, "Words\n\n- [x] task [ä](b) [c]\n!")
        XCTAssertFalse(pane.redo())
      }
    }
  }

  /// A tick that the text does not take is none: Ctrl+Z would take back what was typed before.
  func testATickThatIsRefusedIsNotTakenBack() throws {
    try onMain {
      try withPreview { pane, buffer in
        buffer.isReadOnly = true
        pane.preview(pane.view, toggleTaskAt: Self.box)
        buffer.isReadOnly = false
        buffer.isComposing = true
        pane.preview(pane.view, toggleTaskAt: Self.box)
        buffer.isComposing = false
        XCTAssertFalse(pane.undo())
        XCTAssertEqual(buffer.text.string, "Words\n\n- [ ] task [ä](b) [c]\n!")
      }
    }
  }

  func testWhatCannotBeTakenBackNowCanBeLater() throws {
    try onMain {
      try withPreview { pane, buffer in
        pane.preview(pane.view, toggleTaskAt: Self.box)
        buffer.isReadOnly = true
        pane.undo()
        XCTAssertFalse(pane.redo(), "nothing was taken back")
        buffer.isReadOnly = false
        XCTAssertTrue(pane.undo())
        XCTAssertEqual(buffer.text.string, "Words\n\n- [ ] task [ä](b) [c]\n!")
        buffer.isComposing = true
        pane.redo()
        buffer.isComposing = false
        XCTAssertTrue(pane.redo())
        XCTAssertEqual(buffer.text.string, "Words\n\n- [x] task [ä](b) [c]\n!")
        XCTAssertTrue(pane.undo())
        XCTAssertFalse(pane.undo())
      }
    }
  }

  /// The preview may show a text that is older than the one that is ticked.
  func testOnlyABoxIsTicked() throws {
    try onMain {
      try withPreview { pane, buffer in
        for place in -1...buffer.text.count + 2 where place != Self.box { pane.preview(pane.view, toggleTaskAt: place) }
        XCTAssertEqual(buffer.text.string, "Words\n\n- [ ] task [ä](b) [c]\n!")
        XCTAssertFalse(pane.undo())
      }
    }
  }
}

/// Opens a document in whose source something was typed.
@MainActor private func withPreview(_ body: (PreviewPane, SourceBuffer) -> Void) throws {
  let masthead = try TestApplication.shared.get()
  let document = Document()
  document.buffer.load(ChunkedText("Words\n\n- [ ] task [ä](b) [c]\n"))
  let window = masthead.makeWindow(document, mode: .split)
  defer { window.closeForGood() }
  window.window?.present()
  document.buffer.apply(EditPlan(replacing: TextRange(at: document.buffer.text.end), with: "!"))
  body(window.preview, document.buffer)
}

extension PreviewPane {
  @discardableResult fileprivate func undo() -> Bool { press(Key(character: "z"), .control) }
  @discardableResult fileprivate func redo() -> Bool { press(Key(character: "z"), [.control, .shift]) }
}
