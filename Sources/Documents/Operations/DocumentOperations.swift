internal import CSystem
internal import Glibc
import TextModel

/// Renames, moves, duplicates and trashes the files of documents. None of them ever overwrites a file.
///
/// Everything here blocks; the asynchronous forms of the application's actions run it away from the main actor.
public struct DocumentOperations: Sendable {
  let calls: SystemCalls
  let state: StateFolder

  public init(state: StateFolder, calls: SystemCalls = SystemCalls()) {
    self.state = state
    self.calls = calls
  }

  /// Gives the file at `path` another name in its folder. A link is renamed itself; what it leads to keeps its name.
  ///
  /// A name that differs only in case is given even where the file system knows no case. Unsaved text is no matter here: the
  /// document stands on the same contents under the new name.
  /// - Returns: the description with the new path.
  public func rename(_ file: DocumentFile, to name: DocumentName) throws(OperationError) -> DocumentFile {
    let new = try rename(file.path, to: name, allowingFolders: false)
    return new == file.path ? file : relocated(file, to: new)
  }

  /// Gives a document or folder that nobody has open another name in its folder; see the form for documents.
  /// - Returns: the new path.
  public func rename(_ path: FilePath, to name: DocumentName) throws(OperationError) -> FilePath {
    try rename(path, to: name, allowingFolders: true)
  }

  private func rename(_ path: FilePath, to name: DocumentName, allowingFolders: Bool) throws(OperationError) -> FilePath {
    if let fault = name.fault { throw .badName(fault) }
    let new = path.folder.appending(FilePath(name.text))
    if new == path { return path }
    try checkSource(path, allowingFolders: allowingFolders)
    try operating(on: path) { () throws(SystemError) in
      if try isOtherCase(path, new) {
        try CaseRename.run(path, new, in: state, calls: calls)
      } else {
        try ExclusiveRename.run(path, new, calls: calls)
      }
    }
    // Best effort: the rename is done, and the old name would be no loss.
    try? calls.syncFolder(new.folder, fallback: nil)
    return new
  }

  /// Tells whether a file has a name in a folder already, also a link that leads nowhere; not so the file at `own` under another spelling
  /// of its name where the file system takes both for one. To tell a person early: only the operation itself is exclusive.
  public func isTaken(_ name: DocumentName, in folder: FilePath, besides own: FilePath?) -> Bool {
    let path = folder.absolute().appending(FilePath(name.text))
    guard path != own, (try? calls.status(of: path, followingLinks: false)) != nil else { return false }
    guard let own else { return true }
    return (try? isOtherCase(own, path)) != true
  }

  /// Makes a folder, whose name must be free; answers its path.
  public func makeFolder(_ name: DocumentName, in folder: FilePath) throws(OperationError) -> FilePath {
    if let fault = name.fault { throw .badName(fault) }
    let path = folder.absolute().appending(FilePath(name.text))
    do throws(SystemError) { try calls.makeFolder(path, mode: 0o777) } catch { throw OperationError(error) }
    return path
  }

  /// Puts the file at `path` into another folder under the same name. Across file systems it is copied, flushed, read back and
  /// compared before the source goes.
  public func move(_ file: DocumentFile, into folder: FilePath) throws(OperationError) -> DocumentFile {
    try move(file, to: folder.absolute().appending(FilePath(bytes: file.path.nameBytes)))
  }

  /// Puts the file at another path, which must be free.
  public func move(_ file: DocumentFile, to new: FilePath) throws(OperationError) -> DocumentFile {
    let new = new.absolute()
    if new == file.path { return file }
    try checkSource(file.path)
    let moved = try operating(on: file.path) { () throws(SystemError) -> DocumentFile? in
      if try calls.status(of: file.path, followingLinks: false).kind == .link {
        try moveLink(file.path, to: new)
        return nil
      }
      do throws(SystemError) { try ExclusiveRename.run(file.path, new, calls: calls) } catch {
        guard error.code == EXDEV else { throw error }
        return try moveAcross(file, to: new)
      }
      return nil
    }
    if let moved { return moved }
    try? calls.syncFolder(new.folder, fallback: nil)
    try? calls.syncFolder(file.path.folder, fallback: nil)
    return relocated(file, to: new)
  }

  /// Writes `text` to a new file beside the document: "name (copy).md", "name (copy 2).md" and so on.
  ///
  /// - Parameter suffix: gives what comes before the ending for the copy of that number, from 1, in the user's language.
  public func duplicate(
    _ text: [UInt8], of file: DocumentFile, suffix: (Int) -> String = { $0 == 1 ? " (copy)" : " (copy \($0))" }
  ) throws(SaveError) -> DocumentFile {
    let name = DocumentName(file.path.name)
    let saver = Saver(state: state, calls: calls)
    var number = 1
    while true {
      let path = file.path.folder.appending(FilePath(name.adding(suffix(number)).text))
      do throws(SaveError) {
        let copy = try saver.save(text, to: path, encoding: file.encoding, over: .newFile)
        copyMode(from: file.target, to: path)
        return copy
      } catch {
        guard case .exists = error, number < 1_000 else { throw error }
        number += 1
      }
    }
  }

  private func copyMode(from old: FilePath, to new: FilePath) {
    guard let status = try? calls.status(of: old), let file = try? calls.open(new, O_RDONLY | O_NOFOLLOW) else { return }
    try? file.setMode(mode_t(status.mode & 0o777))
  }

  // MARK: Parts

  func checkSource(_ path: FilePath, allowingFolders: Bool = false) throws(OperationError) {
    if PortalPath.contains(path) { throw .sandboxed(path) }
    let status: FileStatus
    do throws(SystemError) { status = try calls.status(of: path, followingLinks: false) } catch {
      throw error.code == ENOENT || error.code == ENOTDIR ? .gone(path) : OperationError(error)
    }
    if allowingFolders && status.kind == .folder { return }
    if status.kind != .regular && status.kind != .link { throw .notRegular(path) }
  }

  private func operating<Value>(on source: FilePath, _ body: () throws(SystemError) -> Value) throws(OperationError) -> Value {
    do throws(SystemError) { return try body() } catch { throw translated(error, source) }
  }

  /// "No such file" means the source or the target's folder.
  private func translated(_ error: SystemError, _ source: FilePath) -> OperationError {
    if error.code == ESTALE { return .copyDiffers(error.path) }
    if error.code == ENOENT, (try? calls.status(of: source, followingLinks: false)) == nil { return .gone(source) }
    return OperationError(error)
  }

  /// Tells whether both names lead to the one file although they differ: on a file system that folds case, which finds a name
  /// that its folder does not list. (Such file systems may give the two spellings two inode numbers.)
  private func isOtherCase(_ old: FilePath, _ new: FilePath) throws(SystemError) -> Bool {
    guard old.name.lowercased() == new.name.lowercased(), (try? calls.status(of: new, followingLinks: false)) != nil else { return false }
    let names = try calls.names(in: new.folder)
    return names.contains(FilePath(bytes: old.nameBytes)) && !names.contains(FilePath(bytes: new.nameBytes))
  }

  /// Makes a link elsewhere to what the old one leads to: a relative one would lead nowhere from there.
  private func moveLink(_ old: FilePath, to new: FilePath) throws(SystemError) {
    let goal = old.folder.appending(try calls.readLink(old)).absolute()
    try calls.makeLink(new, to: goal)
    do throws(SystemError) { try calls.unlink(old) } catch {
      if error.code == ENOENT { return }
      try? calls.unlink(new)
      throw error
    }
  }

  private func moveAcross(_ file: DocumentFile, to new: FilePath) throws(SystemError) -> DocumentFile {
    let source = try calls.open(file.path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    let status = try source.status()
    let bytes = try source.readAll(expecting: status.size)
    let content = FileContent(bytes)
    let digest = content.digest
    let temporary = TemporaryFile(beside: new)
    let trace = temporary.trace(for: new, as: new, new: digest, old: nil, in: state, calls: calls)
    defer { trace?.settle(temporary.path) }
    let copied = try temporary.write(content, mode: 0o600, calls: calls) { (copy) throws(SystemError) in
      // What the other file system can keep of owner, attributes and access list; the mode always, and never more rights.
      do throws(SystemError) { try FileDress(of: source, status: status).put(on: copy) } catch {
        try? copy.setMode(mode_t(status.mode & 0o777))
      }
    }
    do throws(SystemError) {
      let back = try calls.open(temporary.path, O_RDONLY | O_NOFOLLOW).readAll(expecting: bytes.count)
      if back != bytes { throw SystemError(call: .read, code: ESTALE, path: new) }
      try ExclusiveRename.run(temporary.path, new, calls: calls)
    } catch {
      try? calls.unlink(temporary.path)
      throw error
    }
    do throws(SystemError) {
      try calls.syncFolder(new.folder, fallback: nil)
      try removeCopied(file.path, status)
    } catch {
      // Only our own copy goes, and never the last one: somebody may have put something else there meanwhile, or taken the source.
      if (try? calls.status(of: file.path, followingLinks: false)) != nil,
        (try? calls.status(of: new, followingLinks: false))?.inode == copied.inode
      {
        try? calls.unlink(new)
      }
      throw error
    }
    try? calls.syncFolder(file.path.folder, fallback: nil)
    // The document keeps standing on what it stood on: if the file had changed before, that is still to be told.
    let basis = digest == file.fingerprint.digest ? Fingerprint(status: copied, digest: digest) : file.fingerprint
    return DocumentFile(path: new, target: new, encoding: file.encoding, fingerprint: basis)
  }

  /// Removes a file that was copied, if it still is what was copied; throws `ESTALE` otherwise.
  ///
  /// Another program may put a new text at the path at any moment, also between a look and the removal. So the file is taken aside first,
  /// where nobody else knows it, and looked at there; the state folder knows of it, so that a crash in between hides nothing.
  private func removeCopied(_ path: FilePath, _ copied: FileStatus) throws(SystemError) {
    let aside = path.folder.appending(FilePath(TemporaryFile.prefix + UniqueName.make()))
    let trace = try? SaveTrace(CaseRename.record(of: path, by: aside), in: state, calls: calls, durably: false)
    defer { trace?.settle(aside) }
    try ExclusiveRename.run(path, aside, calls: calls)
    do throws(SystemError) {
      let now = try calls.status(of: aside, followingLinks: false)
      if now.inode != copied.inode || now.size != copied.size || now.modified != copied.modified {
        throw SystemError(call: .stat, code: ESTALE, path: path)
      }
      try calls.unlink(aside)
    } catch {
      if error.call == .unlink, error.code == ENOENT { return }
      try? ExclusiveRename.run(aside, path, calls: calls)
      throw error
    }
  }

  private func relocated(_ file: DocumentFile, to new: FilePath) -> DocumentFile {
    let target = (try? LinkChain.resolve(new, calls: calls)) ?? new
    return DocumentFile(path: new, target: target, encoding: file.encoding, fingerprint: file.fingerprint)
  }
}
