// Owns: the switches for marks that come in pairs.

import Commands
import GLibKit
import GtkKit

/// Makes the rows that say which opening marks get their closing one put in as well.
final class PairingPreferences {
  private let preferences: AppPreferences

  init(_ preferences: AppPreferences) { self.preferences = preferences }

  func group() -> PreferencesGroup {
    let group = PreferencesGroup(
      title: tr("Pairs"), description: tr("Typing the first mark puts the second one in as well, or both around what is selected."))
    for (mark, title) in marks {
      group.add(
        SwitchRow(title: title, isOn: preferences[Preferences.pairs].contains(mark)) { [preferences] isOn in
          let others = preferences[Preferences.pairs].filter { $0 != mark }
          preferences[Preferences.pairs] = isOn ? others + String(mark) : others
        })
    }
    return group
  }

  private var marks: [(Character, String)] {
    [
      ("*", tr("Asterisks * *")), ("_", tr("Underscores _ _")), ("~", tr("Tildes ~ ~")), ("`", tr("Backticks ` `")),
      ("\"", tr("Quotation marks \" \"")), ("(", tr("Parentheses ( )")), ("[", tr("Brackets [ ]")), ("{", tr("Braces { }")),
    ]
  }
}
