internal import GLibKit
internal import Glibc

extension DocumentOperations {
  /// Moves the document's file to the desktop's trash (the trash of its own file system where it has one).
  ///
  /// A link is put there itself. The document's text is not touched: with unsaved changes the draft stays until it is discarded.
  @MainActor
  public func trash(_ file: DocumentFile) async throws(OperationError) {
    try await trash(file.path, allowingFolders: false)
  }

  /// Moves a document or folder that nobody has open to the desktop's trash.
  @MainActor
  public func trash(_ path: FilePath) async throws(OperationError) { try await trash(path, allowingFolders: true) }

  @MainActor
  private func trash(_ path: FilePath, allowingFolders: Bool) async throws(OperationError) {
    let operations = self
    try await BlockingWork.run { () throws(OperationError) in try operations.checkSource(path, allowingFolders: allowingFolders) }
    do throws(GLibError) {
      try await File(uri: path.address).trash()
    } catch {
      switch error.io {
      case .notSupported: throw .noTrash(path)
      case .notFound: throw .gone(path)
      case .permissionDenied: throw .permissionDenied(path, onReadOnlyFileSystem: false)
      case .readOnly: throw .permissionDenied(path, onReadOnlyFileSystem: true)
      case .noSpace: throw .noSpace(path)
      default: throw .system(SystemError(call: .unlink, code: EIO, path: path))
      }
    }
  }
}

extension FilePath {
  /// Gives the "file:" address, with every byte escaped that is no plain letter, digit or sign.
  public var address: String {
    let digits = Array("0123456789ABCDEF")
    var text = "file://"
    for byte in absolute().bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: text.append(Character(Unicode.Scalar(byte)))
      default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return text
  }

  /// Reads a "file:" address of this machine; `nil` for any other.
  public init?(address: String) {
    guard address.hasPrefix("file://") else { return nil }
    var rest = Array(address.utf8.dropFirst(7))
    if rest.first != UInt8(ascii: "/") {
      // A host may stand there; only this one has the file.
      guard let end = rest.firstIndex(of: UInt8(ascii: "/")), rest[..<end].elementsEqual("localhost".utf8) else { return nil }
      rest.removeSubrange(..<end)
    }
    var bytes: [UInt8] = []
    var index = 0
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%") {
        guard index + 2 < rest.count, let byte = UInt8(String(decoding: rest[(index + 1)...(index + 2)], as: UTF8.self), radix: 16),
          byte != 0
        else { return nil }
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    self.init(bytes: bytes)
  }
}
