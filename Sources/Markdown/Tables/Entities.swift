/// Character references (CommonMark 2.5).
enum Entities {
  /// Gives the end of the reference that starts with the `&` at `start`; nil when it is none.
  static func end(_ source: Source, _ start: Int, _ end: Int) -> Int? {
    var index = start + 1
    guard index < end else { return nil }
    if source[index] == Byte.hash {
      index += 1
      guard index < end else { return nil }
      let isHex = source[index] | 0x20 == 0x78
      if isHex { index += 1 }
      let digits = index
      while index < end, isHex ? source[index].isHexDigit : source[index].isDigit { index += 1 }
      let count = index - digits
      guard count >= 1, count <= (isHex ? 6 : 7), index < end, source[index] == Byte.semicolon else { return nil }
      return index + 1
    }
    while index < end, index - start < 34, source[index].isAlphanumeric { index += 1 }
    guard index < end, source[index] == Byte.semicolon, EntityNames.table.contains(source, start + 1, index) else { return nil }
    return index + 1
  }

  /// The scalars of a reference that `end` has found to be one.
  static func scalars(_ source: Source, _ start: Int, _ end: Int) -> [Unicode.Scalar] {
    guard end - start >= 3 else { return [] }
    guard source[start + 1] == Byte.hash else { return EntityNames.table.scalars(source, start + 1, end - 1) ?? [] }
    var value: UInt32 = 0
    let isHex = source[start + 2] | 0x20 == 0x78
    for index in (start + (isHex ? 3 : 2))..<(end - 1) {
      let byte = source[index]
      let digit = UInt32(byte.isDigit ? byte & 15 : (byte | 0x20) - 0x57)
      value = value &* (isHex ? 16 : 10) &+ digit
    }
    guard value != 0, let scalar = Unicode.Scalar(value) else { return ["\u{FFFD}"] }
    return [scalar]
  }
}

/// Emoji shortcodes.
enum Emoji {
  /// The scalars that the name in `start..<end` stands for; nil when there is no such name.
  static func scalars(_ source: Source, _ start: Int, _ end: Int) -> [Unicode.Scalar]? {
    EmojiNames.table.scalars(source, start, end)
  }
}

/// Undoes backslash escapes and character references, as in destinations, titles and info strings.
enum Decoding {
  static func append(_ source: Source, _ start: Int, _ end: Int, to bytes: inout [UInt8]) {
    var index = start
    while index < end {
      let byte = source[index]
      if byte == Byte.backslash, index + 1 < end, source[index + 1].isASCIIPunctuation {
        bytes.append(source[index + 1])
        index += 2
      } else if byte == Byte.ampersand, let stop = Entities.end(source, index, end) {
        for scalar in Entities.scalars(source, index, stop) { bytes.append(contentsOf: UTF8.encode(scalar)!) }
        index = stop
      } else {
        bytes.append(byte)
        index += 1
      }
    }
  }

  static func string(_ source: Source, _ start: Int, _ end: Int) -> String {
    var bytes: [UInt8] = []
    append(source, start, end, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
