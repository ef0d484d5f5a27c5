internal import GLibKit
internal import Glibc

/// Says where the copy of a remote document comes from.
public struct RemoteOrigin: Sendable, Equatable {
  /// Holds the address, such as "sftp://host/notes.md".
  public var address: String
  /// Holds the tag of the version that the copy stands on; `nil` where the place has none.
  public var tag: String?
  /// Says that the copy holds text that was saved here and has not arrived there.
  public var isPending: Bool
  /// Holds the digest of what was there when it was last read: not every place has tags.
  public var digest: Digest

  init(address: String, tag: String?, isPending: Bool, digest: Digest) {
    self.address = address
    self.tag = tag
    self.isPending = isPending
    self.digest = digest
  }
}

/// Says why a remote document was not read or sent; here everything is as it was.
public enum RemoteError: Error, Equatable, Sendable {
  /// Another program has written it there meanwhile.
  case changedThere
  /// The place has to be opened first: a password, a connection.
  case notMounted
  case notFound
  /// What came back was not what was sent.
  case differs
  /// Holds GIO's words.
  case failed(String)
  /// The copy could not be kept on this computer.
  case here(SaveError)
}

/// Keeps documents of other computers as files of this one, so that all that holds for files holds for them: saving in one durable step,
/// drafts, recovery. A save is sent on after it is durable here; until it has arrived, and has come back the same, it is pending.
public struct RemoteCopies: Sendable {
  private let folder: FilePath
  private let saver: Saver
  private let calls: SystemCalls

  /// Makes the keeper; instances of the program share the copies, as they would share the files.
  public init(state: StateFolder = .standard, calls: SystemCalls = SystemCalls()) {
    folder = state.path.appending("remote")
    saver = Saver(state: state, calls: calls)
    self.calls = calls
  }

  /// Gives the path of the copy of an address.
  public func path(of address: String, name: String) -> FilePath {
    let id = Digest(of: Array(address.utf8)).bytes.prefix(10).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let fitting = DocumentName(name).fault == nil ? name : "document.md"
    return folder.appending(FilePath(id)).appending(FilePath(fitting))
  }

  /// Reads where a copy comes from; `nil` for any other file.
  public func origin(of path: FilePath) -> RemoteOrigin? {
    guard path.folder.folder == folder, let bytes = (try? sidecar(path).read(sidecar(path).path)) ?? nil,
      let record = StateRecord(bytes, kind: Self.kind), let address = record[text: "address"],
      let digest = record["digest"].flatMap({ Digest(kept: $0) })
    else { return nil }
    return RemoteOrigin(address: address, tag: record[text: "tag"], isPending: record[number: "pending"] == 1, digest: digest)
  }

  /// Remembers where a copy comes from.
  public func keep(_ origin: RemoteOrigin, for path: FilePath) throws(RemoteError) {
    var record = StateRecord(kind: Self.kind)
    record[text: "address"] = origin.address
    record[text: "tag"] = origin.tag
    record[number: "pending"] = origin.isPending ? 1 : 0
    record["digest"] = origin.digest.bytes
    do throws(SystemError) { try sidecar(path).write(record.encoded()) } catch { throw .here(.system(error)) }
  }

  /// Reads a document there and keeps a copy, which answers its path. A copy with text that has not arrived there stays as it is.
  public func fetch(_ address: String, name: String) async throws(RemoteError) -> FilePath {
    let copies = self
    return try await BlockingWork.run { () throws(RemoteError) in
      let path = copies.path(of: address, name: name)
      if copies.origin(of: path)?.isPending == true { return path }
      let (bytes, tag) = try copies.remotely { () throws(GLibError) in try RemoteContents.read(address) }
      do throws(SystemError) { try copies.calls.makeFolders(path.folder) } catch { throw .here(.system(error)) }
      do throws(SaveError) { try copies.saver.write(FileContent(bytes), to: path) } catch { throw .here(error) }
      try copies.keep(RemoteOrigin(address: address, tag: tag, isPending: false, digest: Digest(of: bytes)), for: path)
      return path
    }
  }

  /// Sends a copy as it is on disk, over the version that it stands on or, with `replacing`, over any. Returns when the place has given
  /// back the same bytes.
  public func send(_ path: FilePath, replacing: Bool = false) async throws(RemoteError) {
    let copies = self
    try await BlockingWork.run { () throws(RemoteError) in
      guard var origin = copies.origin(of: path) else { return }
      let bytes: [UInt8]
      do throws(LoadError) { bytes = try Loader(calls: copies.calls).read(path, allowingLarge: true).bytes } catch {
        throw .failed("\(error)")
      }
      let address = origin.address
      if !replacing {
        // The tag closes the gap between this look and the step below, where the place has one.
        let now: [UInt8]?
        do throws(RemoteError) { now = try copies.remotely { () throws(GLibError) in try RemoteContents.read(address).bytes } } catch {
          guard case .notFound = error else { throw error }
          now = nil
        }
        if let now, now != bytes, Digest(of: now) != origin.digest { throw .changedThere }
      }
      let tag = replacing ? nil : origin.tag
      let sent = try copies.remotely { () throws(GLibError) in try RemoteContents.replace(address, with: bytes, ifTagged: tag) }
      let (back, found) = try copies.remotely { () throws(GLibError) in try RemoteContents.read(address) }
      guard back == bytes else { throw .differs }
      origin.tag = found ?? sent
      origin.digest = Digest(of: bytes)
      origin.isPending = false
      try copies.keep(origin, for: path)
    }
  }

  private static let kind = "remote"

  private func sidecar(_ path: FilePath) -> StateFile { StateFile(path: path.folder.appending(".origin"), calls: calls) }

  private func remotely<Value>(_ body: () throws(GLibError) -> Value) throws(RemoteError) -> Value {
    do throws(GLibError) { return try body() } catch {
      switch error.io {
      case .wrongEtag: throw .changedThere
      case .notMounted: throw .notMounted
      case .notFound: throw .notFound
      default: throw .failed(error.message)
      }
    }
  }
}
