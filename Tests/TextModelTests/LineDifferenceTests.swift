import RandomTexts
import Testing

@testable import TextModel

@Suite("Differences between texts")
struct LineDifferenceTests {
  @Test("Changed lines are named on both sides")
  func names() {
    let difference = LineDifference(from: "a\nb\nc\nd\n", to: "a\nB\nc\nd\ne\n")
    #expect(difference.changes.map(\.oldLines) == [1..<2, 4..<4])
    #expect(difference.changes.map(\.newLines) == [1..<2, 4..<5])
    #expect(LineDifference(from: "same", to: "same").isEmpty)
    #expect(LineDifference(from: "", to: "").isEmpty)
  }

  @Test(
    "Changed words are marked",
    arguments: [
      ("the quick brown fox", "the slow brown fox", ["quick"], ["slow"]),
      ("これは本です", "これは犬です", ["本"], ["犬"]),
      ("a, b", "a; b", [","], [";"]),
      ("line\r\n", "line\n", ["\r\n"], ["\n"]),
      ("Größe 1", "Größen 1", ["Größe"], ["Größen"]),
    ])
  func words(old: ChunkedText, new: ChunkedText, oldWords: [String], newWords: [String]) {
    let difference = LineDifference(from: old, to: new)
    let words = difference.wordChanges(in: difference.changes[0])
    #expect(words.map { old.string(in: $0.old) } == oldWords)
    #expect(words.map { new.string(in: $0.new) } == newWords)
  }

  @Test("Taking all changes gives the new text, taking none the old, and a mix is both")
  func taking() {
    let difference = LineDifference(from: "one\ntwo\nthree\n", to: "ONE\ntwo\nTHREE\n")
    #expect(difference.plan().applied(to: difference.old) == difference.new)
    #expect(difference.plan(taking: []).isEmpty)
    #expect(difference.plan(taking: [1]).applied(to: difference.old) == "one\ntwo\nTHREE\n")
  }

  @Test("Random edits are found and carried out", arguments: 0..<60)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = ["a", "b ", "\n", "\r\n", "\r", "é", "漢", "😀", "word ", "\n\n", "- "]
    func text(_ count: Int) -> String { (0..<count).map { _ in words.randomElement(using: &random)! }.joined() }
    let old = ChunkedText(text(Int.random(in: 0..<400, using: &random)))
    var new = old
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let lower = new.boundary(atOrBefore: TextOffset(Int.random(in: 0...new.count, using: &random)))
      let upper = new.boundary(atOrAfter: min(lower + Int.random(in: 0..<30, using: &random), new.end))
      new.replace(TextRange(lower, upper), with: text(Int.random(in: 0..<10, using: &random)))
    }
    let difference = LineDifference(from: old, to: new)
    #expect(difference.plan().applied(to: old) == new)
    #expect(difference.isEmpty == (old == new))
    // Nothing but the changes differs.
    var (oldEnd, newEnd) = (TextOffset.zero, TextOffset.zero)
    for change in difference.changes {
      #expect(old.bytes(in: TextRange(oldEnd, change.oldRange.lower)) == new.bytes(in: TextRange(newEnd, change.newRange.lower)))
      (oldEnd, newEnd) = (change.oldRange.upper, change.newRange.upper)
    }
    #expect(old.bytes(in: TextRange(oldEnd, old.end)) == new.bytes(in: TextRange(newEnd, new.end)))
  }

  @Test("Few steps are found where few suffice")
  func shortest() {
    let old = (0..<50).map { Int32($0 % 3) }
    var new = old
    new.remove(at: 40)
    new.insert(9, at: 10)
    let changes = SequenceDifference.changes(from: old, to: new)
    #expect(changes.reduce(0) { $0 + $1.old.count + $1.new.count } == 2)
  }

  @Test("A megabyte that shares nothing, and one with hundreds of changes, take well under a second")
  func speed() {
    let lines = (0..<20_000).map { "Line \($0 % 7_000) of a document that has some fifty bytes in each\n" }
    let old = ChunkedText(lines.joined())
    var changed = lines
    for index in stride(from: 0, to: changed.count, by: 50) { changed[index] = "changed \(index)\n" }
    let clock = ContinuousClock.now
    let difference = LineDifference(from: old, to: ChunkedText(changed.joined()))
    #expect(difference.changes.count == 400)
    _ = difference.plan()
    let strange = LineDifference(from: old, to: ChunkedText((0..<20_000).map { "x\($0 % 9)\n" }.joined()))
    #expect(strange.plan().applied(to: old) == strange.new)
    // Unoptimised, on a busy machine; the figure itself is measured in release.
    #expect(.now - clock < .seconds(20))
  }
}
