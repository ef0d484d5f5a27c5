/// Holds the figures of a text that decide how it may be shown.
public struct TextTraits: Sendable, Equatable {
  /// Counts the lines; a text that ends in a line end has no empty line after it.
  public let lineCount: Int
  /// Counts the Unicode scalars of the longest line.
  public let longestLine: Int
  /// Holds the number, from 1, of the longest line.
  public let longestLineNumber: Int
  /// Counts the most combining marks that follow one base character. Thousands of them freeze Pango.
  public let longestMarkRun: Int
  /// Holds the number, from 1, of the line where that is.
  public let longestMarkRunLine: Int

  /// Measures UTF-8 text. O(n).
  public init(of text: [UInt8]) {
    var line = 1
    var length = 0
    var longest = 0
    var longestNumber = 1
    var marks = 0
    var mostMarks = 0
    var mostMarksLine = 1
    var index = 0
    text.withUnsafeBufferPointer { bytes in
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          marks = 0
          index += 1
          if byte == 0x0A || byte == 0x0D {
            if byte == 0x0D && index < bytes.count && bytes[index] == 0x0A { index += 1 }
            if length > longest { (longest, longestNumber) = (length, line) }
            length = 0
            line += 1
          } else {
            length += 1
          }
          continue
        }
        length += 1
        let size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        // No combining mark lies below U+0300, whose first byte is CC; Han and Hangul (E4 to ED) have none either.
        if byte >= 0xCC && !(0xE4...0xED).contains(byte), index + size <= bytes.count, isMark(bytes, index, size) {
          marks += 1
          if marks > mostMarks { (mostMarks, mostMarksLine) = (marks, line) }
        } else {
          marks = 0
        }
        index += size
      }
    }
    if length > longest { (longest, longestNumber) = (length, line) }
    lineCount = length == 0 && line > 1 ? line - 1 : line
    longestLine = longest
    longestLineNumber = longestNumber
    longestMarkRun = mostMarks
    longestMarkRunLine = mostMarksLine
  }
}

private func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ size: Int) -> Bool {
  var value = UInt32(bytes[index]) & (size == 2 ? 0x1F : size == 3 ? 0x0F : 0x07)
  for step in 1..<size { value = value << 6 | UInt32(bytes[index + step] & 0x3F) }
  guard let scalar = Unicode.Scalar(value) else { return false }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .spacingMark: return true
  default: return false
  }
}
