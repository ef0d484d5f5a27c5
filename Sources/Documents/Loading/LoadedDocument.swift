import TextModel

/// Describes a file that a document was read from or written to: all that saving needs to know of it.
public struct DocumentFile: Sendable, Hashable {
  /// Holds the path as the user knows it, links and all.
  public let path: FilePath
  /// Holds where the links led: the file that is really written.
  public let target: FilePath
  public let encoding: FileEncoding
  /// Identifies the contents that the document stands on.
  public let fingerprint: Fingerprint

  public init(path: FilePath, target: FilePath, encoding: FileEncoding, fingerprint: Fingerprint) {
    self.path = path
    self.target = target
    self.encoding = encoding
    self.fingerprint = fingerprint
  }

  /// Gives the description that stands on other contents: for a user who has seen those and wants them replaced.
  public func replacing(_ fingerprint: Fingerprint) -> DocumentFile {
    DocumentFile(path: path, target: target, encoding: encoding, fingerprint: fingerprint)
  }
}

/// Holds a file as it was read.
public struct LoadedDocument: Sendable {
  /// Says whether the text may be edited and written back.
  public enum Access: Sendable, Equatable {
    case editable
    case readOnly(Reason)
  }

  /// Says why a text must not be written back over its file.
  public enum Reason: Sendable, Equatable {
    /// The byte at `offset` is no UTF-8 (or not of the encoding that the mark names).
    case undecodable(offset: Int)
    case nul(offset: Int)
    /// More than `Loader.marksToRefuse` combining marks stand on one character in `line`; editing would freeze.
    case tooManyMarks(line: Int)
  }

  public let file: DocumentFile
  /// Holds the text in UTF-8 without a byte order mark, line ends as they are. When the file does not decode, each bad
  /// sequence is U+FFFD and each NUL is U+2400, for showing only.
  public let text: ChunkedText
  public let access: Access
  public let traits: TextTraits
  /// Lists the legacy encodings that fit the file, likeliest first; empty unless the file did not decode.
  public let likelyEncodings: [FileEncoding]
  /// Says that the file's permissions let the user write it; saving elsewhere is always possible.
  public let isWritable: Bool

  public var isEditable: Bool { access == .editable }
}
