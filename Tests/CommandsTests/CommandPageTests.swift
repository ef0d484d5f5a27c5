import Foundation
import MarkdownEditing
import Testing

@testable import Commands

@Suite("CommandPage")
struct CommandPageTests {
  static let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/commands.md")

  @Test("docs/commands.md is the catalogue")
  func pageIsCurrent() throws {
    if ProcessInfo.processInfo.environment["MASTHEAD_WRITE_DOCS"] != nil {
      try Catalogue.page.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == Catalogue.page)
  }

  @Test("Every editing command is in the catalogue once, under its own name")
  func editingCommandsAreWhole() {
    for edit in EditingCommand.allCases {
      #expect(Catalogue.all.filter { $0.edit == edit }.map(\.id) == [edit.rawValue])
    }
    for command in Catalogue.all where command.edit != nil { #expect(command.needs.isSuperset(of: [.editableText, .textFocus])) }
  }
}
