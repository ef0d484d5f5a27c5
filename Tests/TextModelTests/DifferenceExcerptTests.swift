import RandomTexts
import Testing

@testable import TextModel

@Suite("What a comparison shows")
struct DifferenceExcerptTests {
  /// Writes a line with its marked words in brackets.
  private func marked(_ line: DifferenceExcerpt.Line) -> String {
    var bytes = Array(line.text.utf8)
    for mark in line.marks.reversed() {
      bytes.insert(UInt8(ascii: "]"), at: mark.upperBound)
      bytes.insert(UInt8(ascii: "["), at: mark.lowerBound)
    }
    return "\(line.number) " + String(decoding: bytes, as: UTF8.self)
  }

  @Test("Both sides have their changed words marked, and lines around them")
  func words() {
    let difference = LineDifference(from: "a\nb\nthe quick fox\nd\ne\nf\n", to: "a\nb\nthe slow fox\nd\ne\nf\n")
    let excerpt = difference.excerpt(at: 0)
    #expect(excerpt.before.map(marked) == ["1 a", "2 b"])
    #expect(excerpt.old.lines.map(marked) == ["3 the [quick] fox"])
    #expect(excerpt.new.lines.map(marked) == ["3 the [slow] fox"])
    #expect(excerpt.after.map(marked) == ["4 d", "5 e"])
  }

  @Test("Lines that were only added or removed carry no marks")
  func addedAndRemoved() {
    let added = LineDifference(from: "a\nb\n", to: "a\nnew\nb\n").excerpt(at: 0)
    #expect(added.old.lines.isEmpty)
    #expect(added.new.lines.map(marked) == ["2 new"])
    let removed = LineDifference(from: "old\n", to: "").excerpt(at: 0)
    #expect(removed.old.lines.map(marked) == ["1 old"])
    #expect(removed.new.lines.isEmpty)
  }

  @Test("Lines between two changes are not shown as both's neighbours before the later one")
  func neighbours() {
    let difference = LineDifference(from: "1\nx\n2\ny\n3\n", to: "1\nX\n2\nY\n3\n")
    #expect(difference.excerpt(at: 0).after.map(\.text) == ["2"])
    #expect(difference.excerpt(at: 1).before.map(\.text) == ["2"])
  }

  @Test("A line end that alone differs is told", arguments: ["one\r\ntwo\n", "one\rtwo\n"] as [ChunkedText])
  func ends(new: ChunkedText) {
    let excerpt = LineDifference(from: "one\ntwo\n", to: new).excerpt(at: 0)
    #expect(excerpt.old.lines.map(\.text) == ["one"])
    #expect(excerpt.old.lines.map(\.differsInEndOnly) == [true])
    #expect(excerpt.new.lines.map(\.text) == ["one"])
  }

  @Test("A long line is cut around its first changed word, between characters")
  func longLine() {
    let lead = String(repeating: "ä ", count: 50_000)
    let difference = LineDifference(from: ChunkedText(lead + "old" + lead), to: ChunkedText(lead + "new" + lead))
    let line = difference.excerpt(at: 0).old.lines[0]
    #expect(line.text.utf8.count < 700)
    #expect(line.text.hasPrefix("…") && line.text.hasSuffix("…"))
  }

  @Test("Many lines are cut off and counted")
  func manyLines() {
    let new = ChunkedText((0..<10_000).map { "line \($0)\n" }.joined())
    let excerpt = LineDifference(from: "", to: new).excerpt(at: 0)
    #expect(excerpt.new.lines.count == 30)
    #expect(excerpt.new.omitted == 9_970)
  }

  @Test("Marks are where the texts say, in random texts", arguments: 0..<40)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let words = ["a", "bb", "ß", "本", "\r\n", "\n", " ", "\r", "😀"]
    func text() -> ChunkedText { ChunkedText((0..<60).map { _ in words.randomElement(using: &random)! }.joined()) }
    let difference = LineDifference(from: text(), to: text())
    for index in difference.changes.indices {
      let excerpt = difference.excerpt(at: index)
      for side in [excerpt.old, excerpt.new] {
        for line in side.lines {
          #expect(!line.text.contains("\n") && !line.text.contains("\r"))
          for mark in line.marks {
            let bytes = Array(line.text.utf8)[mark]
            #expect(String(validating: bytes, as: UTF8.self) != nil)
          }
        }
      }
      #expect(excerpt.old.lines.count + excerpt.old.omitted == difference.changes[index].oldLines.count)
    }
  }
}
