import Documents
import Foundation
import GLibKit
import GtkKit
import TextModel
import XCTest

@testable import MastheadApp
@testable import PreviewKit
@testable import Typesetting

/// Editor and preview side by side in a real window: where a line of the source is in one of them, and where the other shows it.
nonisolated final class ScrollSyncTests: XCTestCase {
  /// How many places; 200 of each direction are what is promised.
  private static let places = ProcessInfo.processInfo.environment["MASTHEAD_MILESTONE"] == "1" ? 200 : 12

  func testThePreviewShowsTheLineThatIsReadInTheEditor() throws {
    try onMain {
      try withIllustratedWindow { panes in
        try panes.goToRandomPlaces(Self.places, scrolling: panes.editor.widget, name: "editor → preview")
      }
    }
  }

  func testTheEditorShowsTheLineThatIsReadInThePreview() throws {
    try onMain {
      try withIllustratedWindow { panes in
        panes.window.scrollSync.isLedByPreview = true
        try panes.goToRandomPlaces(Self.places, scrolling: panes.preview.widget, name: "preview → editor")
      }
    }
  }

  func testBothBeginAndEndTogether() throws {
    try onMain {
      try withIllustratedWindow { panes in
        try panes.readToTheEnd()
        for isLedByPreview in [false, true] {
          panes.window.scrollSync.isLedByPreview = isLedByPreview
          let (leads, follows) = isLedByPreview ? (panes.preview.widget, panes.editor.widget) : (panes.editor.widget, panes.preview.widget)
          for isAtEnd in [true, false, true] {
            leads.vertical.value = isAtEnd ? leads.vertical.upper : 0
            let arrives = MainLoop.turn(
              until: { abs(follows.vertical.value - (isAtEnd ? follows.vertical.upper - follows.vertical.pageSize : 0)) <= 1 }, seconds: 3)
            XCTAssertTrue(arrives, "led by preview: \(isLedByPreview), at the end: \(isAtEnd), the other is at \(follows.vertical.value)")
          }
        }
      }
    }
  }

  /// A tall picture is one row of the source: while that passes the picture passes, too, and does not jump.
  func testThePreviewFollowsSmoothly() throws {
    try onMain {
      try withIllustratedWindow { panes in
        try panes.readToTheEnd()
        let (editor, preview) = (panes.editor.widget.vertical, panes.preview.widget.vertical)
        editor.value = 0
        XCTAssertTrue(MainLoop.turn(until: { preview.value == 0 }, seconds: 3))
        var last = 0.0
        for place in stride(from: 5.0, through: 700, by: 5) {
          editor.value = place
          settle(0.035)
          // A busy machine may not have drawn a frame yet.
          if preview.value == last { settle(0.1) }
          // Near the start of the document the line goes down the page; what is blank there may come back by as much.
          XCTAssertGreaterThanOrEqual(preview.value, last - 3, "at \(place)")
          // A picture of 620 pixels beside a row of 19: 33 for each.
          XCTAssertLessThan(preview.value - last, 5 * 33 * 2.5, "at \(place)")
          last = preview.value
        }
      }
    }
  }

  func testThePlaceIsKeptWhenAnotherPaneIsShown() throws {
    try onMain {
      try withIllustratedWindow { panes in
        @MainActor func show(_ mode: ViewMode) {
          panes.window.setMode(mode)
          settle(0.2)
        }
        show(.editor)
        panes.editor.widget.vertical.value = 5000
        settle(0.1)
        let place = panes.editor.view.position(atY: panes.window.scrollSync.readingHeight)
        show(.preview)
        XCTAssertEqual(panes.preview.source(at: panes.window.scrollSync.readingHeight), place, accuracy: 60)
        panes.window.scrollSync.isLedByPreview = true
        panes.preview.widget.vertical.value = 12_000
        settle(0.2)
        let read = panes.preview.source(at: panes.window.scrollSync.readingHeight)
        // A button of the bar was pressed.
        panes.window.scrollSync.isLedByPreview = false
        show(.split)
        @MainActor func position() -> Double { panes.editor.view.position(atY: panes.window.scrollSync.readingHeight) }
        XCTAssertTrue(MainLoop.turn(until: { abs(position() - read) < 60 }, seconds: 3), "\(position()) and not \(read)")
        XCTAssertEqual(panes.preview.source(at: panes.window.scrollSync.readingHeight), read, accuracy: 60)
      }
    }
  }

  /// In a window's first moment both panes are mapped and neither has a size: where its editor is says nothing.
  func testAPreviewThatIsOpenedShowsTheTop() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let document = Document()
      document.buffer.apply(EditPlan(replacing: TextRange(at: .zero), with: String(repeating: "words\n\n", count: 200)))
      let window = masthead.makeWindow(document, mode: .preview)
      defer { window.closeForGood() }
      window.window?.present()
      XCTAssertTrue(window.editor.widget.isMapped && window.editor.widget.height <= 1, "else this shows nothing")
      let place = window.editor.widget.vertical
      place.upper = 100
      place.value = 1
      XCTAssertTrue(window.scrollSync.isAboutToFollow, "else this shows nothing")
      XCTAssertTrue(MainLoop.turn(until: { !window.scrollSync.isAboutToFollow && window.preview.widget.height > 100 }, seconds: 10))
      XCTAssertLessThan(window.preview.view.source(at: 0), 1)
    }
  }

  func testWhatIsTypedIsInSightInThePreview() throws {
    try onMain {
      try withIllustratedWindow { panes in
        try panes.readToTheEnd()
        // The third picture is at the reading line, what is typed is far below: in the preview a picture is between.
        let (editor, buffer) = (panes.editor, panes.window.document.buffer)
        editor.widget.vertical.value = 400
        settle(0.2)
        let place = editor.view.offset(atX: 4, y: Double(editor.widget.height) * 0.9)
        buffer.selection = TextSelection(caret: place)
        XCTAssertFalse(panes.isInSight(place.utf8), "else this shows nothing")
        for letter in "some words" {
          buffer.apply(EditPlan(replacing: TextRange(at: buffer.selection.head), with: String(letter)))
          settle(0.03)
        }
        let head = buffer.selection.head.utf8
        XCTAssertTrue(MainLoop.turn(until: { panes.isInSight(head) }, seconds: 3))
        XCTAssertEqual(editor.widget.vertical.value, 400, "the editor stays")
      }
    }
  }
}

nonisolated final class ReadingLineTests: XCTestCase {
  func testTheLineGoesFromTopToBottom() throws {
    try onMain {
      @MainActor func share(_ passed: Double, _ left: Double) -> Double { ReadingLine(passed: passed, left: left, page: 100).share }
      XCTAssertEqual(share(0, 1000), 0)
      XCTAssertEqual(share(25, 975), 0.125)
      XCTAssertEqual(share(50, 950), 0.25)
      XCTAssertEqual(share(500, 500), 0.25)
      XCTAssertEqual(share(900, 100), 0.25)
      XCTAssertEqual(share(950, 50), 0.625)
      XCTAssertEqual(share(1000, 0), 1)
      // Where less than a page is out of sight.
      XCTAssertEqual(share(0, 10), 0)
      XCTAssertEqual(share(5, 5), 0.25)
      XCTAssertEqual(share(10, 0), 1)
      XCTAssertEqual(share(0, 0), 0)
      XCTAssertEqual(ReadingLine(passed: 0, left: 0, page: 0).share, 0)
    }
  }
}

/// Opens a document with thirty pictures beside its preview.
private func withIllustratedWindow(_ body: (SidePanes) throws -> Void) throws {
  let masthead = try TestApplication.shared.get()
  let folder = try TemporaryPlace()
  for number in 0..<30 {
    let picture = png(width: 120 + number * 67 % 900, height: 30 + number * 131 % 620)
    try picture.write(to: URL(fileURLWithPath: folder.path.appending(FilePath("p\(number).png")).description))
  }
  let window = masthead.makeWindow(Document(path: try folder.write("pictures.md", illustrated())), mode: .split)
  defer { window.closeForGood() }
  window.window?.defaultSize = (width: 1200, height: 700)
  finish { try await window.document.load() }
  window.present()
  XCTAssertTrue(
    MainLoop.turn(until: { window.document.isTreeSettled && window.preview.view.galley.height > 3000 && window.editor.text.isMapped }))
  settle(0.3)
  try body(SidePanes(window))
}

/// What both panes of a window show, in pixels from their upper edges.
private struct SidePanes {
  let window: DocumentWindow
  var editor: EditorPane { window.editor }
  var preview: PreviewView { window.preview.view }
  private let lines: [Line]

  /// A line of the source and whether the preview has words or a picture for it.
  private struct Line {
    var range: Range<Int>
    var isShown: Bool
  }

  init(_ window: DocumentWindow) {
    self.window = window
    var lines: [Line] = []
    var start = 0
    var isCode = false
    for line in window.document.buffer.text.string.split(separator: "\n", omittingEmptySubsequences: false) {
      let isFence = line.hasPrefix("```")
      if isFence { isCode.toggle() }
      let isMark = isFence || line.hasPrefix("|--") || line.hasPrefix("[^") || line.hasPrefix("> [!") || line.hasPrefix("<!--")
      lines.append(Line(range: start..<start + line.utf8.count, isShown: !line.isEmpty && !isMark))
      start += line.utf8.count + 1
    }
    self.lines = lines
  }

  /// Scrolls one pane to random places as a wheel or its bar does, and compares.
  func goToRandomPlaces(_ count: Int, scrolling pane: ScrolledWindow, name: String) throws {
    var random = Sequence(state: 11)
    let line = max(preview.galley.sheet.size * 1.6, Double(editor.view.place(of: .zero).height)).rounded(.up)
    var distances: [Double] = []
    for _ in 0..<count {
      let adjustment = pane.vertical
      let place = Double.random(in: adjustment.lower...max(adjustment.lower, adjustment.upper - adjustment.pageSize), using: &random)
      adjustment.value = place.rounded()
      // Until what follows has come to rest: lines are measured and pictures come.
      var last = -1.0
      _ = MainLoop.turn(
        until: {
          settle(0.04)
          let now = distance()
          defer { last = now }
          return now <= line && now == last
        }, seconds: 3)
      distances.append(distance())
      if distance() > line { XCTFail("\(name): \(distance()) px off at \(adjustment.value) of \(adjustment.upper), \(reading())") }
    }
    distances.sort()
    print("\(name): \(count) places, off by \(distances[count / 2]) px in the middle, \(distances[count - 1]) at most; a line is \(line)")
  }

  /// Goes through the preview once, so that everything is measured and all pictures are there.
  func readToTheEnd() throws {
    for _ in 0..<2 {
      preview.widget.vertical.value = 0
      while preview.widget.vertical.value < preview.widget.vertical.upper - preview.widget.vertical.pageSize - 1 {
        preview.widget.vertical.value += 500
        settle(0.03)
      }
    }
    editor.widget.vertical.value = editor.widget.vertical.upper
    settle(0.2)
  }

  /// Whether a byte of the source can be seen in the preview.
  func isInSight(_ byte: Int) -> Bool {
    guard let rect = preview.galley.rect(ofSource: byte) else { return false }
    let y = rect.y - preview.position + preview.edge
    return y >= 0 && y + rect.height <= Double(preview.widget.height)
  }

  private func reading() -> String {
    let height = window.scrollSync.readingHeight
    let offset = editor.view.offset(atX: 4, y: height)
    let text = window.document.buffer.text
    return
      "height \(height), the preview at byte \(preview.source(at: height)), the editor at \(offset.utf8) (\(editor.widget.vertical.value) of \(editor.widget.vertical.upper)) "
      + String(text.string.utf8.dropFirst(offset.utf8).prefix(40))!.debugDescription
  }

  /// How far from the reading line the pane that follows shows what is there in the other, in pixels.
  ///
  /// Asked of the letters and pictures themselves: what `ScrollSync` reckons with is not asked.
  func distance() -> Double { window.scrollSync.isLedByPreview ? distanceInEditor() : distanceInPreview() }

  private func distanceInEditor() -> Double {
    let height = window.scrollSync.readingHeight
    let y = preview.galley.y(of: preview.anchor) + height
    // From the first to the last letter of the line, or the picture, that the preview shows there.
    let bytes = [0, preview.galley.width].compactMap { preview.galley.hit(x: $0, y: y)?.source }
    guard let first = bytes.min(), let last = bytes.max() else { return .infinity }
    let (upper, lower) = (editor.view.place(of: TextOffset(first)), editor.view.place(of: TextOffset(last)))
    // At its own end it cannot go further.
    let vertical = editor.widget.vertical
    if vertical.value >= vertical.upper - vertical.pageSize, upper.y >= 0, lower.y < editor.widget.height { return 0 }
    return max(0, Double(upper.y) - height, height - Double(lower.y + lower.height))
  }

  private func distanceInPreview() -> Double {
    let height = window.scrollSync.readingHeight
    // The row of the editor at that height.
    let row = [4.0, Double(editor.widget.width) - 4].map { editor.view.offset(atX: $0, y: height).utf8 }
    guard let index = lines.lastIndex(where: { $0.range.lowerBound <= row[0] }) else { return 0 }
    let top = preview.position - preview.edge
    var upper = 0.0
    var lower = preview.galley.height
    if lines[index].isShown {
      let rects = (row[0]...max(row[0], min(row[1], lines[index].range.upperBound - 1))).compactMap { preview.galley.rect(ofSource: $0) }
      upper = rects.map(\.y).min() ?? .infinity
      lower = rects.map { $0.y + $0.height }.max() ?? 0
    } else {
      // A blank line or a mark is between what is around it.
      if let before = lines[..<index].last(where: \.isShown), let rect = preview.galley.rect(ofSource: before.range.upperBound - 1) {
        upper = rect.y + rect.height
      }
      if let after = lines[index...].first(where: \.isShown), let rect = preview.galley.rect(ofSource: after.range.lowerBound) {
        lower = max(upper, rect.y)
      }
    }
    return max(0, upper - top - height, height - (lower - top))
  }
}

/// A document of everything that has another height in the preview than in the source, with thirty pictures.
private func illustrated() -> String {
  var text = "# Pictures\n\n"
  for number in 0..<30 {
    text +=
      "## Part \(number)\n\n" + String(repeating: "Words before a picture that fill some lines of the column. ", count: 1 + number % 7)
    text += "\n\n![picture \(number)](p\(number).png)\n\n"
    switch number % 5 {
    case 0:
      text +=
        "| a | b |\n|---|---|\n" + String(repeating: "| a cell | another cell with more words in it than the first |\n", count: number)
        + "\n"
    case 1: text += "```swift\n" + String(repeating: "let number = \(number)\n", count: number * 2) + "```\n\n"
    case 2: text += String(repeating: "- an item of a list with a few words\n  - below it\n", count: 1 + number / 2) + "\n"
    case 3:
      text +=
        "> [!NOTE]\n> A note\n\n> a quote\n> goes on\n\n<!-- a comment -->\n\nWords[^\(number)].\n\n[^\(number)]: The note \(number).\n\n"
    default: text += "Words with ![a small one](p\(number).png) within,\nand a line after it.\n\n"
    }
  }
  return text
}

/// Makes a grey picture.
private func png(width: Int, height: Int) -> Data {
  var data = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  func chunk(_ kind: String, _ bytes: [UInt8]) {
    var sum = UInt32.max
    for byte in Array(kind.utf8) + bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    data += word(UInt32(bytes.count)) + Array(kind.utf8) + bytes + word(~sum)
  }
  chunk("IHDR", word(UInt32(width)) + word(UInt32(height)) + [1, 0, 0, 0, 0])
  // Rows of one bit for each pixel, in a zlib stream that is not compressed.
  let rows = Array(repeating: [0] + Array(repeating: UInt8(0xaa), count: (width + 7) / 8), count: height).joined()
  var stream: [UInt8] = [0x78, 0x01]
  let bytes = Array(rows)
  for start in stride(from: 0, to: bytes.count, by: 65_535) {
    let end = min(bytes.count, start + 65_535)
    let count = UInt16(end - start)
    stream +=
      [end == bytes.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + bytes[start..<end]
  }
  var (a, b) = (UInt32(1), UInt32(0))
  for byte in bytes {
    a = (a + UInt32(byte)) % 65_521
    b = (b + a) % 65_521
  }
  chunk("IDAT", stream + word(b << 16 | a))
  chunk("IEND", [])
  return data
}

/// The same places in every run.
private struct Sequence: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 31
  }
}
