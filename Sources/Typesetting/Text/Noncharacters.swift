/// Takes out of texts what Unicode says is no character (U+FDD0 to U+FDEF, and the last two of every plane): Cairo writes no PDF with them.
enum Noncharacters {
  /// Gives bytes of UTF-8 with a replacement of the same length for each of them, so that positions stay true. Linear.
  static func replaced(in bytes: [UInt8]) -> [UInt8] {
    // All of them have one of these bytes; few texts do.
    guard bytes.contains(where: { $0 == 0xb7 || $0 == 0xbf }) else { return bytes }
    var result = bytes
    var index = 0
    while index + 2 < result.count {
      let lead = result[index]
      if lead == 0xef {
        let isSpecial = result[index + 1] == 0xb7 && (0x90...0xaf).contains(result[index + 2])
        let isLast = result[index + 1] == 0xbf && result[index + 2] >= 0xbe
        if isSpecial || isLast { (result[index + 1], result[index + 2]) = (0xbf, 0xbd) }
        index += 3
      } else if lead >= 0xf0, index + 3 < result.count {
        // The third byte of such a scalar ends its plane: 8F, 9F, AF or BF before BF and BE or BF.
        if result[index + 1] & 0x0f == 0x0f, result[index + 2] == 0xbf, result[index + 3] >= 0xbe { result[index + 3] = 0xbd }
        index += 4
      } else {
        index += 1
      }
    }
    return result
  }
}
