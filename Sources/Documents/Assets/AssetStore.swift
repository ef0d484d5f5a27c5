internal import Glibc

/// Keeps pictures and other files that a document shows, in a folder `assets` beside it. Nothing that is there is ever overwritten.
public struct AssetStore: Sendable {
  /// Says why a file could not be taken.
  public enum Failure: Error, Sendable, Equatable {
    case system(SystemError)
    /// It is no regular file.
    case notAFile
    /// It has more bytes than are copied without being asked.
    case tooLarge
  }

  /// The folder's name.
  public static let folder = "assets"
  /// The most bytes that are copied.
  public static let most = 64 << 20

  private let calls: SystemCalls

  public init(calls: SystemCalls = SystemCalls()) { self.calls = calls }

  /// Writes bytes into a new file and gives its path relative to `folder`, the document's.
  ///
  /// A name that is taken gets a number, unless what is there is the same. Returns only when the bytes are on disk.
  public func add(_ bytes: [UInt8], named name: String, beside folder: FilePath) async throws(Failure) -> String {
    try await BlockingWork.run { () throws(Failure) in try addNow(bytes, name, folder) }
  }

  /// Copies a file, or leaves it where it is when it is below `folder` already; gives its path relative to that.
  public func add(copyOf file: FilePath, beside folder: FilePath) async throws(Failure) -> String {
    try await BlockingWork.run { () throws(Failure) in
      if let path = relative(file, to: folder) { return path }
      return try addNow(read(file), file.name, folder)
    }
  }

  /// What can be had as a name of a file: without what names cannot hold or should not begin with, and not too long.
  public static func name(from wish: String) -> String {
    var scalars = wish.unicodeScalars.filter { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isBidiControl }
    while let first = scalars.first, first == "." || first == "-" || first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last == "." || last.properties.isWhitespace { scalars.removeLast() }
    let name = String(String.UnicodeScalarView(scalars))
    guard !name.isEmpty else { return "file" }
    let (stem, ending) = parts(name)
    var short = stem
    while short.utf8.count + ending.utf8.count > 200, !short.isEmpty { short.removeLast() }
    return short + ending
  }

  private static func parts(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 12 else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  // MARK: Work

  private func addNow(_ bytes: [UInt8], _ wish: String, _ folder: FilePath) throws(Failure) -> String {
    do throws(SystemError) {
      let assets = folder.appending(FilePath(Self.folder))
      try makeFolder(assets)
      let (stem, ending) = Self.parts(Self.name(from: wish))
      var number = 1
      while true {
        let name = stem + (number == 1 ? "" : "-\(number)") + ending
        let path = assets.appending(FilePath(name))
        if try write(bytes, to: path) || holds(path, bytes) { return Self.folder + "/" + name }
        number += 1
      }
    } catch {
      throw .system(error)
    }
  }

  private func makeFolder(_ path: FilePath) throws(SystemError) {
    do throws(SystemError) {
      try path.withCString { (name) throws(SystemError) in _ = try calls.run(.makeFolder, path) { mkdir(name, 0o777) } }
    } catch {
      // Something else of that name makes the file's creation fail, with the reason.
      if error.code != EEXIST { throw error }
    }
  }

  /// Writes a new file; false when the name is taken. What could not be written whole is taken away again.
  private func write(_ bytes: [UInt8], to path: FilePath) throws(SystemError) -> Bool {
    let file: OpenFile
    do throws(SystemError) { file = try calls.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666) } catch {
      if error.code == EEXIST { return false }
      throw error
    }
    do throws(SystemError) {
      try file.write(bytes)
      try file.sync()
      try file.close()
    } catch {
      try? calls.unlink(path)
      throw error
    }
    try? calls.syncFolder(path.folder, fallback: nil)
    return true
  }

  private func holds(_ path: FilePath, _ bytes: [UInt8]) -> Bool {
    guard let file = try? calls.open(path, O_RDONLY | O_NONBLOCK), let status = try? file.status(), status.kind == .regular else {
      return false
    }
    return (try? file.readAll(expecting: bytes.count, limit: bytes.count + 1)) == bytes
  }

  private func read(_ path: FilePath) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      // Without O_NONBLOCK a FIFO would hold us for ever.
      let file = try calls.open(path, O_RDONLY | O_NONBLOCK)
      bytes = try file.status().kind == .regular ? file.readAll(limit: Self.most + 1) : nil
    } catch {
      throw .system(error)
    }
    guard let bytes else { throw .notAFile }
    if bytes.count > Self.most { throw .tooLarge }
    return bytes
  }

  /// The path of a file below a folder, links resolved; nil when it is elsewhere.
  private func relative(_ file: FilePath, to folder: FilePath) -> String? {
    guard let real = resolved(file), let root = resolved(folder) else { return nil }
    let prefix = root.bytes.last == UInt8(ascii: "/") ? root.bytes : root.bytes + [UInt8(ascii: "/")]
    guard real.bytes.starts(with: prefix) else { return nil }
    return FilePath(bytes: real.bytes.dropFirst(prefix.count)).string
  }

  private func resolved(_ path: FilePath) -> FilePath? {
    path.withCString { name in
      guard let real = realpath(name, nil) else { return nil }
      defer { free(real) }
      return FilePath(cString: real)
    }
  }
}
