internal import Glibc

/// Looks for documents by their names and by what is in them.
public struct DocumentSearch: Sendable {
  /// Holds a document or folder that was found.
  public struct Hit: Sendable, Equatable {
    public let entry: FolderEntry
    /// Holds the line that was found in the text; `nil` where the name was found.
    public let line: SearchPattern.Line?
  }

  /// Says where to look.
  public enum Scope: Sendable, Equatable {
    /// A folder and all below it.
    case folder(FilePath)
    /// These documents.
    case documents([FilePath])
  }

  /// Is the size in bytes of the largest document whose contents are looked at.
  static let sizeLimit = 20 << 20
  /// Is how many documents are told at most: more than anybody reads.
  public static let hitLimit = 2_000

  private let calls: SystemCalls

  public init(calls: SystemCalls = SystemCalls()) {
    self.calls = calls
  }

  /// Searches away from the caller's actor and tells what it finds as it finds it: names first within each folder, each in the
  /// order of names, upper folders before lower ones. Links to folders are not followed, so that no loop is. Ends early when nobody listens any more.
  public func hits(for pattern: SearchPattern, in scope: Scope) -> AsyncStream<[Hit]> {
    let calls = calls
    return .blocking { yield in
      var walk = Walk(pattern: pattern, calls: calls, yield: yield)
      switch scope {
      case .folder(let folder): walk.run(folder)
      case .documents(let paths): walk.look(paths)
      }
    }
  }
}

/// One search under way.
private struct Walk {
  let pattern: SearchPattern
  let calls: SystemCalls
  let yield: ([DocumentSearch.Hit]) -> Bool
  private var count = 0

  init(pattern: SearchPattern, calls: SystemCalls, yield: @escaping ([DocumentSearch.Hit]) -> Bool) {
    self.pattern = pattern
    self.calls = calls
    self.yield = yield
  }

  mutating func run(_ top: FilePath) {
    var folders = [top]
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      // In the order of names, so that what is found comes in an order, too, and nothing that is shown moves when more is found.
      let names = ((try? calls.names(in: folder)) ?? []).filter { $0.bytes.first != UInt8(ascii: ".") }
        .map { (name: $0, key: NameOrder.key($0.name)) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.name)
      var documents: [FilePath] = []
      for name in names {
        let path = folder.appending(name)
        if FolderEntry.isDocument(name.bytes) {
          documents.append(path)
        } else if let status = try? calls.status(of: path, followingLinks: false), status.kind == .folder {
          folders.append(path)
          if pattern.matches(name: name.description), let entry = FolderEntry(path, status), !tell([.init(entry: entry, line: nil)]) {
            return
          }
        }
      }
      guard look(documents) else { return }
    }
  }

  /// Looks at documents, names first; answers whether to go on.
  @discardableResult
  mutating func look(_ paths: [FilePath]) -> Bool {
    var others: [FilePath] = []
    var hits: [DocumentSearch.Hit] = []
    for path in paths {
      if pattern.matches(name: path.name) {
        if let entry = FolderEntry(path, calls: calls) { hits.append(.init(entry: entry, line: nil)) }
      } else {
        others.append(path)
      }
    }
    guard tell(hits) else { return false }
    for path in others {
      guard let status = try? calls.status(of: path), status.kind == .regular, status.size <= DocumentSearch.sizeLimit,
        let bytes = try? Loader(calls: calls).read(path, allowingLarge: false).bytes,
        let text = try? FileEncoding.marked(at: bytes).decode(bytes), let line = pattern.line(in: text)
      else {
        // Asked now and then, where nothing is found, whether anybody still listens.
        guard yield([]) else { return false }
        continue
      }
      guard let entry = FolderEntry(path, status), tell([.init(entry: entry, line: line)]) else { return false }
    }
    return true
  }

  private mutating func tell(_ hits: [DocumentSearch.Hit]) -> Bool {
    if hits.isEmpty { return true }
    let room = DocumentSearch.hitLimit - count
    count += hits.count
    return yield(Array(hits.prefix(room))) && count < DocumentSearch.hitLimit
  }
}
