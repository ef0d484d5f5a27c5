import GLibKit
import GtkKit
import HeaderModel
import XCTest

@testable import HeaderKit

/// Answers with what a test says, and remembers what it was told.
private final class ListedSearch: SearchDelegate {
  var searchScopes = [SearchScope(id: "a", title: "A"), SearchScope(id: "b", title: "B")]
  var searchTokens = [SearchToken(id: "link", title: "Links")]
  var answers: [SearchSuggestion] = [
    SearchSuggestion(id: "1", title: "One", score: 1), SearchSuggestion(id: "2", title: "Two", score: 5),
    SearchSuggestion(id: "3", title: "Three", score: 2),
  ]
  var isHeldBack = false
  var requests: [SearchRequest] = []
  var looks: [String?] = []
  var chosen: [String] = []
  var ends: [SearchEnd] = []
  var pending: [([SuggestionSection]) -> Void] = []
  var following: SearchRequest?

  func searchBegan() {}
  func suggest(for request: SearchRequest, _ show: @escaping ([SuggestionSection]) -> Void) {
    requests.append(request)
    if isHeldBack { pending.append(show) } else { show(sections) }
  }
  var sections: [SuggestionSection] { [SuggestionSection(id: "s", title: "Things", answers)] }
  func lookAt(_ suggestion: SearchSuggestion?) { looks.append(suggestion?.id) }
  func request(following suggestion: SearchSuggestion, in request: SearchRequest) -> SearchRequest? { following }
  func searchEnded(_ end: SearchEnd, _ request: SearchRequest) { ends.append(end) }
  func choose(_ suggestion: SearchSuggestion, in request: SearchRequest) { chosen.append(suggestion.id) }
}

extension HeaderItem {
  fileprivate static var searchable: HeaderItem {
    var item = testEditor()
    item.trailing = [ItemGroup(BarItem("search", title: "Search", role: .search, action: "bar.search"), .fixed, priority: .high)]
    return item
  }
}

private func begin(width: Int = 1100) throws -> (TestWindow, ListedSearch, SearchController) {
  let test = try TestWindow(.searchable, width: width)
  let delegate = ListedSearch()
  test.page.searchDelegate = delegate
  test.frame.search()
  test.settle()
  return (test, delegate, test.frame.bar.search)
}

private func text(_ search: SearchController) throws -> Entry {
  try XCTUnwrap(search.field.widget.descendants(Entry.self).first)
}

nonisolated final class SearchTests: XCTestCase {
  func testTheFieldGrowsInTheBarAndGoesAgain() throws {
    try onMain {
      let (test, delegate, search) = try begin()
      defer { test.close() }
      XCTAssertTrue(search.field.widget.isInside(search.slot))
      XCTAssertGreaterThan(search.slot.width, 200)
      XCTAssertTrue(search.sheet.widget.isMapped)
      XCTAssertEqual(delegate.requests, [SearchRequest()])
      search.end(.cancelled)
      test.settle()
      XCTAssertEqual(delegate.ends, [.cancelled])
      XCTAssertLessThan(search.slot.width, 60)
      XCTAssertNil(search.sheet.widget.parent)
      search.end(.cancelled)
      XCTAssertEqual(delegate.ends, [.cancelled], "it ends once")
    }
  }

  func testANarrowBarHasTheFieldUnderIt() throws {
    try onMain {
      let (test, delegate, search) = try begin(width: 400)
      defer { test.close() }
      XCTAssertTrue(search.field.widget.isInside(search.sheet.widget))
      try text(search).text = "x"
      test.resize(1100)
      test.settle(0.2)
      XCTAssertTrue(search.field.widget.isInside(search.slot), "it moves with the width")
      XCTAssertEqual(delegate.requests.last?.text, "x", "and keeps what was typed")
      XCTAssertTrue(search.isActive)
    }
  }

  func testTypingAsksAndReturnTakesTheBest() throws {
    try onMain {
      let (test, delegate, search) = try begin()
      defer { test.close() }
      try text(search).text = "tw"
      XCTAssertEqual(delegate.requests.last, SearchRequest(text: "tw"))
      XCTAssertEqual(search.list.chosenID, "2")
      _ = search.field.onKey(.down, [])
      XCTAssertEqual(delegate.looks, ["3"])
      _ = search.field.onKey(.up, [])
      _ = search.field.onKey(.return, [])
      XCTAssertEqual(delegate.chosen, ["2"])
      XCTAssertEqual(delegate.ends, [.chosen])
    }
  }

  func testReturnWaitsForAnAnswerToWhatWasTyped() throws {
    try onMain {
      let (test, delegate, search) = try begin()
      defer { test.close() }
      delegate.isHeldBack = true
      try text(search).text = "t"
      try text(search).text = "th"
      _ = search.field.onKey(.return, [])
      XCTAssertEqual(delegate.chosen, [])
      for late in delegate.pending.dropLast() { late(delegate.sections) }
      XCTAssertEqual(delegate.chosen, [], "an answer to an earlier request counts for nothing")
      delegate.answers = [SearchSuggestion(id: "9", title: "Nine")]
      delegate.pending.last?(delegate.sections)
      XCTAssertEqual(delegate.chosen, ["9"])
    }
  }

  func testTokensBecomePillsThatKeysReach() throws {
    try onMain {
      let (test, delegate, search) = try begin()
      defer { test.close() }
      try text(search).text = "link:gar"
      XCTAssertEqual(delegate.requests.last, SearchRequest(text: "gar", tokens: delegate.searchTokens))
      XCTAssertEqual(try text(search).text, "gar")
      XCTAssertEqual(search.field.widget.descendants(Button.self).filter { $0.hasClass("header-pill") }.count, 1)
    }
  }

  func testScopes() throws {
    try onMain {
      let (test, delegate, search) = try begin()
      defer { test.close() }
      try text(search).text = "t"
      let buttons = search.sheet.widget.descendants(ToggleButton.self)
      XCTAssertEqual(buttons.count, 2)
      search.sheet.onScope("b")
      XCTAssertEqual(delegate.requests.last?.scope, "b")
      search.sheet.onScope("b")
      XCTAssertEqual(delegate.requests.last, SearchRequest(text: "t"))
      test.frame.search()
      XCTAssertEqual(delegate.requests.last?.scope, "a", "the key of the search narrows it")
    }
  }

  func testASuggestionMayGoOnWithTheSearch() throws {
    try onMain {
      let (test, delegate, search) = try begin()
      defer { test.close() }
      delegate.following = SearchRequest(text: "again", scope: "a")
      _ = search.field.onKey(.return, [])
      XCTAssertEqual(delegate.requests.last, delegate.following)
      XCTAssertEqual(delegate.chosen, [])
      XCTAssertTrue(search.isActive)
    }
  }
}
