import GLibKit
import GtkKit
import Markdown
import XCTest

@testable import PreviewKit
@testable import Typesetting

/// Scrolling to places of the source and telling them, at 200 random places among pictures and tall blocks.
nonisolated final class PreviewSyncTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testStaysWithinALineAtTwoHundredPlaces() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("masthead-sync-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var text = ""
    for number in 0..<30 {
      let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' width='\(200 + number * 10)' height='\(40 + number * 23 % 500)'><rect width='100%' height='100%'/></svg>"
      try Data(svg.utf8).write(to: folder.appendingPathComponent("\(number).svg"))
      text +=
        "## Part \(number)\n\nSome words before a picture, enough of them to fill more than one line of the column.\n\n![p](\(number).svg)\n\n"
      text +=
        "| a | b |\n|---|---|\n| c | d |\n\n```\n" + String(repeating: "code\n", count: number) + "```\n\n- item\n- item\n\n> quote\n\n"
    }
    onMainActor {
      let (window, preview) = openPreview(text, folder: folder.path)
      XCTAssertTrue(MainLoop.turn(until: { preview.galley.height > 3000 }, seconds: 5))
      var random = Sequence(state: 7)
      var worst = 0.0
      let line = preview.galley.sheet.size * 1.6
      for _ in 0..<200 {
        // Not so near the end that the view cannot scroll there.
        let place = Double(Int.random(in: 400..<text.utf8.count * 9 / 10, using: &random))
        preview.scroll(toSource: place, at: 120)
        settlePreview(preview, seconds: 0.03)
        @MainActor func distance() -> Double { abs(preview.galley.y(ofSource: place) - preview.galley.y(of: preview.anchor) - 120) }
        // Pictures that come must not move what is read.
        _ = MainLoop.turn(until: { distance() <= line }, seconds: 2)
        worst = max(worst, distance())
      }
      XCTAssertLessThanOrEqual(worst, line)
      window.destroy()
    }
  }
}

/// The same places in every run.
private struct Sequence: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 31
  }
}
