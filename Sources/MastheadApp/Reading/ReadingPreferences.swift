// Owns: the preferences of the reading aids.

import Commands
import GLibKit
import GtkKit

extension PreferencesPanel {
  /// The rows about reading aids.
  func reading() -> PreferencesGroup {
    let group = PreferencesGroup(title: tr("Writing with focus"))
    group.add(toggle(Preferences.focusMode, tr("Focus mode"), subtitle: tr("Dims all but what you are writing")))
    group.add(
      choice(
        Preferences.focusScope, tr("Focus on"), [("paragraph", C_("focus", "The paragraph")), ("sentence", C_("focus", "The sentence"))]))
    group.add(toggle(Preferences.typewriter, tr("Typewriter scrolling"), subtitle: tr("Keeps the line that you write in the middle")))
    group.add(
      number(Preferences.sessionGoal, tr("Goal for a session"), subtitle: tr("In words; 0 for none"), in: 0...100_000, step: 50))
    return group
  }
}
