import Markdown
import Testing
import TextModel

@testable import MarkdownEditing

/// Presses a key on a text in caret notation; nil when the key is left to the view.
func press(_ key: TypingKey, _ notation: String) -> String? {
  let marked = Marked(notation)
  return key.plan(in: marked.context).map { marked.applying($0).description }
}

@Suite("Typing")
struct TypingTests {
  @Test("Between CR and LF keys are the view's own, and a box that is not whole is text")
  func edges() {
    let text = ChunkedText("- a](b\r\n- c\r\n")
    let context = EditContext(
      snapshot: TextSnapshot(text), document: MarkdownDocument(text), selection: TextSelection(caret: TextOffset(7)))
    for key in [TypingKey.return, .tab, .backTab, .backspace, .character("*")] { #expect(key.plan(in: context) == nil) }
    let box = ChunkedText("- [X")
    let end = EditContext(snapshot: TextSnapshot(box), document: MarkdownDocument(box), selection: TextSelection(caret: box.end))
    #expect(TypingKey.return.plan(in: end)?.applied(to: box).string == "- [X\n- ")
  }

  @Test(
    "Return",
    arguments: [
      ("- a|", "- a\n- |"), ("- a|b", "- a\n- |b"), ("- a |b", "- a\n- |b"), ("- a\n- |", "- a\n\n|"), ("* a|", "* a\n* |"),
      ("1. a|\n2. b", "1. a\n2. |\n3. b"),
      ("9. a|", "9. a\n10. |"), ("- [x] a|", "- [x] a\n- [ ] |"), ("- [ ] |", "|"), ("- a\n  - b|", "- a\n  - b\n  - |"),
      ("- a\n  - |", "- a\n- |"), ("> a|", "> a\n> |"), ("> a\n> |", "> a\n\n|"), ("> - a|", "> - a\n> - |"),
      ("> - a\n> - |", "> - a\n>\n> |"),
      ("- a\n\n- |", "- a\n\n|"), ("> a\n>\n> |", "> a\n>\n|"), ("> > a\n> > |", "> > a\n>\n> |"), ("- a\r\n- |", "- a\r\n\r\n|"),
      ("> a\r\n> |", "> a\r\n\r\n|"), ("- a\n- |\n- b", "- a\n\n|\n- b"), ("- a\n\n- b|", "- a\n\n- b\n\n- |"),
      ("1. a|\r\n2. b", "1. a\r\n2. |\r\n3. b"), ("- - a|", "- - a\n  - |"), ("1) a|", "1) a\n2) |"),
      ("1. a|\n1. b\n1. c", "1. a\n1. |\n1. b\n1. c"), ("x|", nil), ("|- a", nil), ("```\n  a|\n```", "```\n  a\n  |\n```"),
      ("- ```\n  a|\n  ```", "- ```\n  a\n  |\n  ```"),
      ("```\nf {|}\n```", "```\nf {\n    |\n}\n```"), ("> ```\n>   f(|)\n> ```", "> ```\n>   f(\n>     |\n>   )\n> ```"),
      ("```\n\tf [|]\n```", "```\n\tf [\n\t\t|\n\t]\n```"), ("```{|}\na\n```", nil),
      ("    a\n      f {|}", "    a\n      f {\n          |\n      }"), ("{|}", nil),
      ("1. a\n2. b|\n\n1) x\n1) y", "1. a\n2. b\n3. |\n\n1) x\n1) y"),
    ] as [(String, String?)])
  func smartReturn(before: String, after: String?) {
    let result = press(.return, before)
    #expect(result == after)
  }

  @Test(
    "Tab and Shift+Tab",
    arguments: [
      (TypingKey.tab, "- a\n- b|", "- a\n  - b|"), (.tab, "1. a\n2. b|\n3. c", "1. a\n   1. b|\n2. c"), (.tab, "- a|", nil),
      (.backTab, "- a\n  - b|", "- a\n- b|"), (.tab, "- a\n- b|\n  - c", "- a\n  - b|\n    - c"), (.backTab, "- a|", nil),
      (.tab, "- a\n|- b\n- c|", "- a\n  |- b\n  - c|"), (.tab, "> - a\n> - b|", "> - a\n>   - b|"), (.tab, "x|", nil),
    ] as [(TypingKey, String, String?)])
  func nesting(key: TypingKey, before: String, after: String?) {
    let result = press(key, before)
    #expect(result == after)
  }

  @Test(
    "Tab steps through a link",
    arguments: [
      ("see [map|]()", "see [map](|)"), ("[map](u|) x", "[map](u)| x"), ("- [map|]()", "- [map](|)"), ("[map|](u)", nil), ("[map](|)", nil),
      ("(a|)", nil),
      ("```\n[a|]()\n```", nil), ("![p|]()", "![p](|)"),
    ] as [(String, String?)])
  func linkSteps(before: String, after: String?) {
    let result = press(.tab, before)
    #expect(result == after)
  }

  @Test(
    "Backspace",
    arguments: [
      ("- |a", "|a"), ("- [ ] |a", "- |a"), ("> |a", "|a"), ("## |a", "|a"), ("- a\n  - |b", "- a\n- |b"), ("1. |a\n2. b", "|a\n2. b"),
      ("(|)", "|"),
      ("a|", nil), ("- a|", nil), ("x *|* y", "x | y"),
    ] as [(String, String?)])
  func backspace(before: String, after: String?) {
    let result = press(.backspace, before)
    #expect(result == after)
  }

  @Test(
    "Lines and items move",
    arguments: [
      (TypingKey.moveUp, "a\nb|\nc", "b|\na\nc"), (.moveDown, "a|\nb\nc", "b\na|\nc"), (.moveDown, "a\nb|", nil), (.moveUp, "a|\nb", nil),
      (.moveUp, "1. a\n2. b|\n3. c", "1. b|\n2. a\n3. c"), (.moveDown, "- a|\n  - x\n- b", "- b\n- a|\n  - x"),
      (.moveUp, "a\r\nb|", "b|\r\na"), (.moveDown, "a|\nb\n", "b\na|\n"), (.moveDown, "|a\nb|\nc", "c\n|a\nb|"),
      (.moveDown, "‖x‖\n‖-‖\n‖a|‖\n‖b‖", "‖x‖\n‖-‖\n‖b‖\n‖a|‖"), (.moveUp, "‖x‖\n‖-‖\n‖a|‖\n‖b‖", nil),
    ] as [(TypingKey, String, String?)])
  func moves(key: TypingKey, before: String, after: String?) {
    let result = press(key, before)
    #expect(result == after)
  }

  @Test(
    "Pairs",
    arguments: [
      ("a |", "*", "a *|*"), ("a *|*", "*", "a **|**"), ("a **b|**", "*", "a **b*|*"), ("a **b*|*", "*", "a **b**|"), ("|", "*", nil),
      ("a|", "*", nil),
      ("|", "(", "(|)"), ("(a|)", ")", "(a)|"), ("a|b", "(", nil), ("a |b| c", "*", "a *|b|* c"), ("a |b| c", "[", "a [|b|] c"),
      ("a \"b|\"", "\"", "a \"b\"|"), ("don|", "\"", nil), ("```\nx |\n```", "*", nil), ("a)|", ")", nil), ("f(a|))", ")", "f(a)|)"),
      ("```\nf {\n  g\n|}\n```", "}", "```\nf {\n  g\n}|\n```"), ("```\nf {\ng {\n|}\n```", "}", nil), ("a (b\nc|) d", ")", "a (b\nc)| d"),
      ("a (b\n\nc|) d", ")", nil), ("a\nc|) d", ")", nil),
    ] as [(String, Character, String?)])
  func pairs(before: String, character: Character, after: String?) {
    let result = press(.character(character), before)
    #expect(result == after)
  }

  @Test("A character that is switched off is not paired")
  func switchedOff() {
    let plan = TypingKey.character("*").plan(in: Marked("a |").context, pairs: ["("])
    #expect(plan == nil)
  }

  @Test(
    "Cells",
    arguments: [
      (TypingKey.tab, "‖a|‖b‖\n‖-‖-‖\n‖1‖2‖", "‖ a   ‖ |b|   ‖\n‖ --- ‖ --- ‖\n‖ 1   ‖ 2   ‖"),
      (.tab, "‖ a   ‖ b   ‖\n‖ --- ‖ --- ‖\n‖ 1   ‖ 2|   ‖", "‖ a   ‖ b   ‖\n‖ --- ‖ --- ‖\n‖ 1   ‖ 2   ‖\n‖ |    ‖     ‖"),
      (.backTab, "‖ a   ‖ b   ‖\n‖ --- ‖ --- ‖\n‖ 1|   ‖ 2   ‖", "‖ a   ‖ |b|   ‖\n‖ --- ‖ --- ‖\n‖ 1   ‖ 2   ‖"),
      (.return, "‖ a|   ‖ b   ‖\n‖ --- ‖ --- ‖\n‖ 1   ‖ 2   ‖", "‖ a   ‖ b   ‖\n‖ --- ‖ --- ‖\n‖ |1|   ‖ 2   ‖"),
      (.tab, "‖漢字|‖b‖\n‖:-‖-:‖", "‖ 漢字 ‖   |b| ‖\n‖ :--- ‖ --: ‖"),
      (.tab, "> ‖a|‖b‖\r\n> ‖-‖-‖\r\n", "> ‖ a   ‖ |b|   ‖\r\n> ‖ --- ‖ --- ‖\r\n"),
      (.tab, "‖`x\\‖y`|‖b‖\n‖-‖-‖", "‖ `x\\‖y` ‖ |b|   ‖\n‖ ------ ‖ --- ‖"),
      (.return, "‖ a   ‖\n‖ --- ‖\n‖  |   ‖", "‖ a   ‖\n‖ --- ‖\n\n|"),
    ] as [(TypingKey, String, String)])
  func cells(key: TypingKey, before: String, after: String) {
    let result = press(key, before)
    #expect(result == after)
  }
}
