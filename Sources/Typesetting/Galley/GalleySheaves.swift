import CPango
import Markdown

// The strips by their numbers, cut where somebody looks.

/// The strips of a galley by their numbers; one that is asked for is cut.
struct GalleyStrips: RandomAccessCollection {
  let galley: Galley
  let startIndex = 0
  let endIndex: Int

  subscript(index: Int) -> Strip { galley.strip(at: index) }
}

extension Galley {
  var strips: GalleyStrips { GalleyStrips(galley: self, endIndex: sheaves.last.map { $0.first + $0.count } ?? 0) }

  func strip(at index: Int) -> Strip {
    let sheaf = sheaves[sheafIndex(ofStrip: index)]
    if !sheaf.isCut { cut(sheaf) }
    return sheaf.strips[index - sheaf.first]
  }

  /// The top of a strip, in pixels. Heights must be settled.
  func top(ofStrip index: Int) -> Double {
    let sheaf = sheaves[sheafIndex(ofStrip: index)]
    if !sheaf.isCut { cut(sheaf) }
    settle()
    return sheaf.top(of: index - sheaf.first)
  }

  /// Finds the sheaf of a strip. O(log sheaves), and mostly at once.
  func sheafIndex(ofStrip index: Int) -> Int {
    if latest < sheaves.count, sheaves[latest].first <= index, index < sheaves[latest].first + sheaves[latest].count { return latest }
    latest = last(of: sheaves.count) { $0.first <= index }
    return latest
  }

  func sheafIndex(atY y: Double) -> Int { last(of: sheaves.count) { $0.top <= y } }

  /// Finds the sheaf of the document's own blocks that holds a byte, or the last one before it.
  func sheafIndex(ofSource position: Int) -> Int { last(of: bodySheaves) { $0.start <= position } }

  /// The last sheaf of which something is true that is true of all before it, or the first.
  private func last(of count: Int, where isTrue: (Sheaf) -> Bool) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if isTrue(sheaves[middle]) { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Cutting

  /// Cuts a sheaf into strips. O(its blocks).
  func cut(_ sheaf: Sheaf) {
    let index = sheafIndex(ofStrip: sheaf.first)
    var strips: [(strip: Strip, start: Int)] = []
    strips.reserveCapacity(sheaf.count)
    if sheaf.isNotes {
      for number in 0..<sheaf.count { strips.append(note(sheaf.first - manuscript.bodyCount + number)) }
    } else {
      var alignments = sheaf.alignments
      addBlocks(sheaf.first..<sheaf.first + sheaf.count, &alignments) { strips.append(($0, $1)) }
    }
    sheaf.fill(strips)
    sheaf.isFresh = true
    join(from: index)
  }

  /// Cuts the document's own blocks one after the other.
  func addBlocks(_ blocks: Range<Int>, _ alignments: inout [PangoAlignment], _ take: (Strip, Int) -> Void) {
    guard !blocks.isEmpty else { return }
    var next: MarkdownNode? = manuscript.document.block(at: blocks.lowerBound)
    for _ in blocks {
      guard let block = next else { return }
      next = block.nextSibling
      let end = next?.range.lower.utf8 ?? manuscript.length
      let strip = manuscript.strip(block, end: end, typesetter: typesetter, width: width, direction: direction, alignments: &alignments)
      take(strip, strip.start)
    }
  }

  func note(_ index: Int) -> (strip: Strip, start: Int) {
    let strip = manuscript.strip(note: index, typesetter: typesetter, width: width, direction: direction)
    return (strip, strip.start)
  }

  /// Cuts a strip again, as it is in the present tree; its boxes are gone.
  func recut(_ sheaf: Sheaf, _ index: Int, _ alignments: inout [PangoAlignment]) {
    let old = sheaf.strips[index]
    let strip: Strip
    if sheaf.isNotes {
      strip = note(sheaf.first - manuscript.bodyCount + index).strip
    } else {
      strip = manuscript.strip(
        manuscript.document.block(at: sheaf.first + index), end: old.start + old.length, typesetter: typesetter, width: width,
        direction: direction, alignments: &alignments)
    }
    live.removeAll { $0 === old }
    sheaf.replace(index, with: strip)
    sheaf.isFresh = true
  }

  // MARK: Neighbours

  /// Lets fresh sheaves know what is before them, and what follows them: alignments that HTML leaves open, and the gaps between blocks.
  func join(from first: Int) {
    var index = first
    while index < sheaves.count {
      let sheaf = sheaves[index]
      let isFresh = sheaf.isFresh
      let alignments = index > 0 && index < bodySheaves ? sheaves[index - 1].alignmentsAfter : []
      let isOther = !Self.isSame(sheaf.alignments, alignments)
      if isFresh || isOther {
        sheaf.isFresh = false
        if index < bodySheaves { settleAlignments(sheaf, alignments) }
        closeUp(index, sheaf.strips.count)
        firstStale = min(firstStale, index)
      } else {
        closeUp(index, 1)
        // Whoever comes next after a sheaf that is as it was knows all of it.
        guard let next = sheaves[(index + 1)...].firstIndex(where: \.isFresh) else { return }
        index = next - 1
      }
      index += 1
    }
  }

  static func isSame(_ one: [PangoAlignment], _ other: [PangoAlignment]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.rawValue == $1.rawValue }
  }

  /// Cuts strips of a sheaf again as long as HTML before them leaves other alignments than it did.
  private func settleAlignments(_ sheaf: Sheaf, _ before: [PangoAlignment]) {
    sheaf.alignments = before
    var alignments = before
    for index in sheaf.strips.indices {
      if Self.isSame(sheaf.strips[index].alignments, alignments) {
        alignments = sheaf.strips[index].alignmentsAfter
      } else {
        recut(sheaf, index, &alignments)
      }
    }
    sheaf.isFresh = false
  }

  /// Chooses the gaps above the first strips of a sheaf.
  func closeUp(_ index: Int, _ count: Int) {
    let sheaf = sheaves[index]
    guard sheaf.isCut else { return }
    var below: Double?
    if index > 0 {
      let before = sheaves[index - 1]
      below = before.strips.last.map { $0.leaves.last?.below ?? 0 } ?? (before.isHidden ? 0 : sheet.ems(sheet.blockGap))
    }
    for strip in sheaf.strips.prefix(count) {
      strip.closeUp(after: below)
      below = strip.leaves.last?.below
    }
    sheaf.isStale = true
    firstStale = min(firstStale, index)
  }

  // MARK: Heights

  /// Brings the tops of leaves, strips and sheaves up to date. O(sheaves + what has changed), nothing when no height has changed.
  func settle() {
    guard firstStale < sheaves.count else { return }
    var y = firstStale > 0 ? sheaves[firstStale - 1].top + sheaves[firstStale - 1].height : 0
    for sheaf in sheaves[firstStale...] {
      sheaf.refresh()
      sheaf.top = y
      y += sheaf.height
    }
    firstStale = Int.max
  }

  /// Guesses the height of blocks that are not cut: letters are half as wide as high, and every block ends in half a line.
  func guess(_ blocks: Int, _ bytes: Int) -> Double {
    let line = typesetter.lineHeight(.body)
    let lines = max(Double(blocks), Double(bytes) * sheet.size * 0.46 / max(1, width) + Double(blocks) * 0.4)
    return lines * line + Double(blocks) * sheet.ems(sheet.blockGap)
  }

  // MARK: Working ahead

  /// Whether `workAhead` has anything to do. O(sheaves).
  public var hasMore: Bool { !retired.isEmpty || sheaves.contains { !$0.isCut } }

  /// Cuts what nobody has looked at yet, the nearest to an anchor first, until it is told to stop, and frees what is not needed any more:
  /// for moments in which nothing else is to be done. Gives whether there is more.
  public func workAhead(near anchor: Anchor, until isOver: () -> Bool) -> Bool {
    while var last = retired.popLast() {
      while !last.isEmpty {
        last.removeLast(min(64, last.count))
        if isOver() {
          if !last.isEmpty { retired.append(last) }
          return true
        }
      }
    }
    guard !sheaves.isEmpty else { return false }
    let place = sheafIndex(ofStrip: min(anchor.strip, strips.count - 1))
    while let next = nearestUncut(to: place) {
      cut(sheaves[next])
      if isOver() { return nearestUncut(to: place) != nil }
    }
    return false
  }

  private func nearestUncut(to place: Int) -> Int? {
    for distance in 0..<sheaves.count {
      let (below, above) = (place + distance, place - distance)
      if below < sheaves.count, !sheaves[below].isCut { return below }
      if above >= 0, !sheaves[above].isCut { return above }
      if below >= sheaves.count, above < 0 { return nil }
    }
    return nil
  }

  /// Cuts everything at once.
  func cutAll() { while workAhead(near: .top, until: { false }) {} }
}
