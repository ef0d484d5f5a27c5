import Markdown
import Testing

@Suite struct FrontMatterTests {
  private func read(_ lines: String) -> FrontMatter? { MarkdownDocument("---\n\(lines)\n---\n\ntext\n").frontMatter }

  @Test func namesAndValues() {
    let matter = read("title: A: b\nAuthor: 'O''Neil'\nquoted: \"say \\\"x\\\"\"\nempty:\nnumber: 1 # one\nhash: a#b\n# no: comment\n")
    #expect(matter?["TITLE"] == "A: b")
    #expect(matter?["author"] == "O'Neil")
    #expect(matter?["quoted"] == "say \"x\"")
    #expect(matter?["empty"] == nil)
    #expect(matter?["number"] == "1")
    #expect(matter?["hash"] == "a#b")
    #expect(matter?["# no"] == nil && matter?["no"] == nil)
  }

  @Test func lists() {
    #expect(read("tags: [a, 'b c', ]")?.values(of: "tags") == ["a", "b c"])
    #expect(read("tags:\n  - a\n  - \"b\"\nnext: c")?.values(of: "tags") == ["a", "b"])
    #expect(read("map:\n  inner: x\ntitle: t")?.fields.map(\.name) == ["map", "title"])
  }

  @Test func whereThereIsNone() {
    #expect(MarkdownDocument("# a\n").frontMatter == nil)
    #expect(MarkdownDocument("").frontMatter == nil)
    #expect(MarkdownDocument("---\ntitle: x\n---\n", options: .commonMark).frontMatter == nil)
  }
}
