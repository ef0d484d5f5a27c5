extension MarkdownDocument {
  /// Whether the document shows its own table of contents.
  public var hasContents: Bool {
    storage.runs.groups.contains { group in group.runs.contains { $0.notes.contains(.contents) } }
  }

  /// The headings as a nested list of links, in UTF-8; the anchors are those of `HTMLOptions.headingAnchors`. O(headings, and runs).
  public func contentsHTMLBytes() -> [UInt8] {
    let none: [UInt8] = [0]
    return none.withUnsafeBufferPointer { empty in
      var renderer = HTMLRenderer(self, empty.baseAddress!, [], HTMLSources(), to: HTMLBuffer())
      defer { renderer.out.keep() }
      renderer.addContents()
      return renderer.out.bytes
    }
  }
}

/// Characters that may stand in a text but not in a page of HTML.
public enum HTMLCharacters {
  /// Gives the bytes (UTF-8) with U+FFFD in the place of control and other characters that a page may not hold, and line feeds in
  /// that of carriage returns. O(n).
  public static func permitted(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    append(bytes[...], to: &result)
    return result
  }

  /// Adds bytes as `permitted` gives them. The bytes begin and end with a character. O(n).
  public static func append(_ bytes: ArraySlice<UInt8>, to result: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0, to: &result) }
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]) {
    var from = 0
    var index = 0
    while index < bytes.count {
      let length = forbiddenLength(bytes, index)
      guard length > 0 else {
        index += 1
        continue
      }
      result.append(contentsOf: bytes[from..<index])
      // A reader of HTML takes a lone carriage return for a line end.
      if bytes[index] == Byte.carriageReturn { result.append(Byte.lineFeed) } else { result += [0xEF, 0xBF, 0xBD] }
      index += length
      from = index
    }
    result.append(contentsOf: bytes[from...])
  }

  /// The length of a forbidden character at a place; 0 when there is none.
  private static func forbiddenLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x20 { return byte == Byte.tab || byte == Byte.lineFeed || byte == 0x0C ? 0 : 1 }
    guard byte >= 0x7F else { return 0 }
    switch byte {
    case 0x7F: return 1
    case 0xC2: return index + 1 < bytes.count && bytes[index + 1] < 0xA0 ? 2 : 0
    case 0xEF:
      guard index + 2 < bytes.count else { return 0 }
      if bytes[index + 1] == 0xB7 { return (0x90...0xAF).contains(bytes[index + 2]) ? 3 : 0 }
      return bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE ? 3 : 0
    case 0xF0...0xF4:
      // The last two characters of each plane.
      guard index + 3 < bytes.count else { return 0 }
      return bytes[index + 1] & 0x0F == 0x0F && bytes[index + 2] == 0xBF && bytes[index + 3] >= 0xBE ? 4 : 0
    default: return 0
    }
  }
}
