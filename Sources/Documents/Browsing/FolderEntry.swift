internal import Glibc

/// Describes a document or a folder as lists show it.
public struct FolderEntry: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case folder, document
  }

  public let path: FilePath
  public let kind: Kind
  /// Counts bytes; 0 for folders.
  public let size: Int
  /// Counts seconds since 1970.
  public let modified: Int64
  /// Orders names as people sort them: "note 2" before "note 10".
  let sortKey: [UInt8]

  public var name: String { path.name }

  /// Describes a path, following links; `nil` when nothing is there, or nothing that Masthead opens. Blocks.
  public init?(_ path: FilePath, calls: SystemCalls = SystemCalls()) {
    guard let status = try? calls.status(of: path) else { return nil }
    self.init(path, status)
  }

  init?(_ path: FilePath, _ status: FileStatus) {
    switch status.kind {
    case .folder: kind = .folder
    case .regular: kind = .document
    default: return nil
    }
    self.path = path
    size = kind == .folder ? 0 : status.size
    modified = status.modified / 1_000_000_000
    sortKey = NameOrder.key(path.name)
  }

  /// Says that a file is listed by its name: Markdown and plain text.
  public static func isDocument(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 9 else { return false }
    return endings.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  private static let endings: Set<String> = ["md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "mdtxt", "txt", "text"]
}

/// Says in which order documents and folders are listed; folders always come first.
public enum EntryOrder: String, Sendable, CaseIterable {
  case name
  /// The newest first.
  case modified
  /// The largest first.
  case size

  /// Tells whether one entry comes before another. No two different entries are equal, so that a list never jumps.
  public func areInOrder(_ left: FolderEntry, _ right: FolderEntry) -> Bool {
    if left.kind != right.kind { return left.kind == .folder }
    switch self {
    case .modified where left.modified != right.modified: return left.modified > right.modified
    case .size where left.size != right.size: return left.size > right.size
    default: break
    }
    if left.sortKey != right.sortKey { return left.sortKey.lexicographicallyPrecedes(right.sortKey) }
    return left.path.bytes.lexicographicallyPrecedes(right.path.bytes)
  }
}
