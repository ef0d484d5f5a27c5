import CGtk
import GLibKit
import RandomTexts
import TextModel
import XCTest

@testable import GtkKit

/// Of very long lines a part is shown, the right one; keys, copying and cutting work on the whole text.
nonisolated final class LongLineTests: XCTestCase {
  override func setUpWithError() throws {
    try requireDisplay()
    MainActor.assumeIsolated { MainLoop.installMainActor() }
  }

  func testRandomEditsKeepWhatIsHiddenRight() {
    onMainActor {
      for seed in 0..<2 as Range<UInt64> {
        var random = SeededGenerator(seed: seed)
        let page = TestPage("start\n" + String(repeating: "é x", count: 20_000) + "\nend\n")
        defer { page.close() }
        let buffer = page.buffer
        for step in 0..<60 {
          let text = buffer.text
          let place = text.boundary(atOrBefore: TextOffset(Int.random(in: 0...text.count, using: &random)))
          switch Int.random(in: 0..<8, using: &random) {
          case 0: buffer.undo()
          case 1: buffer.redo()
          case 2: buffer.selection = TextSelection(caret: place)
          case 3: page.press("move-cursor", [Int32(GTK_MOVEMENT_VISUAL_POSITIONS.rawValue), [-1, 1].randomElement(using: &random)!, 0])
          case 4: page.press("backspace")
          default:
            let length = [0, 1, 300, 15_000].randomElement(using: &random)!
            let upper = text.boundary(atOrAfter: min(text.end, place + length))
            let new = ["x", "\n", "", String(repeating: "word ", count: 3_000)].randomElement(using: &random)!
            buffer.apply(EditPlan(replacing: TextRange(place, upper), with: new))
            page.view.scrollToCaret()
          }
          page.turn()
          XCTAssertNil(page.view.shortening.flaw, "seed \(seed) step \(step)")
          XCTAssertTrue(page.view.bareBreaks.isWhole, "seed \(seed) step \(step)")
          XCTAssertEqual(page.view.wrapsWithinWords, page.view.longLine == nil, "seed \(seed) step \(step)")
          XCTAssertNil(buffer.flaw, "seed \(seed) step \(step)")
        }
      }
    }
  }

  func testAWordWithoutRoomGoesOnInTheNextLineAsItIs() {
    onMainActor {
      let page = TestPage(String(repeating: "word", count: 200))
      defer { page.close() }
      page.settle()
      // Nothing lies to the right of the window, and no hyphen stands where the line ends.
      let across = gtk_scrollable_get_hadjustment(OpaquePointer(page.view.ref.pointer))!
      XCTAssertEqual(gtk_adjustment_get_upper(across), gtk_adjustment_get_page_size(across))
      XCTAssertTrue(page.view.bareBreaks.isWhole)
      XCTAssertGreaterThan(page.view.place(of: TextOffset(799)).y, page.view.place(of: .zero).y)
    }
  }

  func testTheCaretIsSeenWhereverItGoes() {
    onMainActor {
      let page = TestPage(String(repeating: "word ", count: 40_000))
      defer { page.close() }
      for place in [0, 100_000, 199_000, 200_000, 50_000] {
        page.buffer.selection = TextSelection(caret: TextOffset(place))
        page.view.scrollToCaret()
        page.settle()
        XCTAssertFalse(page.view.hidesSome(of: TextRange(TextOffset(max(0, place - 400)), TextOffset(min(200_000, place + 400)))))
        let area = page.view.place(of: TextOffset(place))
        XCTAssertTrue((0..<600).contains(area.y), "\(place) is at \(area.y)")
      }
      XCTAssertEqual(page.view.longLine?.characters, 200_000)
    }
  }

  /// GtkTextView lays out the caret's line as soon as the program puts the caret there; for this one that took minutes.
  func testALineIsHiddenBeforeTheCaretIsPutIntoIt() {
    onMainActor {
      let line = String(repeating: "a@a.", count: 50_000)
      let page = TestPage("one\n")
      defer { page.close() }
      let clock = ContinuousClock()
      let start = clock.now
      page.buffer.load(ChunkedText(line))
      XCTAssertNil(page.view.shortening.flaw)
      XCTAssertFalse(page.view.shortening.hidden.isEmpty)
      page.settle()
      page.buffer.apply(EditPlan(replacing: page.buffer.text.range, with: "short"))
      XCTAssertTrue(page.view.shortening.hidden.isEmpty)
      page.settle()
      page.buffer.undo()
      XCTAssertNil(page.view.shortening.flaw)
      XCTAssertFalse(page.view.shortening.hidden.isEmpty)
      page.settle()
      page.buffer.apply(EditPlan(replacing: TextRange(at: .zero), with: line, selection: TextSelection(caret: TextOffset(100_000))))
      XCTAssertNil(page.view.shortening.flaw)
      page.settle()
      XCTAssertNil(page.view.shortening.flaw)
      XCTAssertEqual(page.buffer.text.count, 400_000)
      XCTAssertLessThan(start.duration(to: clock.now), .seconds(20))
    }
  }

  /// Keys in a line that Pango takes minutes to analyse go by the text, and do what they do elsewhere.
  func testKeysInALongLineGoByTheText() {
    onMainActor {
      let line = "e\u{301}x " + String(repeating: "a@a.", count: 50_000) + " añ 👩‍👩‍👧‍👦"
      let page = TestPage("one\n" + line + "\ntwo")
      defer { page.close() }
      page.settle()
      let clock = ContinuousClock()
      let start = clock.now
      let text = page.buffer.text
      let (lower, upper) = (TextOffset(4), TextOffset(4 + line.utf8.count))
      @MainActor func caret(_ place: TextOffset) { page.buffer.selection = TextSelection(caret: place) }
      @MainActor func head() -> TextOffset { page.buffer.selection.head }
      let (positions, words) = (Int32(GTK_MOVEMENT_VISUAL_POSITIONS.rawValue), Int32(GTK_MOVEMENT_WORDS.rawValue))
      caret(lower)
      page.press("move-cursor", [positions, 1, 0])
      XCTAssertEqual(head(), lower + 3)
      page.press("move-cursor", [positions, -1, 0])
      XCTAssertEqual(head(), lower)
      page.press("move-cursor", [positions, -1, 0])
      XCTAssertEqual(head(), lower - 1)
      caret(upper)
      page.press("move-cursor", [words, -1, 0])
      XCTAssertEqual(page.buffer.text.string(in: TextRange(head(), upper)), "añ 👩‍👩‍👧‍👦")
      page.press("move-cursor", [words, 1, 1])
      XCTAssertEqual(page.buffer.text.string(in: page.buffer.selection.range), "añ")
      caret(upper)
      page.press("backspace")
      XCTAssertEqual(page.buffer.text.count, text.count - 25)
      page.press("backspace")
      page.press("backspace")
      XCTAssertTrue(page.buffer.text.string.hasSuffix(". a\ntwo"))
      caret(lower + 3)
      page.press("backspace")
      XCTAssertTrue(page.buffer.text.string.hasPrefix("one\nex a@a."))
      page.press("delete-from-cursor", [Int32(GTK_DELETE_CHARS.rawValue), 1])
      XCTAssertTrue(page.buffer.text.string.hasPrefix("one\ne a@a."))
      page.press("delete-from-cursor", [Int32(GTK_DELETE_WORD_ENDS.rawValue), 1])
      XCTAssertTrue(page.buffer.text.string.hasPrefix("one\ne@a."))
      page.press("backspace")
      page.press("backspace")
      XCTAssertTrue(page.buffer.text.string.hasPrefix("one@a."))
      while page.buffer.canUndo { page.buffer.undo() }
      XCTAssertEqual(page.buffer.text, text)
      XCTAssertNil(page.buffer.flaw)
      XCTAssertNil(page.view.shortening.flaw)
      XCTAssertLessThan(start.duration(to: clock.now), .seconds(20))
    }
  }

  func testCopyAndCutTakeWhatIsHidden() {
    onMainActor {
      let text = "a\n" + String(repeating: "x", count: 30_000) + "\nb"
      let page = TestPage(text)
      defer { page.close() }
      page.turn()
      page.buffer.selection = TextSelection(anchor: TextOffset(1), head: TextOffset(29_000))
      page.press("copy-clipboard")
      let part = page.buffer.text.string(in: page.buffer.selection.range)
      XCTAssertEqual(clip(), part)
      Clipboard.set("something else")
      page.press("cut-clipboard")
      XCTAssertEqual(clip(), part)
      XCTAssertEqual(page.buffer.text.string.count, text.count - 28_999)
      page.buffer.undo()
      XCTAssertEqual(page.buffer.text.string, text)
    }
  }

  func testArrowsInOneLongWordGoByCharacters() {
    onMainActor {
      for (word, way) in [("x", 1), ("é", 2), ("א", -2)] {
        let page = TestPage(String(repeating: word, count: 5_000))
        defer { page.close() }
        page.settle()
        page.buffer.selection = TextSelection(caret: TextOffset(1_000))
        page.press("move-cursor", [Int32(GTK_MOVEMENT_VISUAL_POSITIONS.rawValue), 1, 0])
        XCTAssertEqual(page.buffer.selection, TextSelection(caret: TextOffset(1_000 + way)))
        page.press("move-cursor", [Int32(GTK_MOVEMENT_VISUAL_POSITIONS.rawValue), -1, 1])
        XCTAssertEqual(page.buffer.selection, TextSelection(anchor: TextOffset(1_000 + way), head: TextOffset(1_000)))
        page.press("move-cursor", [Int32(GTK_MOVEMENT_VISUAL_POSITIONS.rawValue), way > 0 ? 1 : -1, 0])
        XCTAssertEqual(page.buffer.selection, TextSelection(caret: TextOffset(max(1_000, 1_000 + way))), "an end of what was selected")
      }
    }
  }
}

@MainActor
private func clip() -> String? {
  var text: String?
  var isDone = false
  Task {
    text = await Clipboard.text()
    isDone = true
  }
  XCTAssertTrue(MainLoop.turn(until: { isDone }))
  return text
}

extension TestPage {
  /// Emits an action signal as a key would.
  fileprivate func press(_ signal: String, _ arguments: [Int32] = []) { emit(signal, arguments, on: view.widget.ref) }

  /// Serves what waits.
  fileprivate func turn() {
    for _ in 0..<20 { MainLoop.turn(mayBlock: false) }
  }
}
