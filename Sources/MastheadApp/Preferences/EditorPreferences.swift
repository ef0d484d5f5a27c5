// Owns: the page of the preferences about the editor.

import Commands
import GLibKit
import GtkKit

/// Makes the page that says how text is written.
final class EditorPreferences {
  private let preferences: AppPreferences

  init(_ preferences: AppPreferences) { self.preferences = preferences }

  func page() -> PreferencesPage {
    let page = PreferencesPage(title: tr("Editor"), icon: "document-edit-symbolic")
    page.add(looks())
    page.add(indentation())
    page.add(projects())
    return page
  }

  private func looks() -> PreferencesGroup {
    let group = PreferencesGroup(title: tr("Text"))
    let button = FontButton()
    button.verticalAlignment = .center
    for part in [AnyWidget(button)] + button.children { part.setAccessibleLabel(tr("Font")) }
    button.font = preferences[Preferences.editorFont].isEmpty ? SourceView.desktopFont : preferences[Preferences.editorFont]
    button.isSensitive = !preferences[Preferences.editorFont].isEmpty
    let held = Weak(button)
    button.onChange { [preferences] in if let button = held.object { preferences[Preferences.editorFont] = button.font } }
    group.add(
      SwitchRow(title: tr("Use the system’s font"), isOn: preferences[Preferences.editorFont].isEmpty) { [preferences] usesSystem in
        guard let button = held.object else { return }
        button.isSensitive = !usesSystem
        preferences[Preferences.editorFont] = usesSystem ? "" : button.font
      })
    let font = ActionRow(title: tr("Font"))
    font.addSuffix(button)
    font.setActivatable(button)
    group.add(font)
    group.add(width())
    group.add(toggle(Preferences.lineNumbers, tr("Line numbers")))
    return group
  }

  private func width() -> ActionRow {
    let row = ActionRow(title: tr("Line width"), subtitle: tr("In characters; 0 uses all the room there is"))
    row.addSuffix(number(Preferences.lineWidth, tr("Line width"), 0...400, step: 5))
    return row
  }

  private func indentation() -> PreferencesGroup {
    let group = PreferencesGroup(title: tr("Indentation"))
    let row = ActionRow(title: tr("Tab width"), subtitle: tr("In characters"))
    row.addSuffix(number(Preferences.tabWidth, tr("Tab width"), 1...16, step: 1))
    group.add(row)
    group.add(toggle(Preferences.tabsAreSpaces, tr("Type blanks instead of tabs")))
    return group
  }

  private func projects() -> PreferencesGroup {
    let group = PreferencesGroup(title: tr("Projects"))
    group.add(
      toggle(
        Preferences.editorConfig, tr("Follow EditorConfig files"),
        tr("Indentation, line ends, encoding of new files, and what is put in order when saving, as .editorconfig says")))
    return group
  }

  private func toggle(_ preference: Preference<Bool>, _ title: String, _ subtitle: String? = nil) -> SwitchRow {
    SwitchRow(title: title, subtitle: subtitle, isOn: preferences[preference]) { [preferences] in preferences[preference] = $0 }
  }

  private func number(_ preference: Preference<Int32>, _ title: String, _ range: ClosedRange<Int32>, step: Double) -> SpinButton {
    let field = SpinButton(from: Double(range.lowerBound), to: Double(range.upperBound), step: step)
    field.value = Double(preferences[preference])
    field.verticalAlignment = .center
    field.setAccessibleLabel(title)
    let held = Weak(field)
    field.onValueChange { [preferences] in if let field = held.object { preferences[preference] = Int32(field.value) } }
    return field
  }
}
