internal import Glibc

/// Overwrites a file where it stands, with its old bytes kept in the state folder until the new ones are durable.
struct InPlaceWrite {
  let job: SaveJob
  let old: SaveJob.OldFile
  private var calls: SystemCalls { job.calls }

  init(job: SaveJob, old: SaveJob.OldFile) {
    self.job = job
    self.old = old
  }

  func run() throws(SaveError) -> DocumentFile {
    // Opened before the copy is made: where this is refused, no copy is needed.
    let file = try saving { () throws(SystemError) in
      try calls.open(job.target, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    }
    let oldBytes = if let bytes = old.bytes { bytes } else { try readOld() }
    let backup: SaveTrace
    do throws(SystemError) { backup = try SaveTrace(record(oldBytes), in: job.state, calls: calls, durably: true) } catch {
      throw .backupFailed(error)
    }
    do throws(SystemError) {
      if try !isUntouched(file.status()) { throw SystemError(call: .stat, code: ESTALE, path: job.target) }
      try reserve(file, over: oldBytes.count)
    } catch {
      backup.drop()
      throw error.code == ESTALE ? changed(error) : SaveError(error)
    }
    let status: FileStatus
    do throws(SystemError) {
      try job.content.write(to: file)
      if job.content.count < oldBytes.count { try file.truncate(to: job.content.count) }
      try file.sync()
      status = try file.status()
      try file.close()
    } catch {
      if putBack(oldBytes) {
        backup.drop()
      } else {
        backup.keep()
        throw .interrupted(job.path, cause: error)
      }
      throw SaveError(error)
    }
    backup.drop()
    return job.describe(Fingerprint(status: status, digest: job.digest))
  }

  /// How long ago a change must have been, in nanoseconds, for the next one to get another time on any file system.
  private static let tick: Int64 = 2_000_000_000

  /// Tells whether the file still holds what was read. Times tell it where they can; a change of a moment ago may have been followed by
  /// another under the same time, and then the bytes are looked at again.
  private func isUntouched(_ now: FileStatus) throws(SystemError) -> Bool {
    guard now.inode == old.status.inode, now.device == old.status.device, now.size == old.status.size, now.modified == old.status.modified
    else { return false }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let age = time.nanoseconds &- now.changed
    if now.changed == old.status.changed, age > Self.tick { return true }
    try old.file.rewind()
    return try old.file.digestOfRest() == old.digest
  }

  /// Reads the bytes that are to be kept: those that were looked at before, or nothing is done.
  private func readOld() throws(SaveError) -> [UInt8] {
    let bytes = try saving { () throws(SystemError) in
      try old.file.rewind()
      return try old.file.readAll(expecting: old.status.size)
    }
    guard Digest(of: bytes) == old.digest else { throw changed(SystemError(call: .stat, code: ESTALE, path: job.target)) }
    return bytes
  }

  /// Says that another program has written the file since it was looked at.
  private func changed(_ error: SystemError) -> SaveError {
    guard let now = try? Loader(calls: calls).fingerprint(of: job.target) else { return SaveError(error) }
    return .changedOnDisk(found: job.describe(now))
  }

  private func record(_ oldBytes: [UInt8]) -> StateRecord {
    var record = StateRecord(kind: SaveTrace.kind)
    record[path: "path"] = job.path
    record[path: "target"] = job.target
    record[text: "encoding"] = job.encoding.name
    record[number: "mark"] = job.encoding.hasMark ? 1 : 0
    record["new"] = job.digest.bytes
    record["old"] = old.digest.bytes
    record["bytes"] = oldBytes
    return record
  }

  /// Asks for the room that the longer text needs before a byte is touched: a full disk is noticed here.
  private func reserve(_ file: OpenFile, over oldCount: Int) throws(SystemError) {
    let growth = job.content.count - oldCount
    guard growth > 0 else { return }
    do throws(SystemError) { try file.reserve(from: oldCount, count: growth) } catch {
      if error.code != ENOTSUP && error.code != ENOSYS && error.code != EINVAL { throw error }
    }
  }

  /// Writes the old bytes again, through a descriptor of its own: the first may be closed or broken.
  private func putBack(_ bytes: [UInt8]) -> Bool {
    do throws(SystemError) {
      let file = try calls.open(job.target, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
      try file.write(bytes)
      try file.truncate(to: bytes.count)
      try file.sync()
      try file.close()
      return true
    } catch {
      return false
    }
  }
}
