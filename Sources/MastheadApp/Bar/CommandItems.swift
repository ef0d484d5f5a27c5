// Owns: the bar items, menu entries and tooltips that follow from the catalogue. Nobody types a title, an icon or a shortcut twice.

import Commands
import GLibKit
import HeaderModel

extension Message {
  /// The message in the person's language.
  var translated: String { Translation.translate(original, context: context) }
}

extension Command {
  /// The title in the person's language.
  var localTitle: String { title.translated }

  /// The keys that run the command with a parameter, or nil when there are none.
  func accelerator(for parameter: Command.Parameter? = nil) -> String? { keys.first { $0.parameter == parameter }?.accelerator }
}

extension BarAction {
  init(_ command: Command, _ parameter: Command.Parameter? = nil) {
    switch parameter {
    case .none: self.init(command.actionName)
    case .word(let word): self.init(command.actionName, target: .string(word))
    case .number(let number): self.init(command.actionName, target: .int(number))
    }
  }
}

extension MenuEntry {
  /// The command as a menu shows it.
  init(_ command: Command) {
    self.init(command.localTitle, icon: command.icon, accelerator: command.accelerator(), action: BarAction(command))
  }
}

extension Command {
  /// The command as a part of a menu: one entry, or a submenu of its choices.
  var menuElement: MenuElement { .of(self) }

  /// The entries of a command that is one of several values; empty for the others.
  var choiceEntries: [MenuElement] {
    switch role {
    case .plain, .toggle: []
    case .choice(let choices):
      choices.map { choice in
        .entry(
          MenuEntry(
            choice.title.translated, icon: choice.icon, accelerator: accelerator(for: .word(choice.value)),
            action: BarAction(self, .word(choice.value))))
      }
    case .number(_, let choices):
      choices.map { choice in
        .entry(
          MenuEntry(
            choice.title.translated, accelerator: accelerator(for: .number(choice.value)),
            action: BarAction(self, .number(choice.value))))
      }
    }
  }
}

extension MenuElement {
  /// Returns a command as a part of a menu.
  static func of(_ command: Command) -> MenuElement {
    let entries = command.choiceEntries
    return entries.isEmpty ? .entry(MenuEntry(command)) : .submenu(title: command.localTitle, icon: command.icon, entries)
  }

  /// Returns sections of commands and submenus of commands; commands that the catalogue does not have, or that `offers` says no to, are
  /// left out, and so is what would be empty.
  static func sections(_ sections: [[Menus.Entry]], offers: (Command) -> Bool) -> [MenuElement] {
    func command(_ name: String) -> MenuElement? { Catalogue.command(name).flatMap { offers($0) ? .of($0) : nil } }
    return sections.compactMap { section in
      let elements = section.compactMap { entry -> MenuElement? in
        switch entry {
        case .command(let name): return command(name)
        case .submenu(let title, let inner):
          let parts = inner.compactMap { names -> MenuElement? in
            let commands = names.compactMap(command)
            return commands.isEmpty ? nil : .section(commands)
          }
          return parts.isEmpty ? nil : .submenu(title: title.translated, parts)
        }
      }
      return elements.isEmpty ? nil : .section(elements)
    }
  }

  /// Returns sections of commands named by their actions; names that the catalogue does not have are left out, and so are
  /// sections that would be empty.
  static func sections(_ names: [[String]]) -> [MenuElement] {
    names.compactMap { section in
      let elements = section.compactMap(Catalogue.command).map(MenuElement.of)
      return elements.isEmpty ? nil : .section(elements)
    }
  }
}

extension BarItem {
  /// Makes the bar item of a command, or nil when the catalogue has no such command (yet).
  init?(command name: String, icon: String? = nil, role given: ItemRole? = nil) {
    guard let command = Catalogue.command(name) else { return nil }
    let entries = command.choiceEntries
    let role: ItemRole =
      if let given {
        given
      } else if !entries.isEmpty {
        .menu(entries)
      } else if command.role == .toggle {
        .toggle
      } else {
        .button
      }
    self.init(
      command.id, title: command.localTitle, paletteTitle: command.longTitle?.translated, icon: icon ?? command.icon,
      accelerator: command.accelerator(), role: role, action: entries.isEmpty ? BarAction(command) : nil)
  }
}
