internal import Glibc

/// Names a file by the bytes of its path.
///
/// Paths on Linux are bytes without NUL, not text: a name may be no valid UTF-8, and two names that look alike are two files.
/// A `String` would repair such a name and point at another file.
public struct FilePath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Holds the path's bytes, without the final NUL.
  public let bytes: [UInt8]

  /// Makes a path of the given bytes; what follows a NUL is dropped, as the system would.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  public init(_ string: String) {
    self.init(bytes: string.utf8)
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  init(cString: UnsafePointer<CChar>) {
    self.init(bytes: UnsafeBufferPointer(start: cString, count: strlen(cString)).lazy.map(UInt8.init(bitPattern:)))
  }

  /// Gives the path for people; bytes that are no UTF-8 appear as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Gives the path as text, or `nil` when its bytes are no valid UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  public var isAbsolute: Bool { bytes.first == slash }

  /// Gives the bytes after the last slash; empty for "/" and for a path that ends in a slash.
  public var nameBytes: [UInt8] {
    guard let last = bytes.lastIndex(of: slash) else { return bytes }
    return Array(bytes[(last + 1)...])
  }

  /// Gives the name for people: the part after the last slash.
  public var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// Gives the folder that holds the file; "." for a bare name, "/" for the root.
  public var folder: FilePath {
    guard let last = bytes.lastIndex(of: slash) else { return "." }
    let trimmed = bytes[..<last]
    return trimmed.isEmpty ? "/" : FilePath(bytes: trimmed)
  }

  /// Gives the path of `name` inside this folder; an absolute `name` stands for itself.
  public func appending(_ name: FilePath) -> FilePath {
    if name.isAbsolute || bytes.isEmpty { return name }
    return FilePath(bytes: bytes.last == slash ? bytes + name.bytes : bytes + [slash] + name.bytes)
  }

  /// Gives the path made absolute with the current folder and without "." and empty parts; ".." stays, because a link before
  /// it may lead elsewhere.
  public func absolute() -> FilePath {
    var path = self
    if !isAbsolute, let here = getcwd(nil, 0) {
      path = FilePath(cString: here).appending(self)
      free(here)
    }
    let parts = path.bytes.split(separator: slash).filter { $0 != [dot] }
    return FilePath(bytes: (path.isAbsolute ? [slash] : []) + parts.joined(separator: [slash]))
  }

  /// Says whether the path leads into `folder`, at any depth.
  public func isInside(_ folder: FilePath) -> Bool {
    bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes)
      && (folder.bytes.last == slash || bytes[folder.bytes.count] == slash)
  }

  /// Gives the path as it is when `old` has been renamed or moved to `new`; the same path when it is neither `old` nor inside it.
  public func following(_ old: FilePath, to new: FilePath) -> FilePath {
    if self == old { return new }
    return isInside(old) ? new.appending(FilePath(bytes: bytes.dropFirst(old.bytes.count).drop { $0 == slash })) : self
  }

  func withCString<Result, Failure: Error>(_ body: (UnsafePointer<CChar>) throws(Failure) -> Result) throws(Failure) -> Result {
    var terminated = bytes.map(CChar.init(bitPattern:))
    terminated.append(0)
    // The buffer outlives the call: it is kept alive by `terminated` until after `body`.
    let result = terminated.withUnsafeBufferPointer { buffer -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body(buffer.baseAddress!)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
