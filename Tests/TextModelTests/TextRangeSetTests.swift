import RandomTexts
import Testing
import TextModel

@Suite struct TextRangeSetTests {
  /// The same set the slow way: one flag for each byte.
  private func flags(_ set: TextRangeSet, _ count: Int) -> [Bool] {
    (0..<count).map { byte in set.ranges.contains { $0.contains(TextOffset(byte)) } }
  }

  private func isSound(_ set: TextRangeSet) -> Bool {
    set.ranges.allSatisfy { !$0.isEmpty } && zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upper < $1.lower }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func operationsEqualThoseOnFlags(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = 60
    func randomRange() -> TextRange {
      let lower = Int.random(in: 0...count, using: &generator)
      return TextRange(lower, min(count, lower + Int.random(in: 0...12, using: &generator)))
    }
    var set = TextRangeSet((0..<4).map { _ in randomRange() })
    for _ in 0..<60 {
      let range = randomRange()
      let before = flags(set, count)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        set.insert(range)
        #expect(flags(set, count) == before.indices.map { before[$0] || range.contains(TextOffset($0)) })
      case 1:
        set.remove(range)
        #expect(flags(set, count) == before.indices.map { before[$0] && !range.contains(TextOffset($0)) })
      case 2:
        let other = TextRangeSet((0..<3).map { _ in randomRange() })
        let difference = set.subtracting(other)
        #expect(isSound(difference))
        let flagsOfOther = flags(other, count)
        #expect(flags(difference, count) == before.indices.map { before[$0] && !flagsOfOther[$0] })
      default:
        let part = set.intersection(range)
        #expect(isSound(part))
        #expect(flags(part, count) == before.indices.map { before[$0] && range.contains(TextOffset($0)) })
      }
      #expect(isSound(set))
      #expect((0..<count).map { set.contains(TextOffset($0)) } == flags(set, count))
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func editsCarryTheSetAsFlagsOnBytesAreCarried(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes = (0..<50).map { _ in Int.random(in: 0..<3, using: &generator) == 0 }
    var set = TextRangeSet(bytes.indices.filter { bytes[$0] }.map { TextRange($0, $0 + 1) })
    for _ in 0..<30 {
      let lower = Int.random(in: 0...bytes.count, using: &generator)
      let upper = min(bytes.count, lower + Int.random(in: 0...4, using: &generator))
      let new = Int.random(in: 0...4, using: &generator)
      // Deleting first and inserting then, as GTK does, gives the same but where the edit ends at a border of the set.
      let isInside =
        lower > 0 && upper < bytes.count && bytes[lower - 1] && bytes[upper]
        && bytes[lower..<upper].allSatisfy { $0 }
      bytes.replaceSubrange(lower..<upper, with: Array(repeating: isInside, count: new))
      set.apply(TextEdit(TextRange(lower, upper), newCount: new))
      #expect(flags(set, bytes.count) == bytes)
      #expect(isSound(set))
    }
  }
}
