// Owns: what was typed to start the program.

import CGLib
import CGLibShim
public import GLibKit

let G_TYPE_BOOLEAN_ID = MASTHEAD_TYPE_BOOLEAN
let G_TYPE_INT_ID = MASTHEAD_TYPE_INT
let MASTHEAD_STRING_TYPE = MASTHEAD_TYPE_STRING
let MASTHEAD_TYPE_NONE_ID = GTypeID(0)

/// One start of the program, in this process or in a later one.
public struct CommandLine: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { g_application_command_line_get_type() }

  private var line: UnsafeMutablePointer<GApplicationCommandLine> { native() }

  /// What was typed, the program's name first, without the options that are declared. Names of files need not be UTF-8.
  public var arguments: [[UInt8]] {
    guard let list = g_application_command_line_get_arguments(line, nil) else { return [] }
    defer { g_strfreev(list) }
    var arguments: [[UInt8]] = []
    var next = list
    while let text = next.pointee {
      arguments.append(copyBytes(text))
      next += 1
    }
    return arguments
  }

  /// The folder in which it was typed.
  public var folder: String { String(copying: g_application_command_line_get_cwd(line)) ?? Folders.current }

  /// The declared options that were given.
  public var options: CommandLineOptions { CommandLineOptions(g_application_command_line_get_options_dict(line)!) }

  /// Whether another process was started.
  public var isRemote: Bool { g_application_command_line_get_is_remote(line) != 0 }

  /// Names a file that was typed.
  public func file(_ argument: [UInt8]) -> File {
    withCStrings(bytes: [argument]) { File(ref: GObjectRef(adopting: g_application_command_line_create_file_for_arg(line, $0[0]))) }
  }

  /// Writes to that process's standard output.
  public func print(_ text: String) { masthead_command_line_print(line, text) }

  /// Writes to that process's standard error.
  public func printError(_ text: String) { masthead_command_line_print_error(line, text) }
}

/// The declared options that were given; valid while the handler runs.
public struct CommandLineOptions {
  private let dictionary: UnsafeMutablePointer<GVariantDict>

  /// What an option takes (GOptionArg).
  public enum Kind: UInt32, Sendable { case flag = 0, string = 1, integer = 2, file = 4, strings = 5, files = 6 }

  init(_ dictionary: UnsafeMutablePointer<GVariantDict>) { self.dictionary = dictionary }

  /// Tells whether an option was given.
  public func has(_ name: String) -> Bool { g_variant_dict_contains(dictionary, name) != 0 }

  /// The value of an option as text, or nil.
  public func string(_ name: String) -> String? { value(name)?.string }

  /// The value of an option as it came, or nil.
  public func value(_ name: String) -> Variant? {
    g_variant_dict_lookup_value(dictionary, name, nil).map { Variant(adopting: $0) }
  }
}
