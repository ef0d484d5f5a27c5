import CGtk
import GLibKit
import GtkKit
import RandomTexts
import TextModel
import XCTest

/// Compares the buffer's mirror with GtkTextBuffer after random edits, undos and loads.
nonisolated final class SourceBufferTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testRandomEditsUndosAndRedosKeepMirrorAndBufferEqual() {
    onMainActor {
      for seed in 0..<25 as Range<UInt64> {
        var generator = SeededGenerator(seed: seed)
        let original = ChunkedText(randomText(pieces: 60, using: &generator))
        let buffer = SourceBuffer()
        buffer.load(original)
        // A second mirror, kept from what the buffer tells alone.
        var told = buffer.text
        var lastRevision = buffer.snapshot.revision
        buffer.onChange { change in
          XCTAssertEqual(change.before.text, told)
          XCTAssertGreaterThan(change.after.revision, lastRevision)
          let edit = change.edit
          XCTAssertEqual(change.after.text.count - change.before.text.count, edit.delta)
          told.replace(edit.range, with: change.after.text.string(in: edit.newRange))
          XCTAssertEqual(told, change.after.text, "seed \(seed)")
          lastRevision = change.after.revision
        }
        // Whoever hears of the caret may read the text, and keep it: half a step must not be seen.
        buffer.onSelectionChange { XCTAssertEqual(buffer.text, told, "seed \(seed)") }
        for step in 0..<120 {
          switch Int.random(in: 0..<10, using: &generator) {
          case 0..<5:
            let plan = randomPlan(buffer.text, using: &generator)
            let expected = plan.applied(to: buffer.text)
            XCTAssertTrue(buffer.apply(plan))
            XCTAssertEqual(buffer.text, expected, "seed \(seed) step \(step)")
          case 5: buffer.undo()
          case 6: buffer.redo()
          case 7:
            // Typing, as an input method commits it.
            buffer.selection = TextSelection(caret: randomOffset(buffer.text, using: &generator))
            gtk_text_buffer_insert_interactive_at_cursor(buffer.pointer, "é", -1, 1)
          case 8:
            let selection = TextSelection(
              anchor: randomOffset(buffer.text, using: &generator), head: randomOffset(buffer.text, using: &generator))
            buffer.selection = selection
            XCTAssertEqual(buffer.selection, selection)
          default:
            buffer.selection = TextSelection(randomRange(buffer.text, using: &generator))
            gtk_text_buffer_delete_selection(buffer.pointer, 1, 1)
          }
          XCTAssertNil(buffer.flaw, "seed \(seed) step \(step)")
          XCTAssertEqual(told, buffer.text)
          XCTAssertEqual(buffer.isModified, buffer.text != original)
        }
        while buffer.canUndo { buffer.undo() }
        XCTAssertEqual(buffer.text, original, "undoing everything gives back what was loaded")
        XCTAssertFalse(buffer.isModified)
        while buffer.canRedo { buffer.redo() }
        XCTAssertEqual(buffer.text, told)
        XCTAssertNil(buffer.flaw)
      }
    }
  }

  func testOffsetsAgreeWithGtkAtEveryScalar() {
    onMainActor {
      let buffer = makeBuffer(difficultPieces.filter { !$0.contains("\0") }.joined() + "end")
      let lines = buffer.text.lines
      for scalar in 0...buffer.text.scalarCount {
        let offset = lines.offset(ofScalar: scalar)
        buffer.selection = TextSelection(caret: offset)
        var iter = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer.pointer, &iter, gtk_text_buffer_get_insert(buffer.pointer))
        XCTAssertEqual(Int(gtk_text_iter_get_offset(&iter)), scalar)
        XCTAssertEqual(buffer.selection.head, offset)
        if offset < buffer.text.end {
          let scalarValue = buffer.text.string(in: TextRange(offset, lines.offset(ofScalar: scalar + 1))).unicodeScalars.first!
          XCTAssertEqual(gtk_text_iter_get_char(&iter), scalarValue.value)
        }
      }
    }
  }

  func testAPlanIsOneStepAndSelectionComesBack() {
    onMainActor {
      let buffer = makeBuffer("one two three")
      buffer.selection = TextSelection(anchor: TextOffset(4), head: TextOffset(7))
      let plan = EditPlan(
        [.init(TextRange(4, 4), "**"), .init(TextRange(7, 7), "**")],
        selection: TextSelection(anchor: TextOffset(6), head: TextOffset(9)))
      buffer.apply(plan)
      XCTAssertEqual(buffer.text.string, "one **two** three")
      XCTAssertEqual(buffer.selection, TextSelection(anchor: TextOffset(6), head: TextOffset(9)))
      buffer.undo()
      XCTAssertEqual(buffer.text.string, "one two three")
      XCTAssertEqual(buffer.selection, TextSelection(anchor: TextOffset(4), head: TextOffset(7)))
      XCTAssertFalse(buffer.canUndo)
      buffer.redo()
      XCTAssertEqual(buffer.text.string, "one **two** three")
      XCTAssertFalse(buffer.canRedo)
    }
  }

  func testAPlanWithoutSelectionCarriesTheOldOne() {
    onMainActor {
      let buffer = makeBuffer("one two")
      buffer.selection = TextSelection(caret: TextOffset(7))
      buffer.apply(EditPlan(replacing: TextRange(0, 3), with: "three"))
      XCTAssertEqual(buffer.selection, TextSelection(caret: TextOffset(9)))
      buffer.apply(EditPlan([], selection: TextSelection(caret: .zero)))
      XCTAssertEqual(buffer.selection, TextSelection(caret: .zero))
    }
  }

  func testEditsOfOneStepAreToldTogether() {
    onMainActor {
      let buffer = makeBuffer("a b c")
      var causes: [SourceBuffer.Cause] = []
      var counts: [Int] = []
      buffer.onChange { change in
        causes.append(change.cause)
        counts.append(change.edits.count)
        XCTAssertNil(buffer.flaw)
      }
      buffer.apply(EditPlan([.init(TextRange(0, 1), "x"), .init(TextRange(4, 5), "y")]))
      buffer.undo()
      buffer.redo()
      buffer.load("new")
      XCTAssertEqual(counts, [4, 4, 4, 1, 1])
      XCTAssertTrue(causes == [.edit, .undo, .redo, .load, .load])
    }
  }

  func testAHandlerThatEditsIsToldLastAndDisturbsNothing() {
    onMainActor {
      let buffer = makeBuffer("")
      var seen: [String] = []
      buffer.onChange { change in
        if change.cause == .edit, change.after.text.string == "a" { buffer.apply(EditPlan(replacing: TextRange(1, 1), with: "b")) }
      }
      buffer.onChange { seen.append($0.after.text.string) }
      buffer.apply(EditPlan(replacing: TextRange(0, 0), with: "a"))
      XCTAssertEqual(seen, ["a", "ab"])
      XCTAssertNil(buffer.flaw)
      buffer.undo()
      XCTAssertEqual(buffer.text.string, "a", "and its edit is a step of its own")
    }
  }

  func testUndoIsUnlimited() {
    onMainActor {
      let buffer = makeBuffer("")
      for _ in 0..<1000 { buffer.apply(EditPlan(replacing: TextRange(at: buffer.text.end), with: "x\n")) }
      var steps = 0
      while buffer.canUndo {
        buffer.undo()
        steps += 1
      }
      XCTAssertEqual(steps, 1000)
      XCTAssertTrue(buffer.text.isEmpty)
    }
  }

  func testManyReplacementsAreOneInGtk() {
    onMainActor {
      let buffer = makeBuffer(String(repeating: "a ", count: 1000))
      var inserted = 0
      buffer.ref.connect("insert-text") { inserted += 1 }
      buffer.apply(EditPlan((0..<1000).map { .init(TextRange($0 * 2, $0 * 2 + 1), "ä") }))
      XCTAssertEqual(inserted, 1)
      XCTAssertEqual(buffer.text.string, String(repeating: "ä ", count: 1000))
      buffer.undo()
      XCTAssertEqual(buffer.text.string, String(repeating: "a ", count: 1000))
    }
  }

  func testUndoingBackToWhatWasSavedIsUnmodified() {
    onMainActor {
      let buffer = makeBuffer("saved")
      var told: [Bool] = []
      buffer.onModifiedChange { told.append(buffer.isModified) }
      @MainActor func type(_ character: String) {
        gtk_text_buffer_begin_user_action(buffer.pointer)
        gtk_text_buffer_insert_interactive_at_cursor(buffer.pointer, character, -1, 1)
        gtk_text_buffer_end_user_action(buffer.pointer)
      }
      type("a")
      type("b")
      XCTAssertTrue(buffer.isModified)
      buffer.markSaved(buffer.snapshot)
      XCTAssertFalse(buffer.isModified)
      type("c")
      XCTAssertTrue(buffer.isModified)
      buffer.undo()
      XCTAssertEqual(buffer.text.string, "absaved", "typing after the save is a step of its own")
      XCTAssertFalse(buffer.isModified)
      buffer.undo()
      XCTAssertTrue(buffer.isModified)
      buffer.redo()
      XCTAssertFalse(buffer.isModified)
      XCTAssertEqual(told, [true, false, true, false, true, false])
    }
  }

  func testASaveThatEndsAfterMoreTypingSavedTheOlderText() {
    onMainActor {
      let buffer = makeBuffer("one")
      buffer.apply(EditPlan(replacing: TextRange(3, 3), with: " two"))
      let written = buffer.snapshot
      buffer.apply(EditPlan(replacing: TextRange(7, 7), with: " three"))
      buffer.markSaved(written)
      XCTAssertTrue(buffer.isModified)
      buffer.undo()
      XCTAssertFalse(buffer.isModified)
    }
  }

  func testReadOnlyTextIsNotChangedByAnyDoor() {
    onMainActor {
      let buffer = makeBuffer("text")
      buffer.apply(EditPlan(replacing: TextRange(0, 0), with: "x"))
      var told: [Bool] = []
      buffer.onEditableChange { told.append(buffer.isEditable) }
      buffer.isReadOnly = true
      XCTAssertFalse(buffer.apply(EditPlan(replacing: TextRange(0, 0), with: "y")))
      XCTAssertFalse(buffer.replaceAll(with: "z"))
      buffer.undo()
      XCTAssertEqual(buffer.text.string, "xtext")
      buffer.isReadOnly = false
      XCTAssertEqual(told, [false, true])
    }
  }

  func testReloadIsOneStepThatKeepsCaretAndUndo() {
    onMainActor {
      let buffer = makeBuffer("# Title\n\nfirst\nsecond\nthird\n")
      buffer.apply(EditPlan(replacing: TextRange(0, 7), with: "# Heading"))
      buffer.selection = TextSelection(caret: TextOffset(21))
      XCTAssertEqual(buffer.text.string(in: TextRange(17, 23)), "second")
      XCTAssertTrue(buffer.replaceAll(with: "# Heading\n\nFIRST, and longer\nseCOnd\nthird\nlast\n"))
      XCTAssertEqual(buffer.text.string, "# Heading\n\nFIRST, and longer\nseCOnd\nthird\nlast\n")
      let line = buffer.text.lines.line(at: buffer.selection.head)
      XCTAssertEqual(line, 3)
      XCTAssertEqual(buffer.selection.head - buffer.text.lines.start(ofLine: line), 4)
      buffer.undo()
      XCTAssertEqual(buffer.text.string, "# Heading\n\nfirst\nsecond\nthird\n")
      buffer.undo()
      XCTAssertEqual(buffer.text.string, "# Title\n\nfirst\nsecond\nthird\n")
      XCTAssertFalse(buffer.canUndo)
    }
  }

  func testNULsBecomeReplacementCharacters() {
    onMainActor {
      let buffer = makeBuffer("a\0b")
      XCTAssertEqual(buffer.text.string, "a\u{FFFD}b")
      buffer.apply(EditPlan(replacing: TextRange(0, 0), with: "\0\0"))
      XCTAssertEqual(buffer.text.string, "\u{FFFD}\u{FFFD}a\u{FFFD}b")
      XCTAssertNil(buffer.flaw)
    }
  }

  func testClosingFreesEverything() {
    onMainActor {
      let references = LiveObjects.referenceCount
      let closures = LiveObjects.closureCount
      for _ in 0..<20 {
        let buffer = makeBuffer("text")
        buffer.onChange { _ in }
        buffer.onUndoChange {}
        buffer.apply(EditPlan(replacing: TextRange(0, 0), with: "x"))
        buffer.load(ChunkedText(String(repeating: "line\n", count: 100_000)))
      }
      // The timers of the loads that were given up run out one by one.
      for _ in 0..<1_000 where LiveObjects.closureCount != closures {
        MainLoop.turn(mayBlock: false)
        usleep(2_000)
      }
      XCTAssertEqual(LiveObjects.referenceCount, references)
      XCTAssertEqual(LiveObjects.closureCount, closures)
    }
  }
}

extension SourceBuffer {
  /// The GtkTextBuffer, to do behind the wrapper's back what a person does through the view.
  var pointer: UnsafeMutablePointer<GtkTextBuffer> { ref.pointer.assumingMemoryBound(to: GtkTextBuffer.self) }
}

extension TextRange {
  init(_ lower: Int, _ upper: Int) {
    self.init(TextOffset(lower), TextOffset(upper))
  }
}

private func makeBuffer(_ text: String = "") -> SourceBuffer {
  let buffer = SourceBuffer()
  buffer.load(ChunkedText(text))
  return buffer
}

/// Any place between two scalars.
private func randomOffset(_ text: ChunkedText, using generator: inout SeededGenerator) -> TextOffset {
  text.boundary(atOrBefore: TextOffset(Int.random(in: 0...text.count, using: &generator)))
}

private func randomRange(_ text: ChunkedText, using generator: inout SeededGenerator) -> TextRange {
  let lower = randomOffset(text, using: &generator)
  return TextRange(lower, text.boundary(atOrAfter: min(text.end, lower + Int.random(in: 0...9, using: &generator))))
}

private func randomPlan(_ text: ChunkedText, using generator: inout SeededGenerator) -> EditPlan {
  var replacements: [EditPlan.Replacement] = []
  for _ in 0..<Int.random(in: 1...4, using: &generator) {
    let range = randomRange(text, using: &generator)
    guard replacements.allSatisfy({ !$0.range.touches(range) }) else { continue }
    replacements.append(.init(range, randomText(pieces: Int.random(in: 0...3, using: &generator), using: &generator)))
  }
  return EditPlan(replacements)
}
