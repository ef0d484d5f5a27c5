import GLibKit
import GtkKit
import Markdown
import TextModel
import XCTest

@testable import MastheadApp

nonisolated final class DocumentParsingTests: XCTestCase {
  private static let paragraph = "Some *words* and a [link](http://a.b/c) here.\n\n"

  /// A fence opened at the start of a long text changes everything below it. The main loop goes on meanwhile, and what is typed meanwhile
  /// is in the tree that comes of it.
  func testALongParseNeverHoldsTheMainLoop() throws {
    try onMain {
      _ = try TestApplication.shared.get()
      let document = Document()
      let text = ChunkedText(String(repeating: Self.paragraph, count: 40_000))
      document.buffer.load(text)
      XCTAssertTrue(MainLoop.turn(until: { document.buffer.text == text && document.isTreeSettled && !document.isLoading }, seconds: 60))

      // What a parse of all takes in this build, on this machine, now.
      let started = MainLoop.now
      _ = MarkdownDocument(text)
      let whole = MainLoop.now - started

      var changes = 0
      document.onTreeChange { _ in changes += 1 }
      var longest = 0.0
      var last = MainLoop.now
      @MainActor func insert(_ new: String, at place: Int) {
        let before = MainLoop.now
        document.buffer.apply(EditPlan(replacing: TextRange(at: TextOffset(place)), with: new, selection: document.buffer.selection))
        longest = max(longest, MainLoop.now - before)
      }
      insert("```\n", at: 0)
      XCTAssertFalse(document.isTreeSettled)
      XCTAssertEqual(document.tree.text, document.buffer.text)
      insert("x", at: 4 + Self.paragraph.utf8.count * 20_000)
      insert("y", at: 4)
      last = MainLoop.now
      XCTAssertTrue(
        MainLoop.turn(
          until: {
            longest = max(longest, MainLoop.now - last)
            last = MainLoop.now
            return document.isTreeSettled
          }, seconds: 60))
      XCTAssertGreaterThan(changes, 3)
      XCTAssertEqual(document.tree.text, document.buffer.text)
      XCTAssertEqual(document.tree.htmlBytes(), MarkdownDocument(document.buffer.text).htmlBytes())
      XCTAssertEqual(document.tree.root.firstChild?.kind, .codeBlock)
      XCTAssertLessThan(longest, whole / 2, "the main loop stood still for \(longest) s; a whole parse takes \(whole) s")
      print("longest turn \(longest) s, whole parse \(whole) s")
    }
  }
}
