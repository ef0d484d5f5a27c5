// Owns: where the user's folders are, and the process's environment.

import CGLib

/// The folders that the desktop's conventions name (XDG base and user directories).
public enum Folders {
  /// The home folder.
  public static var home: String { String(cString: g_get_home_dir()) }
  /// Where programs keep the user's data.
  public static var data: String { String(cString: g_get_user_data_dir()) }
  /// Where programs keep state that outlives a session but is not worth a backup.
  public static var state: String { String(cString: g_get_user_state_dir()) }
  /// Where programs keep what can be made again.
  public static var cache: String { String(cString: g_get_user_cache_dir()) }
  /// Where programs keep configuration.
  public static var configuration: String { String(cString: g_get_user_config_dir()) }
  /// Where temporary files go.
  public static var temporary: String { String(cString: g_get_tmp_dir()) }
  /// The documents folder, or nil when the user has none.
  public static var documents: String? { String(copying: g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS)) }
  /// The shared data folders of the system, in order.
  public static var systemData: [String] {
    copyStrings(UnsafePointer(UnsafeRawPointer(g_get_system_data_dirs())?.assumingMemoryBound(to: UnsafePointer<CChar>?.self)))
  }
  /// The current folder.
  public static var current: String { String(taking: g_get_current_dir()) ?? "/" }
  /// The path of the running program, or nil when it cannot be found out.
  public static var executable: String? { String(taking: g_file_read_link("/proc/self/exe", nil)) }
}

/// The environment of the process.
public enum Environment {
  /// The value of a variable, or nil.
  public static subscript(name: String) -> String? { String(copying: g_getenv(name)) }
}
