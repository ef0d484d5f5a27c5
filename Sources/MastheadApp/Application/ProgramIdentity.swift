/// What the program is called, everywhere.
enum Program {
  /// The application's identifier: desktop file, icon, D-Bus name, settings schema.
  static let id = "io.github.masthead_editor.Masthead"
  /// The name that people see; it is not translated.
  static let name = "Masthead"
  static let version = "0.1.0"
  static let website = "https://github.com/masthead-editor/masthead"
}
