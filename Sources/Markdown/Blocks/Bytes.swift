/// Names the ASCII bytes that the grammar gives a meaning to.
enum Byte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let bang: UInt8 = 0x21
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let dollar: UInt8 = 0x24
  static let ampersand: UInt8 = 0x26
  static let apostrophe: UInt8 = 0x27
  static let openParen: UInt8 = 0x28
  static let closeParen: UInt8 = 0x29
  static let star: UInt8 = 0x2A
  static let plus: UInt8 = 0x2B
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let less: UInt8 = 0x3C
  static let equals: UInt8 = 0x3D
  static let greater: UInt8 = 0x3E
  static let question: UInt8 = 0x3F
  static let at: UInt8 = 0x40
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let caret: UInt8 = 0x5E
  static let underscore: UInt8 = 0x5F
  static let backtick: UInt8 = 0x60
  static let pipe: UInt8 = 0x7C
  static let tilde: UInt8 = 0x7E
}

extension UInt8 {
  @inline(__always) var isSpaceOrTab: Bool { self == Byte.space || self == Byte.tab }
  @inline(__always) var isLineEnd: Bool { self == Byte.lineFeed || self == Byte.carriageReturn }
  /// Space, tab, line feed, vertical tab, form feed, carriage return.
  @inline(__always) var isASCIISpace: Bool { self == Byte.space || (self >= 9 && self <= 13) }
  @inline(__always) var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  @inline(__always) var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  @inline(__always) var isAlphanumeric: Bool { isLetter || isDigit }
  @inline(__always) var isHexDigit: Bool { isDigit || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x66) }
  @inline(__always) var isASCIIPunctuation: Bool {
    (self >= 0x21 && self <= 0x2F) || (self >= 0x3A && self <= 0x40) || (self >= 0x5B && self <= 0x60) || (self >= 0x7B && self <= 0x7E)
  }
  @inline(__always) var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

typealias Source = UnsafePointer<UInt8>

/// Finds the first CR or LF at or after `start`; `end` when there is none. Eight bytes at a time.
@inline(__always)
func lineEnd(_ source: Source, from start: Int, to end: Int) -> Int {
  var index = start
  let ones: UInt64 = 0x0101_0101_0101_0101
  let tops: UInt64 = 0x8080_8080_8080_8080
  while index + 8 <= end {
    let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
    let feeds = word ^ (ones &* 0x0A)
    let returns = word ^ (ones &* 0x0D)
    let found = ((feeds &- ones) & ~feeds & tops) | ((returns &- ones) & ~returns & tops)
    if found != 0 { return index + UInt64(littleEndian: found).trailingZeroBitCount >> 3 }
    index += 8
  }
  while index < end {
    if source[index].isLineEnd { return index }
    index += 1
  }
  return end
}

/// Gives the place after the line end at `index`, which may be the end of the text.
@inline(__always)
func afterLineEnd(_ source: Source, _ index: Int, _ end: Int) -> Int {
  guard index < end else { return end }
  if source[index] == Byte.carriageReturn, index + 1 < end, source[index + 1] == Byte.lineFeed { return index + 2 }
  return index + 1
}

/// Gives the end of `start..<end` without the blanks and tabs before it.
@inline(__always)
func trimmedEnd(_ source: Source, _ start: Int, _ end: Int) -> Int {
  var index = end
  while index > start, source[index - 1].isSpaceOrTab { index -= 1 }
  return index
}

/// Tells whether bytes are an ASCII word, whatever its case; `word` is in lower case.
func matches(_ source: Source, _ start: Int, _ end: Int, _ word: StaticString) -> Bool {
  let length = word.utf8CodeUnitCount
  guard start + length <= end else { return false }
  let bytes = word.utf8Start
  for index in 0..<length where source[start + index].lowercased != bytes[index] { return false }
  return true
}
