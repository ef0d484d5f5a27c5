import Markdown

/// Hands boxes and heights of leaves that stay the same from old strips to new ones.
enum StripHeirs {
  /// Compares strips and hands over: to the strip of the same block, or else to the one in the same place.
  static func handOver(from old: [Strip], to new: [Strip], _ change: ManuscriptChange) {
    let known = Dictionary(
      new.enumerated().compactMap { index, strip in strip.id.map { ($0, index) } }, uniquingKeysWith: { first, _ in first })
    for (index, strip) in old.enumerated() {
      if let heir = strip.id.flatMap({ known[$0] }) ?? (index < new.count ? index : nil) { handOver(from: strip, to: new[heir], change) }
    }
  }

  /// Hands over between two strips of one block.
  static func handOver(from old: Strip, to new: Strip, _ change: ManuscriptChange) {
    guard old.isMirrored == new.isMirrored, old.alignments.map(\.rawValue) == new.alignments.map(\.rawValue) else { return }
    let least = min(old.leaves.count, new.leaves.count)
    var head = 0
    while head < least, isSame(old, head, new, head, change) { head += 1 }
    var tail = 0
    while tail < least - head, isSame(old, old.leaves.count - 1 - tail, new, new.leaves.count - 1 - tail, change) { tail += 1 }
    for leaf in 0..<head { give(old.leaves[leaf], old, to: leaf, new) }
    for leaf in 0..<tail { give(old.leaves[old.leaves.count - 1 - leaf], old, to: new.leaves.count - 1 - leaf, new) }
    // The leaf that is edited keeps its height as the best guess.
    if head < old.leaves.count - tail, head < new.leaves.count - tail, old.leaves[head].measured,
      old.leaves[head].kind == new.leaves[head].kind
    {
      new.leaves[head].height = old.leaves[head].height
    }
  }

  /// Tells whether two leaves are set alike: the same block with the same words in the same surroundings.
  private static func isSame(_ old: Strip, _ oldIndex: Int, _ new: Strip, _ newIndex: Int, _ change: ManuscriptChange) -> Bool {
    let (was, now) = (old.leaves[oldIndex], new.leaves[newIndex])
    guard was.kind == now.kind, was.id == now.id, was.part == now.part, was.isNote == now.isNote, was.endsNote == now.endsNote,
      was.source.count == now.source.count
    else { return false }
    // The way back from a note names its uses.
    if was.endsNote, old.note != new.note || old.uses != new.uses { return false }
    func absolute(_ leaf: Leaf, _ strip: Strip) -> Range<Int> {
      (Int(leaf.source.lowerBound) + strip.start)..<(Int(leaf.source.upperBound) + strip.start)
    }
    return change.isSame(old: absolute(was, old), new: absolute(now, new)) && surroundings(was, old) == surroundings(now, new)
  }

  /// What around a leaf shows in its box: the indentation, and the markers of frames that begin with it.
  private static func surroundings(_ leaf: Leaf, _ strip: Strip) -> [Frame.Kind] {
    var result: [Frame.Kind] = []
    var index = leaf.frame
    while index >= 0 {
      var kind = strip.frames[Int(index)].kind
      // A task's place in the source moves; only its state shows.
      if case .item(.task(let done, _)) = kind { kind = .item(.task(done: done, source: 0)) }
      if index >= leaf.opened { result.append(kind) } else { result.append(.aside) }
      index = strip.frames[Int(index)].parent
    }
    return result
  }

  private static func give(_ old: Leaf, _ oldStrip: Strip, to index: Int, _ newStrip: Strip) {
    guard old.measured, indent(old, oldStrip) == indent(newStrip.leaves[index], newStrip) else { return }
    newStrip.leaves[index].height = old.height
    // Rows are as wide as their table, which may have got other columns: they are set again.
    if case .row = old.kind { return }
    newStrip.leaves[index].measured = true
    guard let box = old.box else { return }
    box.move(by: Int(newStrip.leaves[index].source.lowerBound) - Int(old.source.lowerBound))
    newStrip.leaves[index].box = box
  }

  private static func indent(_ leaf: Leaf, _ strip: Strip) -> Double { leaf.frame >= 0 ? strip.frames[Int(leaf.frame)].indent : 0 }
}
