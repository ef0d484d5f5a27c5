internal import CSystem
internal import Glibc

/// Names the folder where drafts, the session and the traces of saves are kept.
public struct StateFolder: Sendable, Hashable {
  public let path: FilePath

  public init(path: FilePath) {
    self.path = path.absolute()
  }

  /// Gives the folder of this user: `MASTHEAD_STATE_DIR`, else `masthead` in `XDG_STATE_HOME`, else in ~/.local/state.
  public static var standard: StateFolder {
    func variable(_ name: String) -> FilePath? {
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return FilePath(cString: value)
    }
    if let chosen = variable("MASTHEAD_STATE_DIR") { return StateFolder(path: chosen) }
    // The base directory specification: a relative path there is to be ignored.
    if let base = variable("XDG_STATE_HOME"), base.isAbsolute { return StateFolder(path: base.appending("masthead")) }
    return StateFolder(path: (variable("HOME") ?? "/").appending(".local/state/masthead"))
  }

  /// Holds the traces of saves that are under way: unfinished temporary files and old bytes of files written in place.
  var saves: FilePath { path.appending("saves") }
  /// Holds the unsaved texts.
  var drafts: FilePath { path.appending("drafts") }
}

/// Makes names that nobody else uses.
enum UniqueName {
  /// Gives 16 characters from a-z and 2-7: 80 random bits.
  static func make() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    _ = bytes.withUnsafeMutableBytes { masthead_random($0.baseAddress!, $0.count) }
    return String(decoding: bytes.map { Array("abcdefghijklmnopqrstuvwxyz234567".utf8)[Int($0 & 31)] }, as: UTF8.self)
  }
}
