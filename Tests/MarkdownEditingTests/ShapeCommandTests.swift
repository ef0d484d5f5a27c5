import Markdown
import Testing
import TextModel

@testable import MarkdownEditing

/// Every command and key on shapes that make programs slow answers soon, be it with a refusal, and cost grows with the size and not
/// with its square.
@Suite("Commands on pathological shapes", .serialized)
struct ShapeCommandTests {
  static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    ("openers", { String(repeating: "_a ", count: $0) }),
    ("closers", { String(repeating: "a_ ", count: $0) }),
    ("nested strong and emphasis", { String(repeating: "*a **a ", count: $0) + "b" + String(repeating: " a** a*", count: $0) }),
    ("many words in italics", { String(repeating: "*a* b ", count: $0) }),
    ("many code spans", { String(repeating: "`a` b ", count: $0) }),
    ("many tags", { String(repeating: "<u>a</u> b ", count: $0) }),
    ("opening tags", { String(repeating: "<u>a ", count: $0) }),
    ("many links", { String(repeating: "[a](b) c ", count: $0) }),
    ("link openers", { String(repeating: "[a", count: $0) }),
    ("nested brackets", { String(repeating: "[", count: $0) + "a" + String(repeating: "]", count: $0) }),
    ("quotes on a line", { String(repeating: ">", count: $0) + "a" }),
    ("items on a line", { String(repeating: "- ", count: $0) + "a" }),
    ("backticks", { (1..<Int(Double($0).squareRoot())).map { "e" + String(repeating: "`", count: $0) }.joined() }),
    ("one word", { String(repeating: "a", count: $0 * 5) }),
    ("combining marks", { "a" + String(repeating: "\u{301}", count: $0) }),
    ("wide table", { "|" + String(repeating: "a|", count: $0) + "\n|" + String(repeating: "-|", count: $0) }),
    ("long table", { "|a|b|\n|-|-|\n" + String(repeating: "|c|d|\n", count: $0 / 4) }),
    ("long list", { String(repeating: "1. a\n", count: $0 / 2) }),
    ("many paragraphs", { String(repeating: "a *b* c\n\n", count: $0 / 2) }),
    ("many marked paragraphs", { String(repeating: "**a b**\n\n", count: $0 / 2) }),
    ("lines of a quote", { String(repeating: "> a\n", count: $0 / 2) }),
    ("asterisks", { String(repeating: "*", count: $0) + "a" + String(repeating: "*", count: $0) }),
  ]

  #if DEBUG
    static let size = 1_000
  #else
    static let size = 10_000
  #endif
  /// Some ten times what the slowest takes.
  static let limit = Duration.seconds(5)

  @Test("Commands and keys end soon", arguments: shapes.indices)
  func commands(shape: Int) {
    let string = Self.shapes[shape].text(Self.size)
    let text = ChunkedText(string)
    let document = MarkdownDocument(text)
    let middle = text.boundary(atOrBefore: TextOffset(text.count / 2))
    let selections = [
      TextSelection(caret: middle), TextSelection(anchor: .zero, head: text.end), TextSelection(anchor: middle, head: text.end),
    ]
    var slowest: (String, Duration) = ("", .zero)
    for selection in selections {
      let context = EditContext(snapshot: TextSnapshot(text), document: document, selection: selection)
      func measure(_ name: String, _ body: () -> EditPlan?) {
        let clock = ContinuousClock()
        let start = clock.now
        let plan = body()
        let time = clock.now - start
        if time > slowest.1 { slowest = ("\(name) on \(selection.range)", time) }
        if let plan { #expect(plan.inverse(in: text).applied(to: plan.applied(to: text)) == text) }
      }
      for command in EditingCommand.allCases { measure(command.rawValue) { try? command.plan(in: context, parameter: 2) } }
      for key in [TypingKey.return, .tab, .backTab, .backspace, .moveUp, .moveDown, .character("*"), .character("("), .character("`")] {
        measure("\(key)") { key.plan(in: context) }
      }
      measure("paste") { Pasting.plan("a\n\nb", in: context) }
      measure("link") { Pasting.link(to: "https://a.b", in: context) }
    }
    print("\(Self.shapes[shape].name): \(slowest.0) \(slowest.1)")
    #expect(slowest.1 < Self.limit, "\(Self.shapes[shape].name): \(slowest.0) took \(slowest.1)")
  }
}
