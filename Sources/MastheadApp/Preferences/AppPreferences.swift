// Owns: the person's preferences while the program runs. One value for all windows.

import Commands
import GLibKit

/// Reads and writes the person's preferences.
final class AppPreferences {
  /// The settings that keep them; the bar's storage uses them too.
  let settings: Settings

  /// Opens the person's settings. Without the schema nothing can be remembered, so that is an error.
  init() throws(GLibError) {
    settings = try Settings(schema: Program.id, directories: [ProgramData.current.schemas])
  }

  subscript<Value: VariantConvertible>(preference: Preference<Value>) -> Value {
    get { settings[SettingsKey<Value>(preference.key)] }
    set { settings[SettingsKey<Value>(preference.key)] = newValue }
  }

  /// Runs a handler whenever a preference has changed, here or elsewhere.
  @discardableResult
  func onChange<Value: VariantConvertible>(of preference: Preference<Value>, _ handler: @escaping () -> Void) -> SignalConnection {
    settings.onChange(of: SettingsKey<Value>(preference.key), handler)
  }
}
