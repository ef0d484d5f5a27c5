import GLibKit
import GtkKit
import Markdown
import XCTest

@testable import PreviewKit
@testable import Typesetting

/// Selecting, copying, finding and going from link to link.
nonisolated final class PreviewSelectionTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  fileprivate static let text = """
    # Title

    Some **bold** words[^n] and a [link](https://example.org).

    - [ ] open task
    - [x] done task

    | a | b |
    |---|---|
    | c | d |

    See [the title](#title).

    [^n]: The note.

    Last words.
    """

  func testSelectsInTheOrderOfReading() {
    onMainActor {
      let (window, preview) = openPreview(PreviewSelectionTests.text)
      preview.select(from: place(of: "Title"), to: place(of: "words[") + 5)
      XCTAssertEqual(preview.selectedText, "Title\n\nSome bold words")
      // The note stands behind the last words, though not in the source.
      preview.select(from: place(of: "The note"), to: place(of: "Last"))
      XCTAssertEqual(preview.selectedText, "Last words.")
      preview.select(from: place(of: "Last"), to: place(of: "The note") + 8)
      XCTAssertEqual(preview.selectedText, "Last words.\n\nThe note")
      preview.selectAll()
      XCTAssertEqual(preview.selectedText?.hasPrefix("Title\n\nSome bold words1 and a link."), true)
      XCTAssertEqual(preview.selectedText?.contains("open task\ndone task\n\na\tb\nc\td"), true)
      XCTAssertEqual(preview.selectedText?.hasSuffix("Last words.\n\nThe note.\u{a0}↩\u{fe0e}"), true, preview.selectedText ?? "")
      window.destroy()
    }
  }

  func testCopiesTextHTMLAndMarkdown() {
    onMainActor {
      let (window, preview) = openPreview(PreviewSelectionTests.text)
      preview.select(from: place(of: "bold"), to: place(of: "bold") + 4)
      preview.copy()
      XCTAssertEqual(clipboard(), "bold")
      XCTAssertEqual(clipboardHTML(), "<p><strong>bold</strong></p>\n")
      preview.copySource()
      XCTAssertEqual(clipboard(), "bold")
      preview.select(from: place(of: "Title"), to: place(of: "Some") + 4)
      preview.copy()
      XCTAssertEqual(clipboardHTML(), "<h1>Title</h1>\n<p>Some</p>\n")
      window.destroy()
    }
  }

  func testAnEditElsewhereKeepsTheSelection() {
    onMainActor {
      let (window, preview) = openPreview(PreviewSelectionTests.text)
      preview.select(from: place(of: "bold"), to: place(of: "bold") + 4)
      preview.show(MarkdownDocument("New\n\n" + PreviewSelectionTests.text))
      settlePreview(preview)
      XCTAssertEqual(preview.selectedText, "bold")
      // What is written right before or behind it is not selected, not by going on either.
      preview.show(MarkdownDocument(("New\n\n" + PreviewSelectionTests.text).replacingOccurrences(of: "bold", with: "so bold")))
      settlePreview(preview)
      XCTAssertEqual(preview.selectedText, "bold")
      preview.show(MarkdownDocument(("New\n\n" + PreviewSelectionTests.text).replacingOccurrences(of: "bold", with: "so boldly")))
      settlePreview(preview)
      XCTAssertEqual(preview.selectedText, "bold")
      preview.extend(.character(forward: true))
      XCTAssertEqual(preview.selectedText, "boldl")
      preview.show(MarkdownDocument(("New\n\n" + PreviewSelectionTests.text).replacingOccurrences(of: "bold", with: "bald")))
      settlePreview(preview)
      XCTAssertNil(preview.selectedText)
      window.destroy()
    }
  }

  func testAnEditBetweenTwoClicksMovesWhereTheFirstWas() {
    onMainActor {
      let (window, preview) = openPreview(PreviewSelectionTests.text)
      press(preview, at: place(of: "words["))
      XCTAssertEqual(preview.pointer.origin, place(of: "words["))
      preview.show(MarkdownDocument("New\n\n" + PreviewSelectionTests.text))
      settlePreview(preview)
      press(preview, at: place(of: "link") + 5, extends: true)
      XCTAssertEqual(preview.selectedText, "words1 and a ")
      // In the very frame of the edit, too.
      preview.show(MarkdownDocument(PreviewSelectionTests.text))
      press(preview, at: place(of: "link") + 5, extends: true)
      XCTAssertEqual(preview.selectedText?.hasPrefix("words1 and a link"), true, preview.selectedText ?? "")
      window.destroy()
    }
  }

  /// The first click was at something that is no more: the second begins.
  func testAnEditBetweenTwoClicksTakesTheFirstAway() {
    onMainActor {
      let filler = String(repeating: "\n\nFiller.", count: 100)
      for text in ["Words.\n\nMore words.", "Words[^n].\n\nMore words.\n\n[^n]: The note."] {
        let (window, preview) = openPreview(text + filler)
        preview.select(from: text.utf8.count + 500, to: text.utf8.count + 500)
        preview.show(MarkdownDocument(text))
        settlePreview(preview)
        XCTAssertNil(preview.pointer.head)
        press(preview, at: 2, extends: true)
        XCTAssertNil(preview.selectedText)
        XCTAssertEqual(preview.pointer.origin, 2)
        preview.copySource()
        preview.copy()
        press(preview, at: 5, extends: true)
        XCTAssertEqual(preview.selectedText, "rds")
        window.destroy()
      }
    }
  }

  /// What was selected is changed itself: keys begin anew, and nothing is copied.
  func testKeysAfterAnEditOfWhatWasSelected() {
    onMainActor {
      let filler = String(repeating: "\n\nFiller.", count: 100)
      let text = "Words[^n].\n\nMore words.\n\n[^n]: The note."
      let (window, preview) = openPreview(text + filler)
      preview.select(from: text.utf8.count + 20, to: text.utf8.count + 500)
      preview.show(MarkdownDocument(text))
      settlePreview(preview)
      XCTAssertNil(preview.selectedText)
      preview.copy()
      preview.copySource()
      preview.extend(.word(forward: true))
      XCTAssertEqual(preview.selectedText, "Words1")
      preview.extend(.document(forward: true))
      preview.copySource()
      XCTAssertTrue(preview.selectedRanges.allSatisfy { $0.upperBound <= text.utf8.count }, "\(preview.selectedRanges)")
      window.destroy()
    }
  }

  func testKeysExtendTheSelection() {
    onMainActor {
      let (window, preview) = openPreview(PreviewSelectionTests.text)
      preview.select(from: place(of: "Some"), to: place(of: "Some") + 4)
      preview.extend(.character(forward: true))
      preview.extend(.character(forward: true))
      XCTAssertEqual(preview.selectedText, "Some b")
      preview.extend(.word(forward: true))
      XCTAssertEqual(preview.selectedText, "Some bold")
      preview.extend(.character(forward: false))
      XCTAssertEqual(preview.selectedText, "Some bol")
      preview.extend(.line(forward: true))
      XCTAssertEqual(preview.selectedText?.contains("and a link."), true, preview.selectedText ?? "")
      preview.extend(.document(forward: true))
      XCTAssertEqual(preview.selectedText?.contains("Last words."), true)
      window.destroy()
    }
  }

  func testGoesFromLinkToBox() {
    onMainActor {
      let (window, preview) = openPreview(PreviewSelectionTests.text)
      var stops: [String] = []
      var next = preview.galley.stop(from: 0)
      while let stop = next {
        stops.append(stop.address.map { String(decoding: $0, as: UTF8.self) } ?? "box at \(stop.task!)")
        next = preview.galley.stop(after: stop.source.lowerBound, forward: true)
      }
      XCTAssertEqual(
        stops,
        ["#fn:1", "https://example.org", "box at \(place(of: "[ ]") + 1)", "box at \(place(of: "[x]") + 1)", "#title", "#fnref:1:1"])
      let last = preview.galley.stop(from: place(of: "[the title]"))!
      XCTAssertEqual(preview.galley.stop(after: last.source.lowerBound, forward: false)?.task, place(of: "[x]") + 1)
      window.destroy()
    }
  }

  func testFindsWordsWhereTheyAreShown() {
    onMainActor {
      let (window, preview) = openPreview(PreviewSelectionTests.text)
      XCTAssertEqual(preview.mark("WORDS").count, 2)
      XCTAssertEqual(preview.mark("WORDS", matchesCase: true).count, 0)
      // Across marks that are not shown, and not in what is not shown.
      XCTAssertEqual(preview.mark("some bold words").map(\.lowerBound), [place(of: "Some")])
      XCTAssertEqual(preview.mark("example.org").count, 0)
      preview.mark("task")
      XCTAssertEqual(preview.selectMark(forward: true)?.number, 1)
      XCTAssertEqual(preview.selectMark(forward: true)?.number, 2)
      XCTAssertEqual(preview.selectMark(forward: true)?.number, 1)
      XCTAssertEqual(preview.selectMark(forward: false)?.number, 2)
      XCTAssertEqual(preview.selectedText, "task")
      window.destroy()
    }
  }

  func testFootnotesLeadThereAndBack() {
    onMainActor {
      let filler = String(repeating: "\n\nFiller.", count: 200)
      let (window, preview) = openPreview("Words[^n]." + filler + "\n\n[^n]: The note.")
      preview.follow(Array("#fn:1".utf8))
      XCTAssertTrue(MainLoop.turn(until: { preview.widget.vertical.value > 1000 }))
      preview.follow(Array("#fnref:1:1".utf8))
      XCTAssertTrue(MainLoop.turn(until: { preview.widget.vertical.value == 0 }))
      window.destroy()
    }
  }
}

private func place(of word: String) -> Int {
  let text = PreviewSelectionTests.text
  return text.utf8.count - text[text.range(of: word)!.lowerBound...].utf8.count
}

/// Presses the first button of the mouse where a source byte is shown.
@MainActor private func press(_ preview: PreviewView, at source: Int, extends: Bool = false) {
  let rect = preview.galley.rect(ofSource: source)!
  preview.beginDrag(rect.x + preview.columnX + 1, rect.y + rect.height / 2 - preview.position + preview.edge, extends: extends)
}

@MainActor private func clipboard() -> String? {
  var text: String?
  Task { text = await Clipboard.text() }
  _ = MainLoop.turn(until: { text != nil }, seconds: 2)
  return text
}

@MainActor private func clipboardHTML() -> String? {
  var html: [UInt8]?
  Task { html = await Clipboard.bytes("text/html") }
  _ = MainLoop.turn(until: { html != nil }, seconds: 2)
  return html.map { String(decoding: $0, as: UTF8.self) }
}
