import CGLib
import CGtk
import GLibKit
import GtkKit
import TextModel
import XCTest

nonisolated final class SourceViewTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testGtkSourceViewsOwnKeysChangeNothing() {
    onMainActor {
      let page = TestPage("hello world 41\nsecond line\nthird")
      defer { page.close() }
      // A view as GtkSourceView makes it shows that each of these changes text.
      let plain = SourceBuffer()
      plain.load("hello world 41\nsecond line\nthird")
      let plainView = GObjectRef(
        adopting: UnsafeMutableRawPointer(gtk_source_view_new_with_buffer(plain.pointer.sourceBuffer)!))
      let actions: [(String, [Int32], TextSelection)] = [
        ("move-words", [1], TextSelection(TextRange(0, 5))),
        ("move-lines", [1], TextSelection(caret: .zero)),
        ("change-number", [1], TextSelection(caret: TextOffset(13))),
        ("change-case", [0], TextSelection(TextRange(0, 5))),
        ("change-case", [1], TextSelection(TextRange(0, 5))),
        ("join-lines", [], TextSelection(TextRange(0, 20))),
      ]
      for (signal, arguments, selection) in actions {
        plain.selection = selection
        let before = plain.text
        emit(signal, arguments, on: plainView)
        if signal != "change-case" || arguments != [0] {
          XCTAssertNotEqual(plain.text, before, "\(signal) would change the text")
        }
        while plain.canUndo { plain.undo() }

        page.buffer.selection = selection
        emit(signal, arguments, on: page.view.widget.ref)
        XCTAssertEqual(page.buffer.text.string, "hello world 41\nsecond line\nthird", signal)
        XCTAssertFalse(page.buffer.canUndo)
      }
    }
  }

  func testTypingThroughTheViewWorks() {
    onMainActor {
      let page = TestPage("text")
      defer { page.close() }
      emit("insert-at-cursor", "More ", on: page.view.widget.ref)
      XCTAssertEqual(page.buffer.text.string, "More text")
      XCTAssertEqual(page.buffer.selection, TextSelection(caret: TextOffset(5)))
      emit("backspace", on: page.view.widget.ref)
      XCTAssertEqual(page.buffer.text.string, "Moretext")
      page.buffer.isReadOnly = true
      emit("backspace", on: page.view.widget.ref)
      emit("insert-at-cursor", "x", on: page.view.widget.ref)
      XCTAssertEqual(page.buffer.text.string, "Moretext")
    }
  }

  func testVisibleRangeAndScrollingFollowEachOther() {
    onMainActor {
      let lines = (0..<2000).map { "Line \($0) of the document\n" }.joined()
      let page = TestPage(lines)
      defer { page.close() }
      page.settle()
      let first = page.view.visibleRange
      XCTAssertEqual(first.lower, .zero)
      XCTAssertGreaterThan(first.count, 100)
      XCTAssertLessThan(first.count, 5000)
      let target = page.buffer.text.lines.start(ofLine: 1500)
      page.view.scroll(to: target, share: 0)
      XCTAssertEqual(page.view.visibleRange, first, "never at once")
      _ = MainLoop.turn(until: { page.view.visibleRange.contains(target) }, seconds: 20)
      page.settle()
      let scrolled = page.view.visibleRange
      XCTAssertTrue(scrolled.contains(target), "\(scrolled) holds \(target)")
      let line = page.buffer.text.lines.line(at: scrolled.lower)
      XCTAssertTrue((1498...1500).contains(line), "line \(line) is at the top")
      let place = page.view.place(of: target)
      XCTAssertEqual(page.view.offset(atX: Double(place.x), y: Double(place.y) + 2), target)
    }
  }

  func testTheColumnIsCentredAndNoWiderThanAsked() {
    onMainActor {
      let page = TestPage(String(repeating: "word ", count: 400))
      defer { page.close() }
      page.settle()
      let text = UnsafeMutablePointer<GtkTextView>(OpaquePointer(page.view.widget.ref.pointer))
      XCTAssertEqual(gtk_text_view_get_left_margin(text), 24)
      page.view.lineWidth = 40
      page.settle()
      let margin = gtk_text_view_get_left_margin(text)
      XCTAssertGreaterThan(margin, 100)
      XCTAssertEqual(gtk_text_view_get_right_margin(text), margin)
      page.view.textSize = 200
      page.settle()
      XCTAssertLessThan(gtk_text_view_get_left_margin(text), margin, "larger letters make a wider column")
      page.view.lineWidth = nil
      XCTAssertEqual(gtk_text_view_get_left_margin(text), 24)
    }
  }

  func testTextSizeChangesTheHeightOfLines() {
    onMainActor {
      let page = TestPage("line\nline\n")
      defer { page.close() }
      page.settle()
      let small = page.view.place(of: TextOffset(5)).height
      page.view.textSize = 200
      page.settle()
      let large = page.view.place(of: TextOffset(5)).height
      XCTAssertGreaterThan(Double(large), Double(small) * 1.6)
      page.view.font = "Serif Bold 30px"
      page.settle()
      XCTAssertNotEqual(page.view.place(of: TextOffset(5)).height, large)
    }
  }

  func testClosingFreesViewAndBuffer() {
    onMainActor {
      TestPage("warm").close()
      for _ in 0..<10 { MainLoop.turn(mayBlock: false) }
      let references = LiveObjects.referenceCount
      let closures = LiveObjects.closureCount
      for _ in 0..<10 {
        let page = TestPage("text")
        page.view.scroll(to: .zero)
        page.settle()
        page.close()
      }
      for _ in 0..<20 { MainLoop.turn(mayBlock: false) }
      XCTAssertEqual(LiveObjects.referenceCount, references)
      XCTAssertEqual(LiveObjects.closureCount, closures)
    }
  }
}

/// Emits an action signal as a key would.
func emit(_ signal: String, _ arguments: [Int32] = [], on ref: GObjectRef) {
  emit(signal, on: ref, count: arguments.count) { value, index in
    switch g_type_fundamental(value.pointee.g_type) {
    case g_type_from_name("gboolean"): g_value_set_boolean(value, arguments[index])
    case g_type_from_name("GEnum"): g_value_set_enum(value, arguments[index])
    default: g_value_set_int(value, arguments[index])
    }
  }
}

func emit(_ signal: String, _ text: String, on ref: GObjectRef) {
  emit(signal, on: ref, count: 1) { value, _ in g_value_set_string(value, text) }
}

private func emit(
  _ signal: String, on ref: GObjectRef, count: Int, _ fill: (UnsafeMutablePointer<GValue>, Int) -> Void
) {
  let type = ref.pointer.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
  let id = g_signal_lookup(signal, type)
  var query = GSignalQuery()
  g_signal_query(id, &query)
  let values = UnsafeMutablePointer<GValue>.allocate(capacity: count + 1)
  values.initialize(repeating: GValue(), count: count + 1)
  g_value_init(values, type)
  g_value_set_object(values, ref.pointer)
  for index in 0..<count {
    g_value_init(values + index + 1, query.param_types[index])
    fill(values + index + 1, index)
  }
  g_signal_emitv(values, id, 0, nil)
  for index in 0...count { g_value_unset(values + index) }
  values.deallocate()
}

extension UnsafeMutablePointer where Pointee == GtkTextBuffer {
  var sourceBuffer: UnsafeMutablePointer<GtkSourceBuffer> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: GtkSourceBuffer.self) }
}
