/// Says what a link of a document may do. An allow-list on the decoded address: what is not named here does nothing.
public nonisolated enum LinkTarget: Equatable, Sendable {
  /// http, https or mailto: the system may open it.
  case web(String)
  /// A place in this document: the text behind `#`.
  case heading(String)
  /// A Markdown or text file, as an absolute path, with the place in it: Masthead may open it.
  case document(path: String, heading: String?)
  /// Another file in the document's folder or below, as an absolute path: may be shown in the file manager.
  case file(path: String)
  /// Everything else: the address may be copied, nothing more.
  case unopened

  /// Tells what an address may do in a document whose folder is `folder` (an absolute path; nil for a document that was never saved).
  public init(_ address: [UInt8], folder: String?) {
    self = Self.classify(address, folder: folder)
  }

  private static func classify(_ address: [UInt8], folder: String?) -> LinkTarget {
    // An address with control characters or blanks at its ends is a disguise, whatever it leads to.
    guard !address.isEmpty, address.allSatisfy({ $0 > 0x20 && $0 != 0x7f }), let text = String(validating: address, as: UTF8.self) else {
      return .unopened
    }
    if text.hasPrefix("#") { return decoded(text.dropFirst()).map { .heading($0) } ?? .unopened }
    if let scheme = scheme(of: text) {
      switch scheme {
      case "http", "https":
        let rest = text.dropFirst(scheme.utf8.count)
        return rest.hasPrefix("://") && rest.utf8.count > 3 ? .web(text) : .unopened
      case "mailto": return .web(text)
      default: return .unopened
      }
    }
    guard !text.hasPrefix("//"), !text.utf8.contains(UInt8(ascii: "\\")) else { return .unopened }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pathPart = parts[0].prefix { $0 != "?" }
    guard let folder, let path = decoded(pathPart), let whole = joined(folder, path) else { return .unopened }
    let isText = [".md", ".markdown", ".txt"].contains { path.lowercased().hasSuffix($0) }
    if isText, !path.hasPrefix("/") {
      return .document(path: whole, heading: parts.count > 1 ? decoded(parts[1]) : nil)
    }
    return whole.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") ? .file(path: whole) : .unopened
  }

  /// Reads what stands before a colon, in small letters, when a slash, a question mark or a `#` does not stand before it.
  private static func scheme(of text: String) -> String? {
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: ":"): return index > 0 ? text.prefix(index).lowercased() : ""
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
      default: continue
      }
    }
    return nil
  }

  /// Decodes `%41`; nil when the result is no text or holds control characters.
  private static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "%"), rest.count > 2,
        let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Joins a path to a folder and takes `.` and `..` out; nil when nothing is left.
  private static func joined(_ folder: String, _ path: String) -> String? {
    guard !path.isEmpty else { return nil }
    var names: [Substring] = []
    for name in (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/") {
      if name == "." { continue }
      if name == ".." {
        if names.isEmpty { return nil }
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }
}
