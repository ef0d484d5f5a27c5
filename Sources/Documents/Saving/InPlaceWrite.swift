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
    let backup: SaveTrace
    do throws(SystemError) { backup = try SaveTrace(record, in: job.state, calls: calls, durably: true) } catch {
      throw .backupFailed(error)
    }
    do throws(SystemError) {
      let now = try file.status()
      let isSame =
        now.inode == old.status.inode && now.device == old.status.device && now.size == old.status.size
        && now.modified == old.status.modified
      if !isSame { throw SystemError(call: .stat, code: ESTALE, path: job.target) }
      try reserve(file)
    } catch {
      backup.drop()
      if error.code == ESTALE, let now = try? Loader(calls: calls).fingerprint(of: job.target) {
        throw .changedOnDisk(found: job.describe(now))
      }
      throw SaveError(error)
    }
    let status: FileStatus
    do throws(SystemError) {
      try file.write(job.bytes)
      if job.bytes.count < old.bytes.count { try file.truncate(to: job.bytes.count) }
      try file.sync()
      status = try file.status()
      try file.close()
    } catch {
      if putBack() {
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

  private var record: StateRecord {
    var record = StateRecord(kind: SaveTrace.kind)
    record[path: "path"] = job.path
    record[path: "target"] = job.target
    record[text: "encoding"] = job.encoding.name
    record[number: "mark"] = job.encoding.hasMark ? 1 : 0
    record["new"] = job.digest.bytes
    record["old"] = old.digest.bytes
    record["bytes"] = old.bytes
    return record
  }

  /// Asks for the room that the longer text needs before a byte is touched: a full disk is noticed here.
  private func reserve(_ file: OpenFile) throws(SystemError) {
    let growth = job.bytes.count - old.bytes.count
    guard growth > 0 else { return }
    do throws(SystemError) { try file.reserve(from: old.bytes.count, count: growth) } catch {
      if error.code != ENOTSUP && error.code != ENOSYS && error.code != EINVAL { throw error }
    }
  }

  /// Writes the old bytes again, through a descriptor of its own: the first may be closed or broken.
  private func putBack() -> Bool {
    do throws(SystemError) {
      let file = try calls.open(job.target, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
      try file.write(old.bytes)
      try file.truncate(to: old.bytes.count)
      try file.sync()
      try file.close()
      return true
    } catch {
      return false
    }
  }
}
