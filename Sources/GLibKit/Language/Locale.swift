// Owns: which languages the user reads.

import CGLib

/// The user's languages.
public enum Locale {
  /// The languages of messages, the one that the user likes best first, as `de_AT` or `de`; empty in the C locale.
  public static var languages: [String] {
    copyStrings(g_get_language_names()).filter { $0 != "C" && $0 != "POSIX" && !$0.hasPrefix("C.") && !$0.contains(".") }
  }
}
