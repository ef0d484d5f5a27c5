/// Finds a short way from one sequence of numbers to another.
///
/// Common ends are set aside; numbers that occur once on either side anchor what lies between them ("patience"), and what
/// remains between anchors is solved exactly (Myers, 1986, "An O(ND) difference algorithm") while that is cheap. A stretch
/// without anchors that would be dear is given as one change: right, if not the shortest. Nothing recurses.
struct SequenceDifference {
  /// Says that `old` became `new`; one of the two may be empty.
  struct Change: Hashable, Sendable {
    let old: Range<Int>
    let new: Range<Int>
  }

  /// Limits the steps aside in one stretch: time and memory grow with their square (2,000: 16 MB for a moment).
  private static let deepest = 2_000

  private let old: [Int32]
  private let new: [Int32]
  private var changes: [Change] = []

  /// Gives the changes in order; between two of them both sequences agree.
  static func changes(from old: [Int32], to new: [Int32]) -> [Change] {
    var solver = SequenceDifference(old: old, new: new)
    solver.solve()
    return solver.joined()
  }

  private init(old: [Int32], new: [Int32]) {
    self.old = old
    self.new = new
  }

  private mutating func solve() {
    // The last on the stack is the next from the left, so that changes arrive in order.
    var stack = [Change(old: 0..<old.count, new: 0..<new.count)]
    while let stretch = stack.popLast() {
      let trimmed = trim(stretch)
      if trimmed.old.isEmpty || trimmed.new.isEmpty {
        if !trimmed.old.isEmpty || !trimmed.new.isEmpty { changes.append(trimmed) }
        continue
      }
      let anchors = anchors(of: trimmed)
      if anchors.isEmpty {
        if !solveExactly(trimmed) { changes.append(trimmed) }
        continue
      }
      var (oldEnd, newEnd) = (trimmed.old.upperBound, trimmed.new.upperBound)
      for anchor in anchors.reversed() {
        stack.append(Change(old: anchor.old + 1..<oldEnd, new: anchor.new + 1..<newEnd))
        (oldEnd, newEnd) = (anchor.old, anchor.new)
      }
      stack.append(Change(old: trimmed.old.lowerBound..<oldEnd, new: trimmed.new.lowerBound..<newEnd))
    }
  }

  private func trim(_ stretch: Change) -> Change {
    var (oldStart, newStart) = (stretch.old.lowerBound, stretch.new.lowerBound)
    var (oldEnd, newEnd) = (stretch.old.upperBound, stretch.new.upperBound)
    while oldStart < oldEnd && newStart < newEnd && old[oldStart] == new[newStart] {
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd && newStart < newEnd && old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    return Change(old: oldStart..<oldEnd, new: newStart..<newEnd)
  }

  /// Gives the longest run, rising on both sides, of numbers that occur once in each.
  private func anchors(of stretch: Change) -> [(old: Int, new: Int)] {
    var places: [Int32: (old: Int, new: Int)] = [:]
    // A place of -1 is "not seen", -2 "seen twice".
    for index in stretch.old { places[old[index], default: (-1, -1)].old = places[old[index]] == nil ? index : -2 }
    for index in stretch.new {
      guard let place = places[new[index]] else { continue }
      places[new[index]]!.new = place.new == -1 ? index : -2
    }
    let candidates = stretch.old.compactMap { index -> (old: Int, new: Int)? in
      let place = places[old[index]]!
      return place.old == index && place.new >= 0 ? (index, place.new) : nil
    }
    if candidates.isEmpty { return [] }
    // Patience sorting: the top of each pile, and for each card the top of the pile before it.
    var piles: [Int] = []
    var before = [Int](repeating: -1, count: candidates.count)
    for (card, candidate) in candidates.enumerated() {
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[piles[middle]].new < candidate.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[card] = piles[low - 1] }
      if low == piles.count { piles.append(card) } else { piles[low] = card }
    }
    var run: [(old: Int, new: Int)] = []
    var card = piles.last!
    while card >= 0 {
      run.append(candidates[card])
      card = before[card]
    }
    return run.reversed()
  }

  /// Solves one stretch by Myers' greedy walk; `false` when more than `deepest` steps aside are needed.
  private mutating func solveExactly(_ stretch: Change) -> Bool {
    let (n, m) = (stretch.old.count, stretch.new.count)
    let limit = min(n + m, Self.deepest)
    // furthest[diagonal + limit + 1] is how far the old side is consumed on that diagonal (old minus new position).
    let middle = limit + 1
    var furthest = [Int32](repeating: 0, count: 2 * limit + 3)
    var history: [[Int32]] = []
    for depth in 0...limit {
      // What the step before reached; the way back needs it.
      history.append(Array(furthest[(middle - depth)...(middle + depth)]))
      for diagonal in stride(from: -depth, through: depth, by: 2) {
        let isDown = diagonal == -depth || (diagonal != depth && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1])
        var x = depth == 0 ? 0 : Int(isDown ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1)
        var y = x - diagonal
        while x < n && y < m && old[stretch.old.lowerBound + x] == new[stretch.new.lowerBound + y] {
          x += 1
          y += 1
        }
        furthest[middle + diagonal] = Int32(x)
        if x >= n && y >= m {
          walkBack(stretch, history)
          return true
        }
      }
    }
    return false
  }

  /// Walks back from the end and writes down each step aside.
  private mutating func walkBack(_ stretch: Change, _ history: [[Int32]]) {
    var (x, y) = (stretch.old.count, stretch.new.count)
    var steps: [Change] = []
    for depth in stride(from: history.count - 1, to: 0, by: -1) {
      let before = history[depth]
      let diagonal = x - y
      let isDown = diagonal == -depth || (diagonal != depth && before[depth + diagonal - 1] < before[depth + diagonal + 1])
      let previous = isDown ? diagonal + 1 : diagonal - 1
      x = Int(before[depth + previous])
      y = x - previous
      let (oldPlace, newPlace) = (stretch.old.lowerBound + x, stretch.new.lowerBound + y)
      steps.append(
        isDown
          ? Change(old: oldPlace..<oldPlace, new: newPlace..<newPlace + 1)
          : Change(old: oldPlace..<oldPlace + 1, new: newPlace..<newPlace))
    }
    changes += steps.reversed()
  }

  /// Joins changes that touch.
  private func joined() -> [Change] {
    var result: [Change] = []
    for change in changes {
      if let last = result.last, last.old.upperBound == change.old.lowerBound, last.new.upperBound == change.new.lowerBound {
        result[result.count - 1] = Change(
          old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
      } else {
        result.append(change)
      }
    }
    return result
  }
}

/// Numbers pieces of bytes so that equal pieces have equal numbers.
struct PieceNumbers {
  private var numbers: [UInt64: Int32] = [:]
  private var pieces: [UnsafeBufferPointer<UInt8>] = []

  /// Gives the number of a piece, whose bytes stay where they are for the life of this value.
  mutating func number(_ piece: UnsafeBufferPointer<UInt8>) -> Int32 {
    var key = hash(piece)
    while let number = numbers[key] {
      let other = pieces[Int(number)]
      if other.count == piece.count && (piece.isEmpty || other.elementsEqual(piece)) { return number }
      // Two pieces of one hash: the next free key.
      key &+= 1
    }
    numbers[key] = Int32(pieces.count)
    pieces.append(piece)
    return Int32(pieces.count - 1)
  }

  private func hash(_ piece: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    let raw = UnsafeRawBufferPointer(piece)
    var index = 0
    while index + 8 <= raw.count {
      value = (value ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      value ^= value >> 29
      index += 8
    }
    while index < raw.count {
      value = (value ^ UInt64(raw[index])) &* 0x100_0000_01B3
      index += 1
    }
    return value ^ (value >> 32)
  }
}
