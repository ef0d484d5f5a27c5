internal import Glibc

/// Renames a file to another spelling of its name where the file system takes both for one.
///
/// There a rename between the two spellings does nothing, so the file goes by a third name; the state folder knows of it until
/// the file has its new one, so that a crash in between hides no file.
enum CaseRename {
  static let kind = "case-rename"

  static func run(_ old: FilePath, _ new: FilePath, in state: StateFolder, calls: SystemCalls) throws(SystemError) {
    let between = old.folder.appending(FilePath(TemporaryFile.prefix + UniqueName.make()))
    let trace = try SaveTrace(record(of: new, by: between), in: state, calls: calls, durably: true)
    defer { trace.settle(between) }
    try ExclusiveRename.run(old, between, calls: calls)
    do throws(SystemError) { try ExclusiveRename.run(between, new, calls: calls) } catch {
      try? ExclusiveRename.run(between, old, calls: calls)
      throw error
    }
  }

  /// Says that a file that is to be at `new` goes by another name for a moment.
  static func record(of new: FilePath, by between: FilePath) -> StateRecord {
    var record = StateRecord(kind: kind)
    record[path: "between"] = between
    record[path: "new"] = new
    return record
  }

  /// Gives the file its new name when a crash kept it from it.
  static func finish(_ record: StateRecord, trace: FilePath, calls: SystemCalls) {
    if let between = record[path: "between"], let new = record[path: "new"],
      (try? calls.status(of: between, followingLinks: false)) != nil
    {
      guard (try? ExclusiveRename.run(between, new, calls: calls)) != nil else { return }
    }
    try? calls.unlink(trace)
  }
}
