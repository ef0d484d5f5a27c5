internal import CSystem
internal import Glibc

/// Replaces small files of the state folder in one durable step.
struct StateFile {
  let path: FilePath
  let calls: SystemCalls

  /// Is where the new contents are until they are complete; after a crash they may be the newest there are.
  var next: FilePath { FilePath(bytes: path.bytes + Array(".new".utf8)) }

  /// Writes, flushes, renames, flushes the folder. The old contents stay until the new ones are complete.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try calls.makeFolders(path.folder)
    let file = try calls.open(next, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
    do throws(SystemError) {
      try file.write(bytes)
      try file.sync()
      try file.close()
      try calls.rename(next, path)
      try calls.syncFolder(path.folder, fallback: nil)
    } catch {
      // A half-written file would be taken for damage at the next start.
      if error.call == .write { try? calls.unlink(next) }
      throw error
    }
  }

  func read(_ path: FilePath) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      let file = try calls.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      let status = try file.status()
      if status.kind != .regular { throw SystemError(call: .open, code: EISDIR, path: path) }
      return try file.readAll(expecting: status.size)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error
    }
  }

  func remove() throws(SystemError) {
    for name in [path, next] {
      do throws(SystemError) { try calls.unlink(name) } catch {
        if error.code != ENOENT && error.code != ENOTDIR { throw error }
      }
    }
  }
}
