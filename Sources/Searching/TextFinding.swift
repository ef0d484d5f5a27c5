import TextModel

/// Finds what was typed in a text, without regard to case; a text of any length, in pieces.
public struct TextFinding: Sendable {
  private let needle: [Unicode.Scalar]
  private let ascii: [UInt8]?
  /// How many bytes are looked at in one go.
  private static let window = 1 << 18
  /// The most bytes that one scalar of the needle may take in the text.
  private static let widest = 4

  /// Prepares to find a text; blanks around it do not count.
  public init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    needle = scalars.drop { $0.properties.isWhitespace }.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
    ascii = needle.allSatisfy(\.isASCII) ? needle.map { UInt8($0.value) } : nil
  }

  /// Whether there is nothing to find.
  public var isEmpty: Bool { needle.isEmpty }

  /// Calls `body` with each place in a range of the text (nil: all of it), in order and without overlaps, until it gives false.
  ///
  /// `isCancelled` is asked every 256 kB. O(length of the range · length of the needle) at worst, O(length) as a rule; no copy of the text
  /// is made as a whole.
  public func forEachPlace(
    in text: ChunkedText, range: TextRange? = nil, isCancelled: () -> Bool = { false }, _ body: (TextRange) -> Bool
  ) {
    let whole = range ?? text.range
    guard !needle.isEmpty else { return }
    var next = whole.lower
    while next < whole.upper, !isCancelled() {
      // A place may begin at the end of one window and end in the next.
      let limit = min(whole.upper, text.boundary(atOrAfter: min(text.end, next + Self.window)))
      let end = min(whole.upper, text.boundary(atOrAfter: min(text.end, limit + needle.count * Self.widest)))
      var goOn = true
      var reached = limit
      text.withContiguousUTF8(in: TextRange(next, end)) { bytes in
        var index = 0
        while index < limit - next, let place = self.place(in: bytes, from: index, before: limit - next) {
          let found = TextRange(next + place.lowerBound, next + place.upperBound)
          index = place.upperBound
          reached = max(reached, found.upper)
          goOn = body(found)
          if !goOn { break }
        }
      }
      guard goOn else { return }
      next = min(reached, whole.upper)
    }
  }

  /// The next place that begins before a limit, in bytes of the window.
  private func place(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, before limit: Int) -> Range<Int>? {
    if let ascii { return Self.place(of: ascii, in: bytes, from: start, before: limit) }
    var index = start
    while index < limit {
      if bytes[index] & 0xC0 != 0x80, let end = end(ofNeedleAt: index, in: bytes) { return index..<end }
      index += 1
    }
    return nil
  }

  private static func place(of needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int, before limit: Int) -> Range<Int>? {
    let last = min(limit, bytes.count - needle.count + 1)
    guard start < last else { return nil }
    return needle.withUnsafeBufferPointer { needle in
      let first = needle[0]
      var index = start
      search: while index < last {
        guard bytes[index].lowercased == first else {
          index += 1
          continue
        }
        var offset = 1
        while offset < needle.count {
          if bytes[index + offset].lowercased != needle[offset] {
            index += 1
            continue search
          }
          offset += 1
        }
        return index..<index + needle.count
      }
      return nil
    }
  }

  private func end(ofNeedleAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = start
    for wanted in needle {
      guard index < bytes.count, let (scalar, count) = Self.scalar(at: index, in: bytes) else { return nil }
      if scalar != wanted, scalar.properties.lowercaseMapping.unicodeScalars.first != wanted { return nil }
      index += count
    }
    return index
  }

  private static func scalar(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (Unicode.Scalar, Int)? {
    let lead = bytes[index]
    let count = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + count <= bytes.count else { return nil }
    var value = UInt32(count == 1 ? lead : lead & (0xFF >> (count + 1)))
    for offset in 1..<max(1, count) { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return Unicode.Scalar(value).map { ($0, count) }
  }
}

extension UInt8 {
  /// The letter in lower case, if the byte is an ASCII one.
  fileprivate var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
