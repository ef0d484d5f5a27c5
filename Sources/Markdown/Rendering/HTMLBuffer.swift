/// Memory that is freed with its last owner.
private final class HTMLMemory {
  let start: UnsafeMutablePointer<UInt8>

  init(_ capacity: Int) { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }
}

/// Collects HTML as bytes: in memory that is lent to it, or its own when that is too small. One value has one user; a copy must not be written to.
struct HTMLBuffer {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes are in memory.
  private var held = 0
  /// The memory when it is not lent.
  private var memory: HTMLMemory?
  /// Takes what is written and will not be looked at again; nil when all is kept.
  private let sink: ((ArraySlice<UInt8>) -> Void)?
  private var taken = 0
  /// How many bytes are kept until some are handed on.
  private let most: Int

  /// How many bytes have been written.
  var count: Int { taken + held }

  /// Writes to memory that is lent until the last byte has been read.
  init(lent: UnsafeMutableBufferPointer<UInt8>) {
    start = lent.baseAddress!
    capacity = lent.count
    sink = nil
    most = .max
  }

  /// Writes to memory of its own, and to a sink what is much.
  init(capacity: Int = 4096, sink: ((ArraySlice<UInt8>) -> Void)? = nil) {
    self.sink = sink
    most = sink == nil ? .max : HTMLBuffer.piece
    self.capacity = sink == nil ? capacity : HTMLBuffer.piece + 65_536
    let memory = HTMLMemory(self.capacity)
    start = memory.start
    self.memory = memory
  }

  /// What was written and not handed on. O(bytes).
  var bytes: [UInt8] { withExtendedLifetime(memory) { Array(UnsafeBufferPointer(start: start, count: held)) } }

  /// Keeps the memory until now: whoever writes calls it at the end.
  func keep() { withExtendedLifetime(memory) {} }

  /// How many of the bytes are in the memory that was lent; nil when they did not find room there.
  var lentCount: Int? { memory == nil ? held : nil }

  /// How many bytes are handed on at a time.
  private static let piece = 1 << 18
  /// What stays, because the next bytes may depend on it.
  private static let tail = 64

  /// Hands on what has been written, when it is much.
  @inline(__always)
  mutating func handOn() {
    if held >= most { handOn(all: false) }
  }

  /// Hands on what has been written, up to the end of a character.
  mutating func handOn(all: Bool) {
    guard let sink else { return }
    var end = all ? held : held - HTMLBuffer.tail
    while !all, end > 0, start[end] & 0xC0 == 0x80 { end -= 1 }
    sink(Array(UnsafeBufferPointer(start: start, count: end))[...])
    start.update(from: start + end, count: held - end)
    held -= end
    taken += end
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    capacity = max(2 * capacity, held + count)
    let larger = HTMLMemory(capacity)
    larger.start.update(from: start, count: held)
    start = larger.start
    memory = larger
  }

  @inline(__always)
  mutating func add(_ text: StaticString) {
    put(text.utf8Start, text.utf8CodeUnitCount)
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { if let base = $0.baseAddress { put(base, $0.count) } }
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    if held == capacity { grow(1) }
    start[held] = byte
    held += 1
  }

  @inline(__always)
  mutating func add(_ source: Source, _ start: Int, _ end: Int) {
    if end > start { put(source + start, end - start) }
  }

  /// Copies bytes. Most stretches are a few long, for which a call costs more than the copy: two words that overlap do.
  @inline(__always)
  private mutating func put(_ source: Source, _ count: Int) {
    if held + count > capacity { grow(count) }
    let target = UnsafeMutableRawPointer(start + held)
    let from = UnsafeRawPointer(source)
    held += count
    if count > 16 {
      target.copyMemory(from: from, byteCount: count)
    } else if count >= 8 {
      let last = from.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      target.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
      target.storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      let last = from.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      target.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
      target.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
    } else if count > 0 {
      let (first, middle, last) = (source[0], source[count >> 1], source[count - 1])
      target.storeBytes(of: first, as: UInt8.self)
      target.storeBytes(of: middle, toByteOffset: count >> 1, as: UInt8.self)
      target.storeBytes(of: last, toByteOffset: count - 1, as: UInt8.self)
    }
  }

  /// Starts a new line unless one has just begun.
  mutating func freshLine() {
    if held > 0, start[held - 1] != Byte.lineFeed { add(Byte.lineFeed) }
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
        add(byte)
      } else if byte == Byte.ampersand {
        add("&amp;")
      } else if byte == Byte.apostrophe {
        add("&#x27;")
      } else if byte == 0 {
        add("%EF%BF%BD")
      } else {
        add(0x25)
        add(HTMLBuffer.hex(byte >> 4))
        add(HTMLBuffer.hex(byte & 15))
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
    guard held >= count else { return false }
    for index in 0..<count where start[held - count + index] != text.utf8Start[index] { return false }
    return true
  }

  /// Takes a `</p>` and its line end off the end; false when there is none.
  mutating func dropParagraphEnd() -> Bool {
    guard endsWith("</p>\n") else { return false }
    held -= 5
    return true
  }
}
