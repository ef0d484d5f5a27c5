// Owns: the reading aids of a window as commands: folding, focus mode, typewriter scrolling; and the goal of a session.

import Commands
import GLibKit
import GtkKit
import TextModel

/// The reading aids of a window.
final class ReadingAids: WindowPart {
  let folds: SectionFolds
  let focus: FocusDimming
  let typewriter: Typewriter
  private let preferences: AppPreferences
  private let editor: EditorPane
  /// Tells the person something in passing.
  var tell: (String) -> Void = { _ in }

  init(_ document: Document, editor: EditorPane, preferences: AppPreferences) {
    self.preferences = preferences
    self.editor = editor
    folds = SectionFolds(document, editor.view)
    focus = FocusDimming(document, editor.view)
    typewriter = Typewriter(document, editor.view)
    preferencesChanged()
  }

  var handlers: [String: CommandHandler] {
    [
      "fold": .run { [weak self] in
        guard let self else { return }
        if !folds.toggle() { tell(tr("There is no heading above.")) }
      },
      "focus-mode": .toggle(initial: preferences[Preferences.focusMode]) { [weak self] in self?.preferences[Preferences.focusMode] = $0 },
      "typewriter": .toggle(initial: preferences[Preferences.typewriter]) { [weak self] in self?.preferences[Preferences.typewriter] = $0 },
    ]
  }

  /// Takes over what the person prefers.
  func preferencesChanged() {
    focus.isOn = preferences[Preferences.focusMode]
    focus.isBySentence = preferences[Preferences.focusScope] == "sentence"
    typewriter.isOn = preferences[Preferences.typewriter]
  }
}

extension DocumentWindow {
  /// Lets the reading aids follow the preferences.
  func connectReading() {
    reading.tell = { [weak self] in self?.tell($0) }
    for preference in [Preferences.focusMode, Preferences.typewriter] {
      follow(preference) { [weak self] in
        guard let self else { return }
        reading.preferencesChanged()
        actions?.setState(preference.key, application.preferences[preference])
      }
    }
    follow(Preferences.focusScope) { [weak self] in self?.reading.preferencesChanged() }
    follow(Preferences.sessionGoal) { [weak self] in
      self.map { $0.statistics.goal = Int($0.application.preferences[Preferences.sessionGoal]) }
    }
    statistics.goal = Int(application.preferences[Preferences.sessionGoal])
    statistics.onGoal = { [weak self] in self?.tell(tr("You have reached your goal for this session.")) }
  }
}
