/// Says how a file writes its text as bytes.
public struct FileEncoding: Sendable, Hashable {
  public enum Scheme: Sendable, Hashable {
    case utf8, utf16LittleEndian, utf16BigEndian
    /// Names another character set as iconv knows it, for example "ISO-8859-15".
    case legacy(String)
  }

  public let scheme: Scheme
  /// Says that the file begins with a byte order mark, which is no part of the text.
  public let hasMark: Bool

  public init(_ scheme: Scheme, hasMark: Bool = false) {
    self.scheme = scheme
    self.hasMark = hasMark
  }

  /// Is what new documents are written in.
  public static let utf8 = FileEncoding(.utf8)

  /// Names the character set as iconv and people do.
  public var name: String {
    switch scheme {
    case .utf8: "UTF-8"
    case .utf16LittleEndian: "UTF-16LE"
    case .utf16BigEndian: "UTF-16BE"
    case .legacy(let name): name
    }
  }

  /// Holds the bytes before the text.
  var mark: [UInt8] {
    guard hasMark else { return [] }
    switch scheme {
    case .utf8: return [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: return [0xFF, 0xFE]
    case .utf16BigEndian: return [0xFE, 0xFF]
    case .legacy: return []
    }
  }

  /// Recognises the encoding by the mark at the beginning; UTF-8 without a mark is the answer otherwise.
  public static func marked(at start: some Collection<UInt8>) -> FileEncoding {
    let head = Array(start.prefix(3))
    if head == [0xEF, 0xBB, 0xBF] { return FileEncoding(.utf8, hasMark: true) }
    if head.starts(with: [0xFF, 0xFE]) { return FileEncoding(.utf16LittleEndian, hasMark: true) }
    if head.starts(with: [0xFE, 0xFF]) { return FileEncoding(.utf16BigEndian, hasMark: true) }
    return .utf8
  }

  /// Decodes a whole file's bytes to UTF-8 without the mark.
  ///
  /// Fails unless the text is without NUL and `encode` gives exactly these bytes again: an editor that cannot write back
  /// what it read must not edit. O(n).
  public func decode(_ file: [UInt8]) throws(EncodingFailure) -> [UInt8] {
    let start = mark.count
    let text: [UInt8]
    if scheme == .utf8 {
      text = start == 0 ? file : Array(file[start...])
      if let place = firstInvalidByte(text) { throw .invalid(offset: place + start) }
    } else {
      text = try Conversion.run(start == 0 ? file : Array(file[start...]), from: name, to: "UTF-8")
    }
    if let place = text.firstIndex(of: 0) { throw .nul(offset: place + start) }
    if scheme != .utf8 {
      guard let again = try? encode(text), again == file else { throw .notReversible }
    }
    return text
  }

  /// Encodes UTF-8 text to the bytes of a file, mark included. `.invalid(offset)` is the byte offset in `text` of the first
  /// character that the encoding cannot write. O(n).
  func encode(_ text: [UInt8]) throws(EncodingFailure) -> [UInt8] {
    if let place = text.firstIndex(of: 0) { throw .nul(offset: place) }
    if let place = firstInvalidByte(text) { throw .invalid(offset: place) }
    if scheme == .utf8 { return hasMark ? mark + text : text }
    return try mark + Conversion.run(text, from: "UTF-8", to: name)
  }
}

/// Says why bytes and text do not convert into each other.
public enum EncodingFailure: Error, Equatable, Sendable {
  /// The bytes at `offset` stand for nothing, or the character there cannot be written.
  case invalid(offset: Int)
  /// There is a NUL at `offset`, which no text holds.
  case nul(offset: Int)
  /// The text would not be written back as the same bytes.
  case notReversible
  /// The system does not know the encoding.
  case unknownEncoding
}

/// Gives the offset of the first byte that is not well-formed UTF-8.
func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
  do {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}
