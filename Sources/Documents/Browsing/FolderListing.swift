internal import Glibc
internal import Synchronization

/// Lists the documents and folders in a folder, a piece at a time.
public struct FolderListing: Sendable {
  /// Brings a part of a list, or its end.
  public enum Piece: Sendable {
    case entries([FolderEntry])
    /// The folder could not be read; what came before is what there is.
    case failed(SystemError)
  }

  private let calls: SystemCalls

  public init(calls: SystemCalls = SystemCalls()) {
    self.calls = calls
  }

  /// Is how many entries come at a time.
  static let portion = 1_000

  /// Lists a folder in no order, without what is hidden and what is neither folder nor text. Ends early when nobody listens
  /// any more. O(n), away from the caller's actor.
  public func entries(of folder: FilePath) -> AsyncStream<Piece> {
    let calls = calls
    return .blocking { yield in
      let names: [FilePath]
      do throws(SystemError) { names = try calls.names(in: folder) } catch {
        _ = yield(.failed(error))
        return
      }
      var found: [FolderEntry] = []
      // The first entries come at once, for the first sight.
      var portion = 100
      for name in names {
        guard name.bytes.first != UInt8(ascii: ".") else { continue }
        let path = folder.appending(name)
        guard let status = try? calls.status(of: path), status.kind == .folder || FolderEntry.isDocument(name.bytes),
          let entry = FolderEntry(path, status)
        else { continue }
        found.append(entry)
        if found.count >= portion {
          guard yield(.entries(found)) else { return }
          found = []
          portion = Self.portion
        }
      }
      if !found.isEmpty { _ = yield(.entries(found)) }
    }
  }
}

extension AsyncStream where Element: Sendable {
  /// Makes a stream of what blocking work yields on a thread of its own; `yield` answers `false` when nobody listens any more.
  static func blocking(_ body: @escaping @Sendable (_ yield: @escaping (Element) -> Bool) -> Void) -> AsyncStream<Element> {
    AsyncStream { continuation in
      let isOver = OnceFlag()
      continuation.onTermination = { _ in isOver.set() }
      Task.detached {
        await BlockingWork.run {
          body { element in
            continuation.yield(element)
            return !isOver.isSet
          }
          continuation.finish()
        }
      }
    }
  }
}

/// Is set once, by one thread, and read by another.
private final class OnceFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
