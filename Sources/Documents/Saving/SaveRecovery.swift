internal import CSystem
internal import Glibc

/// Holds the old text of a file whose save was interrupted half way.
public struct InterruptedSave: Sendable, Equatable {
  /// Holds the path as the user knew it.
  public let path: FilePath
  /// Holds the file that was being written.
  public let target: FilePath
  /// Holds the complete bytes of the version before that save, or those that another program had written meanwhile.
  public let bytes: [UInt8]
  let trace: FilePath
  let temporary: FilePath?
}

/// Clears up, at start, what saves left behind that a crash or a power cut ended.
public struct SaveRecovery: Sendable {
  private let calls: SystemCalls
  private let state: StateFolder

  public init(state: StateFolder, calls: SystemCalls = SystemCalls()) {
    self.state = state
    self.calls = calls
  }

  /// Removes unfinished temporary files and copies that are not needed any more, and returns the old texts of files that stand
  /// half written: the application offers them until the user decides (`discard`).
  ///
  /// Saves of another instance that runs are left alone. Never writes into a user's file. Blocks.
  public func run() -> [InterruptedSave] {
    let names = ((try? calls.names(in: state.saves)) ?? []).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return names.compactMap { examine(state.saves.appending($0)) }
  }

  /// Forgets an interrupted save, when the user has what they want of it.
  public func discard(_ save: InterruptedSave) {
    if let temporary = save.temporary { try? calls.unlink(temporary) }
    try? calls.unlink(save.trace)
  }

  private func examine(_ trace: FilePath) -> InterruptedSave? {
    guard let file = try? calls.open(trace, O_RDONLY | O_NONBLOCK | O_NOFOLLOW), masthead_try_lock(file.descriptor) == 0,
      let data = try? file.readAll()
    else { return nil }
    if let record = StateRecord(data, kind: CaseRename.kind) {
      CaseRename.finish(record, trace: trace, calls: calls)
      return nil
    }
    // A trace that was cut off belongs to a save that had touched nothing yet.
    guard let record = StateRecord(data, kind: SaveTrace.kind), let path = record[path: "path"], let target = record[path: "target"],
      let new = record["new"].flatMap({ Digest(kept: $0) })
    else {
      try? calls.unlink(trace)
      return nil
    }
    if let foreign = record[path: "foreign"] {
      guard let bytes = contents(of: foreign)?.bytes else {
        try? calls.unlink(trace)
        return nil
      }
      return InterruptedSave(path: path, target: target, bytes: bytes, trace: trace, temporary: foreign)
    }
    let old = record["old"].flatMap { Digest(kept: $0) }
    let now = contents(of: target)
    if let temporary = record[path: "temporary"] {
      return examineTemporary(temporary, trace, path, target, isNewInPlace: now?.digest == new, known: [old, new])
    }
    guard let bytes = record["bytes"], let now, now.digest != old, now.digest != new else {
      // Whole, old or new; or gone, which no save of ours does.
      if record["bytes"] == nil || now != nil {
        try? calls.unlink(trace)
        return nil
      }
      return InterruptedSave(path: path, target: target, bytes: record["bytes"] ?? [], trace: trace, temporary: nil)
    }
    return InterruptedSave(path: path, target: target, bytes: bytes, trace: trace, temporary: nil)
  }

  /// A temporary file holds the new text or its beginning, or, after the exchange, what was in the place before: then it goes
  /// only when that was the version which the save had meant to replace.
  private func examineTemporary(
    _ temporary: FilePath, _ trace: FilePath, _ path: FilePath, _ target: FilePath, isNewInPlace: Bool, known: [Digest?]
  ) -> InterruptedSave? {
    let left = contents(of: temporary)
    if let left, isNewInPlace, !known.contains(nil), !known.contains(left.digest) {
      return InterruptedSave(path: path, target: target, bytes: left.bytes, trace: trace, temporary: temporary)
    }
    // Only what this program names so: a damaged folder must not make it remove anything else.
    if left != nil && temporary.name.hasPrefix(TemporaryFile.prefix) { try? calls.unlink(temporary) }
    try? calls.unlink(trace)
    return nil
  }

  private func contents(of path: FilePath) -> (bytes: [UInt8], digest: Digest)? {
    guard let bytes = try? Loader(calls: calls).read(path, allowingLarge: true).bytes else { return nil }
    return (bytes, Digest(of: bytes))
  }
}
