import Markdown
import Testing
import TextModel

@testable import MarkdownEditing

private func edits(_ text: String, caret: Int = 0) -> SectionEdits {
  SectionEdits(MarkdownDocument(text), selection: TextSelection(caret: TextOffset(caret)))
}

private func applied(_ text: String, _ plan: (SectionEdits) throws -> EditPlan?) throws -> String {
  try plan(edits(text))?.applied(to: ChunkedText(text)).string ?? text
}

private let book = "# One\n\nfirst\n\n## Two\n\nsecond\n\n## Three\n\nthird\n\n# Four\n\nfourth\n"

@Suite struct SectionListTests {
  @Test func aTreeOfLevels() {
    let list = SectionList(MarkdownDocument("intro\n\n## a\n# b\n### c\n## d\n# e"))
    #expect(list.sections.map(\.depth) == [0, 0, 1, 1, 0])
    #expect(list.sections.map(\.parent) == [nil, nil, 1, 1, nil])
    #expect(list.sections.map(\.end) == [1, 4, 3, 4, 5])
    #expect(list.index(at: TextOffset(3)) == nil)
    #expect(list.index(at: TextOffset(8)) == 0)
    #expect(list.index(at: list[3].range.lower) == 3)
    #expect(list.roots([1, 2, 4]) == [1, 4])
  }

  @Test func onlyHeadingsOfTheTextItselfMakeSections() {
    let text = """
      ---
      title: # no
      ---
      # yes

      ```
      # no
      ```

      > # no

      - # no

      <!--
      # no
      -->

          # no

      1. x

         # no

      Also
      yes
      ---

      <div>
      # no
      </div>

      $$
      # no
      $$

        ## yes indented ##
      """
    #expect(SectionList(MarkdownDocument(text)).sections.map(\.heading.title) == ["yes", "Also yes", "yes indented"])
  }

  @Test func tenThousandLevelsOfNestingAreNoSections() {
    let text =
      "# top\n\n" + String(repeating: "> ", count: 10_000) + "# deep\n\n" + String(repeating: "- ", count: 10_000) + "# deep\n\n# end\n"
    let edits = edits(text)
    #expect(edits.sections.count == 2)
    #expect(throws: Never.self) { _ = try edits.move([1], to: SectionPlace(before: 0, level: 1)) }
  }

  @Test func levelsOfAGapDrawNothingIn() {
    let list = edits(book).sections
    #expect(list.levels(between: nil, andBefore: 0) == 1...1)
    #expect(list.levels(between: 0, andBefore: 1) == 2...2)
    #expect(list.levels(between: 1, andBefore: 2) == 2...3)
    #expect(list.levels(between: 2, andBefore: 3) == 1...3)
    #expect(list.levels(between: 3, andBefore: 4) == 1...2)
    // What is moved itself is no neighbour.
    #expect(list.levels(between: 2, andBefore: 3, moving: [2, 3]) == 1...3)
    #expect(list.place(inside: 0) == SectionPlace(before: 3, level: 2))
    #expect(list.place(inside: 3) == SectionPlace(before: 4, level: 2))
  }
}

@Suite struct SectionEditsTests {
  @Test func levelsTakeWhatIsInsideAlong() throws {
    #expect(try applied(book) { try $0.changeLevels([0], by: 1) }.contains("## One\n\nfirst\n\n### Two\n\nsecond\n\n### Three"))
    #expect(try applied("Title\n===\n\n## b\n") { try $0.changeLevels([0], by: 1) } == "## Title\n\n### b\n")
    #expect(throws: SectionRefusal.atTheEnd) { try edits(book).changeLevels([0, 3], by: -1) }
    #expect(throws: SectionRefusal.atTheEnd) { try edits("# a\n\n###### b\n").changeLevels([0], by: 1) }
  }

  @Test func renaming() throws {
    #expect(try applied("# a *b*\ntext") { try $0.rename(0, to: "  new `x`\nname ") } == "# new `x` name\ntext")
    #expect(try applied("## a ##\n") { try $0.rename(0, to: "C #") } == "## C \\# ##\n")
    #expect(try applied("# a\n") { try $0.rename(0, to: "C #") } == "# C \\#\n")
    #expect(try applied("a\n===\ntext") { try $0.rename(0, to: "b") } == "b\n===\ntext")
    #expect(try applied("a\n===\ntext") { try $0.rename(0, to: "- b") } == "# - b\ntext")
    #expect(try applied("a\nb\n---\ntext") { try $0.rename(0, to: "c") } == "c\n---\ntext")
    #expect(try applied("#\ntext") { try $0.rename(0, to: "c") } == "# c\ntext")
    #expect(throws: SectionRefusal.emptyTitle) { try edits(book).rename(0, to: " \n") }
    #expect(try edits(book).rename(0, to: "One") == nil)
    #expect(edits("a\nb *c*\n---\n").title(of: 0) == "a b *c*")
  }

  @Test func moving() throws {
    #expect(
      try applied(book) { try $0.move([3], to: SectionPlace(before: 0, level: 1)) }
        == "# Four\n\nfourth\n\n# One\n\nfirst\n\n## Two\n\nsecond\n\n## Three\n\nthird\n\n")
    #expect(
      try applied(book) { try $0.move([0], to: SectionPlace(before: 4, level: 2)) }
        == "# Four\n\nfourth\n\n## One\n\nfirst\n\n### Two\n\nsecond\n\n### Three\n\nthird\n")
    // Several that are apart come together, each at the place's level.
    #expect(
      try applied(book) { try $0.move([1, 3], to: SectionPlace(before: 3, level: 2)) }
        == "# One\n\nfirst\n\n## Three\n\nthird\n\n## Two\n\nsecond\n\n## Four\n\nfourth\n")
    #expect(try edits(book).move([0], to: SectionPlace(before: 2, level: 2)) == nil)
    #expect(try edits(book).move([1], to: SectionPlace(before: 2, level: 2)) == nil)
    #expect(try applied(book) { try $0.move([2], to: SectionPlace(before: 3, level: 1)) }.contains("\n# Three\n"))
    #expect(throws: SectionRefusal.tooDeep) { try edits("# a\n\n## b\n\n# c\n").move([0], to: SectionPlace(before: 3, level: 6)) }
  }

  @Test func seamsKeepPartsApart() throws {
    // A heading by its underline would swallow the paragraph above it.
    #expect(try applied("# a\npara\n# b\nx\n\nNext\n===\n") { try $0.delete([1]) } == "# a\npara\n\nNext\n===\n")
    #expect(try applied("A\n=\nx\n# b\ny") { try $0.move([0], to: SectionPlace(before: 2, level: 1)) } == "# b\ny\n\nA\n=\nx\n")
    #expect(try applied("# a\n# b\n<div>") { try $0.move([1], to: SectionPlace(before: 0, level: 1)) } == "# b\n<div>\n\n# a\n")
    // What is open to the end of the text would take in everything behind it.
    #expect(throws: SectionRefusal.wouldChangeOthers) {
      try edits("# a\n\n# b\n\n```\ncode").move([1], to: SectionPlace(before: 0, level: 1))
    }
  }

  @Test func duplicatingDeletingInserting() throws {
    #expect(try applied("# a\nx\n# b\ny") { try $0.duplicate([0, 1]) } == "# a\nx\n# a\nx\n# b\ny\n# b\ny")
    #expect(try applied(book) { try $0.delete([0]) } == "# Four\n\nfourth\n")
    #expect(try applied(book) { try $0.delete([1, 2, 3]) } == "# One\n\nfirst\n\n")
    let plan = try #require(try edits("text").insert(title: "New", after: nil))
    #expect(plan.applied(to: "text").string == "text\n# New\n")
    #expect(plan.selection == TextSelection(TextRange(7..<10)))
    #expect(try applied(book) { try $0.insert(title: "New", after: 1) }.contains("second\n\n## New\n\n## Three"))
    #expect(try applied("") { try $0.insert(title: "New", after: nil) } == "# New\n")
  }

  @Test func leavingTheText() {
    #expect(edits(book).text(of: [1, 3]) == "## Two\n\nsecond\n\n# Four\n\nfourth\n")
    #expect(edits("# a\nx\n# b").text(of: [0, 1]) == "# a\nx\n\n# b")
    #expect(edits("# A *b* [c] `d`\n").links(to: [0]) == "[A b \\[c\\] d](#a-b-c-d)")
    #expect(edits(book).links(to: [3, 0]) == "- [One](#one)\n- [Four](#four)")
  }

  @Test func theCaretStaysInItsSection() throws {
    let caret = book.utf8.count - 4
    let plan = try #require(try edits(book, caret: caret).move([3], to: SectionPlace(before: 1, level: 2)))
    let text = plan.applied(to: ChunkedText(book))
    let after = plan.selection(after: TextSelection(caret: TextOffset(caret))).head
    #expect(text.string(in: TextRange(after - 3, after)) == "fou")
  }
}
