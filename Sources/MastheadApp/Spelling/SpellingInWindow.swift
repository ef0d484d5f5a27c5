// Owns: what spelling is told of the window around it.

import Commands
import GLibKit
import GtkKit

extension DocumentWindow {
  /// Lets the switch and the language follow the preferences.
  func connectSpelling() {
    follow(Preferences.checkSpelling) { [weak self] in
      guard let self else { return }
      spelling.preferencesChanged()
      actions?.setState("check-spelling", application.preferences[Preferences.checkSpelling])
    }
    follow(Preferences.spellingLanguage) { [weak self] in self?.spelling.preferencesChanged() }
    spelling.preferencesChanged()
    editMenu.add(spelling)
  }
}
