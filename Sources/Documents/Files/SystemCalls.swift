internal import CSystem
internal import Glibc

/// Reports a system call that failed.
public struct SystemError: Error, Equatable, Sendable {
  public let call: SystemCalls.Call
  /// Holds the cause as `errno` gave it.
  public let code: Int32
  public let path: FilePath

  /// Gives the C library's words for the cause, in the user's language where the locale is set.
  public var reason: String { strerror(code).map { String(cString: $0) } ?? "errno \(code)" }

  /// Says that the file system has no room: no blocks, no inodes, or a quota reached.
  public var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
  /// Says that the caller may not: by permission bits, ownership, an immutable file or a read-only file system.
  public var isDenied: Bool { code == EACCES || code == EPERM || code == EROFS }
}

/// Makes the system calls of this module, all of them, so that a test can let any one fail.
///
/// The value is a door, not a layer: each function is one call (repeated after a signal), with its cause thrown.
public struct SystemCalls: Sendable {
  public enum Call: String, Sendable, CaseIterable {
    case open, read, write, stat, access, fsync, close, rename, link, unlink, makeFolder, mode, owner, attributes
    case truncate, reserve, readLink, list
  }

  /// Says what becomes of a call that a test watches.
  public enum Verdict: Sendable {
    case proceed
    case fail(Int32)
  }

  public typealias Interceptor = @Sendable (Call, FilePath) -> Verdict

  private let interceptor: Interceptor?

  /// Makes the door; `interceptor` is asked before each call.
  public init(interceptor: Interceptor? = nil) {
    self.interceptor = interceptor
  }

  /// Runs one call that answers -1 on failure, again after a signal.
  @discardableResult
  func run<Number: FixedWidthInteger>(_ call: Call, _ path: FilePath, _ body: () -> Number) throws(SystemError) -> Number {
    if case .fail(let code)? = interceptor?(call, path) { throw SystemError(call: call, code: code, path: path) }
    while true {
      let result = body()
      if result != -1 { return result }
      let code = errno
      // close() has let the descriptor go even when a signal came.
      if code != EINTR || call == .close { throw SystemError(call: call, code: code, path: path) }
    }
  }

  // MARK: By path

  /// Gives what `path` is, following links or not.
  func status(of path: FilePath, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
    var data = stat()
    try path.withCString { (name) throws(SystemError) in
      _ = try run(.stat, path) { followingLinks ? stat(name, &data) : lstat(name, &data) }
    }
    return FileStatus(data)
  }

  func readLink(_ path: FilePath) throws(SystemError) -> FilePath {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try path.withCString { (name) throws(SystemError) in
      try run(.readLink, path) {
        buffer.withUnsafeMutableBytes { Glibc.readlink(name, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count) }
      }
    }
    return FilePath(bytes: buffer.prefix(count))
  }

  func open(_ path: FilePath, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> OpenFile {
    let descriptor = try path.withCString { (name) throws(SystemError) in
      try run(.open, path) { masthead_openat(AT_FDCWD, name, flags | O_CLOEXEC, mode) }
    }
    return OpenFile(descriptor: descriptor, path: path, calls: self)
  }

  func checkWritable(_ path: FilePath) throws(SystemError) {
    try path.withCString { (name) throws(SystemError) in _ = try run(.access, path) { masthead_may_write(AT_FDCWD, name) } }
  }

  func rename(_ old: FilePath, _ new: FilePath, flags: Int = 0) throws(SystemError) {
    try old.withCString { (from) throws(SystemError) in
      try new.withCString { (to) throws(SystemError) in
        _ = try run(.rename, new) { masthead_renameat2(AT_FDCWD, from, AT_FDCWD, to, UInt32(flags)) }
      }
    }
  }

  func link(_ old: FilePath, _ new: FilePath) throws(SystemError) {
    try old.withCString { (from) throws(SystemError) in
      try new.withCString { (to) throws(SystemError) in _ = try run(.link, new) { Glibc.link(from, to) } }
    }
  }

  /// Makes a symbolic link, whose name must be free.
  func makeLink(_ path: FilePath, to goal: FilePath) throws(SystemError) {
    try goal.withCString { (goal) throws(SystemError) in
      try path.withCString { (name) throws(SystemError) in _ = try run(.link, path) { symlink(goal, name) } }
    }
  }

  func unlink(_ path: FilePath) throws(SystemError) {
    try path.withCString { (name) throws(SystemError) in _ = try run(.unlink, path) { Glibc.unlink(name) } }
  }

  /// Makes one folder, whose name must be free; the user's mask takes rights away from `mode`.
  func makeFolder(_ path: FilePath, mode: mode_t) throws(SystemError) {
    try path.withCString { (name) throws(SystemError) in _ = try run(.makeFolder, path) { mkdir(name, mode) } }
  }

  /// Makes the folder and those above it that are missing, for the user alone.
  func makeFolders(_ path: FilePath) throws(SystemError) {
    let made = try? path.withCString { (name) throws(SystemError) in try run(.makeFolder, path) { mkdir(name, 0o700) } }
    if made != nil { return }
    if let status = try? status(of: path), status.kind == .folder { return }
    if path.folder != path { try makeFolders(path.folder) }
    try path.withCString { (name) throws(SystemError) in
      do throws(SystemError) { _ = try run(.makeFolder, path) { mkdir(name, 0o700) } } catch {
        if error.code != EEXIST { throw error }
      }
    }
  }

  /// Gives the names in a folder, without "." and "..", in no order.
  func names(in folder: FilePath) throws(SystemError) -> [FilePath] {
    if case .fail(let code)? = interceptor?(.list, folder) { throw SystemError(call: .list, code: code, path: folder) }
    guard let stream = folder.withCString({ opendir($0) }) else {
      throw SystemError(call: .list, code: errno, path: folder)
    }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes the folder's entries durable. A folder that may be written but not read cannot be opened; then the whole file
  /// system of `fallback` is flushed instead.
  func syncFolder(_ folder: FilePath, fallback: OpenFile?) throws(SystemError) {
    let handle: OpenFile
    do throws(SystemError) {
      handle = try open(folder, O_RDONLY | O_DIRECTORY)
    } catch {
      guard error.code == EACCES, let fallback else { throw error }
      try fallback.syncFileSystem()
      return
    }
    defer { try? handle.close() }
    do throws(SystemError) { try handle.sync() } catch {
      // Some file systems (FUSE, old SMB) cannot flush a folder and say so; there is nothing more to be had from them.
      if error.code != EINVAL && error.code != ENOTSUP && error.code != ENOSYS { throw error }
    }
  }
}
