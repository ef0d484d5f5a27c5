internal import CSystem
internal import Glibc
import TextModel

/// Says what a save may replace.
public enum SaveBasis: Sendable, Equatable {
  /// The text stands on this file: its contents may be replaced if they are still those. A file that is gone is made again.
  case document(DocumentFile)
  /// Nothing may be there: the first save of a new document.
  case newFile
  /// The user agreed to replace whatever is there (Save As with a file of that name).
  case anything
}

/// Writes documents so that at every moment the disk holds the whole old text or the whole new one.
///
/// The routine: the links are followed; the contents on disk are compared with those the document stands on; the text goes into
/// a temporary file in the same folder, gets the old file's owner, mode, attributes and access lists, and is flushed; the two
/// files are exchanged in one step, what came out is checked to be what was expected, and the folder is flushed. Where a new
/// file could not keep the old one's identity (hard links, a folder that may not be written, a mount point, an owner that
/// cannot be given), the old bytes are first kept in the state folder, durably, and the file is written in place.
public struct Saver: Sendable {
  let calls: SystemCalls
  let state: StateFolder

  public init(state: StateFolder, calls: SystemCalls = SystemCalls()) {
    self.state = state
    self.calls = calls
  }

  /// Writes content that need not be text (a PDF, a page of HTML) to `path`, replacing what is there, and returns when they are durable.
  /// Blocks.
  public func write(_ content: FileContent, to path: FilePath) throws(SaveError) {
    _ = try run(content, to: path.absolute(), encoding: .utf8, over: .anything)
  }

  /// Writes `text` (UTF-8, no byte order mark) to `path` and returns when it is durable.
  ///
  /// - Returns: the description of the file that the document stands on from now on.
  /// - Throws: `SaveError`; only after a return without error is the document unmodified. Blocks: call it off the main actor, or
  ///   use the asynchronous form.
  public func save(
    _ text: [UInt8], to path: FilePath, encoding: FileEncoding = .utf8, over basis: SaveBasis
  ) throws(SaveError) -> DocumentFile {
    try run(FileContent(try encode(text, encoding)), to: path.absolute(), encoding: encoding, over: basis)
  }

  private func run(
    _ content: FileContent, to path: FilePath, encoding: FileEncoding, over basis: SaveBasis
  ) throws(SaveError) -> DocumentFile {
    var attempt = 0
    while true {
      let target = try saving { () throws(SystemError) in try LinkChain.resolve(path, calls: calls) }
      let job = SaveJob(saver: self, path: path, target: target, encoding: encoding, content: content, basis: basis)
      do throws(SaveError) { return try job.run() } catch {
        // The name was taken, or given free, between our look and our step, and the user agreed to either.
        attempt += 1
        guard basis == .anything, attempt < 4 else { throw error }
        switch error {
        case .exists, .changedOnDisk: continue
        default: throw error
        }
      }
    }
  }

  /// Writes a snapshot of a text away from the caller's actor; see the blocking form.
  public func save(
    _ text: ChunkedText, to path: FilePath, encoding: FileEncoding = .utf8, over basis: SaveBasis
  ) async throws(SaveError) -> DocumentFile {
    try await BlockingWork.run { () throws(SaveError) in
      try save(text.bytes(in: text.range), to: path, encoding: encoding, over: basis)
    }
  }

  /// Saves a document over the file that it stands on, in that file's encoding.
  public func save(_ text: ChunkedText, over file: DocumentFile) async throws(SaveError) -> DocumentFile {
    try await save(text, to: file.path, encoding: file.encoding, over: .document(file))
  }

  /// Encodes, and proves that a reader would get this text back.
  private func encode(_ text: [UInt8], _ encoding: FileEncoding) throws(SaveError) -> [UInt8] {
    do throws(EncodingFailure) {
      let bytes = try encoding.encode(text)
      if encoding.scheme != .utf8, try encoding.decode(bytes) != text { throw .notReversible }
      return bytes
    } catch {
      switch error {
      case .invalid(let offset), .nul(let offset): throw .notEncodable(encoding, offset: offset)
      case .notReversible, .unknownEncoding: throw .notEncodable(encoding, offset: 0)
      }
    }
  }
}

func saving<Value>(_ body: () throws(SystemError) -> Value) throws(SaveError) -> Value {
  do throws(SystemError) { return try body() } catch { throw SaveError(error) }
}
