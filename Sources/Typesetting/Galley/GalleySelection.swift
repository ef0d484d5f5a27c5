import CPango
import Markdown

// Selecting: source ranges in the order in which they are read, which is not the source's where footnotes stand at the end.

extension Galley {
  /// Tells whether a source byte is read before another.
  public func isRead(_ one: Int, before other: Int) -> Bool { (order(of: one), one) < (order(of: other), other) }

  private func order(of position: Int) -> Int { manuscript.note(at: position, orEnd: true) ?? -1 }

  /// Gives the source ranges that a reader passes from one byte to another, in order; footnotes that are passed at the end alone. Places
  /// beyond the text count as its ends.
  public func ranges(from one: Int, to other: Int) -> [Range<Int>] {
    let (one, other) = (max(0, min(one, sourceLength)), max(0, min(other, sourceLength)))
    guard one != other else { return [] }
    let (first, last) = isRead(one, before: other) ? (one, other) : (other, one)
    let (from, to) = (manuscript.note(at: first, orEnd: true), manuscript.note(at: last, orEnd: true))
    guard to != nil || from != nil else { return manuscript.withoutNotes(first..<last) }
    var result = from == nil ? manuscript.withoutNotes(first..<sourceLength) : []
    guard let to, to < strips.count else { return result }
    for index in (from ?? manuscript.bodyCount)...to {
      let strip = strips[index]
      let lower = index == from ? first : strip.start
      let upper = index == to ? last : strip.start + strip.length
      if lower < upper { result.append(lower..<upper) }
    }
    return result
  }

  /// Everything that is shown.
  public var everything: [Range<Int>] {
    var result = manuscript.withoutNotes(0..<sourceLength)
    for index in min(manuscript.bodyCount, strips.count)..<strips.count {
      let strip = strips[index]
      guard strip.length > 0 else { continue }
      result.append(strip.start..<strip.start + strip.length)
    }
    return result
  }

  /// Gives what is shown of source ranges as plain text.
  public func plainText(of ranges: [Range<Int>]) -> String {
    ranges.map { plainText(of: $0) }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The ranges of a sorted list that meet a stretch of source. O(log n + found).
  static func meeting(_ range: Range<Int>, in sorted: [Range<Int>]) -> ArraySlice<Range<Int>> {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < sorted.count, sorted[end].lowerBound < range.upperBound { end += 1 }
    return sorted[low..<end]
  }

  /// Says which way a caret goes.
  public enum Step: Sendable {
    case character(forward: Bool)
    case word(forward: Bool)
    case line(forward: Bool)
    case block(forward: Bool)
    case document(forward: Bool)
  }

  /// Gives the caret place after a step from a source byte; `x` is where the caret keeps to between lines, in pixels, nil for where it is.
  public func place(after position: Int, _ step: Step, x: Double? = nil) -> Int {
    switch step {
    case .character(let forward): return neighbour(of: position, forward) { $0.is_cursor_position != 0 } ?? position
    case .word(let forward):
      return neighbour(of: position, forward) { forward ? $0.is_word_end != 0 : $0.is_word_start != 0 } ?? position
    case .document(let forward): return forward ? everything.last?.upperBound ?? 0 : everything.first?.lowerBound ?? 0
    case .block(let forward):
      guard let place = place(ofSource: position) else { return position }
      let start = strips[place.strip].start + Int(strips[place.strip].leaves[place.leaf].source.lowerBound)
      if !forward, start < position { return start }
      return leafStart(beside: place, forward) ?? (forward ? self.place(after: position, .document(forward: true)) : position)
    case .line(let forward):
      guard let rect = rect(ofSource: position), let place = place(ofSource: position) else { return position }
      let found = hit(x: x ?? rect.x, y: forward ? rect.bottom + 3 : rect.y - 3)?.source ?? position
      if found != position, isRead(position, before: found) == forward { return found }
      return leafStart(beside: place, forward) ?? position
    }
  }

  /// Where the next or the last leaf with words begins.
  private func leafStart(beside place: (strip: Int, leaf: Int), _ forward: Bool) -> Int? {
    var next = forward ? self.place(after: place) : self.place(before: place)
    while let found = next {
      if strips[found.strip].leaves[found.leaf].kind != .hidden {
        return strips[found.strip].start + Int(strips[found.strip].leaves[found.leaf].source.lowerBound)
      }
      next = forward ? self.place(after: found) : self.place(before: found)
    }
    return nil
  }

  private func neighbour(of position: Int, _ forward: Bool, where isWanted: (PangoLogAttr) -> Bool) -> Int? {
    guard var place = place(ofSource: position) else { return nil }
    for _ in 0..<64 {
      set(strip: place.strip, leaf: place.leaf)
      let strip = strips[place.strip]
      let places = (strip.leaves[place.leaf].box?.texts ?? []).filter(\.isSource).flatMap { text in
        text.set.places(where: isWanted).map { strip.start + text.set.text.source(ofLayout: $0) }
      }
      let found = forward ? places.first { isRead(position, before: $0) } : places.last { isRead($0, before: position) }
      if let found { return found }
      guard let next = forward ? self.place(after: place) : self.place(before: place) else { return nil }
      place = next
    }
    return nil
  }
}

extension SetText {
  /// The layout bytes of places that Pango describes as wanted, in order; the end of the text counts as one. O(letters).
  func places(where isWanted: (PangoLogAttr) -> Bool) -> [Int] {
    var count: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else { return [] }
    var result: [Int] = []
    var byte = 0
    let bytes = text.bytes
    for index in 0..<Int(count) {
      if isWanted(attributes[index]) { result.append(byte) }
      guard byte < bytes.count else { break }
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xc0 == 0x80 { byte += 1 }
    }
    return result
  }
}
