internal import Glibc

/// Tells whether paths lead to one place, whatever links are on the way.
public enum SameFile {
  /// Holds a folder, whichever path leads there, and a name in it. Two hard links are two places: each is a document with a name of its own.
  private struct Place: Equatable {
    let device: UInt64
    let inode: UInt64
    let name: [UInt8]

    /// `nil` when the folder is not there, or the links lead in a circle. Blocks.
    init?(_ path: FilePath, _ calls: SystemCalls) {
      guard let target = try? LinkChain.resolve(path, calls: calls), let folder = try? calls.status(of: target.folder) else { return nil }
      device = folder.device
      inode = folder.inode
      name = target.nameBytes
    }
  }

  /// Gives the first of `others` that is the place of `path`; `nil` when none is. O(n) looks at the disk, away from the caller's actor.
  public static func index(of path: FilePath, among others: [FilePath]) async -> Int? {
    await BlockingWork.run { index(of: path, among: others, SystemCalls()) }
  }

  static func index(of path: FilePath, among others: [FilePath], _ calls: SystemCalls) -> Int? {
    if let same = others.firstIndex(of: path) { return same }
    guard let place = Place(path, calls) else { return nil }
    return others.firstIndex { Place($0, calls) == place }
  }
}

extension FilePath {
  /// Whether something has this name, following links. Blocks.
  public var isTaken: Bool { withCString { access($0, F_OK) == 0 } }

  /// Whether this user may change what is there: for a folder, the names in it. Blocks.
  public var isWritable: Bool { withCString { access($0, W_OK) == 0 } }
}
