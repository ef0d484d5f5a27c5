import Markdown
import Testing
import TextModel

@Suite struct QueryTests {
  private let document = MarkdownDocument(
    """
    # One

    Some *words* [here](x "t").

    ## Two

    - a
      - [ ] b

    | x | y |
    |---|---|
    | 1 | 2 |

    # Three

    > ## Inside

    [l]: /u
    [l] and ![l] and [m][l]
    """)

  private func offset(of part: String) -> TextOffset {
    let source = document.text.string
    return TextOffset(source.utf8.distance(from: source.startIndex, to: source.firstRange(of: part)!.lowerBound))
  }

  @Test func sectionsAreATree() {
    let sections = document.sections
    #expect(sections.map(\.heading.title) == ["One", "Three"])
    #expect(sections[0].sections.map(\.heading.title) == ["Two"])
    #expect(sections[0].range.upper == sections[1].range.lower)
    #expect(sections[1].range.upper == document.text.end)
    #expect(document.headings.map(\.title) == ["One", "Two", "Three", "Inside"])
  }

  @Test func identifiersAreUnique() {
    let headings = MarkdownDocument("# A b\n# A b\n# A-b\n# *É* `x_y`!\n# a b-1\n").headings
    #expect(headings.map(\.identifier) == ["a-b", "a-b-1", "a-b-2", "é-x_y", "a-b-1-1"])
  }

  @Test func nodesAreFoundByPlace() {
    #expect(document.node(at: offset(of: "words")).string == "words")
    #expect(document.node(at: offset(of: "words")).enclosing(.emphasis)?.range.count == 7)
    #expect(document.node(at: offset(of: "here")).enclosingLink?.link?.title == "t")
    #expect(document.node(at: offset(of: "b\n")).enclosingItem?.item?.task == .open)
    #expect(document.node(at: offset(of: "2 |")).enclosingCell?.cell?.column == 1)
    #expect(document.node(at: offset(of: "2 |")).enclosingTable?.alignments?.count == 2)
    #expect(document.node(at: offset(of: "Inside")).ancestors.map(\.kind) == [.heading, .blockQuote, .document])
    #expect(document.block(at: TextOffset(6)).kind == .document)
    #expect(document.block(at: TextOffset(5)).kind == .heading)
  }

  @Test func definitionsKnowTheirUses() {
    let definitions = document.definitions
    #expect(definitions.count == 1)
    #expect(definitions[0].uses.map(\.kind) == [.link, .image, .link])
    #expect(definitions[0].node.link?.destination == "/u")
  }

  @Test func proseIsCounted() {
    let counts = MarkdownDocument("---\na: b\n---\n# Two words\n\n**a**b c_d [e f](g) `h`\n\n```\ncode\n```\n<!-- no -->\n漢字か\n").counts()
    #expect(counts.words == 2 + 4 + 1 + 3)
    #expect(MarkdownDocument("```\none two\n```\n").counts(includingCode: true).words == 2)
    #expect(MarkdownDocument("a  b 👨‍👩‍👧\nc").counts().charactersWithoutBlanks == 4)
  }

  @Test func footnotesAreNumberedByUse() {
    let document = MarkdownDocument("x[^b] y[^a] z[^b]\n\n[^a]: one\n\n[^b]: two\n\n[^c]: unused\n")
    let footnotes = document.footnotes
    #expect(footnotes.map(\.number) == [1, 2])
    #expect(footnotes[0].references.count == 2)
    #expect(document.text.string(in: footnotes[0].definition.label!) == "b")
  }

  @Test func longContainersKnowParentsAndNeighbours() {
    let text = (0..<2000).map { "- item \($0)\n  > quote\n" }.joined()
    let document = MarkdownDocument(text)
    let list = document.root.firstChild!
    #expect(Array(list.children).count == 2000)
    #expect(list.range.upper == document.text.end - 1)
    let last = Array(list.children).last!
    #expect(last.parent == list)
    #expect(last.nextSibling == nil && list.nextSibling == nil)
  }
}
