// Owns: messages to whoever develops or runs the program (GLib's log: standard error, or the journal).

import CGLib

/// The program's log.
public enum Log {
  /// Reports a mistake that the program can live with.
  public static func warning(_ message: String, domain: String = "masthead") {
    let fields = Variant(["MESSAGE": Variant(message)])
    g_log_variant(domain, G_LOG_LEVEL_WARNING, fields.pointer)
  }
}
