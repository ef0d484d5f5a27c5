extension Catalogue {
  /// The catalogue as a page for people who look a command or key up: `docs/commands.md`.
  public static var page: String {
    var page =
      "# Commands\n\nMade from the catalogue (`Sources/Commands`); a test compares. Write it anew with `MASTHEAD_WRITE_DOCS=1 swift test --filter CommandPage`.\n"
    for subject in Command.Subject.allCases {
      let commands = all.filter { $0.subject == subject }
      guard !commands.isEmpty else { continue }
      page += "\n## \(subject.title.original)\n\n| command | action | keys |\n| --- | --- | --- |\n"
      for command in commands {
        let keys = command.keys.map { "`\($0.accelerator)`" + (parameter($0).map { " \($0)" } ?? "") }.joined(separator: ", ")
        page += "| \((command.longTitle ?? command.title).original) | `\(command.actionName)` | \(keys) |\n"
      }
    }
    return page
  }

  private static func parameter(_ key: Command.Key) -> String? {
    switch key.parameter {
    case .none: nil
    case .word(let word): word
    case .number(let number): "\(number)"
    }
  }
}
