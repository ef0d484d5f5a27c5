// Owns: the window in which a person sets preferences; every change takes effect at once.

import Commands
import GLibKit
import GtkKit

/// Makes the preferences window.
final class PreferencesPanel {
  let preferences: AppPreferences

  init(_ preferences: AppPreferences) { self.preferences = preferences }

  func makeWindow() -> PreferencesWindow {
    let window = PreferencesWindow()
    window.title = tr("Preferences")
    let page = PreferencesPage(title: tr("General"), icon: "preferences-system-symbolic")
    page.add(appearance())
    page.add(documents())
    window.add(page)
    let editor = EditorPreferences(preferences).page()
    editor.add(spelling())
    editor.add(PairingPreferences(preferences).group())
    editor.add(reading())
    window.add(editor)
    return window
  }

  private func appearance() -> PreferencesGroup {
    let group = PreferencesGroup(title: tr("Appearance"))
    group.add(
      choice(
        Preferences.styleVariant, tr("Style"),
        [("system", tr("Follow the system")), ("light", C_("style", "Light")), ("dark", C_("style", "Dark"))]))
    group.add(
      choice(
        Preferences.previewTheme, tr("Preview colours"),
        [
          ("system", tr("As the window")), ("light", C_("style", "Light")), ("dark", C_("style", "Dark")), ("sepia", C_("style", "Sepia")),
          ("file", tr("Theme file")),
        ]))
    group.add(
      choice(
        Preferences.viewMode, tr("New windows show"),
        [("editor", tr("Editor")), ("split", tr("Editor and preview side by side")), ("preview", tr("Preview"))]))
    group.add(toggle(Preferences.syncScroll, tr("Scroll editor and preview together")))
    group.add(number(Preferences.textSize, tr("Text size"), subtitle: tr("In percent of the system’s"), in: 50...300, step: 10))
    return group
  }

  private func documents() -> PreferencesGroup {
    let group = PreferencesGroup(title: tr("Documents"))
    let row = ActionRow(title: tr("Folder for new documents"), subtitle: folderName)
    let button = Button(label: tr("_Choose…"))
    button.verticalAlignment = .center
    button.onClick { [self] in Task { await chooseFolder(button, row) } }
    row.addSuffix(button)
    row.setActivatable(button)
    group.add(row)
    return group
  }

  private var folderName: String {
    let folder = preferences[Preferences.defaultFolder]
    return folder.isEmpty ? tr("The documents folder") : Format.path(folder)
  }

  private func chooseFolder(_ button: Button, _ row: ActionRow) async {
    let chooser = FileChooser(.folder, title: tr("Folder for New Documents"), parent: button.window, accept: tr("_Choose"))
    guard let folder = await chooser.choose().first?.path else { return }
    preferences[Preferences.defaultFolder] = folder
    row.setSubtitle(folderName)
  }

  func choice(_ preference: Preference<String>, _ title: String, _ choices: [(value: String, label: String)]) -> ComboRow {
    let selected = choices.firstIndex { $0.value == preferences[preference] } ?? 0
    let row = ComboRow(title: title, choices: choices.map(\.label), selected: selected)
    row.onSelect { [preferences] in preferences[preference] = choices[row.selected].value }
    return row
  }

  func toggle(_ preference: Preference<Bool>, _ title: String, subtitle: String? = nil) -> SwitchRow {
    SwitchRow(title: title, subtitle: subtitle, isOn: preferences[preference]) { [preferences] in preferences[preference] = $0 }
  }

  /// A row with a whole number within bounds.
  func number(_ preference: Preference<Int32>, _ title: String, subtitle: String, in range: ClosedRange<Double>, step: Double) -> ActionRow
  {
    let row = ActionRow(title: title, subtitle: subtitle)
    let number = SpinButton(from: range.lowerBound, to: range.upperBound, step: step)
    number.value = Double(preferences[preference])
    number.verticalAlignment = .center
    number.setAccessibleLabel(title)
    number.onValueChange { [preferences] in preferences[preference] = Int32(number.value) }
    row.addSuffix(number)
    return row
  }
}
