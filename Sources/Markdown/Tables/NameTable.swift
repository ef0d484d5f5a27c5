/// Finds names in a literal of `name=hex+hex` words without making a string of any of them.
///
/// The literal is indexed on first use: an open hash table of offsets.
final class NameTable: Sendable {
  private let words: StaticString
  private let slots: [Int32]
  private let mask: Int

  init(_ words: StaticString) {
    self.words = words
    let bytes = words.utf8Start
    let count = words.utf8CodeUnitCount
    let size = 8192
    var slots = [Int32](repeating: -1, count: size)
    var index = 0
    while index < count {
      while index < count, bytes[index] <= 0x20 { index += 1 }
      let start = index
      while index < count, bytes[index] != Byte.equals { index += 1 }
      guard index < count else { break }
      var slot = NameTable.hash(bytes, start, index) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(start)
      while index < count, bytes[index] > 0x20 { index += 1 }
    }
    self.slots = slots
    mask = size - 1
  }

  private static func hash(_ bytes: Source, _ start: Int, _ end: Int) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in start..<end { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }

  /// The scalars that a name stands for; nil when there is no such name.
  func scalars(_ source: Source, _ start: Int, _ end: Int) -> [Unicode.Scalar]? {
    guard let place = find(source, start, end) else { return nil }
    let bytes = words.utf8Start
    let count = words.utf8CodeUnitCount
    var index = place
    var found: [Unicode.Scalar] = []
    var value: UInt32 = 0
    while index <= count {
      let byte = index < count ? bytes[index] : 0
      if byte.isHexDigit {
        value = value << 4 | UInt32(byte.isDigit ? byte & 15 : (byte | 0x20) - 0x57)
      } else {
        if let scalar = Unicode.Scalar(value) { found.append(scalar) }
        value = 0
        if byte != Byte.plus { break }
      }
      index += 1
    }
    return found.isEmpty ? nil : found
  }

  func contains(_ source: Source, _ start: Int, _ end: Int) -> Bool { find(source, start, end) != nil }

  /// The place of a name's value in the literal.
  private func find(_ source: Source, _ start: Int, _ end: Int) -> Int? {
    let bytes = words.utf8Start
    let length = end - start
    var slot = NameTable.hash(source, start, end) & mask
    probe: while slots[slot] >= 0 {
      let place = Int(slots[slot])
      slot = (slot + 1) & mask
      for offset in 0..<length where bytes[place + offset] != source[start + offset] { continue probe }
      if bytes[place + length] == Byte.equals { return place + length + 1 }
    }
    return nil
  }
}
