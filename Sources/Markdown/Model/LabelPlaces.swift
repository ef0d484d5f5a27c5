/// Numbers labels, which are hashes already, in the order in which they come: a hash table of a few bytes a label.
///
/// There may be a million labels, and each key that is pressed asks for all of them.
struct LabelPlaces: Sendable {
  private var keys: [UInt64] = []
  /// Numbers of keys, -1 where there is none; as many as a power of two, at least twice as many as keys.
  private var slots: [Int32] = []
  private var shift = 64

  /// Spreads the keys, otherwise in each process, so that no text can be made whose labels all come together.
  private static let factor = UInt64.random(in: .min ... .max) | 1

  /// Adds a label; false when it is there.
  mutating func add(_ key: UInt64) -> Bool {
    if 2 * (keys.count + 1) > slots.count { grow() }
    let slot = slot(of: key)
    guard slots[slot] < 0 else { return false }
    slots[slot] = Int32(keys.count)
    keys.append(key)
    return true
  }

  /// The number of a label, from 0; nil when it was not added.
  subscript(key: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let found = slots[slot(of: key)]
    return found < 0 ? nil : Int(found)
  }

  /// The slot that a key has or would have.
  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* Self.factor) >> UInt64(shift))
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    let count = max(16, 2 * slots.count)
    slots = [Int32](repeating: -1, count: count)
    shift = 64 - count.trailingZeroBitCount
    for (number, key) in keys.enumerated() { slots[slot(of: key)] = Int32(number) }
  }
}
