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
    let row = ActionRow(title: tr("Goal for a session"), subtitle: tr("In words; 0 for none"))
    let goal = SpinButton(from: 0, to: 100_000, step: 50)
    goal.value = Double(preferences[Preferences.sessionGoal])
    goal.verticalAlignment = .center
    goal.setAccessibleLabel(tr("Goal for a session"))
    goal.onValueChange { [preferences] in preferences[Preferences.sessionGoal] = Int32(goal.value) }
    row.addSuffix(goal)
    group.add(row)
    return group
  }
}
