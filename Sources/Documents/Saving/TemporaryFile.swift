internal import CSystem
internal import Glibc

/// Names a temporary file in the folder of the file that it will become, so that a rename can put it there in one step.
struct TemporaryFile {
  static let prefix = ".masthead-"

  let path: FilePath

  init(beside target: FilePath) {
    path = target.folder.appending(FilePath(Self.prefix + UniqueName.make()))
  }

  /// Tells the state folder about the file that is to become `target`. `nil` when it cannot be told: then a crash leaves a
  /// hidden file behind, which is no reason not to save.
  func trace(
    for target: FilePath, as path: FilePath, new: Digest, old: Digest?, in state: StateFolder, calls: SystemCalls
  ) -> SaveTrace? {
    var record = StateRecord(kind: SaveTrace.kind)
    record[path: "temporary"] = self.path
    record[path: "path"] = path
    record[path: "target"] = target
    record["new"] = new.bytes
    record["old"] = old?.bytes
    return try? SaveTrace(record, in: state, calls: calls, durably: false)
  }

  /// Writes all the content, lets `dress` give them owner and mode, flushes and closes; removes the file when anything failed.
  func write(
    _ content: FileContent, mode: mode_t, calls: SystemCalls, dress: (OpenFile) throws(SystemError) -> Void
  ) throws(SystemError) -> FileStatus {
    let file = try calls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
    do throws(SystemError) {
      try content.write(to: file)
      try dress(file)
      try file.sync()
      let status = try file.status()
      try file.close()
      return status
    } catch {
      try? calls.unlink(path)
      throw error
    }
  }
}

/// Renames a file to a name that must be free, without a gap between looking and doing.
enum ExclusiveRename {
  /// Throws `EEXIST` when the name is taken.
  static func run(_ old: FilePath, _ new: FilePath, calls: SystemCalls) throws(SystemError) {
    do throws(SystemError) {
      try calls.rename(old, new, flags: MASTHEAD_RENAME_NOREPLACE)
      return
    } catch {
      guard error.code == EINVAL || error.code == ENOSYS || error.code == ENOTSUP else { throw error }
    }
    // Old FUSE and NFS know no such flag; a second name is exclusive everywhere.
    do throws(SystemError) {
      try calls.link(old, new)
    } catch {
      guard error.code == EPERM || error.code == ENOTSUP || error.code == ENOSYS || error.code == EMLINK else { throw error }
      try takePlace(old, new, calls: calls)
      return
    }
    do throws(SystemError) { try calls.unlink(old) } catch {
      // Gone already (a file server may answer so when it did it at our first asking): then the new name is the only one left.
      if error.code == ENOENT { return }
      try? calls.unlink(new)
      throw error
    }
  }

  /// Where there are no second names either: an empty file takes the name, then ours takes its place.
  private static func takePlace(_ old: FilePath, _ new: FilePath, calls: SystemCalls) throws(SystemError) {
    let place = try calls.open(new, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try? place.close()
    do throws(SystemError) { try calls.rename(old, new) } catch {
      if (try? calls.status(of: new, followingLinks: false))?.size == 0 { try? calls.unlink(new) }
      throw error
    }
  }
}
