// Owns: what the running program is called.

internal import CGLib

/// The name of the running program.
public enum ProcessName {
  /// Names the program for messages and for the windows' class (`id`), and for people (`title`).
  public static func set(id: String, title: String) {
    g_set_prgname(id)
    g_set_application_name(title)
  }
}
