// Owns: the preferences of spell checking.

import Commands
import GLibKit
import GtkKit

extension PreferencesPanel {
  /// The rows about spelling.
  func spelling() -> PreferencesGroup {
    let group = PreferencesGroup(title: tr("Spelling"))
    group.add(toggle(Preferences.checkSpelling, tr("Check spelling")))
    // The dictionaries are looked for when somebody wants to see them.
    Task { [self] in
      let languages = await Dictionaries.shared.checker.languages()
      guard !languages.isEmpty else {
        group.add(
          ActionRow(title: tr("No dictionaries are installed"), subtitle: tr("Install one for your language, such as hunspell-en-us.")))
        return
      }
      let choices = [("", tr("As each document seems to be written"))] + languages.map { ($0, LanguageName.name($0)) }
      group.add(choice(Preferences.spellingLanguage, tr("Language"), choices))
    }
    return group
  }
}
