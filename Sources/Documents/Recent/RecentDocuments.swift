internal import Glibc
import TextModel

/// Remembers the documents that were opened last, newest first.
public struct RecentDocuments: Sendable, Equatable {
  /// Remembers one document.
  public struct Entry: Sendable, Equatable {
    public var path: FilePath
    /// Counts seconds since 1970.
    public var opened: Int64
    /// Holds where the caret was, for when it is opened again.
    public var selection: TextSelection

    public init(path: FilePath, opened: Int64, selection: TextSelection = TextSelection(caret: .zero)) {
      self.path = path
      self.opened = opened
      self.selection = selection
    }
  }

  /// Is how many are remembered.
  public static let limit = 100

  public private(set) var entries: [Entry] = []

  public init() {}

  /// Puts a document first, and forgets the oldest above `limit`.
  public mutating func note(_ entry: Entry) {
    entries.removeAll { $0.path == entry.path }
    entries.insert(entry, at: 0)
    if entries.count > Self.limit { entries.removeLast(entries.count - Self.limit) }
  }

  /// Lets an entry follow its file to a new path, or all entries inside a folder; the places in the list stay.
  public mutating func rename(_ old: FilePath, to new: FilePath) {
    guard old != new else { return }
    let renamed = Set(entries.map(\.path).filter { $0 == old || $0.isInside(old) }.map { $0.following(old, to: new) })
    entries.removeAll { renamed.contains($0.path) }
    for index in entries.indices { entries[index].path = entries[index].path.following(old, to: new) }
  }

  public mutating func remove(_ path: FilePath) {
    entries.removeAll { $0.path == path }
  }

  func encoded() -> [UInt8] {
    var record = StateRecord(kind: "recent")
    for entry in entries {
      var part = StateRecord(kind: "recent-entry")
      part[path: "path"] = entry.path
      part[number: "opened"] = Int(entry.opened)
      part[selection: "selection"] = entry.selection
      record["entry"] = part.encoded()
    }
    return record.encoded()
  }

  init?(_ bytes: [UInt8]) {
    guard let record = StateRecord(bytes, kind: "recent") else { return nil }
    for value in record.values where value.name == "entry" {
      guard let part = StateRecord(value.bytes, kind: "recent-entry"), let path = part[path: "path"] else { continue }
      entries.append(
        Entry(
          path: path, opened: Int64(part[number: "opened"] ?? 0), selection: part[selection: "selection"] ?? TextSelection(caret: .zero)))
    }
  }
}

/// Keeps the recent documents on disk.
public final class RecentStore: Sendable {
  private let file: StateFile
  private let writer: PacedWriter<RecentDocuments>

  public init(in state: StateFolder, calls: SystemCalls = SystemCalls()) {
    let file = StateFile(path: state.path.appending("recent"), calls: calls)
    self.file = file
    writer = PacedWriter(label: "recent", interval: 1) { recent in (try? file.write(recent.encoded())) != nil }
  }

  /// Reads the list; an empty one when there is none or it is damaged: it holds nothing that could be lost. Blocks, for a small
  /// file.
  public func read() -> RecentDocuments {
    guard let bytes = try? file.read(file.path) else { return RecentDocuments() }
    return RecentDocuments(bytes) ?? RecentDocuments()
  }

  /// Takes the list of this moment; it is on disk within two seconds. O(1).
  public func note(_ recent: RecentDocuments) {
    writer.note(recent)
  }

  /// Writes what is not yet on disk and returns when it is.
  public func flush() {
    writer.flush()
  }
}
