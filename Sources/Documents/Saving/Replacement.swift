internal import CSystem
internal import Glibc

/// Puts a new file in an old one's place in one step.
struct Replacement {
  enum Failure: Error {
    case save(SaveError)
    /// A new file could not be the same as the old one to others; nothing was changed.
    case impossible
    /// The old file has gone meanwhile; nothing was changed.
    case gone
  }

  let job: SaveJob
  let old: SaveJob.OldFile
  private var calls: SystemCalls { job.calls }
  private var target: FilePath { job.target }

  init(job: SaveJob, old: SaveJob.OldFile) {
    self.job = job
    self.old = old
  }

  func run() throws(Failure) -> DocumentFile {
    let temporary = TemporaryFile(beside: target)
    let trace = temporary.trace(for: target, as: job.path, new: job.digest, old: old.digest, in: job.state, calls: calls)
    defer { trace?.settle(temporary.path) }
    let status: FileStatus
    do throws(SystemError) {
      status = try temporary.write(job.content, mode: 0o600, calls: calls) { (file) throws(SystemError) in
        try FileDress(of: old.file, status: old.status).put(on: file)
      }
    } catch {
      // The folder refuses new files, or owner, attributes or access list cannot be given to a new one.
      if error.isDenied || error.call == .owner || error.call == .attributes || error.call == .mode {
        if !error.isNoSpace && error.code != EIO { throw .impossible }
      }
      throw .save(SaveError(SystemError(call: error.call, code: error.code, path: target)))
    }
    let written = job.describe(Fingerprint(status: status, digest: job.digest))
    if try exchange(temporary.path, ours: status, trace) {
      try confirmExchange(temporary.path, ours: status, trace, written)
    } else {
      try replace(temporary.path, written)
    }
    return written
  }

  /// Exchanges the two names, and back again when what came out is not what was looked at before.
  ///
  /// A rename would destroy what another program put there since; an exchange hands it to us. Returns `false` where the file
  /// system cannot exchange.
  private func exchange(_ temporary: FilePath, ours: FileStatus, _ trace: SaveTrace?) throws(Failure) -> Bool {
    do throws(SystemError) {
      try calls.rename(temporary, target, flags: MASTHEAD_RENAME_EXCHANGE)
    } catch {
      if error.code == EINVAL || error.code == ENOSYS || error.code == ENOTSUP { return false }
      try? calls.unlink(temporary)
      switch error.code {
      // A mount point, a folder that lost its rights, an append-only file.
      case EBUSY, EXDEV, EACCES, EPERM: throw .impossible
      case ENOENT: throw .gone
      default: throw .save(SaveError(error))
      }
    }
    let verdict: Fingerprint?
    do throws(SystemError) { verdict = try judge(temporary) } catch {
      // What came out cannot be judged: put it back.
      try? takeBack(temporary, ours: ours, trace)
      throw .save(SaveError(error))
    }
    guard let foreign = verdict else { return true }
    do throws(SystemError) { try takeBack(temporary, ours: ours, trace) } catch { throw .save(.system(error)) }
    throw .save(.changedOnDisk(found: job.describe(foreign)))
  }

  /// Looks at the file that came out of the exchange; `nil` when it is the one that was to be replaced.
  private func judge(_ displaced: FilePath) throws(SystemError) -> Fingerprint? {
    let status = try calls.status(of: displaced, followingLinks: false)
    if isOld(status) { return nil }
    guard status.kind == .regular else { return Fingerprint(status: status, digest: Digest(of: [])) }
    let digest = Digest(of: try calls.open(displaced, O_RDONLY | O_NONBLOCK | O_NOFOLLOW).readAll())
    return digest == old.digest ? nil : Fingerprint(status: status, digest: digest)
  }

  private func isOld(_ status: FileStatus) -> Bool {
    status.inode == old.status.inode && status.device == old.status.device && status.size == old.status.size
      && status.modified == old.status.modified
  }

  /// Exchanges back and removes our file, unless the place was taken once more meanwhile: then the file under the temporary
  /// name is somebody's text and stays, and its trace offers it at the next start.
  private func takeBack(_ temporary: FilePath, ours: FileStatus, _ trace: SaveTrace?) throws(SystemError) {
    try calls.rename(temporary, target, flags: MASTHEAD_RENAME_EXCHANGE)
    let back = try calls.status(of: temporary, followingLinks: false)
    if back.inode == ours.inode && back.device == ours.device {
      try? calls.unlink(temporary)
    } else {
      trace?.keepForeign(temporary, path: job.path, target: target)
    }
  }

  private func confirmExchange(
    _ temporary: FilePath, ours: FileStatus, _ trace: SaveTrace?, _ written: DocumentFile
  ) throws(Failure) {
    do throws(SystemError) { try calls.syncFolder(target.folder, fallback: old.file) } catch {
      // Not confirmed: the old text goes back to its place, so that "not saved" is true.
      let cause = error
      do throws(SystemError) { try takeBack(temporary, ours: ours, trace) } catch {
        throw .save(.unconfirmed(written: written, cause: cause))
      }
      throw .save(SaveError(cause))
    }
    do throws(SystemError) { try calls.unlink(temporary) } catch {
      // A disk that died between the exchange and here can still answer the flush with success (xfs does).
      if error.code == EIO || error.code == EROFS { throw .save(.unconfirmed(written: written, cause: error)) }
      return
    }
    // So that a power cut does not bring the old text back as a hidden file.
    try? calls.syncFolder(target.folder, fallback: old.file)
  }

  /// Renames over the old file, where names cannot be exchanged. The look just before leaves another program only the moment
  /// between two system calls.
  private func replace(_ temporary: FilePath, _ written: DocumentFile) throws(Failure) {
    do throws(SystemError) {
      let now = try calls.status(of: target, followingLinks: false)
      if !isOld(now) { throw SystemError(call: .stat, code: ESTALE, path: target) }
      try calls.rename(temporary, target)
    } catch {
      try? calls.unlink(temporary)
      switch error.code {
      case EBUSY, EXDEV, EACCES, EPERM: throw .impossible
      case ENOENT: throw .gone
      case ESTALE where error.call == .stat:
        guard let now = try? Loader(calls: calls).fingerprint(of: target) else { throw .gone }
        throw .save(.changedOnDisk(found: job.describe(now)))
      default: throw .save(SaveError(error))
      }
    }
    do throws(SystemError) { try calls.syncFolder(target.folder, fallback: old.file) } catch {
      throw .save(.unconfirmed(written: written, cause: error))
    }
  }
}

/// Holds what a file is to others: owner, mode, extended attributes and access list.
struct FileDress {
  private let status: FileStatus
  private let attributes: [String: [UInt8]]

  /// The kernel drops or computes these by itself when contents change.
  private static let ofContents: Set<String> = ["security.capability", "security.ima", "security.evm"]
  private static let accessList = "system.posix_acl_access"

  init(of file: OpenFile, status: FileStatus) throws(SystemError) {
    self.status = status
    attributes = try file.attributes().filter { !Self.ofContents.contains($0.key) }
  }

  /// Gives all of it to `file`, the mode last: until then nobody else can read it. Throws when anything could not be given.
  func put(on file: OpenFile) throws(SystemError) {
    let now = try file.status()
    if now.user != status.user || now.group != status.group { try file.setOwner(user: status.user, group: status.group) }
    let present = try file.attributes()
    // A folder's default access list is given to every new file in it; the old file may not have had one.
    if present[Self.accessList] != nil && attributes[Self.accessList] == nil { try file.removeAttribute(Self.accessList) }
    for (name, value) in attributes where present[name] != value { try file.setAttribute(name, to: value) }
    if try file.status().mode != status.mode { try file.setMode(mode_t(status.mode)) }
  }
}
