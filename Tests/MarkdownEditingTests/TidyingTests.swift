import Markdown
import MarkdownEditing
import Testing
import TextModel

@Suite("Putting a text in order when it is saved") struct TidyingTests {
  private func tidied(_ source: String, caret: Int? = nil, _ set: (inout Tidying) -> Void) -> String {
    var tidying = Tidying()
    set(&tidying)
    let document = MarkdownDocument(ChunkedText(source))
    // Without a caret given, it is in an empty line of its own.
    let plan = tidying.plan(for: document, caret: caret.map { TextOffset($0) } ?? document.text.end)
    return plan?.applied(to: document.text).string ?? source
  }

  @Test func blanksGoButHardBreaksStay() {
    #expect(tidied("a \nb  \nc\t\n\n  \nd\n") { $0.trimsTrailingWhitespace = true } == "a\nb  \nc\n\n\nd\n")
    #expect(tidied("# h  \n\nend  \n\n> q  \n> r\n") { $0.trimsTrailingWhitespace = true } == "# h\n\nend\n\n> q  \n> r\n")
    #expect(tidied("```\nx  \ny\n```\n") { $0.trimsTrailingWhitespace = true } == "```\nx\ny\n```\n")
  }

  @Test func theLineWhereOneWritesKeepsItsBlanks() {
    #expect(tidied("a \nb \nc \n", caret: 4) { $0.trimsTrailingWhitespace = true } == "a\nb \nc\n")
    #expect(tidied("a \n- ", caret: 5) { $0.trimsTrailingWhitespace = true } == "a\n- ")
  }

  @Test func theLastLineEnds() {
    #expect(tidied("a") { $0.insertsFinalNewline = true } == "a\n")
    #expect(tidied("a\r\nb") { $0.insertsFinalNewline = true } == "a\r\nb\r\n")
    #expect(tidied("a\n") { $0.insertsFinalNewline = true } == "a\n")
    #expect(tidied("") { $0.insertsFinalNewline = true } == "")
  }

  @Test func linesEndAlike() {
    let mixed = "a\nb\r\nc\rd\r\r\ne\n\n\r"
    #expect(tidied(mixed) { $0.lineEnd = .lf } == "a\nb\nc\nd\n\ne\n\n\n")
    #expect(tidied(mixed) { $0.lineEnd = .crlf } == "a\r\nb\r\nc\r\nd\r\n\r\ne\r\n\r\n\r\n")
    #expect(tidied(mixed) { $0.lineEnd = .cr } == "a\rb\rc\rd\r\re\r\r\r")
  }

  @Test func allAtOnce() {
    let all = { (tidying: inout Tidying) in
      tidying.trimsTrailingWhitespace = true
      tidying.insertsFinalNewline = true
      tidying.lineEnd = .crlf
    }
    #expect(tidied("a \nb  \nc \n\nlast", all) == "a\r\nb  \r\nc\r\n\r\nlast\r\n")
    // In order: there is nothing to change, and no step to undo.
    var tidying = Tidying()
    all(&tidying)
    #expect(tidying.plan(for: MarkdownDocument("a\r\nb  \r\nc\r\n"), caret: .zero) == nil)
  }
}
