internal import Glibc
import TextModel

/// Keeps one draft on disk: the whole text as one record, and for long texts the edits since then in a journal beside it.
///
/// A whole record is replaced by write, flush and rename. A journal entry is its length, the length's complement, and a record
/// with a checksum of its own; an entry that a crash cut off costs that entry only, and one that is wrong ends the reading and is
/// told. An entry names the whole record it belongs to: after a compaction that was cut short the old journal fits no more and is
/// passed over.
struct DraftFile {
  /// Is the size in bytes up to which a text is written whole each time.
  static let wholeLimit = 1 << 20

  let id: Draft.ID
  let folder: FilePath
  let calls: SystemCalls
  /// Numbers the whole records of one draft.
  private var generation = 0
  /// Holds what the whole record and the journal together say; `nil` before the first write.
  private var kept: Draft?
  private var journal: OpenFile?
  private var journalSize = 0

  static let kind = "draft"
  static let entryKind = "draft-edit"

  init(id: Draft.ID, folder: FilePath, calls: SystemCalls) {
    self.id = id
    self.folder = folder
    self.calls = calls
  }

  private var whole: StateFile { StateFile(path: folder.appending(FilePath(id.name)), calls: calls) }
  private var journalPath: FilePath { folder.appending(FilePath(id.name + ".journal")) }

  /// Makes `draft` durable. After an error what was kept before is still there, or the next write puts all of it there anew.
  mutating func write(_ draft: Draft) throws(SystemError) {
    // A caret that moved is worth no write of its own; it goes along with the next edit.
    if let kept, kept.text == draft.text, kept.file == draft.file, kept.goal == draft.goal, isInPlace { return }
    do throws(SystemError) {
      if let kept, draft.text.count > Self.wholeLimit, journalSize <= draft.text.count, isInPlace {
        try append(draft, since: kept)
      } else {
        try writeWhole(draft)
      }
      kept = draft
    } catch {
      // What is on disk is not sure any more: start over with the whole.
      kept = nil
      throw error
    }
  }

  /// Writes what was kept once more when it is not there any more.
  mutating func confirm() throws(SystemError) {
    if let kept { try write(kept) }
  }

  /// Whether what was written has its names still: somebody may have emptied the state folder, and an edit in a file without a name is lost.
  private var isInPlace: Bool {
    guard (try? calls.status(of: whole.path, followingLinks: false)) != nil else { return false }
    guard let journal else { return true }
    return (try? journal.status()).map { $0.linkCount > 0 } ?? false
  }

  private mutating func writeWhole(_ draft: Draft) throws(SystemError) {
    if generation == 0 { generation = lastGeneration() }
    generation += 1
    var record = StateRecord(kind: Self.kind)
    record[number: "generation"] = generation
    record[file: "file"] = draft.file
    record[path: "goal"] = draft.goal
    record[selection: "selection"] = draft.selection
    record["text"] = draft.text.bytes(in: draft.text.range)
    try whole.write(record.encoded())
    try? journal?.close()
    journal = nil
    journalSize = 0
    try? calls.unlink(journalPath)
  }

  private mutating func append(_ draft: Draft, since kept: Draft) throws(SystemError) {
    var record = StateRecord(kind: Self.entryKind)
    record[number: "generation"] = generation
    if let edit = kept.text.edit(to: draft.text) {
      record[number: "lower"] = edit.range.lower.utf8
      record[number: "upper"] = edit.range.upper.utf8
      record["text"] = draft.text.bytes(in: edit.newRange)
    }
    record[number: "count"] = draft.text.count
    record[file: "file"] = draft.file
    record[path: "goal"] = draft.goal
    record[selection: "selection"] = draft.selection
    let bytes = record.encoded()
    let file: OpenFile
    let isNew = journal == nil
    if let journal {
      file = journal
    } else {
      file = try calls.open(journalPath, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
      journal = file
      journalSize = 0
    }
    let length = UInt64(bytes.count)
    let head = [length, ~length].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    try file.write(head + bytes, at: journalSize)
    try file.sync()
    if isNew { try calls.syncFolder(folder, fallback: file) }
    journalSize += head.count + bytes.count
  }

  /// Removes the draft.
  mutating func remove() throws(SystemError) {
    try? journal?.close()
    journal = nil
    journalSize = 0
    kept = nil
    // The journal goes first: alone it is nothing.
    do throws(SystemError) { try calls.unlink(journalPath) } catch {
      if error.code != ENOENT && error.code != ENOTDIR { throw error }
    }
    try whole.remove()
  }

  private func lastGeneration() -> Int {
    for path in [whole.next, whole.path] {
      if let bytes = try? whole.read(path), let record = StateRecord(bytes, kind: Self.kind) {
        return record[number: "generation"] ?? 0
      }
    }
    return 0
  }

  /// Reads the draft back. `isDamaged` says that something of it could not be read: then `draft` holds what could, or is `nil`.
  func read() -> (draft: Draft?, isDamaged: Bool) {
    var newest: (generation: Int, draft: Draft)?
    var isThere = false
    // The next version is complete when a crash came before its rename.
    for path in [whole.path, whole.next] {
      guard let bytes = try? whole.read(path) else { continue }
      isThere = isThere || path == whole.path
      guard let record = StateRecord(bytes, kind: Self.kind), let generation = record[number: "generation"],
        let text = record["text"], firstInvalidByte(text) == nil
      else { continue }
      if let newest, newest.generation >= generation { continue }
      let selection = record[selection: "selection"] ?? TextSelection(caret: .zero)
      newest = (
        generation,
        Draft(id: id, file: record[file: "file"], goal: record[path: "goal"], text: ChunkedText(utf8: text), selection: selection)
      )
    }
    guard let (generation, whole) = newest else { return (nil, isThere) }
    var draft = whole
    let isDamaged = !replay(over: &draft, generation: generation)
    draft.selection = TextSelection(
      anchor: draft.text.boundary(atOrBefore: draft.selection.anchor), head: draft.text.boundary(atOrBefore: draft.selection.head))
    return (draft, isDamaged)
  }

  /// Carries out the journal's edits; `false` when one was wrong: what came before it counts.
  private func replay(over draft: inout Draft, generation: Int) -> Bool {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let found = try whole.read(journalPath) else { return true }
      bytes = found
    } catch {
      return false
    }
    func number(at index: Int) -> UInt64 { bytes[index..<index + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    var index = 0
    while index + 16 <= bytes.count {
      let length = number(at: index)
      guard number(at: index + 8) == ~length else { return false }
      // Cut off by the end of the program: the ordinary end of a journal.
      guard length <= UInt64(bytes.count - index - 16) else { return true }
      let end = index + 16 + Int(length)
      guard let record = StateRecord(Array(bytes[(index + 16)..<end]), kind: Self.entryKind) else { return false }
      guard record[number: "generation"] == generation else { return true }
      if let lower = record[number: "lower"], let upper = record[number: "upper"], let text = record["text"] {
        guard 0 <= lower, lower <= upper, upper <= draft.text.count, firstInvalidByte(text) == nil,
          draft.text.isBoundary(TextOffset(lower)), draft.text.isBoundary(TextOffset(upper))
        else { return false }
        text.withUnsafeBufferPointer { draft.text.replace(TextRange(lower..<upper), with: $0) }
      }
      guard draft.text.count == record[number: "count"] else { return false }
      draft.file = record[file: "file"]
      draft.goal = record[path: "goal"]
      draft.selection = record[selection: "selection"] ?? draft.selection
      index = end
    }
    return true
  }
}
