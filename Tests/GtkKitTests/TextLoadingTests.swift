import CGtk
import GLibKit
import GtkKit
import RandomTexts
import TextModel
import XCTest

nonisolated final class TextLoadingTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testASmallTextIsThereAtOnce() {
    onMainActor {
      let buffer = SourceBuffer()
      var isDone = false
      buffer.load("small", completion: { isDone = true })
      XCTAssertTrue(isDone && buffer.isEditable)
      XCTAssertEqual(buffer.text.string, "small")
      XCTAssertFalse(buffer.isModified || buffer.canUndo)
      buffer.load("")
      XCTAssertTrue(buffer.text.isEmpty && buffer.isEditable)
    }
  }

  func testALargeTextComesInPiecesThatSplitNoPair() {
    onMainActor {
      var generator = SeededGenerator(seed: 3)
      let pieces = difficultPieces.filter { !$0.contains("\0") }
      var string = String(repeating: "🦊", count: 200_000)
      for _ in 0..<150_000 { string += pieces.randomElement(using: &generator)! }
      string += String(repeating: "\r\n", count: 200_000)
      let text = ChunkedText(string)
      let buffer = SourceBuffer()
      var sizes: [Int] = []
      var seams: [TextOffset] = []
      buffer.onChange { change in
        XCTAssertTrue(change.cause == .load)
        sizes.append(change.edit.newCount)
        seams.append(change.edit.newRange.upper)
      }
      var parts: [Double] = []
      var completions = 0
      buffer.load(text, progress: { parts.append($0) }, completion: { completions += 1 })
      XCTAssertTrue(buffer.isLoading && !buffer.isEditable)
      XCTAssertGreaterThan(buffer.text.count, 0, "the first piece is there at once")
      XCTAssertFalse(buffer.apply(EditPlan(replacing: TextRange(0, 0), with: "x")))
      finish(buffer)
      XCTAssertEqual(buffer.text, text)
      XCTAssertNil(buffer.flaw)
      XCTAssertEqual(completions, 1)
      XCTAssertEqual(parts, parts.sorted())
      XCTAssertEqual(parts.last, 1)
      XCTAssertTrue(sizes.allSatisfy { $0 <= 256 << 10 })
      XCTAssertGreaterThan(sizes.count, text.count / (256 << 10))
      for seam in seams where seam < text.end {
        XCTAssertTrue(text.isBoundary(seam) && !(text[seam] == 10 && text[seam - 1] == 13))
      }
      XCTAssertFalse(buffer.canUndo || buffer.isModified)
      XCTAssertEqual(buffer.selection, TextSelection(caret: .zero))
    }
  }

  func testALoadTakesThePlaceOfOneThatIsGoingOn() {
    onMainActor {
      let buffer = SourceBuffer()
      buffer.load(ChunkedText(String(repeating: "old\n", count: 500_000)), completion: { XCTFail("this load never ends") })
      MainLoop.turn(mayBlock: false)
      buffer.load(ChunkedText(String(repeating: "new\n", count: 200_000)))
      finish(buffer)
      XCTAssertEqual(buffer.text, ChunkedText(String(repeating: "new\n", count: 200_000)))
      buffer.load(ChunkedText(String(repeating: "part\n", count: 200_000)))
      buffer.cancelLoading()
      XCTAssertTrue(buffer.isEditable && !buffer.isModified)
      XCTAssertNil(buffer.flaw)
    }
  }

  /// The figures on an idle machine are 1 s and 100 ms; the bounds here only catch what is wrong by a multiple.
  func testTenMegabytesLoadWithoutHoldingUpTheMainLoop() {
    onMainActor {
      let paragraph = "The quick brown fox — das „schnelle“ Tier — jumps over the lazy dog, and so on for the length of a paragraph.\n\n"
      let text = ChunkedText(String(repeating: paragraph, count: 10_000_000 / paragraph.utf8.count))
      let buffer = SourceBuffer()
      let window = TestWindow(showing: buffer)
      defer { window.close() }
      let start = MainLoop.now
      var firstText: Double?
      var last = start
      var worst = 0.0
      let tick = MainLoop.every(seconds: 0.005) {
        worst = max(worst, MainLoop.now - last)
        last = MainLoop.now
      }
      buffer.load(text)
      window.onFirstFrameWithText { firstText = firstText ?? MainLoop.now - start }
      finish(buffer, seconds: 120)
      let whole = MainLoop.now - start
      tick.cancel()
      print("10 MB: first text \(firstText ?? -1) s, worst gap \(worst) s, whole \(whole) s")
      XCTAssertLessThan(firstText ?? .infinity, 10)
      XCTAssertLessThan(worst, 1)
      XCTAssertEqual(buffer.text, text)
    }
  }
}

private func finish(_ buffer: SourceBuffer, seconds: Double = 60) {
  XCTAssertTrue(MainLoop.turn(until: { !buffer.isLoading }, seconds: seconds))
}
