import RandomTexts
import Testing
import TextModel

@Suite struct EditPlanTests {
  /// Draws a plan of replacements at boundaries of the text, in random order.
  private func randomPlan(_ text: String, upTo count: Int, using generator: inout SeededGenerator) -> EditPlan {
    let boundaries = NaiveText(bytes: Array(text.utf8)).boundaries
    var replacements: [EditPlan.Replacement] = []
    var at = 0
    while at < boundaries.count && replacements.count < count {
      let lower = at + Int.random(in: 0...6, using: &generator)
      let upper = lower + Int.random(in: 0...4, using: &generator)
      guard upper < boundaries.count else { break }
      let new = randomText(pieces: Int.random(in: 0...2, using: &generator), holdsNUL: true, using: &generator)
      replacements.append(.init(TextRange(boundaries[lower], boundaries[upper]), new))
      at = upper
    }
    // Two insertions at one place keep their order, so only the rest may be shuffled.
    let hasTwins = zip(replacements, replacements.dropFirst()).contains { $0.range == $1.range }
    return EditPlan(hasTwins ? replacements : replacements.shuffled(using: &generator))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func invertingAfterApplyingIsTheIdentity(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let string = randomText(pieces: 80, holdsNUL: true, using: &generator)
    let text = ChunkedText(string)
    let plan = randomPlan(string, upTo: 30, using: &generator)
    let changed = plan.applied(to: text)
    #expect(plan.inverse(in: text).applied(to: changed) == text)
    #expect(plan.inverse(in: text).inverse(in: changed).applied(to: text) == changed)
    #expect(changed.count == text.count + plan.delta)
    if let edit = plan.edit {
      let expected =
        text.string(in: TextRange(.zero, edit.range.lower)) + changed.string(in: edit.newRange)
        + text.string(in: TextRange(edit.range.upper, text.end))
      #expect(changed == ChunkedText(expected))
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func mergingChangesNothingInTheOutcome(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let string = randomText(pieces: 80, holdsNUL: true, using: &generator)
    let text = ChunkedText(string)
    let plan = randomPlan(string, upTo: 30, using: &generator)
    let merged = plan.merged(over: text, limit: 3)
    #expect(merged.replacements.count == (plan.replacements.count > 3 ? 1 : plan.replacements.count))
    #expect(merged.applied(to: text) == plan.applied(to: text))
    #expect(merged.range == plan.range)
  }

  @Test func plansOfMoreThanTwoHundredAreMerged() {
    let text = ChunkedText(String(repeating: "a ", count: 300))
    func plan(_ count: Int) -> EditPlan {
      EditPlan((0..<count).map { .init(TextRange($0 * 2, $0 * 2 + 1), "ä") }, selection: TextSelection(caret: TextOffset(3)))
    }
    #expect(plan(200).merged(over: text) == plan(200))
    let merged = plan(201).merged(over: text)
    #expect(merged.replacements.count == 1)
    #expect(merged.selection == TextSelection(caret: TextOffset(3)))
    #expect(merged.applied(to: text).string == String(repeating: "ä ", count: 201) + String(repeating: "a ", count: 99))
  }

  @Test func replacementsAreSortedAndInsertionsKeepTheirOrder() {
    let plan = EditPlan([.init(TextRange(4, 6), "X"), .init(TextRange(4, 4), "1"), .init(TextRange(0, 1), ""), .init(TextRange(4, 4), "2")])
    #expect(plan.replacements.map(\.range.lower.utf8) == [0, 4, 4, 4])
    #expect(plan.applied(to: "abcdefgh").string == "bcd12Xgh")
  }

  @Test func offsetsAreCarriedThrough() {
    let plan = EditPlan([.init(TextRange(2, 2), "II"), .init(TextRange(4, 6), "x"), .init(TextRange(8, 9), "")])
    // "ab|cd|ef|gh|i" becomes "abIIcdxgh".
    #expect(plan.applied(to: "abcdefghi").string == "abIIcdxgh")
    #expect((0...9).map { plan.map(TextOffset($0), .after).utf8 } == [0, 1, 4, 5, 6, 7, 7, 8, 9, 9])
    #expect((0...9).map { plan.map(TextOffset($0), .before).utf8 } == [0, 1, 2, 5, 6, 6, 7, 8, 9, 9])
    #expect(plan.map(TextRange(2, 4)) == TextRange(4, 6))
    #expect(EditPlan(replacing: TextRange(3, 3), with: "new").map(TextRange(3, 3)) == TextRange(6, 6))
    #expect(plan.selection(after: TextSelection(anchor: TextOffset(9), head: TextOffset(2))).range == TextRange(4, 9))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func offsetsOutsideReplacementsKeepTheirText(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let string = randomText(pieces: 60, holdsNUL: true, using: &generator)
    let text = ChunkedText(string)
    let plan = randomPlan(string, upTo: 12, using: &generator)
    let changed = plan.applied(to: text)
    var last = TextOffset.zero
    for byte in 0..<text.count {
      let offset = TextOffset(byte)
      for affinity in [TextAffinity.before, .after] where text.isBoundary(offset) {
        #expect(changed.isBoundary(plan.map(offset, affinity)))
      }
      #expect(plan.map(offset, .before) <= plan.map(offset, .after))
      if plan.replacements.contains(where: { $0.range.contains(offset) }) { continue }
      #expect(changed[plan.map(offset, .after)] == text[offset])
      #expect(plan.map(offset, .after) >= last)
      last = plan.map(offset, .after)
    }
    #expect(plan.map(text.end, .after) == changed.end)
    #expect(plan.map(.zero, .before) == .zero)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func twoEditsAreCoveredByOne(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var text = ChunkedText(String(repeating: "0123456789", count: 4))
    let first = text
    var whole: TextEdit?
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let lower = Int.random(in: 0...text.count, using: &generator)
      let upper = min(text.count, lower + Int.random(in: 0...5, using: &generator))
      let new = String(repeating: "x", count: Int.random(in: 0...4, using: &generator))
      text.replace(TextRange(lower, upper), with: new)
      let edit = TextEdit(TextRange(lower, upper), newCount: new.utf8.count)
      whole = whole?.followed(by: edit) ?? edit
    }
    let edit = try! #require(whole)
    #expect(first.count + edit.delta == text.count)
    #expect(first.bytes(in: TextRange(.zero, edit.range.lower)) == text.bytes(in: TextRange(.zero, edit.range.lower)))
    #expect(first.bytes(in: TextRange(edit.range.upper, first.end)) == text.bytes(in: TextRange(edit.newRange.upper, text.end)))
  }
}
