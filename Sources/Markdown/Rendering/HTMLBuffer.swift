/// Collects HTML as bytes.
struct HTMLBuffer {
  private(set) var bytes: [UInt8] = []
  /// Takes what is written and will not be looked at again; nil when all is kept in `bytes`.
  private let sink: ((ArraySlice<UInt8>) -> Void)?
  private var taken = 0
  /// How many bytes are kept until some are handed on.
  private let most: Int

  /// How many bytes have been written.
  var count: Int { taken + bytes.count }

  init(capacity: Int, sink: ((ArraySlice<UInt8>) -> Void)? = nil) {
    self.sink = sink
    most = sink == nil ? .max : HTMLBuffer.piece
    bytes.reserveCapacity(sink == nil ? capacity : HTMLBuffer.piece + 65_536)
  }

  /// How many bytes are handed on at a time.
  private static let piece = 1 << 18
  /// What stays, because the next bytes may depend on it.
  private static let tail = 64

  /// Hands on what has been written, when it is much.
  @inline(__always)
  mutating func handOn() {
    if bytes.count >= most { handOn(all: false) }
  }

  /// Hands on what has been written, up to the end of a character.
  mutating func handOn(all: Bool) {
    guard let sink else { return }
    var end = all ? bytes.count : bytes.count - HTMLBuffer.tail
    while !all, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    sink(bytes[..<end])
    bytes.removeSubrange(..<end)
    taken += end
  }

  @inline(__always)
  mutating func add(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func add(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    bytes.append(byte)
  }

  @inline(__always)
  mutating func add(_ source: Source, _ start: Int, _ end: Int) {
    if end > start { bytes.append(contentsOf: UnsafeBufferPointer(start: source + start, count: end - start)) }
  }

  /// Starts a new line unless one has just begun.
  mutating func freshLine() {
    if let last = bytes.last, last != Byte.lineFeed { bytes.append(Byte.lineFeed) }
  }

  /// Adds text with `&`, `<`, `>`, `"` as references, NUL as U+FFFD and every line end as `\n`.
  mutating func addEscaped(_ source: Source, _ start: Int, _ end: Int) {
    let table = HTMLBuffer.escapes
    var from = start
    var index = start
    while index < end {
      let byte = source[index]
      if table[Int(byte)] == 0 {
        index += 1
        continue
      }
      add(source, from, index)
      switch byte {
      case Byte.ampersand: add("&amp;")
      case Byte.less: add("&lt;")
      case Byte.greater: add("&gt;")
      case Byte.quote: add("&quot;")
      case Byte.carriageReturn: if index + 1 >= end || source[index + 1] != Byte.lineFeed { add(Byte.lineFeed) }
      default: add("\u{FFFD}")
      }
      index += 1
      from = index
    }
    add(source, from, end)
  }

  mutating func addEscaped(_ text: String) {
    var text = text
    text.withUTF8 { if let base = $0.baseAddress { addEscaped(base, 0, $0.count) } }
  }

  /// Adds raw text, with NUL as U+FFFD and every line end as `\n`.
  mutating func addRaw(_ source: Source, _ start: Int, _ end: Int) {
    var from = start
    for index in start..<end where source[index] == 0 || source[index] == Byte.carriageReturn {
      add(source, from, index)
      if source[index] == 0 { add("\u{FFFD}") } else if index + 1 >= end || source[index + 1] != Byte.lineFeed { add(Byte.lineFeed) }
      from = index + 1
    }
    add(source, from, end)
  }

  /// Adds an address for an attribute: what an address may not hold percent-encoded, `&` and `'` as references.
  mutating func addAddress(_ source: Source, _ start: Int, _ end: Int) {
    let table = HTMLBuffer.addressBytes
    for index in start..<end {
      let byte = source[index]
      if table[Int(byte)] != 0 {
        bytes.append(byte)
      } else if byte == Byte.ampersand {
        add("&amp;")
      } else if byte == Byte.apostrophe {
        add("&#x27;")
      } else if byte == 0 {
        add("%EF%BF%BD")
      } else {
        bytes.append(0x25)
        bytes.append(HTMLBuffer.hex(byte >> 4))
        bytes.append(HTMLBuffer.hex(byte & 15))
      }
    }
  }

  mutating func addAddress(_ text: String) {
    var text = text
    text.withUTF8 { if let base = $0.baseAddress { addAddress(base, 0, $0.count) } }
  }

  private static func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x37 + digit }

  nonisolated(unsafe) private static let escapes: UnsafePointer<UInt8> = {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    table.initialize(repeating: 0, count: 256)
    for byte in [0, Byte.ampersand, Byte.less, Byte.greater, Byte.quote, Byte.carriageReturn] { table[Int(byte)] = 1 }
    return UnsafePointer(table)
  }()

  nonisolated(unsafe) private static let addressBytes: UnsafePointer<UInt8> = {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    table.initialize(repeating: 0, count: 256)
    for byte in UInt8(0x21)..<0x7F where byte.isAlphanumeric { table[Int(byte)] = 1 }
    for byte in "-_.+!*(),%#@?=;:/$~".utf8 { table[Int(byte)] = 1 }
    return UnsafePointer(table)
  }()
}

extension HTMLBuffer {
  /// Whether the last byte closes a tag, as at the start of an empty code block.
  var endsWithTag: Bool { endsWith("\">") || endsWith("<code>") }

  func endsWith(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    let start = bytes.count - count
    for index in 0..<count where bytes[start + index] != text.utf8Start[index] { return false }
    return true
  }

  /// Takes a `</p>` and its line end off the end; false when there is none.
  mutating func dropParagraphEnd() -> Bool {
    guard endsWith("</p>\n") else { return false }
    bytes.removeLast(5)
    return true
  }
}
