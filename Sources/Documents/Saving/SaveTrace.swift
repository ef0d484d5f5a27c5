internal import CSystem
internal import Glibc

/// Keeps on disk what a save under way would leave behind if the program died: the name of its temporary file, or the old
/// bytes of a file that is written in place.
///
/// The trace is locked while its save runs, so that another instance that starts meanwhile leaves it alone.
final class SaveTrace {
  static let kind = "save"

  private let file: OpenFile
  private let calls: SystemCalls
  private var isKept = false

  /// Writes a trace. With `durably`, it survives a power cut from here on; without, on most file systems only.
  init(_ record: StateRecord, in state: StateFolder, calls: SystemCalls, durably: Bool) throws(SystemError) {
    self.calls = calls
    try calls.makeFolders(state.saves)
    while true {
      let path = state.saves.appending(FilePath(UniqueName.make()))
      let file = try calls.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      // Between creation and lock, an instance that starts may take the empty file for rubbish: then it is gone; once more.
      guard masthead_try_lock(file.descriptor) == 0, try file.status().linkCount > 0 else { continue }
      self.file = file
      break
    }
    do throws(SystemError) {
      try file.write(record.encoded())
      try file.sync()
      if durably { try calls.syncFolder(state.saves, fallback: file) }
    } catch {
      drop()
      throw error
    }
  }

  /// Removes the trace: nothing is left that it could tell.
  func drop() {
    try? calls.unlink(file.path)
    isKept = true
    try? file.close()
  }

  /// Leaves the trace for the next start.
  func keep() {
    isKept = true
    try? file.close()
  }

  /// Says that the temporary name holds another program's text, which must not be removed but offered.
  func keepForeign(_ temporary: FilePath, path: FilePath, target: FilePath) {
    var record = StateRecord(kind: Self.kind)
    record[path: "foreign"] = temporary
    record[path: "path"] = path
    record[path: "target"] = target
    record["new"] = Digest(of: []).bytes
    let bytes = record.encoded()
    try? file.truncate(to: 0)
    try? file.write(bytes)
    try? file.sync()
  }

  /// Removes the trace when the temporary file is gone, and leaves it for the next start otherwise.
  func settle(_ temporary: FilePath) {
    if (try? calls.status(of: temporary, followingLinks: false)) == nil { drop() } else { keep() }
  }

  deinit {
    if !isKept { try? calls.unlink(file.path) }
  }
}
