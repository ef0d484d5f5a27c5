import Markdown
import RandomTexts
import Testing
import TextModel

@testable import MarkdownEditing

/// Bars are the caret here, so pipes are written as `‖`.
@Suite("Tables")
struct TableTests {
  static let small = "‖ a ‖ b ‖\n‖ --- ‖ --: ‖\n‖ c| ‖ d ‖\n"

  @Test(
    "Rows and columns",
    arguments: [
      (EditingCommand.rowAbove, "‖ a   ‖   b ‖\n‖ --- ‖ --: ‖\n‖ |    ‖     ‖\n‖ c   ‖   d ‖\n"),
      (.rowBelow, "‖ a   ‖   b ‖\n‖ --- ‖ --: ‖\n‖ c   ‖   d ‖\n‖ |    ‖     ‖\n"),
      (.columnBefore, "‖     ‖ a   ‖   b ‖\n‖ --- ‖ --- ‖ --: ‖\n‖ |    ‖ c   ‖   d ‖\n"),
      (.columnAfter, "‖ a   ‖     ‖   b ‖\n‖ --- ‖ --- ‖ --: ‖\n‖ c   ‖ |    ‖   d ‖\n"),
      (.moveColumnForward, "‖   b ‖ a   ‖\n‖ --: ‖ --- ‖\n‖   d ‖ |c|   ‖\n"),
      (.deleteRow, "‖ |a|   ‖   b ‖\n‖ --- ‖ --: ‖\n"),
      (.deleteColumn, "‖   b ‖\n‖ --: ‖\n‖   |d| ‖\n"),
      (.realignTable, "‖ a   ‖   b ‖\n‖ --- ‖ --: ‖\n‖ |c|   ‖   d ‖\n"),
    ])
  func commands(command: EditingCommand, after: String) throws {
    #expect(try run(command, Self.small) == after)
  }

  @Test("A table that a tab puts into an item stays there")
  func tabs() throws {
    #expect(try run(.realignTable, "- ‖ a| ‖\n\t‖ --- ‖\n\t‖ word ‖\n") == "- ‖ |a|    ‖\n\t‖ ---- ‖\n\t‖ word ‖\n")
    #expect(try run(.rowBelow, "1. x\n\n\ta| ‖ b\n\t-- ‖ --\n") == "1. x\n\n\t‖ a   ‖ b   ‖\n\t‖ --- ‖ --- ‖\n\t‖ |    ‖     ‖\n")
  }

  @Test("A table in an item whose bullet is indented stays there")
  func indentedItems() throws {
    #expect(
      try run(.realignTable, "  - a| ‖ b\n    -- ‖ --\n    word ‖ c\n") == "  - ‖ |a|    ‖ b   ‖\n    ‖ ---- ‖ --- ‖\n    ‖ word ‖ c   ‖\n")
    #expect(
      try run(.rowBelow, " 1. x\n\n    - y\n\n      a| ‖ b\n      -- ‖ --\n")
        == " 1. x\n\n    - y\n\n      ‖ a   ‖ b   ‖\n      ‖ --- ‖ --- ‖\n      ‖ |    ‖     ‖\n")
  }

  @Test("Rows move past each other, and the head stays")
  func movingRows() throws {
    let table = "‖ h ‖\n‖ --- ‖\n‖ a ‖\n‖ b| ‖\n"
    #expect(try run(.moveRowUp, table) == "‖ h   ‖\n‖ --- ‖\n‖ |b|   ‖\n‖ a   ‖\n")
    #expect(try run(.moveRowDown, table) == table)
    #expect(try run(.moveRowUp, "‖ h ‖\n‖ --- ‖\n‖ a| ‖\n") == "‖ h ‖\n‖ --- ‖\n‖ a| ‖\n")
  }

  @Test("A pipe typed at the end of a cell goes on; within text and in the head it is typed")
  func pipes() {
    func type(_ notation: String) -> String? {
      let context = Marked(notation).context
      return TypingKey.character("|").plan(in: context).map { context.after($0).notation }
    }
    let head = "‖ a   ‖ b   ‖\n‖ --- ‖ --- ‖\n"
    #expect(type(head + "‖ |    ‖     ‖") == head + "‖ |    ‖     ‖")
    #expect(type(head + "‖ c|   ‖     ‖") == head + "‖ c   ‖ |    ‖")
    #expect(type(head + "‖ c   ‖ d|   ‖") == head + "‖ c   ‖ d   ‖|")
    #expect(type(head + "‖ c|d   ‖ d   ‖") == nil)
    #expect(type(head + "‖ c\\|   ‖ d   ‖") == nil)
    #expect(type("‖ a|   ‖ b   ‖\n‖ --- ‖ --- ‖\n") == nil)
    #expect(type("a|") == nil)
  }

  @Test("Alignment", arguments: [(0, "---"), (1, ":--"), (2, ":-:"), (3, "--:")])
  func alignment(number: Int32, dashes: String) throws {
    #expect(try run(.alignColumn, "‖ abc| ‖\n‖ :-: ‖\n", number) == "‖ |abc| ‖\n‖ \(dashes) ‖\n")
  }

  @Test("A table goes with its last row or column")
  func lastOne() throws {
    #expect(try run(.deleteRow, "x\n\n‖ a| ‖\n‖ --- ‖\n\ny") == "x\n\n|\n\ny")
    #expect(try run(.deleteColumn, "‖ a| ‖\n‖ --- ‖\n‖ b ‖\n") == "|\n")
  }

  @Test("In quotes and items, with CRLF, escaped pipes and code with pipes in it")
  func places() throws {
    #expect(
      try run(.rowBelow, "> ‖ a ‖\r\n> ‖ --- ‖\r\n> ‖ `x\\‖y|` ‖\r\n")
        == "> ‖ a      ‖\r\n> ‖ ------ ‖\r\n> ‖ `x\\‖y` ‖\r\n> ‖ |       ‖\r\n")
    #expect(
      try run(.columnAfter, "- ‖ a| ‖\n  ‖ --- ‖\n  ‖ \\‖ ‖\n") == "- ‖ a   ‖ |    ‖\n  ‖ --- ‖ --- ‖\n  ‖ \\‖  ‖     ‖\n")
  }

  @Test("Wide characters count double")
  func width() throws {
    #expect(
      try run(.realignTable, "‖ 漢字漢| ‖ b ‖\n‖ --- ‖ --- ‖\n‖ e\u{301} ‖ 👩‍👩‍👧 ‖\n")
        == "‖ |漢字漢| ‖ b   ‖\n‖ ------ ‖ --- ‖\n‖ e\u{301}      ‖ 👩‍👩‍👧  ‖\n")
  }

  @Test("Short rows are filled up; a row with too many cells is left alone, with the reason")
  func ragged() throws {
    #expect(try run(.realignTable, "a| ‖ b\n--- ‖ ---\nc\n") == "‖ |a|   ‖ b   ‖\n‖ --- ‖ --- ‖\n‖ c   ‖     ‖\n")
    #expect(refusal(.columnAfter, "‖ a| ‖\n‖ --- ‖\n‖ b ‖ c ‖\n") == .raggedTable)
    #expect(refusal(.columnAfter, "a|") == .notInTable)
    let wide = String(repeating: "‖ x ", count: 128) + "‖\n" + String(repeating: "‖ --- ", count: 128) + "‖\n"
    #expect(refusal(.columnAfter, "|" + wide) == .tooManyColumns)
  }

  static let all: [EditingCommand] = [
    .rowAbove, .rowBelow, .columnBefore, .columnAfter, .moveRowUp, .moveRowDown, .moveColumnBack, .moveColumnForward, .deleteRow,
    .deleteColumn,
    .alignColumn, .realignTable,
  ]

  /// A table of one to four rows and columns, with something before and behind it, in a quote, an item or neither.
  static func context(_ random: inout RandomDocument) -> EditContext {
    let columns = Int.random(in: 1...4, using: &random.generator)
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    var lines = [line((0..<columns).map { _ in random.inline() })]
    lines.append(line((0..<columns).map { _ in ["---", ":--", "--:", ":-:"].randomElement(using: &random.generator)! }))
    for _ in 0..<Int.random(in: 0...4, using: &random.generator) {
      lines.append(line((0..<Int.random(in: 1...columns, using: &random.generator)).map { _ in random.inline() }))
    }
    let kind = Int.random(in: 0..<3, using: &random.generator)
    let prefixed = lines.enumerated().map { index, line in kind == 0 ? line : kind == 1 ? "> " + line : (index == 0 ? "- " : "  ") + line }
    let newline = Bool.random(using: &random.generator) ? "\n" : "\r\n"
    let text = ChunkedText((["before", ""] + prefixed + ["", "behind", ""]).joined(separator: newline))
    return EditContext(snapshot: TextSnapshot(text), document: MarkdownDocument(text), selection: TextSelection(caret: .zero))
  }

  @Test("On random tables: only their own lines, no cell's text changed, still one table", arguments: all)
  func random(command: EditingCommand) throws {
    var random = RandomDocument(generator: SeededGenerator(seed: 77))
    var count = 0
    for _ in 0..<cases {
      let context = Self.context(&random)
      guard
        let cell = context.document.leafBlocks(in: context.text.range).filter({ $0.kind == .tableCell }).randomElement(
          using: &random.generator),
        let node = cell.containers.first(where: { $0.kind == .table })
      else { continue }
      let here = EditContext(snapshot: context.snapshot, document: context.document, selection: TextSelection(caret: cell.range.lower))
      guard let plan = try command.plan(in: here, parameter: 2), let range = plan.range else { continue }
      count += 1
      let lines = TextRange(node.range.lower, context.lines.content(ofLine: context.lines.line(at: node.range.upper)).upper)
      #expect(lines.contains(range))
      let after = here.after(plan)
      #expect(plan.inverse(in: context.text).applied(to: after.text) == context.text)
      let before = TableSource(node)!
      guard let now = TableKeys(after).place()?.table
      else {
        #expect(command == .deleteRow || command == .deleteColumn, "\(after.notation)")
        continue
      }
      let (old, new) = (before.rows.joined().filter { !$0.isEmpty }.sorted(), now.rows.joined().filter { !$0.isEmpty }.sorted())
      switch command {
      case .deleteRow, .deleteColumn:
        #expect(Set(new).isSubset(of: old) && now.rows.count * now.columns < before.rows.count * before.columns)
      case .rowAbove, .rowBelow: #expect(old == new && now.rows.count == before.rows.count + 1 && now.columns == before.columns)
      case .columnBefore, .columnAfter: #expect(old == new && now.columns == before.columns + 1 && now.rows.count == before.rows.count)
      default: #expect(old == new && now.columns == before.columns && now.rows.count == before.rows.count, "\(after.notation)")
      }
      #expect(TableKeys.realigned(after, at: after.selection.head) == nil)
    }
    print("\(command.rawValue): \(count) tables")
    #expect(count > cases / 10)
  }
}
