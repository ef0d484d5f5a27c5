/// Makes the hash by which link and footnote labels are compared: case folded, blanks collapsed, ends trimmed.
///
/// Two labels whose 64-bit hashes agree are taken for the same.
struct LabelKey {
  private var hash: UInt64
  private var isBlankPending = false
  private var isEmpty = true

  init(isFootnote: Bool) {
    hash = isFootnote ? 0x9E37_79B9_7F4A_7C15 : 0x2545_F491_4F6C_DD1D
  }

  /// The key of a label; nil when it holds nothing but blanks.
  static func key(_ source: Source, _ start: Int, _ end: Int, isFootnote: Bool = false) -> UInt64? {
    var maker = LabelKey(isFootnote: isFootnote)
    maker.add(source, start, end)
    return maker.isEmpty ? nil : maker.finished
  }

  private var finished: UInt64 {
    var value = hash
    value ^= value >> 32
    value = value &* 0xD6E8_FEB8_6659_FD93
    value ^= value >> 32
    value = value &* 0xD6E8_FEB8_6659_FD93
    return value ^ value >> 32
  }

  @inline(__always)
  private mutating func mix(_ scalar: UInt32) {
    if isBlankPending {
      isBlankPending = false
      if !isEmpty { hash = (hash ^ 0x20) &* 0x0000_0100_0000_01B3 &+ (hash >> 29) }
    }
    isEmpty = false
    hash = (hash ^ UInt64(scalar)) &* 0x0000_0100_0000_01B3 &+ (hash >> 29)
  }

  private mutating func add(_ source: Source, _ start: Int, _ end: Int) {
    var index = start
    while index < end {
      let byte = source[index]
      if byte < 0x80 {
        if byte.isASCIISpace {
          isBlankPending = true
        } else {
          mix(UInt32(byte.lowercased))
        }
        index += 1
      } else {
        let (scalar, length) = decodeScalar(source, index, end)
        index += length
        addFolded(scalar)
      }
    }
  }

  /// Full case folding, made of the mappings that the standard library has: lower(upper(lower(x))).
  private mutating func addFolded(_ scalar: Unicode.Scalar) {
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        for folded in upper.properties.lowercaseMapping.unicodeScalars { mix(folded.value) }
      }
    }
  }
}

/// Decodes one scalar; U+FFFD and one byte where the bytes are ill-formed.
func decodeScalar(_ source: Source, _ index: Int, _ end: Int) -> (Unicode.Scalar, Int) {
  let first = UInt32(source[index])
  if first < 0x80 { return (Unicode.Scalar(source[index]), 1) }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
  guard length > 0, index + length <= end else { return ("\u{FFFD}", 1) }
  var value = first & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
  for offset in 1..<length {
    let byte = UInt32(source[index + offset])
    guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
    value = value << 6 | byte & 0x3F
  }
  guard let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
  return (scalar, length)
}

/// Decodes the scalar before `index`.
func decodeScalarBefore(_ source: Source, _ index: Int, _ start: Int) -> Unicode.Scalar {
  var first = index - 1
  while first > start, index - first < 4, source[first] & 0xC0 == 0x80 { first -= 1 }
  return decodeScalar(source, first, index).0
}
