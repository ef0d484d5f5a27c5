import RandomTexts
import Testing
import TextModel

/// A text with a history, edited as a buffer does it.
private struct Typist {
  var text: ChunkedText
  var history = UndoHistory()
  var selection = TextSelection(caret: .zero)

  init(_ text: ChunkedText) {
    self.text = text
  }

  mutating func edit(_ replacements: [(TextRange, String)], isTyping: Bool, after: TextSelection? = nil) {
    let before = selection
    var edits: [UndoHistory.Edit] = []
    for (range, new) in replacements {
      edits.append(.init(TextEdit(range, newCount: new.utf8.count), removed: text.part(range)))
      text.replace(range, with: new)
      selection = TextSelection(caret: range.lower + new.utf8.count)
    }
    if let after { selection = after }
    history.record(edits, in: text, before: before, after: selection, isTyping: isTyping)
  }

  mutating func type(_ string: String) {
    for character in string { edit([(selection.range, String(character))], isTyping: true) }
  }

  mutating func move(to offset: Int) {
    selection = TextSelection(caret: TextOffset(offset))
    history.seal()
  }

  mutating func go(_ way: UndoHistory.Way?) {
    guard let way else { return }
    for (range, new) in way.replacements { text.replace(range, with: new.string) }
    selection = way.selection
  }

  mutating func undo() { go(history.undo(in: text)) }
  mutating func redo() { go(history.redo()) }

  /// What undoing everything passes through.
  mutating func states() -> [String] {
    var states: [String] = []
    while history.canUndo {
      undo()
      states.append(text.string)
    }
    return states
  }
}

@Suite struct UndoHistoryTests {
  @Test func typingJoinsUpToTheNextWord() {
    var typist = Typist("")
    typist.type("one two  three")
    #expect(typist.states() == ["one two", "one", ""])
  }

  @Test func lineEndsAreStepsOfTheirOwn() {
    var typist = Typist("")
    typist.type("a\nb")
    #expect(typist.states() == ["a\n", "a", ""])
  }

  @Test func movingTheCaretEndsAStep() {
    var typist = Typist("")
    typist.type("ab")
    typist.move(to: 0)
    typist.move(to: 2)
    typist.type("cd")
    #expect(typist.states() == ["ab", ""])
  }

  @Test func erasingJoins() {
    var typist = Typist("abcdef")
    typist.move(to: 4)
    for offset in [4, 3] { typist.edit([(TextRange(offset - 1, offset), "")], isTyping: true) }
    typist.edit([(TextRange(2, 3), "")], isTyping: true)
    typist.edit([(TextRange(2, 3), "")], isTyping: true)
    #expect(typist.text.string == "ab")
    typist.undo()
    #expect(typist.text.string == "abef")
    #expect(typist.selection == TextSelection(caret: TextOffset(2)))
    typist.undo()
    #expect(typist.text.string == "abcdef")
    #expect(typist.selection == TextSelection(caret: TextOffset(4)))
  }

  @Test func commandsAndPastesNeverJoin() {
    var typist = Typist("")
    typist.type("a")
    typist.edit([(TextRange(1, 1), "b")], isTyping: false)
    typist.type("c")
    typist.edit([(TextRange(3, 3), String(repeating: "p", count: 100))], isTyping: true)
    typist.type("d")
    #expect(typist.states().map(\.count) == [103, 3, 2, 1, 0])
  }

  @Test func typingOverASelectionGoesOnAsOneStepAndTheSelectionComesBack() {
    var typist = Typist("one two three")
    typist.selection = TextSelection(anchor: TextOffset(7), head: TextOffset(4))
    typist.edit([(TextRange(4, 7), ""), (TextRange(4, 4), "2")], isTyping: true)
    typist.type("nd")
    #expect(typist.text.string == "one 2nd three")
    typist.undo()
    #expect(typist.text.string == "one two three")
    #expect(typist.selection == TextSelection(anchor: TextOffset(7), head: TextOffset(4)))
    typist.redo()
    #expect(typist.text.string == "one 2nd three")
    #expect(typist.selection == TextSelection(caret: TextOffset(7)))
  }

  @Test func whatIsTypedAfterUndoOrRedoIsAStepOfItsOwn() {
    var typist = Typist("")
    typist.type("ab")
    typist.undo()
    typist.redo()
    typist.type("c")
    #expect(typist.states() == ["ab", ""])
    #expect(!typist.history.canUndo && typist.history.canRedo)
    typist.type("x")
    #expect(!typist.history.canRedo)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func undoingAllGivesTheOriginalAndRedoingAllTheResult(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let original = ChunkedText(randomText(pieces: 40, holdsNUL: true, using: &generator))
    var typist = Typist(original)
    var passed: [ChunkedText] = []
    for _ in 0..<150 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: typist.undo()
      case 1: typist.redo()
      case 2: typist.history.seal()
      default:
        var replacements: [(TextRange, String)] = []
        var text = typist.text
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let lower = text.boundary(atOrBefore: TextOffset(Int.random(in: 0...text.count, using: &generator)))
          let upper = text.boundary(atOrAfter: min(text.end, lower + Int.random(in: 0...5, using: &generator)))
          let new = randomText(pieces: Int.random(in: 0...2, using: &generator), holdsNUL: true, using: &generator)
          replacements.append((TextRange(lower, upper), new))
          text.replace(TextRange(lower, upper), with: new)
        }
        if Bool.random(using: &generator) { typist.selection = TextSelection(caret: replacements[0].0.lower) }
        typist.edit(replacements, isTyping: Bool.random(using: &generator))
      }
      passed.append(typist.text)
    }
    let result = typist.text
    while typist.history.canUndo { typist.undo() }
    #expect(typist.text == original)
    let redone = typist.history.canRedo
    while typist.history.canRedo { typist.redo() }
    // Redoing passes the result and goes on to what had been undone before.
    if redone { #expect(passed.contains(typist.text)) }
    var isFound = typist.text == result
    while !isFound && typist.history.canUndo {
      typist.undo()
      isFound = typist.text == result
    }
    #expect(isFound)
  }
}
