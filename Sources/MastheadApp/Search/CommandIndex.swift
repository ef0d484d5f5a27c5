// Owns: the catalogue as a search sees it: every command, and every value of those that take one, under its title, its other words and
// the path of the menu in which it stands.

import Commands
import HeaderModel
import Searching

/// Finds commands by what people call them.
final class CommandIndex {
  /// One thing that can be run.
  struct Entry {
    let id: String
    let command: Command
    let parameter: Command.Parameter?
    let title: String
    /// The menu, the submenu and, for a value, the command in it: "Paragraph › Heading", "File › Export".
    let path: String
    fileprivate let folded: FoldedText
    fileprivate let keywords: [FoldedText]
    fileprivate let foldedPath: FoldedText

    init(_ command: Command, _ parameter: Command.Parameter? = nil, title: String, path: String) {
      id = "command:" + command.detailedActionName(parameter)
      self.command = command
      self.parameter = parameter
      self.title = title
      self.path = path
      folded = FoldedText(title)
      // The short title is another word where the long one is shown, and so are the English one for those who learned it, and the subject
      // for those who think of that rather than of the menu.
      let others = command.keywords.map(\.translated) + [command.localTitle, command.title.original, command.subject.title.translated]
      keywords = others.filter { $0 != title }.map { FoldedText($0) }
      foldedPath = FoldedText(path)
    }
  }

  let entries: [Entry] = Catalogue.all.flatMap { CommandIndex.entries($0) }

  private static func entries(_ command: Command) -> [Entry] {
    let path = ([command.subject.menuTitle] + (submenus[command.actionName].map { [$0] } ?? [])).joined(separator: " › ")
    let title = (command.longTitle ?? command.title).translated.withoutEllipsis
    switch command.role {
    case .plain, .toggle: return [Entry(command, title: title, path: path)]
    case .choice(let choices):
      return choices.map { Entry(command, .word($0.value), title: $0.title.translated, path: "\(path) › \(title)") }
    case .number(_, let choices):
      return choices.map { Entry(command, .number($0.value), title: $0.title.translated, path: "\(path) › \(title)") }
    }
  }

  /// The submenus of the title's menu by the commands that are in them alone.
  private static let submenus: [String: String] = {
    var submenus: [String: String] = [:]
    for case .submenu(let title, let sections) in Menus.title.joined() {
      for name in sections.joined() { submenus[name] = title.translated }
    }
    for case .command(let name) in Menus.title.joined() { submenus[name] = nil }
    return submenus
  }()

  /// Gives the commands that fit, the best first; all of them in the catalogue's order for an empty phrase. `isEnabled` says which can be
  /// run now.
  func suggestions(_ phrase: Phrase, limit: Int, isEnabled: (Command) -> Bool) -> [SearchSuggestion] {
    var found: [SearchSuggestion] = []
    for entry in entries {
      guard let match = phrase.match(entry.folded, keywords: entry.keywords, path: entry.foldedPath) else { continue }
      let enabled = isEnabled(entry.command)
      found.append(
        SearchSuggestion(
          id: entry.id, title: entry.title, highlights: match.ranges, detail: entry.path, icon: entry.icon,
          accelerator: entry.command.accelerator(for: entry.parameter), isEnabled: enabled, score: match.score))
    }
    guard !phrase.isEmpty else { return Array(found.prefix(limit)) }
    let best = found.enumerated().sorted {
      ($1.element.score, $1.element.isEnabled ? 0 : 1, $0.offset) < ($0.element.score, $0.element.isEnabled ? 0 : 1, $1.offset)
    }.prefix(limit).map(\.element)
    // What cannot be run now is found, for one learns where it is and which keys it has, but never in the way of what can.
    return best.filter(\.isEnabled) + best.filter { !$0.isEnabled }
  }

  /// The entry of a suggestion.
  func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }
}

extension CommandIndex.Entry {
  /// The icon beside it.
  var icon: String {
    if case .choice(let choices) = command.role, case .word(let word)? = parameter,
      let icon = choices.first(where: { $0.value == word })?.icon
    {
      return icon
    }
    return command.icon ?? "applications-system-symbolic"
  }
}

extension String {
  /// A command's title without the dots that say that it asks something more.
  fileprivate var withoutEllipsis: String { hasSuffix("…") ? String(dropLast()) : self }
}
