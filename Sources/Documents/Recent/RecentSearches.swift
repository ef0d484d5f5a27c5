/// Remembers what was searched for last, newest first.
public struct RecentSearches: Sendable, Equatable {
  /// Is how many are remembered.
  public static let limit = 20

  public private(set) var texts: [String] = []

  public init() {}

  /// Puts a text first, and forgets the oldest above `limit`. What the new text begins with was typed on the way to it, and goes.
  public mutating func note(_ text: String) {
    texts.removeAll { text.lowercased().hasPrefix($0.lowercased()) }
    texts.insert(text, at: 0)
    if texts.count > Self.limit { texts.removeLast(texts.count - Self.limit) }
  }

  func encoded() -> [UInt8] {
    var record = StateRecord(kind: "searches")
    for text in texts { record["text"] = Array(text.utf8) }
    return record.encoded()
  }

  init?(_ bytes: [UInt8]) {
    guard let record = StateRecord(bytes, kind: "searches") else { return nil }
    texts = record.values.filter { $0.name == "text" }.compactMap { String(validating: $0.bytes, as: UTF8.self) }
    texts = Array(texts.prefix(Self.limit))
  }
}

/// Keeps the recent searches on disk.
public final class RecentSearchStore: Sendable {
  private let file: StateFile
  private let writer: PacedWriter<RecentSearches>

  public init(in state: StateFolder, calls: SystemCalls = SystemCalls()) {
    let file = StateFile(path: state.path.appending("searches"), calls: calls)
    self.file = file
    writer = PacedWriter(label: "searches", interval: 1) { searches in (try? file.write(searches.encoded())) != nil }
  }

  /// Reads the list; an empty one when there is none or it is damaged. Blocks, for a small file.
  public func read() -> RecentSearches {
    guard let bytes = try? file.read(file.path) else { return RecentSearches() }
    return RecentSearches(bytes) ?? RecentSearches()
  }

  /// Takes the list of this moment; it is on disk within two seconds. O(1).
  public func note(_ searches: RecentSearches) { writer.note(searches) }

  /// Writes what is not yet on disk and returns when it is.
  public func flush() { writer.flush() }
}
