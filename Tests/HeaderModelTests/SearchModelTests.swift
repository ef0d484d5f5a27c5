import HeaderModel
import Testing

@Suite struct SearchModelTests {
  private let known = [SearchToken(id: "heading", title: "Headings"), SearchToken(id: "link", title: "Links")]

  @Test(arguments: [
    ("heading:", "", ["heading"]), ("heading:gar", "gar", ["heading"]), ("Heading: gar", "gar", ["heading"]),
    ("a link:b", "a b", ["link"]), ("heading", "heading", []), ("subheading:x", "subheading:x", []), ("", "", []),
  ])
  func takesTokens(typed: String, left: String, tokens: [String]) {
    var request = SearchRequest(text: typed)
    let isTaken = request.takeToken(of: known)
    #expect(isTaken == !tokens.isEmpty)
    #expect(request.text == left)
    #expect(request.tokens.map(\.id) == tokens)
  }

  @Test func holdsATokenOnce() {
    var request = SearchRequest(text: "link:", tokens: [known[1]])
    let isTaken = request.takeToken(of: known)
    #expect(isTaken)
    #expect(request.tokens == [known[1]])
  }

  private func section(_ id: String, _ suggestions: [(String, Int)]) -> SuggestionSection {
    SuggestionSection(id: id, title: id, suggestions.map { SearchSuggestion(id: $0.0, title: $0.0, score: $0.1) })
  }

  @Test func beginsAtTheBest() {
    var list = SuggestionList()
    list.show([section("a", [("a1", 3), ("a2", 5)]), section("b", [("b1", 5), ("b2", 1)]), section("c", [])], isNewRequest: true)
    #expect(list.chosenID == "a2")
    #expect(list.sections.map(\.id) == ["a", "b"])
  }

  @Test func staysWhereItWasMovedTo() {
    var list = SuggestionList()
    list.show([section("b", [("b1", 5), ("b2", 1)])], isNewRequest: true)
    list.move(by: 1)
    #expect(list.chosenID == "b2")
    list.show([section("a", [("a1", 9)]), section("b", [("b1", 5), ("b2", 1)])], isNewRequest: false)
    #expect(list.chosenID == "b2")
    list.show([section("a", [("a1", 9)])], isNewRequest: false)
    #expect(list.chosenID == "a1")
    list.move(by: 0)
    list.show([section("b", [("b1", 5), ("a1", 1)])], isNewRequest: true)
    #expect(list.chosenID == "b1")
  }

  @Test func goesRoundAndOverWhatIsDisabled() {
    var list = SuggestionList()
    var sections = [section("a", [("1", 1), ("2", 0), ("3", 0)])]
    sections[0].suggestions[1].isEnabled = false
    list.show(sections, isNewRequest: true)
    list.move(by: 1)
    #expect(list.chosenID == "3")
    list.move(by: 1)
    #expect(list.chosenID == "1")
    list.move(by: -1)
    #expect(list.chosenID == "3")
    list.page(by: -10)
    #expect(list.chosenID == "1")
    list.choose("2")
    #expect(list.chosenID == "1")
    #expect(list.place! == (0, 2))
  }

  @Test func nothingToChoose() {
    var list = SuggestionList()
    list.show([], isNewRequest: true)
    list.move(by: 1)
    #expect(list.chosen == nil)
    #expect(list.place == nil)
  }

  @Test func showsOneThingOnce() {
    var list = SuggestionList()
    list.show([section("a", [("1", 1)]), section("b", [("1", 7)])], isNewRequest: true)
    #expect(list.suggestions.count == 1)
  }
}
