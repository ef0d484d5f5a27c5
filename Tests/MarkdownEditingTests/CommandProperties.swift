import Foundation
import Markdown
import RandomTexts
import Testing
import TextModel

@testable import MarkdownEditing

/// A document as somebody might write it, with a selection anywhere.
struct RandomDocument {
  var generator: SeededGenerator

  static let words = ["a", "word", "漢字", "「本」", "é", "e\u{301}", "👩‍👩‍👧", "שלום", "x.y", "(z)", "don't", "1", "end.", "5*3", "a_b"]

  /// Marks nest, but never in their own kind, as nobody writes bold within bold.
  mutating func inline(_ depth: Int = 0, in outer: Set<Int> = []) -> String {
    let count = Int.random(in: 1...4, using: &generator)
    return (0..<count).map { _ in
      let word = Self.words.randomElement(using: &generator)!
      guard depth < 2 else { return word }
      let kind = Int.random(in: 0..<14, using: &generator)
      if outer.contains(kind) { return word }
      let inner = outer.union([kind])
      switch kind {
      case 0: return "**\(inline(depth + 1, in: inner))**"
      case 1: return "*\(inline(depth + 1, in: inner))*"
      case 2: return "~~\(inline(depth + 1, in: inner))~~"
      case 3: return "==\(inline(depth + 1, in: inner))=="
      case 4: return "<u>\(inline(depth + 1, in: inner))</u>"
      case 5: return "`\(word)`"
      case 6: return "[\(inline(depth + 1, in: inner))](u)"
      default: return word
      }
    }.joined(separator: " ")
  }

  mutating func block() -> String {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: String(repeating: "#", count: Int.random(in: 1...4, using: &generator)) + " \(inline())"
    case 1: "> \(inline())\n> \(inline())"
    case 2: "- \(inline())\n- \(inline())\n  - \(inline())"
    case 3: "1. \(inline())\n2. \(inline())"
    case 4: "| \(inline()) | \(inline()) |\n| --- | :-: |\n| \(inline()) | \(inline()) |"
    case 5: "```\n\(inline())\n```"
    case 6: "\(inline())\n\(inline())"
    default: inline()
    }
  }

  mutating func context() -> EditContext {
    let newline = Bool.random(using: &generator) ? "\n" : "\r\n"
    let blocks = (0..<Int.random(in: 1...3, using: &generator)).map { _ in block() }
    let string = (blocks.joined(separator: "\n\n") + "\n").split(separator: "\n", omittingEmptySubsequences: false).joined(
      separator: newline)
    let text = ChunkedText(string)
    func place() -> TextOffset {
      let offset = text.boundary(atOrBefore: TextOffset(Int.random(in: 0...text.count, using: &generator)))
      return offset > .zero && offset < text.end && text[offset] == 0x0A && text[offset - 1] == 0x0D ? offset - 1 : offset
    }
    return EditContext(
      snapshot: TextSnapshot(text), document: MarkdownDocument(text), selection: TextSelection(anchor: place(), head: place()))
  }
}

extension EditContext {
  /// The context after a plan.
  func after(_ plan: EditPlan?) -> EditContext {
    guard let plan else { return self }
    let text = plan.applied(to: self.text)
    return EditContext(snapshot: TextSnapshot(text), document: MarkdownDocument(text), selection: plan.selection(after: selection))
  }

  /// The context after a toggle, which the editor remembers.
  func after(_ plan: EditPlan?, by style: InlineStyle) -> EditContext {
    guard let plan else { return self }
    var next = after(plan)
    next.previous = PreviousCommand(style.command, in: self, plan: plan)
    return next
  }

  var notation: String { Marked(text, selection).description }
}

/// Full size in release builds; a tenth in debug builds, which are some fifteen times slower. `MASTHEAD_CASES` says another number.
let cases: Int = {
  if let cases = ProcessInfo.processInfo.environment["MASTHEAD_CASES"].flatMap(Int.init) { return cases }
  #if DEBUG
    return 1_000
  #else
    return 10_000
  #endif
}()

@Suite("Properties of the commands")
struct CommandProperties {
  @Test(
    "Toggling is exact: twice is nothing on text that is all alike; mixed text is marked, unmarked, and marked the same",
    arguments: InlineStyle.allCases)
  func toggles(style: InlineStyle) {
    var random = RandomDocument(generator: SeededGenerator(seed: 7 + UInt64(style.rawValue)))
    var counts = (uniform: 0, mixed: 0, declined: 0)
    var inexact: [String] = []
    while counts.uniform + counts.mixed < cases, counts.declined < cases * 4 {
      let start = random.context()
      let states = Self.states(style, start)
      guard !start.selection.isEmpty, let first = try? StyleToggle(style, start).plan(), !first.isEmpty else {
        counts.declined += 1
        continue
      }
      // Mixed text is what is rare: every third case at least.
      if states.count == 1, counts.uniform >= cases - cases / 3 { continue }
      let once = start.after(first, by: style)
      let twice = once.after(try? StyleToggle(style, once).plan(), by: style)
      if states.count == 1 {
        counts.uniform += 1
        if twice.text != start.text { inexact.append("\(start.notation) → \(once.notation) → \(twice.notation)") }
      } else {
        counts.mixed += 1
        let third = twice.after(try? StyleToggle(style, twice).plan(), by: style)
        let isRight = Self.states(style, once) == [true] && Self.states(style, twice) == [false] && third.text == once.text
        if !isRight { inexact.append("\(start.notation) → \(once.notation) → \(twice.notation) → \(third.notation)") }
      }
      #expect(first.inverse(in: start.text).applied(to: once.text) == start.text)
    }
    print(
      "toggling \(style): \(counts.uniform) uniform, \(counts.mixed) mixed, \(counts.declined) declined or empty, \(inexact.count) not exact"
    )
    #expect(counts.mixed * 3 >= counts.uniform + counts.mixed - 3)
    #expect(inexact.isEmpty, "\(inexact.prefix(12).joined(separator: "\n\n"))")
  }

  /// Whether what is selected has the style: both for mixed text.
  static func states(_ style: InlineStyle, _ context: EditContext) -> Set<Bool> {
    var found: Set<Bool> = []
    for node in context.document.leafBlocks(in: context.selection.range) where node.kind.holdsInlines {
      guard let block = try? StyledBlock(style, node, context.selection.range) else { continue }
      found.formUnion(block.shown.states(style, in: block.target))
    }
    return found
  }

  @Test("Lining a table up twice is lining it up once, and its text stays")
  func tables() {
    var random = RandomDocument(generator: SeededGenerator(seed: 99))
    var count = 0
    for _ in 0..<cases {
      let context = random.context()
      guard let cell = context.document.leafBlocks(in: context.text.range).first(where: { $0.kind == .tableCell }) else { continue }
      count += 1
      let once = context.after(TableKeys.realigned(context, at: cell.range.lower))
      #expect(TableKeys.realigned(once, at: cell.range.lower) == nil, "\(once.notation)")
      #expect(once.text.string.filter { !" -:\r\n".contains($0) } == context.text.string.filter { !" -:\r\n".contains($0) })
    }
    print("tables: \(count)")
  }

  @Test(
    "Commands for blocks touch only their own lines",
    arguments: [EditingCommand.heading, .bulletList, .numberedList, .taskList, .toggleTask, .promoteHeading, .demoteHeading])
  func ownLines(command: EditingCommand) {
    var random = RandomDocument(generator: SeededGenerator(seed: 3))
    var count = 0
    for _ in 0..<cases {
      let context = random.context()
      guard let plan = try? command.plan(in: context, parameter: 2), let range = plan.range else { continue }
      count += 1
      let selected = SelectedLines(context)
      var own = TextRange(
        context.lines.start(ofLine: selected.lines.lowerBound), context.lines.range(ofLine: selected.lines.upperBound).upper)
      for leaf in selected.leaves {
        own = own.union(leaf.range)
        if let item = leaf.containers.first(where: { $0.kind == .listItem }) { own = own.union(item.range) }
      }
      #expect(own.contains(range), "\(context.notation)")
      let after = context.after(plan)
      #expect(plan.inverse(in: context.text).applied(to: after.text) == context.text)
    }
    print("\(command): \(count) edits")
  }

  @Test("Keys and commands never fail, and undoing them all gives the original bytes")
  func undoAll() {
    var random = RandomDocument(generator: SeededGenerator(seed: 5))
    let keys: [TypingKey] = [.return, .tab, .backTab, .backspace, .moveUp, .moveDown, .character("*"), .character("("), .character(")")]
    for _ in 0..<max(cases / 1_000, 1) {
      var context = random.context()
      let original = context.text
      var undo: [EditPlan] = []
      while undo.count < 1_000 {
        let place = context.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...context.text.count, using: &random.generator)))
        let end =
          Bool.random(using: &random.generator)
          ? place : context.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...context.text.count, using: &random.generator)))
        let here = EditContext(snapshot: context.snapshot, document: context.document, selection: TextSelection(anchor: place, head: end))
        let plan: EditPlan?
        if context.text.count > 4_000 {
          plan = EditPlan(replacing: TextRange(.zero, context.text.boundary(atOrBefore: TextOffset(2_000))), with: "")
        } else if Bool.random(using: &random.generator) {
          plan = try? EditingCommand.allCases.randomElement(using: &random.generator)!.plan(in: here, parameter: 2)
        } else {
          plan =
            keys.randomElement(using: &random.generator)!.plan(in: here)
            ?? EditPlan(replacing: here.selection.range, with: RandomDocument.words.randomElement(using: &random.generator)!)
        }
        guard let plan, !plan.isEmpty else { continue }
        undo.append(plan.inverse(in: here.text))
        context = here.after(plan)
        let selection = context.selection
        #expect(
          selection.range.upper <= context.text.end && context.text.isBoundary(selection.anchor) && context.text.isBoundary(selection.head))
      }
      for plan in undo.reversed() { context = context.after(plan) }
      #expect(context.text == original)
    }
  }
}
