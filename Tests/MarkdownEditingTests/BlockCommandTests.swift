import Testing

@testable import MarkdownEditing

@Suite("Blocks")
struct BlockCommandTests {
  @Test(
    "Headings",
    arguments: [
      (2, "a|b", "## a|b"), (2, "## a|b", "a|b"), (3, "## a|b", "### a|b"), (0, "## a|b ##", "a|b"), (1, "|", "# |"),
      (1, "|a\nb|", "# |a\n# b|"), (2, "|# a\nb|", "|## a\n## b|"), (1, "> a|b", "> # a|b"), (1, "- a|b\n- c", "- # a|b\n- c"),
      (2, "a|b\n===\n", "## a|b\n"), (1, "a|b\n===\n", "a|b\n"), (3, "a|b\nc\n---", "### a|b c"), (1, "x\r\n|y\r\nz", "x\r\n# |y\r\nz"),
      (0, "a|b", "a|b"),
    ] as [(Int32, String, String)])
  func headings(level: Int32, before: String, after: String) throws {
    let result = try run(.heading, before, level)
    #expect(result == after)
  }

  @Test("Headings are promoted and demoted to the ends and no further")
  func levels() throws {
    #expect(try run(.promoteHeading, "## a|") == "# a|")
    #expect(try run(.promoteHeading, "# a|") == "# a|")
    #expect(try run(.demoteHeading, "|# a\n\n## b\n\nc|") == "|## a\n\n### b\n\nc|")
    #expect(try run(.demoteHeading, "###### a|") == "###### a|")
    #expect(try run(.demoteHeading, "text|") == "text|")
  }

  @Test(
    "Quotes",
    arguments: [
      ("a|b", "> a|b"), ("> a|b", "a|b"), ("|a\n\nb|", "> |a\n>\n> b|"), ("> |a\n>\n> b|", "|a\n\nb|"), ("a\nb|", "> a\n> b|"),
      ("|> a\n\nb|", "> |> a\n>\n> b|"), ("> > a|", "> a|"), ("- a|", "- > a|"), ("- > a|", "- a|"), ("|- a\n- b|", "> |- a\n> - b|"),
      ("|", "> |"), ("```\na|\n```", "> ```\n> a|\n> ```"), ("a|b\r\n", "> a|b\r\n"), ("  - a\n    |b", "  - > a\n    > |b"),
    ])
  func quotes(before: String, after: String) throws {
    let result = try run(.quote, before)
    #expect(result == after)
  }

  @Test(
    "Lists",
    arguments: [
      (EditingCommand.bulletList, "a|b", "- a|b"), (.bulletList, "- a|b", "a|b"), (.bulletList, "|a\nb|", "- |a\n- b|"),
      (.bulletList, "|- a\n- b|", "|a\nb|"), (.bulletList, "|- a\nb|", "|a\nb|"), (.numberedList, "|a\nb|", "1. |a\n2. b|"),
      (.numberedList, "|- a\n- b|", "|1. a\n2. b|"), (.bulletList, "|1. a\n2. b|", "|- a\n- b|"),
      (.taskList, "|- a\n- [x] b|", "|- [ ] a\n- [x] b|"),
      (.taskList, "- [ ] a|", "a|"), (.bulletList, "- [ ] a|", "- a|"), (.taskList, "a|", "- [ ] a|"), (.bulletList, "|", "- |"),
      (.numberedList, "- a|\n  b", "1. a|\n   b"), (.bulletList, "> a|", "> - a|"), (.bulletList, "|a\n\nb|", "- |a\n\n- b|"),
      (.bulletList, "1. a|\n   - b", "- a|\n  - b"), (.bulletList, "a|\r\nb", "- a|\r\nb"), (.bulletList, "- |", "|"),
    ])
  func lists(command: EditingCommand, before: String, after: String) throws {
    let result = try run(command, before)
    #expect(result == after)
  }

  @Test("Tasks")
  func tasks() throws {
    #expect(try run(.toggleTask, "- [ ] a|") == "- [x] a|")
    #expect(try run(.toggleTask, "- [X] a|") == "- [ ] a|")
    #expect(try run(.toggleTask, "|- [ ] a\n- [x] b|") == "|- [x] a\n- [x] b|")
    #expect(try run(.toggleTask, "1. a|") == "1. [ ] a|")
    #expect(refusal(.toggleTask, "a|") == .notInList)
  }

  @Test(
    "Code blocks",
    arguments: [
      ("|a\nb|", "```\n|a\nb|\n```"), ("```\n|a\nb|\n```", "|a\nb|"), ("x\n\n|", "x\n\n```\n|\n```"), ("a|b\n", "```\na|b\n```\n"),
      ("|```\na\n```|", "|a|"), ("- a|b", "- ```\n  a|b\n  ```"), ("- ```\n  a|b\n  ```", "- a|b"), ("|a\r\nb|", "```\r\n|a\r\nb|\r\n```"),
      ("```sh\na|\n", "a|\n"),
    ])
  func codeBlocks(before: String, after: String) throws {
    let result = try run(.codeBlock, before)
    #expect(result == after)
  }

  @Test("Cells hold no blocks", arguments: [EditingCommand.heading, .bulletList, .codeBlock, .rule, .table])
  func cells(command: EditingCommand) {
    #expect(refusal(command, "‖ a| ‖\n‖---‖\n", 1) == .insideTable)
  }
}

@Suite("Insertions")
struct InsertionTests {
  @Test(
    "Links",
    arguments: [
      ("a |b| c", "a [b](|) c"), ("a | c", "a [|]() c"), ("wo|rd", "[word](|)"), ("[a|](http://x.y)", "[a](|http://x.y|)"),
      ("|a]b|", "[a\\]b](|)"), ("| a |", " [a](|) "), ("[a|](<x y>)", "[a](<|x y|>)"),
    ])
  func links(before: String, after: String) throws {
    let result = try run(.link, before)
    #expect(result == after)
  }

  @Test("The clipboard's address is used")
  func clipboard() throws {
    #expect(try run(.link, "a |b| c", clipboard: "https://x.org/a_(b)") == "a [b](https://x.org/a_(b))| c")
    #expect(try run(.link, "|", clipboard: "https://x.org/a(b") == "[|](<https://x.org/a(b>)")
    #expect(try run(.image, "|b|", clipboard: "a b.png") == "![b](<a b.png>)|")
  }

  @Test("Links are declined in code and around links")
  func declined() {
    #expect(refusal(.link, "`a |b| c`") == .insideCode)
    #expect(refusal(.link, "```\n|a|\n```") == .insideCode)
    #expect(refusal(.link, "|a [b](u) c|") == .linkInsideLink)
  }

  @Test(
    "Rules and tables",
    arguments: [
      (EditingCommand.rule, "a|b\n\nc", "ab\n\n---|\n\nc"), (.rule, "|", "---\n|"), (.rule, "a\n|", "a\n\n---\n|"),
      (.table, "|", "‖ | ‖  ‖\n‖ --- ‖ --- ‖\n‖  ‖  ‖\n"), (.rule, "> a|", "> a\n>\n> ---\n|"),
    ])
  func blocks(command: EditingCommand, before: String, after: String) throws {
    let result = try run(command, before)
    #expect(result == after)
  }

  @Test("A footnote is put in, and the way goes back and forth")
  func footnotes() throws {
    #expect(try run(.footnote, "wo|rd x\n") == "word[^1] x\n\n[^1]: |\n")
    #expect(try run(.footnote, "a[^1] b|\n\n[^1]: n\n") == "a[^1] b[^2]\n\n[^1]: n\n[^2]: |\n")
    #expect(try run(.footnote, "a[^|1]\n\n[^1]: n") == "a[^1]\n\n[^1]: |n")
    #expect(try run(.footnote, "a[^1] b\n\n[^1]: n|") == "a[^1]| b\n\n[^1]: n")
  }

  @Test(
    "Hiding and showing is exact",
    arguments: [
      ("a |b| c", "a <!-- |b| --> c"), ("|# x\n\ny|", "<!-- |# x\n\ny| -->"), ("a |b *c* d| e", "a <!-- |b *c* d| --> e"),
      ("wo|rd", "<!-- |word| -->"),
    ])
  func hiding(before: String, after: String) throws {
    let once = try run(.hide, before)
    #expect(once == after)
    #expect(Marked(try run(.hide, once)).text == Marked(before).text)
  }

  @Test(
    "What cannot be hidden is declined with a reason",
    arguments: [
      ("|a -- b|", EditRefusal.holdsDoubleHyphen), ("|a --> b|", .holdsPartOfComment), ("a `|b|` c", .holdsCode), ("|a `b` c|", .holdsCode),
      ("a |b\n\nc| d", .commentWouldShow),
    ])
  func declinedHiding(notation: String, reason: EditRefusal) {
    #expect(refusal(.hide, notation) == reason)
  }

  @Test(
    "Where code, math or HTML has no end yet, marks below it would be text of it",
    arguments: ["```\nx\n|", "```\n|", "```\r\nx\r\n|", "$$\nx\n|", "<!-- a\n|", "<div>\nb\n|"])
  func belowUnfinished(notation: String) {
    for command in EditingCommand.allCases where !"\(command)".hasPrefix("toggle") {
      let isBlock = command == .rule || command == .table
      switch refusal(command, notation, 2) {
      case .insideCode?, .notInTable?: break
      case let other: #expect(isBlock && notation.hasPrefix("<div>"), "\(command) in \(notation): \(other.map { "\($0)" } ?? "done")")
      }
    }
    #expect(Pasting.isLiteral(Marked(notation).context))
  }

  @Test("Right before and right behind code a mark would break it, and front matter is not quoted")
  func besideCode() {
    for notation in ["|```\nx\n```", "```\nx\n```|", "```|\nx\n```", "```\nx|", "> ```\n> x\n> |"] {
      for command in [EditingCommand.link, .image, .footnote] { #expect(refusal(command, notation) == .insideCode) }
    }
    #expect(refusal(.hide, "|```\nx\n```") == .insideCode)
    #expect(refusal(.quote, "---\na: b|\n---\n") == .insideCode)
  }

  @Test("A footnote's text goes below its block where the text ends in code")
  func footnoteBeforeOpenFence() throws {
    #expect(try run(.footnote, "a|\n\n```\nx") == "a[^1]\n\n[^1]: |\n\n```\nx")
    #expect(try run(.footnote, "a|\n```\nx") == "a[^1]\n\n[^1]: |\n\n```\nx")
    #expect(try run(.footnote, "- a|\n- b\n\n      c\n\n- ```\n  x") == "- a[^1]\n- b\n\n      c\n\n- ```\n  x\n\n[^1]: |\n")
    #expect(try run(.footnote, "a\n\n|\n\n    code\n\n```\nx\n") == "a\n\n[^1]\n\n    code\n\n[^1]: |\n\n```\nx\n")
    // What has an end, or ends by itself, takes nothing in.
    for code in ["```\nx\n```", "    x", "<div>"] {
      #expect(try run(.footnote, "a|\n\n" + code) == "a[^1]\n\n" + code + "\n\n[^1]: |\n")
    }
  }
}
