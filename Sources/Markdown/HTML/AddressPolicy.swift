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
  /// ends inside.
  public static func kind(of address: String) -> Kind {
    var bytes: [UInt8] = []
    // What an address is shows at its start; one that keeps it back for long is refused.
    let isLong = address.utf8.count > longestScheme
    for byte in address.utf8.prefix(longestScheme) where byte != Byte.tab && !byte.isLineEnd {
      if bytes.isEmpty, byte <= 0x20 { continue }
      bytes.append(byte)
    }
    // Other blanks before a scheme, as U+00A0 or U+FEFF, make no scheme of it, but nothing good either.
    guard let first = bytes.first else { return .refused }
    if first == Byte.hash { return .anchor }
    func isSlash(_ byte: UInt8) -> Bool { byte == Byte.slash || byte == Byte.backslash }
    if isSlash(first) { return bytes.count > 1 && isSlash(bytes[1]) ? .refused : .absolute }
    var scheme: [UInt8] = []
    for byte in bytes {
      if isSlash(byte) || byte == Byte.question || byte == Byte.hash { return .relative }
      if byte == Byte.colon { return kind(ofScheme: scheme, bytes) }
      scheme.append(byte.lowercased)
    }
    return isLong ? .refused : .relative
  }

  private static let longestScheme = 2048

  private static func kind(ofScheme scheme: [UInt8], _ bytes: [UInt8]) -> Kind {
    switch String(decoding: scheme, as: UTF8.self) {
    case "http", "https": return .web
    case "mailto": return .mail
    case "data":
      let rest = bytes.dropFirst(5).prefix(16).map(\.lowercased)
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
