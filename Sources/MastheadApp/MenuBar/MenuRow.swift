// Owns: what is in the row of menus of any window: every command of the catalogue that it has, under its subject.

import Commands
import GLibKit
import HeaderKit
import HeaderModel

/// Makes the menus of a row.
enum MenuRow {
  /// Makes a menu of each subject that has commands; `file` is the whole of the first.
  static func menus(file: [MenuElement], handles: (Command) -> Bool) -> [MenuElement] {
    Command.Subject.allCases.compactMap { subject in
      let elements = subject == .document ? file : commands(of: subject, handles)
      return elements.isEmpty ? nil : .submenu(title: subject.menuTitle, elements)
    }
  }

  private static func commands(of subject: Command.Subject, _ handles: (Command) -> Bool) -> [MenuElement] {
    let elements = Catalogue.all.filter { $0.subject == subject && $0.isInMenus && handles($0) }.map(\.menuElement)
    return elements.isEmpty ? [] : [.section(elements)]
  }
}

extension Command {
  /// Whether a menu can run it: a number that is only slid to has no values to choose from.
  fileprivate var isInMenus: Bool {
    if case .number(_, let choices) = role { !choices.isEmpty } else { true }
  }
}

extension Command.Subject {
  /// What the menu is called in a row of menus.
  var menuTitle: String {
    switch self {
    case .document: C_("menu bar", "File")
    case .editing: C_("menu bar", "Edit")
    case .navigation: C_("menu bar", "Go")
    case .application: Program.name
    default: title.translated
    }
  }
}
