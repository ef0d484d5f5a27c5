// Owns: the row of menus under the bar of a document's window, for those who want one.

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
    owner.header.setMenuBar(isShown ? MenuRow.menus(file: file) { owner.handles($0) } : [])
  }

  /// The program's own entries around the menu of the document's title.
  private var file: [MenuElement] {
    MenuElement.sections(Menus.fileBegin) + owner.title.titleMenu() + MenuElement.sections(Menus.fileEnd)
  }
}
