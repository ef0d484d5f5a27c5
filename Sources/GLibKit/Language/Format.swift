// Owns: numbers, sizes and times as the user's language writes them, without Foundation.

import CGLib
import Glibc
import CGLibShim

/// Writes values for people to read.
public enum Format {
  /// Writes a whole number with the language's grouping: "1,204".
  public static func number(_ number: Int) -> String { String(taking: masthead_format_integer(gint64(number))) ?? "" }

  /// Writes a number with a given count of decimals: "3.5".
  public static func number(_ number: Double, decimals: Int) -> String {
    String(taking: masthead_format_double(number, Int32(decimals))) ?? ""
  }

  /// Writes a count of bytes: "12.3 kB".
  public static func size(bytes: Int) -> String { String(taking: g_format_size(guint64(max(0, bytes)))) ?? "" }

  /// Writes a local time by a pattern of g_date_time_format ("%x", "%H:%M"); nil for a time that GLib cannot hold.
  public static func time(_ secondsSince1970: Int64, _ pattern: String) -> String? {
    guard let moment = g_date_time_new_from_unix_local(gint64(secondsSince1970)) else { return nil }
    defer { g_date_time_unref(moment) }
    return String(taking: g_date_time_format(moment, pattern))
  }

  /// Writes a day and a time of day in the language's short form.
  public static func dateAndTime(_ secondsSince1970: Int64) -> String { time(secondsSince1970, "%x %R") ?? "" }

  /// The present time in seconds since 1970.
  public static var now: Int64 { Int64(g_get_real_time()) / 1_000_000 }

  /// Writes an address as people read it: without escapes where those say nothing.
  public static func address(_ address: String) -> String {
    let file = g_file_new_for_uri(address)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    return String(taking: g_file_get_parse_name(file)) ?? address
  }

  /// Writes a path with the home folder as "~".
  public static func path(_ path: String) -> String {
    let home = String(cString: g_get_home_dir())
    if path == home { return "~" }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// Gives bytes whose order is that of the names as people sort files: for many names, whose keys are made once.
  public static func nameOrderKey(_ name: String) -> [UInt8] {
    guard let key = g_utf8_collate_key_for_filename(name, -1) else { return Array(name.utf8) }
    defer { g_free(key) }
    return UnsafeBufferPointer(start: key, count: strlen(key)).map { UInt8(bitPattern: $0) }
  }

  /// Compares two names as people sort files: "note 2" before "note 10". Negative, zero or positive.
  public static func compareNames(_ left: String, _ right: String) -> Int {
    let leftKey = g_utf8_collate_key_for_filename(left, -1)
    let rightKey = g_utf8_collate_key_for_filename(right, -1)
    defer {
      g_free(leftKey)
      g_free(rightKey)
    }
    return Int(g_strcmp0(leftKey, rightKey))
  }
}
