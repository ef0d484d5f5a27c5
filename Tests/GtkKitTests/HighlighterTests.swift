import Foundation
import GLibKit
import GtkKit
import RandomTexts
import TextModel
import XCTest

/// The tags in sight are what the spans say, whatever was edited, undone and scrolled; and no more is done than needed.
nonisolated final class HighlighterTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testRandomEditsAndScrollingKeepTagsRight() {
    onMainActor {
      for seed in 0..<3 as Range<UInt64> {
        var generator = SeededGenerator(seed: seed)
        var words = ""
        for _ in 0..<3000 {
          words += ["plain ", "*bold* ", "`code` ", "# heading\n", "text\n", "🦊 *e\u{301}* "].randomElement(using: &generator)!
        }
        let page = HighlightedPage(words)
        defer { page.close() }
        for step in 0..<40 {
          let text = page.buffer.text
          switch Int.random(in: 0..<6, using: &generator) {
          case 0: page.buffer.undo()
          case 1: page.buffer.redo()
          case 2:
            page.view.scroll(to: TextOffset(Int.random(in: 0...text.count, using: &generator)), share: 0.5)
          default:
            let visible = page.view.visibleRange
            let lower = text.boundary(atOrBefore: visible.lower + Int.random(in: 0...visible.count, using: &generator))
            let upper = text.boundary(atOrAfter: min(text.end, lower + Int.random(in: 0...8, using: &generator)))
            let new = ["*", "`", "x", "\n", "*new*", "", "# "].randomElement(using: &generator)!
            page.buffer.apply(EditPlan(replacing: TextRange(lower, upper), with: new))
          }
          page.settle()
          XCTAssertNil(page.highlighter.flaw, "seed \(seed) step \(step)")
          page.checkVisible("seed \(seed) step \(step)")
        }
      }
    }
  }

  /// While a paste comes in pieces the lists speak of the text before it: nobody may draw or mark by them.
  func testAPasteInPiecesOverCodeInSight() {
    onMainActor {
      MainLoop.installMainActor()
      let page = TestPage(String(repeating: "code é\n", count: 2_000))
      defer { page.close() }
      let highlighter = Highlighter(page.view) { [HighlightSpan($0, .codeBlock)] }
      let marks = VisibleMarks(page.view, name: "test") { [$0] }
      marks.look = HighlightTheme.Look(isMisspelled: true)
      marks.invalidate()
      page.view.scroll(to: page.buffer.text.end, share: 0.5)
      XCTAssertTrue(MainLoop.turn(until: { !highlighter.isWaiting && !marks.marked.isEmpty }))
      var isDone = false
      Task {
        await page.buffer.insertInPieces(
          ChunkedText(String(repeating: "漢é👩‍👧\n", count: 80_000)), replacing: TextRange(TextOffset(1), page.buffer.text.end))
        isDone = true
      }
      XCTAssertTrue(MainLoop.turn(until: { isDone && !highlighter.isWaiting }, seconds: 60))
      XCTAssertNil(highlighter.flaw)
      XCTAssertNil(page.buffer.flaw)
    }
  }

  func testOnlyWhatIsInSightIsAskedFor() {
    onMainActor {
      let page = HighlightedPage(String(repeating: "some *bold* words\n", count: 50_000))
      defer { page.close() }
      page.settle()
      XCTAssertGreaterThan(page.asked, 0)
      XCTAssertLessThan(page.asked, 50_000, "of 900,000 bytes")
      let before = page.asked
      page.view.scroll(to: page.buffer.text.end)
      page.settle()
      page.checkVisible("at the end")
      XCTAssertLessThan(page.asked - before, 50_000)
    }
  }

  func testALetterTypedInAWordChangesNoTag() {
    onMainActor {
      let page = HighlightedPage(String(repeating: "some *bold* words and `code`\n", count: 200))
      defer { page.close() }
      page.settle()
      var changes = 0
      page.buffer.tagChanges { changes += 1 }
      for offset in [2, 8, 20, 60] {
        page.buffer.apply(EditPlan(replacing: TextRange(at: TextOffset(offset)), with: "x"))
        page.settle()
      }
      XCTAssertEqual(changes, 0)
      page.checkVisible("typed")
      page.buffer.apply(EditPlan(replacing: TextRange(at: .zero), with: "*new*"))
      page.settle()
      XCTAssertGreaterThan(changes, 0)
      page.checkVisible("new word")
    }
  }

  func testLongLinesGetNoTags() {
    onMainActor {
      let long = String(repeating: "*b* ", count: 3000)
      let page = HighlightedPage("a *short* line\n\(long)\nanother *short* line\n")
      defer { page.close() }
      page.settle()
      XCTAssertNil(page.highlighter.flaw)
      XCTAssertEqual(page.highlighter.ranges(of: .strong).first, TextRange(2, 9))
      XCTAssertFalse(page.highlighter.ranges(of: .strong).contains { $0.lower.utf8 > 15 && $0.upper.utf8 < 15 + long.utf8.count })
      // Cut to a length that is fine, it is highlighted like any other.
      page.buffer.apply(EditPlan(replacing: TextRange(23, 11_000), with: ""))
      page.settle()
      XCTAssertTrue(page.highlighter.ranges(of: .strong).contains { $0.lower.utf8 == 15 })
    }
  }

  func testNothingHappensUntilTheAnswerIsKnown() {
    onMainActor {
      let page = HighlightedPage("*bold*\n")
      defer { page.close() }
      page.settle()
      page.isKnown = false
      page.buffer.apply(EditPlan(replacing: TextRange(at: TextOffset(7)), with: "*more*"))
      page.settle()
      XCTAssertEqual(page.highlighter.ranges(of: .strong), [TextRange(0, 6)], "the old looks stay")
      page.isKnown = true
      page.highlighter.invalidate(TextRange(7, 13))
      page.settle()
      XCTAssertEqual(page.highlighter.ranges(of: .strong), [TextRange(0, 6), TextRange(7, 13)])
      XCTAssertNil(page.highlighter.flaw)
    }
  }

  func testHeadingsAreLargerAndLooksFollowTheTheme() {
    onMainActor {
      let page = HighlightedPage("# heading\ntext\n")
      defer { page.close() }
      page.settle()
      XCTAssertGreaterThan(
        Double(page.view.place(of: TextOffset(2)).height), Double(page.view.place(of: TextOffset(11)).height) * 1.3)
      page.highlighter.theme = .dark
      page.settle()
      XCTAssertNil(page.highlighter.flaw)
    }
  }

  func testEveryColourCanBeRead() {
    onMainActor {
      let themes: [(HighlightTheme, UInt32, Double)] = [
        (.light, 0xFFFFFF, 4.5), (.dark, 0x1E1E1E, 4.5), (.lightHighContrast, 0xFFFFFF, 7), (.darkHighContrast, 0x1E1E1E, 7),
      ]
      for (theme, view, least) in themes {
        let canvas = [Double(view >> 16 & 0xFF) / 255, Double(view >> 8 & 0xFF) / 255, Double(view & 0xFF) / 255]
        for style in HighlightStyle.allCases {
          guard let colour = theme.look(of: style).colour else { continue }
          for background in [nil, theme.look(of: style).background, theme.look(of: .codeBlock).lineBackground] {
            let under = background.map { over($0, canvas) } ?? canvas
            let contrast = contrast([colour.red, colour.green, colour.blue], under)
            XCTAssertGreaterThanOrEqual(contrast, least, "\(style) on \(under)")
          }
        }
      }
    }
  }
}

private func over(_ colour: Colour, _ canvas: [Double]) -> [Double] {
  zip([colour.red, colour.green, colour.blue], canvas).map { $0 * colour.alpha + $1 * (1 - colour.alpha) }
}

/// The contrast of two colours as WCAG 2.1 defines it.
private func contrast(_ one: [Double], _ other: [Double]) -> Double {
  func luminance(_ colour: [Double]) -> Double {
    let linear = colour.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
  let (a, b) = (luminance(one), luminance(other))
  return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

/// A page whose spans come from a toy language in which every line stands for itself: *bold*, `code`, # heading.
private final class HighlightedPage {
  let page: TestPage
  var highlighter: Highlighter!
  /// How many bytes the spans were asked for.
  var asked = 0
  var isKnown = true

  var buffer: SourceBuffer { page.buffer }
  var view: SourceView { page.view }

  init(_ text: String) {
    page = TestPage(text)
    page.buffer.onChange { [weak self] change in self?.follow(change) }
    highlighter = Highlighter(page.view) { [weak self] range in
      guard let self, self.isKnown else { return nil }
      self.asked += range.count
      return self.spans(in: range)
    }
    while buffer.isLoading { MainLoop.turn(mayBlock: true) }
  }

  /// Asks for what changed, as a parser does that hears of a change before the highlighter.
  private func follow(_ change: SourceBuffer.Change) {
    guard isKnown, let highlighter else { return }
    highlighter.invalidate(change.after.lines.lines(touching: change.edit.newRange))
  }

  func spans(in range: TextRange) -> [HighlightSpan] {
    let text = buffer.text
    var spans: [HighlightSpan] = []
    for line in text.lines.line(at: range.lower)...text.lines.line(at: range.upper) {
      let content = text.lines.content(ofLine: line)
      let bytes = text.bytes(in: content)
      if bytes.first == UInt8(ascii: "#") { spans.append(HighlightSpan(content, .heading1)) }
      for (mark, style) in [(UInt8(ascii: "*"), HighlightStyle.strong), (UInt8(ascii: "`"), .code)] {
        let places = bytes.indices.filter { bytes[$0] == mark }
        for pair in stride(from: 0, to: places.count - 1, by: 2) {
          spans.append(HighlightSpan(TextRange(content.lower + places[pair], content.lower + places[pair + 1] + 1), style))
        }
      }
    }
    return spans
  }

  /// Compares what is tagged in sight with what the spans say.
  func checkVisible(_ message: String, file: StaticString = #filePath, line: UInt = #line) {
    let visible = view.visibleRange
    let spans = spans(in: visible)
    for style in [HighlightStyle.strong, .code, .heading1] {
      let wanted = TextRangeSet(spans.filter { $0.style == style }.map(\.range)).intersection(visible)
      let found = TextRangeSet(highlighter.ranges(of: style)).intersection(visible)
      XCTAssertEqual(found, wanted, "\(style), \(message)", file: file, line: line)
    }
  }

  /// Lets the highlighter and the frame do their work.
  func settle() {
    drain(seconds: 0.02)
    for _ in 0..<20 { MainLoop.turn(mayBlock: false) }
    _ = MainLoop.turn(until: { !self.highlighter.isWaiting }, seconds: 2)
  }

  func close() { page.close() }
}

extension SourceBuffer {
  /// Runs a function whenever a tag is set or taken off.
  fileprivate func tagChanges(_ body: @escaping @MainActor () -> Void) {
    ref.connect("apply-tag", body)
    ref.connect("remove-tag", body)
  }
}
