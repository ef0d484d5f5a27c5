/// Writes the small things of a PDF: texts, names, numbers.
enum PDFText {
  /// Writes words as a PDF string: ASCII in parentheses, everything else as UTF-16 with its mark, in hexadecimal digits.
  static func string(_ words: some Sequence<UInt8>) -> String {
    let text = String(decoding: Array(words), as: UTF8.self)
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return literal(text.utf8) }
    var result = "<FEFF"
    for unit in text.utf16 { result += hex(UInt8(unit >> 8)) + hex(UInt8(unit & 255)) }
    return result + ">"
  }

  static func string(_ words: String) -> String { string(words.utf8) }

  /// Writes ASCII bytes in parentheses.
  static func literal(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = [UInt8(ascii: "(")]
    for byte in bytes {
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    result.append(UInt8(ascii: ")"))
    return String(decoding: result, as: UTF8.self)
  }

  /// Writes an address as the ASCII that PDF wants: other bytes, blanks and control characters become `%` and two digits.
  static func address(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if byte > 0x20, byte < 0x7f {
        result.append(byte)
      } else {
        result += "%\(hex(byte))".utf8
      }
    }
    return literal(result)
  }

  /// Writes a length with two digits behind the point, without more zeros than needed.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let hundredths = Int((min(max(value, -1e9), 1e9) * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    let digits = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(sign)\(whole).\(digits)"
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  static func hex(_ byte: UInt8) -> String { String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self) }
}
