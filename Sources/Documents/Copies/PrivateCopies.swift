internal import CSystem
internal import Glibc
internal import GLibKit
import TextModel

/// Makes copies of documents for other programs: what is dragged out or sent while it is not saved.
///
/// Each copy has a folder of its own, so that it can have the document's name. Copies are no documents: they are not flushed to disk, and
/// those of earlier days go.
public struct PrivateCopies: Sendable {
  /// Where the copies are.
  public let folder: FilePath
  let calls: SystemCalls

  public init(in folder: FilePath, calls: SystemCalls = SystemCalls()) {
    self.folder = folder
    self.calls = calls
  }

  /// Writes a text under a name and returns where. Blocks for a write to memory; nothing is left behind when it fails.
  ///
  /// - Parameters:
  ///   - encoding: the copy's; where the text does not fit into it, UTF-8.
  public func write(_ text: ChunkedText, name: String, encoding: FileEncoding = .utf8) throws(SystemError) -> FilePath {
    let own = folder.appending(FilePath(UniqueName.make()))
    try calls.makeFolders(own)
    let path = own.appending(FilePath(DocumentName(name).fault == nil ? name : "document.md"))
    let bytes = text.bytes(in: text.range)
    do throws(SystemError) {
      let file = try calls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      try file.write((try? encoding.encode(bytes)) ?? bytes)
      try file.close()
      return path
    } catch {
      remove(own)
      throw error
    }
  }

  /// Removes copies that are older than some seconds at a time (nil: now); what other programs are still reading of newer ones stays. Blocks.
  public func clean(olderThan seconds: Int64, now: Int64? = nil) {
    let now = now ?? Format.now
    for name in (try? calls.names(in: folder)) ?? [] {
      let own = folder.appending(name)
      guard let status = try? calls.status(of: own, followingLinks: false), status.kind == .folder,
        now - status.modified / 1_000_000_000 > seconds
      else { continue }
      remove(own)
    }
  }

  private func remove(_ own: FilePath) {
    for name in (try? calls.names(in: own)) ?? [] { try? calls.unlink(own.appending(name)) }
    _ = own.withCString { rmdir($0) }
  }
}
