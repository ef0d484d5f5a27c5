/// Finds the first byte at which the text stops being well-formed UTF-8 (Unicode 15, table 3-7); nil when all of it is.
///
/// NUL is well-formed. A sequence cut off by the end of the text is ill-formed at its first byte. O(n).
func firstIllFormedByte(in text: UnsafeBufferPointer<UInt8>) -> Int? {
  let raw = UnsafeRawBufferPointer(text)
  let count = text.count
  var index = 0
  while index < count {
    if index + 8 <= count, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
      index += 8
      continue
    }
    let lead = text[index]
    if lead < 0x80 {
      index += 1
      continue
    }
    // The second byte's bounds rule out overlong forms, surrogates and what lies beyond U+10FFFF.
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0:
      length = 3
      low = 0xA0
    case 0xED:
      length = 3
      high = 0x9F
    case 0xE1...0xEF: length = 3
    case 0xF0:
      length = 4
      low = 0x90
    case 0xF4:
      length = 4
      high = 0x8F
    case 0xF1...0xF3: length = 4
    default: return index
    }
    guard index + length <= count, text[index + 1] >= low, text[index + 1] <= high else { return index }
    var next = index + 2
    while next < index + length {
      guard isContinuation(text[next]) else { return index }
      next += 1
    }
    index += length
  }
  return nil
}
