internal import CSystem
internal import Glibc

/// Carries out one save of some content to one file.
struct SaveJob {
  let calls: SystemCalls
  let state: StateFolder
  let path: FilePath
  let target: FilePath
  let encoding: FileEncoding
  let content: FileContent
  let basis: SaveBasis
  var digest: Digest { content.digest }

  init(
    saver: Saver, path: FilePath, target: FilePath, encoding: FileEncoding, content: FileContent, basis: SaveBasis
  ) {
    calls = saver.calls
    state = saver.state
    self.path = path
    self.target = target
    self.encoding = encoding
    self.content = content
    self.basis = basis
  }

  func run() throws(SaveError) -> DocumentFile {
    let lock = FolderLock(target.folder, calls: calls)
    defer { withExtendedLifetime(lock) {} }
    let found: FileStatus
    do throws(SystemError) { found = try calls.status(of: target, followingLinks: false) } catch {
      if error.code == ENOENT { return try create() }
      throw SaveError(error)
    }
    if basis == .newFile { throw .exists(path) }
    if found.kind == .folder { throw .isFolder(path) }
    if found.kind != .regular { throw .notRegular(path, found.kind) }
    // Replacing needs no right to the file itself, only to its folder; a person who made a file read-only means it.
    try saving { () throws(SystemError) in try calls.checkWritable(target) }
    let isInPlace = mustStayInPlace(found)
    let old = try readOld(keepingBytes: isInPlace)
    try checkBasis(old)
    if isInPlace || old.status.linkCount > 1 { return try InPlaceWrite(job: self, old: old).run() }
    do throws(Replacement.Failure) {
      return try Replacement(job: self, old: old).run()
    } catch {
      switch error {
      case .save(let error): throw error
      case .impossible: return try InPlaceWrite(job: self, old: old).run()
      case .gone: return try create()
      }
    }
  }

  /// Says of a file that it will be written where it stands, as far as that can be known before trying to replace it.
  private func mustStayInPlace(_ found: FileStatus) -> Bool {
    if found.linkCount > 1 || PortalPath.contains(target) || (found.user != geteuid() && geteuid() != 0) { return true }
    do throws(SystemError) {
      try calls.checkWritable(target.folder)
      return false
    } catch {
      return error.isDenied
    }
  }

  /// Holds the file that is to be replaced.
  struct OldFile {
    let file: OpenFile
    let status: FileStatus
    let digest: Digest
    /// The bytes, where they are to be kept; they may be many.
    let bytes: [UInt8]?
  }

  private func readOld(keepingBytes: Bool = false) throws(SaveError) -> OldFile {
    try saving { () throws(SystemError) in
      let file = try calls.open(target, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
      let status = try file.status()
      guard status.kind == .regular else { return OldFile(file: file, status: status, digest: Digest(of: []), bytes: nil) }
      guard keepingBytes else { return OldFile(file: file, status: status, digest: try file.digestOfRest(), bytes: nil) }
      let bytes = try file.readAll(expecting: status.size)
      return OldFile(file: file, status: status, digest: Digest(of: bytes), bytes: bytes)
    }
  }

  /// Compares by the bytes: a time of change can be set back, and a file can be rewritten within one tick of the clock.
  private func checkBasis(_ old: OldFile) throws(SaveError) {
    guard case .document(let file) = basis else { return }
    let isSameFile = file.path != path || file.target == target
    // What already holds the new text was written by us before something failed, or by somebody of the same mind.
    if isSameFile && (old.digest == file.fingerprint.digest || old.digest == digest) { return }
    throw .changedOnDisk(found: describe(Fingerprint(status: old.status, digest: old.digest)))
  }

  func describe(_ fingerprint: Fingerprint) -> DocumentFile {
    DocumentFile(path: path, target: target, encoding: encoding, fingerprint: fingerprint)
  }

  /// Makes the file, which must not be there.
  private func create() throws(SaveError) -> DocumentFile {
    let temporary = TemporaryFile(beside: target)
    let trace = temporary.trace(for: target, as: path, new: digest, old: nil, in: state, calls: calls)
    defer { trace?.settle(temporary.path) }
    let status: FileStatus
    do throws(SystemError) {
      // The system gives a new file the mode that the user's umask or the folder's access list wants.
      status = try temporary.write(content, mode: 0o666, calls: calls) { (_) throws(SystemError) in }
      do throws(SystemError) { try ExclusiveRename.run(temporary.path, target, calls: calls) } catch {
        try? calls.unlink(temporary.path)
        throw error
      }
    } catch {
      if error.code == EEXIST, case .document = basis, let now = try? readOld() {
        throw .changedOnDisk(found: describe(Fingerprint(status: now.status, digest: now.digest)))
      }
      if error.code == EEXIST { throw .exists(path) }
      throw SaveError(SystemError(call: error.call, code: error.code, path: error.path == temporary.path ? target : error.path))
    }
    let written = describe(Fingerprint(status: status, digest: digest))
    do throws(SystemError) { try calls.syncFolder(target.folder, fallback: nil) } catch {
      throw .unconfirmed(written: written, cause: error)
    }
    return written
  }
}

/// Knows the folder in which a sandbox shows single documents from outside.
enum PortalPath {
  /// Tells whether the document portal serves the path. There a file keeps its identity only when it is written in place, and
  /// cannot be renamed.
  static func contains(_ path: FilePath) -> Bool {
    let parts = path.bytes.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    return parts.count >= 4 && parts[0] == "run" && parts[1] == "user" && parts[3] == "doc"
  }
}
