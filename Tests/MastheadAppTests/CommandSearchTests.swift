import Commands
import GLibKit
import HeaderModel
import Searching
import XCTest

@testable import MastheadApp

/// The search is the command palette too: whatever the program can do is found by what a person may call it.
nonisolated final class CommandSearchTests: XCTestCase {
  func testEveryCommandIsFoundByItsTitle() throws {
    try onMain {
      let index = CommandIndex()
      XCTAssertEqual(Set(index.entries.map(\.command.id)), Set(Catalogue.all.filter(\.isSearchable).map(\.id)))
      for entry in index.entries {
        let twins = index.entries.filter { $0.title == entry.title }.count
        XCTAssertLessThan(rank(of: entry, for: entry.title, in: index) ?? .max, twins + 1, "\(entry.id) by “\(entry.title)”")
        // Half typed it is in what is shown without a scope, or the title's beginning is that of many.
        let begun = String(entry.title.prefix(max(3, entry.title.count / 2)))
        XCTAssertNotNil(rank(of: entry, for: begun, in: index), "\(entry.id) by “\(begun)”")
      }
    }
  }

  func testEveryCommandIsFoundByEachOfItsOtherWords() throws {
    try onMain {
      let index = CommandIndex()
      var count = 0
      for entry in index.entries {
        for word in entry.command.keywords.map(\.translated) + [entry.command.localTitle, entry.command.title.original] {
          XCTAssertNotNil(rank(of: entry, for: word, in: index), "\(entry.id) by “\(word)”")
          count += 1
        }
      }
      XCTAssertGreaterThan(count, 150)
    }
  }

  func testEveryCommandIsFoundByTheMenuInWhichItStands() throws {
    try onMain {
      let index = CommandIndex()
      for entry in index.entries {
        let path = entry.path.replacing(" › ", with: " ")
        XCTAssertNotNil(rank(of: entry, for: path, in: index), "\(entry.id) by “\(path)”")
        // The menu and the title together are unambiguous.
        let both = "\(entry.path.prefix { $0 != "›" }) \(entry.title)"
        XCTAssertLessThan(rank(of: entry, for: both, in: index) ?? .max, 5, "\(entry.id) by “\(both)”")
      }
      XCTAssertTrue(index.entries.contains { $0.path.hasSuffix(" › Export") && $0.command.id == "export-pdf" })
    }
  }
}

/// Where an entry stands among what is found, of as many as the search shows in its scope of commands; nil when it is not found.
@MainActor
private func rank(of entry: CommandIndex.Entry, for words: String, in index: CommandIndex) -> Int? {
  index.suggestions(Phrase(words), limit: 200) { _ in true }.firstIndex { $0.id == entry.id }
}

extension Command {
  /// Whether the search can run it: a number that is only slid to has no values to choose from.
  fileprivate var isSearchable: Bool {
    if case .number(_, let choices) = role { !choices.isEmpty } else { true }
  }
}
