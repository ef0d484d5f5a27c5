import RandomTexts

/// Makes text that is dense in the marks of Markdown.
struct RandomMarkdown {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let pieces: [String] = [
    "a", "word", "two words", " ", "  ", "    ", "\t", "\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r", "- ", "* ", "+ ", "1. ", "2) ",
    "- [ ] ",
    "- [x] ", "> ", ">", ">> ", "# ", "## ", "###### ", "===", "---", "***", "```", "```sh\n", "~~~", "    code", "$$", "$", "$x$", "<div>",
    "</div>",
    "<!-- ", " -->", "<b>", "</b>", "<a href=\"x\">", "<?", "?>", "|", "|-|", "|:-:|-|", "a|b", "\n|-|-|\n", "\\|", "[a]", "[a]: /x\n",
    "[b]: <y> \"t\"\n",
    "[a][b]", "[b][]", "[x](y)", "![i](j \"k\")", "[^1]", "[^1]: note\n", "![", "[", "]", "(", ")", "*", "**", "_", "__", "~~", "~", "==",
    "`", "``",
    "&amp;", "&#x41;", "&bogus;", "\\", "\\*", ":smile:", "http://a.b", "www.a.b/c", "a@b.c", "<http://x.y>", "[!NOTE]", "> [!TIP]\n",
    "[[toc]]", "é", "漢字",
    "👍", "\u{2028}", "\0", "…", "\"", "'", "  \n", "\\\n", "[foo]: \n  /url\n  'title\n  more'\n", "\n  b", "\n   c", "\n     d",
    "\n- x\n\n- y\n",
  ]

  mutating func text(pieces count: Int) -> String {
    var text = ""
    for _ in 0..<count { text += RandomMarkdown.pieces[Int.random(in: 0..<RandomMarkdown.pieces.count, using: &generator)] }
    return text
  }

  /// A document of many small blocks under one container, so that runs end inside it.
  mutating func structured(_ kind: Int, blocks count: Int) -> String {
    var text = ""
    if kind == 3 { text = "| a | b |\n|---|:-:|\n" }
    for index in 0..<count {
      let word = RandomMarkdown.pieces[Int.random(in: 0..<4, using: &generator)]
      let mark = Int.random(in: 0..<12, using: &generator)
      let inline = mark == 0 ? "*\(word)* [a] " : mark == 1 ? "`\(word)` [^1]" : "\(word) text \(index)"
      switch kind {
      case 0: text += "- \(inline)\n" + (mark == 2 ? "\n  more\n" : mark == 3 ? "  - inner\n    - deep\n" : "")
      case 1: text += "> \(inline)\n" + (mark == 2 ? ">\n> - x\n>   > y\n>\n" : ">\n")
      case 2:
        text += "\(inline)\n\n" + (mark == 2 ? "# Head \(index)\n\n" : mark == 3 ? "```\ncode\n```\n\n" : mark == 4 ? "[a]: /x\n\n" : "")
      case 3: text += "| \(inline) | x |\n"
      case 4: text += index == 0 ? "1. first\n\n   ```\n" : "   code \(inline)\n"
      default: text += "> 1. \(inline)\n>    - b\n>      > c\n"
      }
    }
    return text
  }
}
