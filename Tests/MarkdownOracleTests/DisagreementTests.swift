import Markdown
import Testing

/// The kinds of documents on which cmark-gfm 0.29.0.gfm.6 and md4c 0.4.8 differ from us, one by one: an example, what is right, who gives it, and by
/// which sentence of CommonMark 0.31.2.
struct Disagreement: CustomTestStringConvertible, Sendable {
  enum Side: Sendable { case both, cmark, md4c, none }

  let what: String
  let text: String
  let right: String
  /// Which of the two others gives what is right.
  let agrees: Side
  /// The sentence, with its section.
  let rule: String

  var testDescription: String { what }

  static let kinds: [Disagreement] = [
    Disagreement(
      what: "an empty item with blanks behind its mark does not interrupt a paragraph", text: "a\n* ", right: "<p>a *</p>", agrees: .cmark,
      rule: "List items: in order for such a list item to interrupt a paragraph, it must not be empty"),
    Disagreement(
      what: "nor one of two lines", text: "a\n* \n  b", right: "<p>a * b</p>", agrees: .cmark,
      rule: "List items: an empty list item cannot interrupt a paragraph"),
    Disagreement(
      what: "definitions are a paragraph until it ends", text: "[b]: <y> \"t\"\n1. ", right: "<p>1.</p>", agrees: .cmark,
      rule: "Appendix, phase 1: definitions are parsed when a paragraph is closed"),
    Disagreement(
      what: "lengths of delimiters that may open and close, between punctuation", text: "!_\"'__", right: "<p>!_\"'__</p>", agrees: .cmark,
      rule: "Emphasis, rules 9 and 10: if one can both open and close, the sum of the lengths is no multiple of 3"),
    Disagreement(
      what: "an indented line behind a quote's fence", text: "> ```\n    code",
      right: "<blockquote><pre><code></code></pre></blockquote><pre><code>code</code></pre>", agrees: .cmark,
      rule: "Block quotes: laziness only applies to lines that would have been continuations of paragraphs"),
    Disagreement(
      what: "an indented line behind a comment", text: "<!-- x -->\n     d", right: "<!-- x --><pre><code>d</code></pre>", agrees: .cmark,
      rule: "HTML blocks, end condition: line contains -->; indented code cannot interrupt a paragraph, and there is none"),
    Disagreement(
      what: "a fence, a comment or a tag that is indented by four in a paragraph", text: "a\n\t<!-- x -->", right: "<p>a<!-- x --></p>",
      agrees: .cmark,
      rule: "Paragraphs: leading spaces of lines after the first are skipped; HTML blocks: up to three spaces of indentation"),
    Disagreement(
      what: "a blank line between two items", text: "* a \n\n* > ",
      right: "<ul><li><p>a</p></li><li><blockquote></blockquote></li></ul>", agrees: .cmark,
      rule: "Lists: a list is loose if any of its constituent list items are separated by blank lines"),
    Disagreement(
      what: "a paragraph behind a heading in an item", text: "* # a\n\n     d", right: "<ul><li><h1>a</h1><p>d</p></li></ul>",
      agrees: .cmark,
      rule: "List items, rule 1: lines indented by the width of the marker belong to the item"),
    Disagreement(
      what: "a paragraph behind a rule in an item", text: "2) ***\n\n\n     d", right: "<ol start=\"2\"><li><hr /><p>d</p></li></ol>",
      agrees: .md4c, rule: "Lists: loose, if an item directly contains two block-level elements with a blank line between them"),
    Disagreement(
      what: "an item that begins with two blank lines", text: "10. \n\n\t>",
      right: "<ol start=\"10\"><li></li></ol><pre><code>&gt;</code></pre>",
      agrees: .cmark, rule: "List items: a list item can begin with at most one blank line"),
    Disagreement(
      what: "a tab behind an underline", text: "a```\n---\t", right: "<h2>a```</h2>", agrees: .cmark,
      rule: "Setext headings: an underline is followed by any number of spaces or tabs"),
    Disagreement(
      what: "blanks before a line in code", text: ")`\n   c\n `![", right: "<p>)<code>c</code>![</p>", agrees: .cmark,
      rule: "Code spans: line endings are converted to spaces, and one is stripped from both ends"),
    Disagreement(
      what: "a tag alone on a line that a paragraph takes lazily", text: "> a\n</b>", right: "<blockquote><p>a</b></p></blockquote>",
      agrees: .md4c,
      rule: "HTML blocks: blocks of type 7 cannot interrupt a paragraph; block quotes: laziness"),
    Disagreement(
      what: "an escaped ampersand in an info string", text: "```\\&#x41;~~~\n",
      right: "<pre><code class=\"language-&amp;#x41;~~~\"></code></pre>",
      agrees: .md4c, rule: "Backslash escapes: work in info strings; what is escaped begins no reference"),
    Disagreement(
      what: "a star that found no opener", text: "1. **<a@b.c>*(**** ",
      right: "<ol><li><strong><a href=\"mailto:a@b.c\">a@b.c</a><em>(</em></strong>*</li></ol>", agrees: .none,
      rule:
        "Emphasis, rules 2, 6, 7, 9: four stars close one and then two; cmark 0.29 forgot that the opener of two was there, mended in 0.30"),
  ]
}

@Suite struct DisagreementTests {
  @Test(arguments: Disagreement.kinds) func isRight(_ it: Disagreement) {
    let ours = Oracles.normalized(MarkdownDocument(it.text, options: .commonMark).html([.unsafe]))
    #expect(ours == it.right, "\(it.rule)")
    #expect((Oracles.normalized(Oracles.cmark(it.text)) == it.right) == (it.agrees == .cmark || it.agrees == .both), "cmark-gfm")
    #expect((Oracles.normalized(Oracles.md4c(it.text)) == it.right) == (it.agrees == .md4c || it.agrees == .both), "md4c")
  }
}
