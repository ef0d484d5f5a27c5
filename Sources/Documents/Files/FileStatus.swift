internal import Glibc

/// Says what kind of thing a path names.
public enum FileKind: Sendable, Equatable {
  case regular, folder, link, pipe, socket, device
}

/// Holds what `stat` says about a file, as far as this module asks.
public struct FileStatus: Sendable, Equatable {
  public let kind: FileKind
  public let device: UInt64
  public let inode: UInt64
  /// Counts bytes.
  public let size: Int
  /// Counts nanoseconds since 1970.
  public let modified: Int64
  /// Counts nanoseconds since 1970 at the last change of contents, owner, mode or links; programs cannot set it.
  let changed: Int64
  /// Holds the permission bits, without the kind.
  public let mode: UInt32
  public let user: UInt32
  public let group: UInt32
  public let linkCount: Int

  init(_ data: stat) {
    switch data.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .pipe
    case S_IFSOCK: kind = .socket
    default: kind = .device
    }
    device = UInt64(data.st_dev)
    inode = UInt64(data.st_ino)
    size = Int(data.st_size)
    modified = data.st_mtim.nanoseconds
    changed = data.st_ctim.nanoseconds
    mode = data.st_mode & 0o7777
    user = data.st_uid
    group = data.st_gid
    linkCount = Int(data.st_nlink)
  }
}

extension timespec {
  /// Nanoseconds since 1970; what lies further away than 292 years is at their end.
  var nanoseconds: Int64 {
    let (whole, isBeyond) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isFurther) = whole.addingReportingOverflow(Int64(tv_nsec))
    return isBeyond || isFurther ? (tv_sec < 0 ? .min : .max) : sum
  }
}

/// Identifies one state of a file's contents: which file it was, and which bytes it held.
///
/// Two states are the same text when their digests are equal. The rest answers "surely unchanged" without reading the file.
public struct Fingerprint: Sendable, Hashable {
  public let device: UInt64
  public let inode: UInt64
  /// Counts bytes.
  public let size: Int
  /// Counts nanoseconds since 1970.
  public let modified: Int64
  /// Holds the SHA-256 of all the bytes.
  public let digest: Digest

  public init(status: FileStatus, digest: Digest) {
    device = status.device
    inode = status.inode
    size = status.size
    modified = status.modified
    self.digest = digest
  }

  init(device: UInt64, inode: UInt64, size: Int, modified: Int64, digest: Digest) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.digest = digest
  }

  /// Tells whether a path leads to the file that was described, whatever it is called there.
  public func isSameFile(as path: FilePath) -> Bool {
    guard let status = try? SystemCalls().status(of: path) else { return false }
    return status.device == device && status.inode == inode
  }

  /// Says that the file is the one described, of the described size and time: a sign, not a proof, that its bytes are too.
  public func looksUnchanged(_ status: FileStatus) -> Bool {
    status.device == device && status.inode == inode && status.size == size && status.modified == modified
  }
}
