// Owns: the windows about the program itself: preferences, keyboard shortcuts, about.

import Commands
import GLibKit
import GtkKit

extension MastheadApplication {
  func showPreferences() {
    let window = PreferencesPanel(preferences).makeWindow()
    window.setTransient(for: activeWindow?.window)
    window.present()
  }

  /// Shows the keys of all commands, as the catalogue has them.
  func showShortcuts() {
    let groups = Command.Subject.allCases.compactMap { subject -> ShortcutsWindow.Group? in
      let shortcuts = Catalogue.all.filter { $0.subject == subject }.flatMap(\.shortcutRows)
      return shortcuts.isEmpty ? nil : ShortcutsWindow.Group(title: subject.title.translated, shortcuts: shortcuts)
    }
    let window = ShortcutsWindow(groups)
    window.setTransient(for: activeWindow?.window)
    window.present()
  }

  func showAbout() {
    let window = AboutWindow(
      name: Program.name, icon: Program.id, version: Program.version, developer: tr("The Masthead authors"),
      website: Program.website, issues: Program.website + "/issues", translators: tr("translator-credits"))
    window.setTransient(for: activeWindow?.window)
    window.present()
  }
}

extension Command {
  /// The rows of the shortcuts window: one for each parameter that has keys.
  fileprivate var shortcutRows: [(title: String, keys: String)] {
    var order: [Parameter?] = []
    for key in keys where !order.contains(key.parameter) { order.append(key.parameter) }
    return order.map { parameter in
      (title: title(for: parameter), keys: keys.filter { $0.parameter == parameter }.map(\.accelerator).joined(separator: " "))
    }
  }

  private func title(for parameter: Parameter?) -> String {
    switch (role, parameter) {
    case (.choice(let choices), .word(let word)?):
      choices.first { $0.value == word }.map { "\(localTitle): \($0.title.translated)" } ?? localTitle
    case (.number(_, let choices), .number(let number)?):
      choices.first { $0.value == number }?.title.translated ?? localTitle
    default: longTitle?.translated ?? localTitle
    }
  }
}
