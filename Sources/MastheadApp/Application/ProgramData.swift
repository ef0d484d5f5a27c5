// Owns: where the program finds what it needs at run time: schema, icons, style sheet, translations.
// From the source tree they lie beside the binary in `masthead-data`; installed, under the prefix's `share`.

import Glibc

/// The folders and files that come with the program.
struct ProgramData {
  /// The folder of the compiled settings schema.
  let schemas: String
  /// The folder that holds icon themes.
  let icons: String
  let styleSheet: String
  /// The folder of the translations.
  let translations: String

  /// The data of the running program.
  static let current = ProgramData(executable: executablePath)

  /// Finds the data that belong to a binary.
  init(executable: String) {
    let folder = executable.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let beside = folder + "/masthead-data"
    if access(beside, R_OK) == 0 {
      schemas = beside + "/glib-2.0/schemas"
      icons = beside + "/icons"
      styleSheet = beside + "/style.css"
      translations = beside + "/locale"
    } else {
      let share = folder + "/../share"
      schemas = share + "/glib-2.0/schemas"
      icons = share + "/icons"
      styleSheet = share + "/masthead/style.css"
      translations = share + "/locale"
    }
  }

  private static var executablePath: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
    guard count > 0 else { return CommandLine.arguments.first ?? "masthead" }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
