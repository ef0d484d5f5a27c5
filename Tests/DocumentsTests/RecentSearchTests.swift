import Testing

@testable import Documents

@Suite struct RecentSearchTests {
  @Test func remembersTheNewestAndDropsWhatWasOnTheWay() {
    var searches = RecentSearches()
    for text in ["gard", "Garden", "beans", "garden"] { searches.note(text) }
    #expect(searches.texts == ["garden", "beans"])
    for number in 0..<40 { searches.note("search \(number) ") }
    #expect(searches.texts.count == RecentSearches.limit)
    #expect(searches.texts.first == "search 39 ")
  }

  @Test func comesBackFromDisk() {
    let folder = TemporaryFolder()
    var searches = RecentSearches()
    searches.note("Überschrift\nzwei")
    let store = RecentSearchStore(in: folder.state)
    store.note(searches)
    store.flush()
    #expect(RecentSearchStore(in: folder.state).read() == searches)
    #expect(RecentSearches(Array("damaged".utf8)) == nil)
  }
}
