// Owns: the row of menus under the bar, for those who want one: every command of the catalogue under its subject.

import Commands
import GLibKit
import HeaderKit
import HeaderModel

/// Shows and hides the row of menus of a window.
final class WindowMenuBar: WindowPart {
  private unowned let owner: DocumentWindow

  init(_ owner: DocumentWindow) { self.owner = owner }

  private var isShown: Bool { owner.application.preferences[Preferences.menuBar] }

  var handlers: [String: CommandHandler] {
    [
      "menu-bar": .toggle(initial: isShown) { [weak owner] isOn in owner?.application.preferences[Preferences.menuBar] = isOn }
    ]
  }

  /// Follows the preference, and what can be done with the document now.
  func update() {
    owner.actions?.setState("menu-bar", isShown)
    owner.header.setMenuBar(isShown ? menus : [])
  }

  private var menus: [MenuElement] {
    Command.Subject.allCases.compactMap { subject in
      let elements = subject == .document ? file : commands(of: subject)
      return elements.isEmpty ? nil : .submenu(title: subject.menuTitle, elements)
    }
  }

  /// The program's own entries around the menu of the document's title.
  private var file: [MenuElement] {
    MenuElement.sections(Menus.fileBegin) + owner.title.titleMenu() + MenuElement.sections(Menus.fileEnd)
  }

  private func commands(of subject: Command.Subject) -> [MenuElement] {
    let elements = Catalogue.all.filter { $0.subject == subject && $0.isInMenus && owner.handles($0) }.map(\.menuElement)
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
  fileprivate var menuTitle: String {
    switch self {
    case .document: C_("menu bar", "File")
    case .editing: C_("menu bar", "Edit")
    case .navigation: C_("menu bar", "Go")
    case .application: Program.name
    default: title.translated
    }
  }
}
