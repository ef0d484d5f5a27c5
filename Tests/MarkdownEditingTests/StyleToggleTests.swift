import Markdown
import Testing
import TextModel

@testable import MarkdownEditing

@Suite("Marks within a line")
struct StyleToggleTests {
  @Test(
    "Bold, once",
    arguments: [
      ("a |b| c", "a **|b|** c"), ("a **|b|** c", "a |b| c"), ("a |**b**| c", "a |b| c"), ("wo|rd x", "**wo|rd** x"),
      ("word| x", "**word|** x"), ("|word x", "**|word** x"), ("**wo|rd**", "wo|rd"), ("a | b", "a **|** b"), ("a **|** b", "a | b"),
      // Blanks stay outside.
      ("a |b |c", "a **|b** |c"), ("a| b|", "a| **b|**"),
      // Half marked: all of it; then none of it.
      ("a |b **c d|** e", "a **|b c d|** e"), ("**a |b** c| d", "**a |b c|** d"),
      // A part of what is marked.
      ("**a |b| c**", "**a** |b| **c**"), ("**a** |b| **c**", "**a |b| c**"), ("__a |b| c__", "__a__ |b| __c__"),
      // Nested.
      ("*a |b| c*", "*a **|b|** c*"), ("***|a|***", "*|a|*"), ("a *b |c* d|", "a *b **|c*** **d|**"),
      ("[|a|](u)", "[**|a|**](u)"), ("|a [b](u)| c", "**|a [b](u)|** c"), ("`a` |b `c|`", "`a` **|b `c|`**"),
      // Word edges.
      ("un|frigging|believable", "un**|frigging|**believable"), ("don'|t", "**don'|t**"),
      // Across lines and blocks.
      ("|a\nb|", "**|a\nb|**"), ("|a\n\nb|", "**|a**\n\n**b|**"), ("> |a\n> b|", "> **|a\n> b|**"),
      ("- |a\n- b|", "- **|a**\n- **b|**"), ("# |a|\n\nb", "# **|a|**\n\nb"), ("|**a**\n\nb|", "|**a**\n\n**b|**"),
      ("‖ x ‖ y ‖\n‖---‖---‖\n‖ |a ‖ b| ‖", "‖ x ‖ y ‖\n‖---‖---‖\n‖ **|a** ‖ **b|** ‖"),
      ("|a\r\nb|", "**|a\r\nb|**"), ("|a\r\n\r\nb|", "**|a**\r\n\r\n**b|**"),
      // Beyond ASCII.
      ("a |👩‍👩‍👧| b", "a **|👩‍👩‍👧|** b"), ("|e|\u{301} x", "**|e\u{301}|** x"), ("|שלום| עולם", "**|שלום|** עולם"),
      ("这是|重点|。", "这是**|重点|**。"), ("他说|「你好」|吗", "他说「**|你好|**」吗"), ("|「你好」|", "**|「你好」|**"),
    ])
  func bold(before: String, after: String) throws {
    let result = try run(.bold, before)
    #expect(result == after)
  }

  @Test(
    "The other styles",
    arguments: [
      (EditingCommand.italic, "a |b| c", "a *|b|* c"), (.italic, "**|b|**", "***|b|***"), (.italic, "**|**", "***|***"),
      (.italic, "***|***", "**|**"), (.bold, "***|***", "*|*"), (.italic, "_|b|_", "|b|"), (.underline, "a |b| c", "a <u>|b|</u> c"),
      (.underline, "a <u>|b|</u> c", "a |b| c"), (.underline, "<u>a |b|</u> c", "<u>a</u> |b| c"),
      (.strikethrough, "|b|", "~~|b|~~"), (.strikethrough, "~|b|~", "|b|"), (.highlight, "|b|", "==|b|=="),
      (.code, "|b|", "`|b|`"), (.code, "`|b|`", "|b|"), (.code, "|a`b|", "``|a`b|``"), (.code, "|`a`b|", "|`ab|`"),
      (.code, "|a *b* c|", "`|a *b* c|`"), (.code, "`a |b| c`", "`a` |b| `c`"), (.code, "a |b `c d|` e", "a `|b c d|` e"),
      (.highlight, "x |a|y", "x ==|a|==y"),
    ])
  func others(command: EditingCommand, before: String, after: String) throws {
    let result = try run(command, before)
    #expect(result == after)
  }

  @Test(
    "A mark beside CJK punctuation shows", arguments: ["他说|「你好」|吗", "价格|（含税）|是", "|「重要」|です", "この|『本』|は", "「|あ」|い", "한국|“어”|를", "a|(b)|c"])
  func beside(punctuation notation: String) throws {
    for command in [EditingCommand.bold, .italic, .strikethrough, .highlight] {
      let once = try run(command, notation)
      let kind: Set<MarkdownKind> = [.strong, .emphasis, .strikethrough, .highlight]
      let document = MarkdownDocument(Marked(once).text)
      let found = document.blocks.flatMap { $0.children }.contains { kind.contains($0.kind) || $0.kind == .html }
      #expect(found, "\(once)")
      let twice = try run(command, once)
      #expect(Marked(twice).text == Marked(notation).text, "\(once)")
    }
  }

  @Test("In code nothing happens, and the reason is told", arguments: ["```\n|a|\n```", "    |a|", "`x |a| y`", "---\n|a|\n---\n"])
  func code(notation: String) {
    #expect(refusal(.bold, notation) == .insideCode)
  }

  @Test("All of a piece of code can be bold")
  func wholeCode() throws {
    let result = try run(.bold, "a |`b c`| d")
    #expect(result == "a **|`b c`|** d")
  }

  @Test("Nothing is selected but blanks or marks: nothing happens", arguments: ["a| |b", "|\n\n|"])
  func blanks(notation: String) throws {
    #expect(try run(.bold, notation) == notation)
  }

  @Test(
    "The same press again brings back which of equal ways to write it there was",
    arguments: [
      "a |**b** **c**| d", "a |**b c**| d", "**a** |**b**|", "**a |b|**", "**<u>|a|</u>**", "<u>**|a|**</u>", "***|a|***", "**_|a|_**",
      "__|a|__", "<b>|a|</b>",
      "[**a** |**b**|](u)", "|**a**\n\n__b__|",
    ])
  func sameWayBack(notation: String) throws {
    let start = Marked(notation).context
    let once = start.after(try EditingCommand.bold.plan(in: start), by: .bold)
    #expect(once.text != start.text)
    let twice = once.after(try EditingCommand.bold.plan(in: once), by: .bold)
    #expect(twice.notation == start.notation)
  }

  @Test("What happened since counts: the press is a new one then")
  func notTheSameWayBack() throws {
    let start = Marked("**a** |**b**|").context
    var once = start.after(try EditingCommand.bold.plan(in: start), by: .bold)
    #expect(once.notation == "**a** |b|")
    once = EditContext(snapshot: once.snapshot, document: once.document, selection: TextSelection(caret: once.text.end))
    let other = try EditingCommand.italic.plan(in: once)
    #expect(once.after(other).notation == "**a** *b|*")
  }

  @Test("Mixed text whose marks could not be taken off again is left alone")
  func noWayBack() {
    #expect(refusal(.italic, "en|d. a word\n5*3 <u>==don'|t word (z) word== ~~5*3~~</u>") == .marksWouldNotShow)
  }
}
