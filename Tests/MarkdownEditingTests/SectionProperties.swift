import Markdown
import RandomTexts
import Testing
import TextModel

@testable import MarkdownEditing

/// Documents of sections with all that may stand in one, headings that are none among it, with and without blank lines between.
private struct RandomSections {
  var generator: SeededGenerator

  private static let bodies = [
    "text", "two\nlines", "```\n# fenced\n```", "> # quoted\n> more", "- # in an item\n- b", "- a\n\n  # in an item\n",
    "<!--\n# hidden\n-->",
    "<div>\n# raw\n</div>", "    # indented", "| a |\n|---|\n| b |", "1. x\n   ```\n   # y\n   ```", "$$\n# math\n$$", "[a]: /x",
    "para\n\npara",
    "漢字 é 👩‍👩‍👧", "[^1]: note\n\n    # in a note", "***", "lazy\n> quote\nlazy",
  ]

  mutating func text() -> String {
    var text = Int.random(in: 0..<6, using: &generator) == 0 ? "---\na: b\n---\n" : ""
    if Bool.random(using: &generator) { text += "intro\n\n" }
    for number in 0..<Int.random(in: 1...7, using: &generator) {
      let level = Int.random(in: 1...4, using: &generator)
      let title = ["T\(number)", "T\(number) *x*", "`T\(number)` #", "漢\(number)"].randomElement(using: &generator)!
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where level <= 2: text += "\n\(title)\n" + (level == 1 ? "===\n" : "-----\n")
      case 1: text += "  " + String(repeating: "#", count: level) + " \(title)\n"
      case 2: text += String(repeating: "#", count: level) + " \(title) ##\n"
      default: text += String(repeating: "#", count: level) + " \(title)\n"
      }
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        if Bool.random(using: &generator) { text += "\n" }
        text += Self.bodies.randomElement(using: &generator)! + "\n"
      }
      if Bool.random(using: &generator) { text += "\n" }
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: text += "```\nopen"
    case 1: text += "<!-- open"
    case 2, 3: while text.hasSuffix("\n") { text.removeLast() }
    default: break
    }
    return Bool.random(using: &generator)
      ? text : text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }

  mutating func some(of count: Int) -> [Int] {
    var chosen = (0..<count).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
    if chosen.isEmpty { chosen = [Int.random(in: 0..<count, using: &generator)] }
    return chosen
  }
}

/// What a heading is, but for where it stands.
private struct Kind: Equatable, CustomStringConvertible {
  let level: Int
  let title: String
  var description: String { "\(level) \(title)" }
}

@Suite struct SectionProperties {
  @Test func plansDoWhatTheySayAndNothingElse() {
    var counts: [String: (done: Int, refused: Int, idle: Int)] = [:]
    for seed in 0..<1_500 as Range<UInt64> {
      var random = RandomSections(generator: SeededGenerator(seed: seed))
      let text = ChunkedText(random.text())
      let document = MarkdownDocument(text)
      let list = SectionList(document)
      guard list.count > 0 else { continue }
      let place = TextOffset(Int.random(in: 0...text.count, using: &random.generator))
      let edits = SectionEdits(document, sections: list, selection: TextSelection(caret: text.boundary(atOrBefore: place)))
      let chosen = random.some(of: list.count)
      let roots = list.roots(chosen)
      let affected = TextRangeSet(roots.map { list[$0].range })
      let all = list.sections.map { Kind(level: $0.level, title: $0.heading.title) }
      func inside(_ index: Int) -> Bool { roots.contains { $0 <= index && index < list[$0].end } }
      let before = Int.random(in: 0...list.count, using: &random.generator)
      let above = before > 0 ? before - 1 : nil
      let level = list.levels(between: above, andBefore: before, moving: chosen).randomElement(using: &random.generator)!
      let moved = roots.flatMap { root in
        (root..<list[root].end).map { Kind(level: list[$0].level + level - list[root].level, title: all[$0].title) }
      }
      let kept = list.indices.filter { !inside($0) }
      let wanted: [(name: String, plan: () throws -> EditPlan?, outcome: [Kind])] = [
        ("demote", { try edits.changeLevels(chosen, by: 1) }, []),
        ("promote", { try edits.changeLevels(chosen, by: -1) }, []),
        ("delete", { try edits.delete(chosen) }, kept.map { all[$0] }),
        (
          "duplicate", { try edits.duplicate(chosen) },
          list.indices.flatMap { index -> [Kind] in
            let copies = roots.filter { list[$0].end == index + 1 }.flatMap { all[$0..<list[$0].end] }
            return [all[index]] + copies
          }
        ),
        (
          "move", { try edits.move(chosen, to: SectionPlace(before: before, level: level)) },
          kept.filter { $0 < before }.map { all[$0] } + moved + kept.filter { $0 >= before }.map { all[$0] }
        ),
        ("rename", { try edits.rename(roots[0], to: "New *name* #") }, []),
      ]
      for (name, make, outcome) in wanted {
        do {
          guard let plan = try make() else {
            counts[name, default: (0, 0, 0)].idle += 1
            continue
          }
          counts[name, default: (0, 0, 0)].done += 1
          let after = plan.applied(to: text)
          let found = SectionList(MarkdownDocument(after))
          let context = Comment(rawValue: "\(name), seed \(seed), \(chosen) to \(before)/\(level):\n\(text.string)\n-->\n\(after.string)")
          if !outcome.isEmpty || name == "delete" {
            #expect(found.sections.map { Kind(level: $0.level, title: $0.heading.title) } == outcome, context)
          } else {
            #expect(found.count == list.count, context)
            for index in list.indices where !inside(index) {
              #expect(found[index].heading.title == all[index].title && found[index].level == all[index].level, context)
            }
          }
          for replacement in plan.replacements where !replacement.range.isEmpty {
            #expect(affected.contains(replacement.range), context)
          }
          #expect(plan.inverse(in: text).applied(to: after) == text, context)
          let caret = plan.selection(after: TextSelection(caret: text.boundary(atOrBefore: place)))
          #expect(after.isBoundary(caret.head) && caret.head <= after.end, context)
        } catch {
          counts[name, default: (0, 0, 0)].refused += 1
        }
      }
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("sections: \(name): \(count.done) done, \(count.refused) refused, \(count.idle) nothing to do")
      // One document in four ends with something open, of which no copy can stand before other sections.
      #expect(count.done > 3 * count.refused, "\(name) is refused too often")
    }
  }
}

extension TextRangeSet {
  fileprivate func contains(_ range: TextRange) -> Bool { ranges.contains { $0.contains(range) } }
}
