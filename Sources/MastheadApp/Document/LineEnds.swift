// Owns: the line ends of text that comes in from outside.

extension String {
  /// The same text with every line ended alike.
  nonisolated func withLineEnds(_ lineEnd: String) -> String {
    guard utf8.contains(0x0D) || (lineEnd != "\n" && utf8.contains(0x0A)) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count)
    var isAfterReturn = false
    for byte in utf8 {
      if byte == 0x0D || (byte == 0x0A && !isAfterReturn) { result += Array(lineEnd.utf8) } else if byte != 0x0A { result.append(byte) }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: result, as: UTF8.self)
  }
}
