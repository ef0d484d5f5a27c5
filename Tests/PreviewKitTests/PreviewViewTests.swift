import GLibKit
import GtkKit
import Markdown
import XCTest

@testable import PreviewKit
@testable import Typesetting

/// The preview in a real window.
nonisolated final class PreviewViewTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testShowsADocumentFromItsTop() {
    onMainActor {
      let (window, preview) = openPreview(Array(repeating: "# Title\n\nSome words.", count: 40).joined(separator: "\n\n"))
      XCTAssertEqual(preview.widget.vertical.value, 0)
      XCTAssertGreaterThan(preview.widget.vertical.upper, 2000)
      XCTAssertEqual(preview.source(at: 0), 0, accuracy: 1)
      window.destroy()
    }
  }

  func testTheLinesThatAreReadStayWhereTheyAre() {
    onMainActor {
      let paragraphs = (0..<300).map { "Paragraph \($0) with some words in it, enough of them to wrap once when the window is narrow." }
      var text = paragraphs.joined(separator: "\n\n")
      let (window, preview) = openPreview(text)
      preview.scroll(toSource: 12_000, at: 100)
      settlePreview(preview)
      let words = preview.source(at: 100)
      text = "Something new above.\n\n" + text
      preview.show(MarkdownDocument(text))
      settlePreview(preview)
      XCTAssertEqual(preview.source(at: 100), words + 22, accuracy: 1)
      text += "\n\nSomething new below."
      preview.show(MarkdownDocument(text))
      settlePreview(preview)
      XCTAssertEqual(preview.source(at: 100), words + 22, accuracy: 1)
      XCTAssertGreaterThan(preview.widget.vertical.value, 0)
      window.destroy()
    }
  }

  func testScrollsToASourceByteAndBack() {
    onMainActor {
      let (window, preview) = openPreview((0..<400).map { "Paragraph \($0).\n\n- item\n- item\n\n> quote" }.joined(separator: "\n\n"))
      for position in stride(from: 500.0, to: 12_000, by: 700) {
        preview.scroll(toSource: position, at: 50)
        // A busy machine takes its time for a frame.
        _ = MainLoop.turn(until: { abs(preview.source(at: 50) - position) <= 1 }, seconds: 3)
        settlePreview(preview)
        XCTAssertEqual(preview.source(at: 50), position, accuracy: 1)
      }
      window.destroy()
    }
  }

  func testAHiddenPreviewDoesNothingUntilItIsShown() {
    onMainActor {
      let (window, preview) = openPreview("one")
      preview.widget.isVisible = false
      settlePreview(preview)
      preview.show(MarkdownDocument("one\n\ntwo"))
      settlePreview(preview)
      XCTAssertEqual(preview.galley.strips.count, 1)
      preview.widget.isVisible = true
      settlePreview(preview)
      XCTAssertEqual(preview.galley.strips.count, 2)
      window.destroy()
    }
  }

  func testAClosedWindowFreesItsPreview() {
    onMainActor {
      weak var left: PreviewView?
      @MainActor func openAndClose() {
        let (window, preview) = openPreview("# One\n\ntext")
        left = preview
        window.destroy()
      }
      openAndClose()
      _ = MainLoop.turn(until: { left == nil }, seconds: 1)
      XCTAssertNil(left)
    }
  }
}
