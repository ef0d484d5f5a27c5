import Testing

@testable import Commands

@Suite struct CatalogueTests {
  @Test func everyActionNameIsDeclaredOnce() {
    let names: [String] = Catalogue.all.map(\.actionName)
    #expect(Set(names).count == names.count)
    #expect(!names.isEmpty)
  }

  @Test func noKeyIsGivenTwice() {
    // Window and application accelerators share one table in GTK, so the scope is the whole program.
    let keys: [String] = Catalogue.all.flatMap { $0.keys.map(\.accelerator) }
    #expect(Set(keys).count == keys.count)
  }

  @Test func lookUpFindsEachCommandAndNothingElse() {
    for command in Catalogue.all { #expect(Catalogue.command(command.actionName)?.id == command.id) }
    #expect(Catalogue.command("win.no-such-command") == nil)
  }

  @Test func keysWithParametersFitTheirRole() {
    for command in Catalogue.all {
      for key in command.keys {
        switch (command.role, key.parameter) {
        case (.plain, nil), (.toggle, nil): break
        case (.choice(let choices), .word(let word)?): #expect(choices.contains { $0.value == word })
        case (.number(let range, _), .number(let number)?): #expect(range.contains(number))
        default: Issue.record("\(command.id): \(key.accelerator) does not fit the role")
        }
      }
    }
  }

  @Test func menusNameCommandsThatExist() {
    let missing = Menus.main.joined().filter { Catalogue.command($0) == nil }
    #expect(missing.isEmpty)
  }

  @Test func whatEditsTextNeedsTheTextsFocus() {
    for command in Catalogue.all where command.needs.contains(.editableText) {
      #expect(command.needs.contains(.textFocus), "\(command.id) could edit from an entry")
    }
  }

  @Test func titlesAreMessagesForPeople() {
    for command in Catalogue.all {
      #expect(!command.title.original.isEmpty)
      #expect(command.title.original.first?.isUppercase == true, "\(command.id)")
    }
  }

  @Test func detailedNamesCarryTheParameter() {
    let mode = Catalogue.command("win.view-mode")!
    #expect(mode.detailedActionName(.word("split")) == "win.view-mode::split")
    #expect(mode.detailedActionName(nil) == "win.view-mode")
    #expect(Catalogue.command("win.text-size")!.detailedActionName(.number(120)) == "win.text-size(120)")
  }
}
