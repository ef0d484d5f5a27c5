import TextModel

/// Says from which side a document is read.
public enum TextDirection: Sendable {
  /// Each top-level block as its first letter wants it.
  case automatic
  case leftToRight
  case rightToLeft
}

extension TextDirection {
  /// Tells whether a stretch of source is read from the right: its first letter decides. Nil when it has no letter. O(bytes before the first letter).
  static func isRightToLeft(_ text: ChunkedText, _ range: Range<Int>) -> Bool? {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, start + 256)
      let part = text.boundary(atOrBefore: TextOffset(end)).utf8
      let stop = part > start ? part : end
      let verdict = text.withContiguousUTF8(in: TextRange(start..<stop)) { bytes -> Bool? in
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
          if let verdict = isRightToLeft(scalar) { return verdict }
        }
        return nil
      }
      if let verdict { return verdict }
      start = stop
    }
    return nil
  }

  /// Tells the same of some letters: nil when there are none.
  static func isRightToLeft(_ bytes: [UInt8]) -> Bool? {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if let verdict = isRightToLeft(scalar) { return verdict }
    }
    return nil
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool? {
    switch scalar.value {
    case 0x41...0x5a, 0x61...0x7a: return false
    case 0...0xbf, 0x2000...0x2bff, 0x3000...0x303f, 0xfe00...0xfe0f, 0x1f000...0x1fbff: return nil
    case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff:
      return scalar.properties.numericType == nil ? true : nil
    default: return scalar.properties.isAlphabetic ? false : nil
    }
  }
}
