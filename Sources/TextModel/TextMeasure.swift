/// What a stretch of UTF-8 amounts to: bytes, scalars and line ends. Measures of neighbours add up.
///
/// A line end is LF, CR LF or a CR alone. U+2028, U+2029, U+0085, VT and FF are ordinary characters here,
/// whatever GtkTextBuffer makes of them.
struct TextMeasure: Equatable, Sendable {
  var bytes = 0
  var scalars = 0
  var lineEnds = 0
  /// These two see to it that a CR LF cut in two by a seam counts once.
  var startsWithLF = false
  var endsWithCR = false

  static func + (left: TextMeasure, right: TextMeasure) -> TextMeasure {
    if left.bytes == 0 { return right }
    if right.bytes == 0 { return left }
    return TextMeasure(
      bytes: left.bytes + right.bytes,
      scalars: left.scalars + right.scalars,
      lineEnds: left.lineEnds + right.lineEnds - (left.endsWithCR && right.startsWithLF ? 1 : 0),
      startsWithLF: left.startsWithLF,
      endsWithCR: right.endsWithCR)
  }
}

extension TextMeasure {
  /// Measures bytes, eight at a time.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    bytes = text.count
    guard bytes > 0 else { return }
    startsWithLF = text[0] == lineFeed
    endsWithCR = text[bytes - 1] == carriageReturn
    var continuations = 0
    var feeds = 0
    var returns = 0
    var index = 0
    let raw = UnsafeRawBufferPointer(text)
    while index + 8 <= bytes {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      continuations += continuationBits(word).nonzeroBitCount
      feeds += matchBits(word, lineFeedWord).nonzeroBitCount
      returns += matchBits(word, carriageReturnWord).nonzeroBitCount
      index += 8
    }
    while index < bytes {
      let byte = text[index]
      if isContinuation(byte) { continuations += 1 }
      if byte == lineFeed { feeds += 1 }
      if byte == carriageReturn { returns += 1 }
      index += 1
    }
    scalars = bytes - continuations
    lineEnds = feeds + returns
    if returns > 0 && feeds > 0 {
      for index in 1..<max(bytes, 1) where text[index] == lineFeed && text[index - 1] == carriageReturn {
        lineEnds -= 1
      }
    }
  }
}

/// Gives the index of the byte that begins scalar number `number` (0-based); the count when the text has just that many.
func index(ofScalar number: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
  var left = number
  var index = 0
  let raw = UnsafeRawBufferPointer(text)
  while index + 8 <= text.count {
    let starts = 8 - continuationBits(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)).nonzeroBitCount
    if starts > left { break }
    left -= starts
    index += 8
  }
  while index < text.count {
    if !isContinuation(text[index]) {
      if left == 0 { return index }
      left -= 1
    }
    index += 1
  }
  return index
}

/// Gives the index after the line end number `number` (1-based); after the CR alone where an LF follows it.
///
/// `afterReturn` tells that a CR stands before the text, so that a leading LF is no line end of its own.
/// The text must hold that many line ends.
func index(afterLineEnd number: Int, in text: UnsafeBufferPointer<UInt8>, afterReturn: Bool) -> Int {
  var left = number
  var index = 0
  var previousIsReturn = afterReturn
  let raw = UnsafeRawBufferPointer(text)
  while index < text.count {
    if index + 8 <= text.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if matchBits(word, carriageReturnWord) == 0 && !previousIsReturn {
        let feeds = matchBits(word, lineFeedWord).nonzeroBitCount
        if feeds < left {
          left -= feeds
          index += 8
          continue
        }
      }
    }
    let stop = min(index + 8, text.count)
    while index < stop {
      let byte = text[index]
      index += 1
      if byte == carriageReturn || (byte == lineFeed && !previousIsReturn) {
        left -= 1
        if left == 0 { return index }
      }
      previousIsReturn = byte == carriageReturn
    }
  }
  return index
}

let lineFeed: UInt8 = 0x0A
let carriageReturn: UInt8 = 0x0D
private let lineFeedWord: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
private let carriageReturnWord: UInt64 = 0x0D0D_0D0D_0D0D_0D0D

/// Tells whether the byte goes on with a UTF-8 sequence (10xxxxxx).
@inline(__always)
func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

/// Sets bit 0 of each byte that is 10xxxxxx.
@inline(__always)
private func continuationBits(_ word: UInt64) -> UInt64 { (word >> 7) & ~(word >> 6) & 0x0101_0101_0101_0101 }

/// Sets bit 7 of each byte that equals the byte repeated in `pattern`; no carry runs between bytes, so the count is exact.
@inline(__always)
private func matchBits(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
  let difference = word ^ pattern
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  return ~(((difference & low) &+ low) | difference | low)
}
