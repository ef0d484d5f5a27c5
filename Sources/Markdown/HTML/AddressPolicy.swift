/// Decides which addresses may be written or followed, on the decoded address. An allow-list: what it does not know is refused.
public enum AddressPolicy {
  public enum Kind: Sendable, Equatable {
    /// `http` or `https`.
    case web
    case mail
    /// `#anchor` in the same document.
    case anchor
    /// A path without a scheme, relative to the document.
    case relative
    /// A path from the root of the file system.
    case absolute
    /// A `data:` image in one of png, jpeg, gif, webp.
    case imageData
    /// Anything else: another scheme, `//host`, an empty address.
    case refused
  }

  /// Classifies a decoded address as a browser would read it: without blanks and control characters around it, without tabs and line
  /// ends inside. O(1): what an address is shows at its start, and one that keeps it back for long is refused.
  public static func kind(of address: String) -> Kind {
    var address = address
    return address.withUTF8 { bytes in
      let isLong = bytes.count > longestScheme
      var reader = Reader(bytes: bytes.prefix(longestScheme))
      // Other blanks before a scheme, as U+00A0 or U+FEFF, make no scheme of it, but nothing good either.
      guard let first = reader.next() else { return .refused }
      if first == Byte.hash { return .anchor }
      if isSlash(first) { return reader.next().map(isSlash) == true ? .refused : .absolute }
      var scheme: [UInt8] = []
      var next: UInt8? = first
      while let byte = next {
        if isSlash(byte) || byte == Byte.question || byte == Byte.hash { return .relative }
        if byte == Byte.colon { return kind(ofScheme: scheme, &reader) }
        // No scheme that is known is longer than six letters.
        if scheme.count < 7 { scheme.append(byte.lowercased) }
        next = reader.next()
      }
      return isLong ? .refused : .relative
    }
  }

  private static let longestScheme = 2048

  private static func isSlash(_ byte: UInt8) -> Bool { byte == Byte.slash || byte == Byte.backslash }

  /// Gives the bytes of an address that a browser heeds.
  private struct Reader {
    let bytes: Slice<UnsafeBufferPointer<UInt8>>
    var place = 0
    var hasBegun = false

    mutating func next() -> UInt8? {
      while place < bytes.count {
        let byte = bytes[bytes.startIndex + place]
        place += 1
        if byte == Byte.tab || byte.isLineEnd || !hasBegun && byte <= 0x20 { continue }
        hasBegun = true
        return byte
      }
      return nil
    }
  }

  private static func kind(ofScheme scheme: [UInt8], _ reader: inout Reader) -> Kind {
    switch String(decoding: scheme, as: UTF8.self) {
    case "http", "https": return .web
    case "mailto": return .mail
    case "data":
      var rest: [UInt8] = []
      while rest.count < 16, let byte = reader.next() { rest.append(byte.lowercased) }
      for type in ["image/png", "image/jpeg", "image/gif", "image/webp"] where rest.starts(with: Array(type.utf8)) {
        let after = rest.dropFirst(type.utf8.count).first
        if after == Byte.semicolon || after == 0x2C { return .imageData }
      }
      return .refused
    default: return .refused
    }
  }

  /// Whether a link to an address may be written.
  public static func isLinkAllowed(_ address: String) -> Bool {
    switch kind(of: address) {
    case .web, .mail, .anchor, .relative, .absolute: true
    case .imageData, .refused: false
    }
  }
}
