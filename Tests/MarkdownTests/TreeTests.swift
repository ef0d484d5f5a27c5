import Markdown
import Testing
import TextModel

@Suite struct TreeTests {
  @Test func nodesKnowTheirRanges() {
    let document = MarkdownDocument("# Hi *you*\n\n> - [x] done `a b`\n>\n> ```sh\n> ls\n> ```\n")
    #expect(
      dump(document) == """
        document 0..<52
          heading 0..<10 level 1
            text 2..<5 "Hi "
            emphasis 5..<10
              text 6..<9 "you"
          blockQuote 12..<51
            list 14..<30 bullet tight
              listItem 14..<30 done 16..<19
                paragraph 20..<30
                  text 20..<25 "done "
                  codeSpan 25..<30
                    text 26..<29 "a b"
            codeBlock 35..<51 fence 'sh' closed
              text 43..<46 "ls\\n"

        """)
  }

  @Test func extensionsAreInTheTree() {
    let document = MarkdownDocument(
      "---\ntitle: x\n---\n\n> [!TIP]\n> $a$ and ==b== :tada:\n\n[[toc]]\n\n$$\nx\n$$\n\n<!-- c -->\n\nSee[^1].\n\n[^1]: Note.\n\n|a|b|\n|:-|-:|\n|1|2|\n"
    )
    #expect(
      dump(document, isWithRanges: false) == """
        document
          frontMatter
            text "title: x\\n"
          alert tip
            paragraph
              math
                text "a"
              text " and "
              highlight
                text "b"
              text " "
              emoji "🎉"
          tableOfContents
          mathBlock bare '' closed
            text "x\\n"
          commentBlock
            text "<!-- c -->"
          paragraph
            text "See"
            footnoteReference
            text "."
          footnoteDefinition
            paragraph
              text "Note."
          table left right
            tableRow
              tableCell column 0 left head
                text "a"
              tableCell column 1 right head
                text "b"
            tableRow
              tableCell column 0 left
                text "1"
              tableCell column 1 right
                text "2"

        """)
  }
}
