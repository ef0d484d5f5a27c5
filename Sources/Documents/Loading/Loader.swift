internal import Glibc
import TextModel

/// Reads documents.
///
/// Never blocks on a pipe or a device, never repairs what does not decode, and keeps what saving needs to prove later that
/// nobody else changed the file.
public struct Loader: Sendable {
  /// Is the size in bytes above which the user is asked first.
  public static let sizeToConfirm = 50 << 20
  /// Is the number of combining marks on one character above which a document opens read-only.
  public static let marksToRefuse = 2_000

  private let calls: SystemCalls

  public init(calls: SystemCalls = SystemCalls()) {
    self.calls = calls
  }

  /// Reads the file at `path`, following links.
  ///
  /// - Parameters:
  ///   - encoding: the user's choice for a file that did not decode; `nil` recognises UTF-8 and UTF-16 by their marks.
  ///   - allowingLarge: says that the user agreed to open a file above `sizeToConfirm`.
  /// - Throws: `LoadError`; nothing is changed by reading. Blocks: call it off the main actor, or use `open`.
  public func load(_ path: FilePath, as encoding: FileEncoding? = nil, allowingLarge: Bool = false) throws(LoadError) -> LoadedDocument {
    let path = path.absolute()
    let (bytes, status, target) = try read(path, allowingLarge: allowingLarge)
    let fingerprint = Fingerprint(status: status, digest: Digest(of: bytes))
    let form = encoding ?? FileEncoding.marked(at: bytes)
    let file = DocumentFile(path: path, target: target, encoding: form, fingerprint: fingerprint)
    let isWritable = (try? calls.checkWritable(target)) != nil

    let text: [UInt8]
    var access = LoadedDocument.Access.editable
    var likely: [FileEncoding] = []
    do throws(EncodingFailure) {
      text = try form.decode(bytes)
    } catch {
      if encoding != nil { throw .doesNotDecode(path, form, error) }
      text = repaired(bytes, form)
      likely = EncodingGuess.likely(for: bytes)
      switch error {
      case .nul(let offset): access = .readOnly(.nul(offset: offset))
      case .invalid(let offset): access = .readOnly(.undecodable(offset: offset))
      case .notReversible, .unknownEncoding: access = .readOnly(.undecodable(offset: 0))
      }
    }
    let traits = TextTraits(of: text)
    if access == .editable && traits.longestMarkRun > Self.marksToRefuse {
      access = .readOnly(.tooManyMarks(line: traits.longestMarkRunLine))
    }
    return LoadedDocument(
      file: file, text: ChunkedText(utf8: text), access: access, traits: traits, likelyEncodings: likely, isWritable: isWritable)
  }

  /// Reads the file at `path` away from the caller's actor; see `load`.
  public func open(
    _ path: FilePath, as encoding: FileEncoding? = nil, allowingLarge: Bool = false
  ) async throws(LoadError) -> LoadedDocument {
    try await BlockingWork.run { () throws(LoadError) in
      try load(path, as: encoding, allowingLarge: allowingLarge)
    }
  }

  /// Computes the fingerprint of what is at `path` now; `nil` when no regular file is there. Blocks.
  public func fingerprint(of path: FilePath) throws(LoadError) -> Fingerprint? {
    do throws(LoadError) {
      let (bytes, status, _) = try read(path, allowingLarge: true)
      return Fingerprint(status: status, digest: Digest(of: bytes))
    } catch {
      switch error {
      case .notFound, .isFolder, .notRegular: return nil
      default: throw error
      }
    }
  }

  /// Reads the bytes, what the file was when they were complete, and where the links led.
  func read(_ path: FilePath, allowingLarge: Bool) throws(LoadError) -> (bytes: [UInt8], status: FileStatus, target: FilePath) {
    let target = try asking(path) { () throws(SystemError) in try LinkChain.resolve(path, calls: calls) }
    // Looked at before opening: opening some devices does something.
    let found = try asking(path) { () throws(SystemError) in try calls.status(of: target) }
    if found.kind == .folder { throw .isFolder(path) }
    if found.kind != .regular { throw .notRegular(path, found.kind) }
    if found.size > Self.sizeToConfirm && !allowingLarge { throw .needsConfirmation(path, size: found.size) }
    let limit = allowingLarge ? Int.max : Self.sizeToConfirm + 1
    var attempt = 0
    while true {
      let (before, bytes, after) = try asking(path) { () throws(SystemError) in
        let file = try calls.open(target, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let before = try file.status()
        let bytes = before.kind == .regular ? try file.readAll(expecting: before.size, limit: limit) : []
        return (before, bytes, try file.status())
      }
      // Another thing may have taken the name since.
      if before.kind != .regular { throw .notRegular(path, before.kind) }
      if bytes.count == limit { throw .needsConfirmation(path, size: bytes.count) }
      attempt += 1
      // Somebody was writing while we read: what we have may be half of each. Three tries; then the digest tells.
      if (before.size == after.size && before.modified == after.modified) || attempt == 3 { return (bytes, after, target) }
    }
  }

  private func asking<Value>(_ path: FilePath, _ body: () throws(SystemError) -> Value) throws(LoadError) -> Value {
    do throws(SystemError) { return try body() } catch { throw loadError(error, path) }
  }

  private func loadError(_ error: SystemError, _ path: FilePath) -> LoadError {
    switch error.code {
    case ENOENT, ENOTDIR:
      let folder = try? calls.status(of: path.folder)
      return .notFound(path, folderExists: folder?.kind == .folder)
    case EACCES, EPERM: return .permissionDenied(path)
    case ELOOP: return .linkLoop(path)
    case ENXIO: return .notRegular(path, .socket)
    default: return .system(error)
    }
  }

  /// Gives something readable to show of bytes that are no text.
  private func repaired(_ bytes: [UInt8], _ form: FileEncoding) -> [UInt8] {
    let start = form.mark.count
    let body = bytes[start...]
    var shown: String
    switch form.scheme {
    case .utf16LittleEndian, .utf16BigEndian:
      let little = form.scheme == .utf16LittleEndian
      let units = stride(from: body.startIndex, to: body.endIndex - 1, by: 2).map { index in
        little ? UInt16(body[index]) | UInt16(body[index + 1]) << 8 : UInt16(body[index]) << 8 | UInt16(body[index + 1])
      }
      shown = String(decoding: units, as: UTF16.self)
      if body.count % 2 != 0 { shown += "\u{FFFD}" }
    default:
      shown = String(decoding: body, as: UTF8.self)
    }
    guard shown.utf8.contains(0) else { return Array(shown.utf8) }
    var result: [UInt8] = []
    result.reserveCapacity(shown.utf8.count + 64)
    for byte in shown.utf8 {
      if byte == 0 { result += [0xE2, 0x90, 0x80] } else { result.append(byte) }
    }
    return result
  }
}
