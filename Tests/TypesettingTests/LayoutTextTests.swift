import Testing

@testable import Typesetting

@Suite("The map between layout text and source text")
struct LayoutTextTests {
  /// `a *b&amp;* c` set as "a b& c".
  private func sample() -> LayoutText {
    var text = LayoutText()
    text.append(verbatim: "a ".utf8, source: 0, look: [])
    text.append(verbatim: "b".utf8, source: 3, look: .emphasis)
    text.append("&".utf8, standingFor: 4..<9, look: .emphasis)
    text.append(verbatim: " c".utf8, source: 10, look: [])
    return text
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 3), (3, 4), (4, 10), (5, 11), (6, 12)])
  func leadsToTheSource(layout: Int, source: Int) {
    #expect(sample().source(ofLayout: layout) == source)
  }

  @Test(arguments: [(0, 0), (2, 2), (3, 2), (4, 3), (6, 3), (9, 4), (10, 4), (11, 5), (12, 6), (99, 6)])
  func leadsToTheLayout(source: Int, layout: Int) {
    #expect(sample().layout(ofSource: source) == layout)
  }

  @Test func takesMarksBetweenAlong() {
    #expect(sample().source(ofLayout: 0..<3) == 0..<4)
    #expect(sample().source(ofLayout: 2..<4) == 3..<9)
    #expect(sample().source(ofLayout: 0..<6) == 0..<12)
    #expect(sample().source(ofLayout: 2..<2) == 3..<3)
  }

  @Test func joinsWhatIsContinuous() {
    var text = LayoutText()
    text.append(verbatim: "one".utf8, source: 5, look: [])
    text.append(verbatim: "two".utf8, source: 8, look: .strong)
    #expect(text.pieces.count == 1)
    #expect(text.spans.map(\.look) == [[], .strong])
  }

  @Test func knowsItsLinks() {
    var text = LayoutText()
    text.append(verbatim: "see ".utf8, source: 0, look: [])
    let start = text.bytes.count
    text.append(verbatim: "here".utf8, source: 5, look: .link)
    text.link(from: start, to: Array("a.md".utf8))
    #expect(text.link(atLayout: 3) == nil)
    #expect(text.link(atLayout: 4).map { String(decoding: $0, as: UTF8.self) } == "a.md")
    #expect(text.link(atLayout: 8) == nil)
  }

  @Test func trimsBlanksAtItsEnd() {
    var text = sample()
    text.append(verbatim: " \n".utf8, source: 12, look: .code)
    text.trimEnd()
    #expect(text == sample())
  }

  @Test func everyPlaceComesBack() {
    let text = sample()
    for position in 0...text.bytes.count {
      #expect(text.layout(ofSource: text.source(ofLayout: position)) == position)
    }
  }
}
