import CCMark
import Foundation
import CMd4c

/// Two other parsers, to disagree with.
enum Oracles {
  /// cmark-gfm's HTML. It knows CommonMark 0.29.
  static func cmark(_ text: String) -> String {
    let length = text.utf8.count
    guard let html = cmark_markdown_to_html(text, length, CMARK_OPT_UNSAFE) else { return "" }
    defer { free(html) }
    return String(cString: html)
  }

  /// md4c's HTML. It knows CommonMark 0.30.
  static func md4c(_ text: String) -> String {
    var output: [UInt8] = []
    withUnsafeMutablePointer(to: &output) { target in
      _ = md_html(
        text, MD_SIZE(text.utf8.count),
        { bytes, size, target in
          guard let bytes, let target else { return }
          target.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(size)))
        }, target, 0, UInt32(MD_HTML_FLAG_XHTML))
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// HTML without the line ends and blanks in which renderers differ.
  static func normalized(_ html: String) -> String {
    var result: [UInt8] = []
    for byte in html.utf8 {
      if byte == 0x0A || byte == 0x20 || byte == 0x09 || byte == 0x0D {
        if let last = result.last, last != 0x20, last != 0x3E { result.append(0x20) }
        continue
      }
      if byte == 0x3C, result.last == 0x20 { result.removeLast() }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self).replacing("&quot;", with: "\"").replacing("&#x27;", with: "'")
  }
}
