import CPango
import Markdown

// How a galley follows the document: only what differs between two versions is cut again.

extension Galley {
  /// So many bytes are cut at once; more is left to whoever looks, or to `workAhead`.
  private static let mostAtOnce = 64_000

  /// Sets a document, or what has changed of it since the last call. Leaves that stay the same keep their boxes and heights.
  ///
  /// Gives the anchor's new place. O(blocks that changed, up to a bound, sheaves, and footnotes that have been set).
  @discardableResult
  public func update(_ document: MarkdownDocument, anchor: Anchor = .top) -> Anchor {
    // Whoever looks at the top of the document goes on looking at its top.
    let isAtTop = sheaves.isEmpty || y(of: anchor) <= 0
    let held = source(of: anchor)
    let isHeldInNotes = !sheaves.isEmpty && anchor.strip >= manuscript.bodyCount
    let before = manuscript
    let change = ManuscriptChange(from: before.document, to: document)
    manuscript = before.followed(by: document, change.differences)
    forgetNodes()
    latest = 0
    let notes = Array(sheaves[bodySheaves...])
    sheaves.removeSubrange(bodySheaves...)
    var delta = 0
    for stretch in change.differences.stretches {
      replace(stretch, before, delta, change)
      delta += stretch.new.count - stretch.old.count
    }
    addNotes(after: notes, change)
    renewReferences(before, change)
    join(from: sheaves.firstIndex(where: \.isFresh) ?? sheaves.count)
    live.removeAll { $0.sheaf == nil }
    let place = isHeldInNotes ? self.place(ofSource: change.map(held)) : flowPlace(ofSource: change.map(held))
    guard !isAtTop, let place else { return Anchor(strip: 0, leaf: 0, offset: min(anchor.offset, 0)) }
    return Anchor(strip: place.strip, leaf: place.leaf, offset: anchor.offset)
  }

  /// Tells the source byte with which an anchor's leaf begins.
  private func source(of anchor: Anchor) -> Int {
    guard !sheaves.isEmpty else { return 0 }
    let anchor = valid(anchor)
    return strips[anchor.strip].start + Int(strips[anchor.strip].leaves[anchor.leaf].source.lowerBound)
  }

  /// Puts new blocks in the place of those of a stretch, all stretches before being replaced already; these have moved everything by `delta` bytes.
  private func replace(_ stretch: MarkdownDifference, _ before: Manuscript, _ delta: Int, _ change: ManuscriptChange) {
    let fresh = stretch.newBlocks
    let gone = fresh.lowerBound..<fresh.lowerBound + stretch.oldBlocks.count
    // The block before is as it was, but may reach further or less far to the next.
    let touched =
      sheaves.isEmpty ? 0..<0 : sheafIndex(ofStrip: max(0, gone.lowerBound - 1))..<sheafIndex(ofStrip: max(0, gone.upperBound - 1)) + 1
    let old = Array(sheaves[touched])
    let first = old.first?.first ?? 0
    let moved = stretch.new.count - stretch.old.count
    let end = (old.last.map { $0.start + $0.length } ?? 0) + moved
    var builder = SheafBuilder()
    var replaced: [Strip] = []
    var kept: [(strip: Strip, start: Int)] = []
    for sheaf in old where sheaf.isCut {
      for (number, strip) in sheaf.strips.enumerated() {
        let place = sheaf.first + number
        if place < gone.lowerBound { builder.add(strip, start: strip.start) }
        if gone.contains(place) { replaced.append(strip) }
        if place >= gone.upperBound { kept.append((strip, strip.start + moved)) }
      }
    }
    if let head = old.first, !head.isCut {
      builder.addUncut(max(0, min(gone.lowerBound, head.first + head.count) - head.first), start: head.start)
    }
    add(fresh, isSeen: old.isEmpty || old.contains(where: \.isCut), replaced, change, &builder)
    if let tail = old.last, !tail.isCut, tail.first + tail.count > gone.upperBound {
      let count = tail.first + tail.count - max(gone.upperBound, tail.first)
      builder.addUncut(count, start: before.start(of: stretch.oldBlocks.upperBound) + delta + moved)
    }
    for (strip, start) in kept { builder.add(strip, start: start) }
    for strip in replaced { strip.sheaf = nil }
    if replaced.count > 256 { retired.append(replaced) }
    let new = builder.sheaves(first: first, end: sheaves.isEmpty ? manuscript.length : end, height: guess)
    sheaves.replaceSubrange(touched, with: new)
    bodySheaves = sheaves.count
    latest = 0
    let shift = fresh.count - gone.count
    for sheaf in sheaves[(touched.lowerBound + new.count)...] {
      sheaf.first += shift
      sheaf.start += moved
    }
    // Even when no strip has another height, those behind may have other tops.
    firstStale = min(firstStale, max(0, touched.lowerBound - 1))
    if touched.lowerBound + new.count < sheaves.count { sheaves[touched.lowerBound + new.count].isFresh = true }
  }

  /// Adds new blocks: cut where somebody may look and there are not too many, otherwise as they are.
  private func add(_ blocks: Range<Int>, isSeen: Bool, _ replaced: [Strip], _ change: ManuscriptChange, _ builder: inout SheafBuilder) {
    guard !blocks.isEmpty else { return }
    let start = manuscript.start(of: blocks.lowerBound)
    let isSmall = blocks.count <= 1024 && manuscript.start(of: blocks.upperBound) - start <= Self.mostAtOnce
    if isSeen, isSmall || (blocks.count <= 8 && replaced.contains { $0.isLive }) {
      var fresh: [Strip] = []
      var alignments = blocks.lowerBound > 0 ? before(blocks.lowerBound, builder) : []
      addBlocks(blocks, &alignments) { strip, _ in fresh.append(strip) }
      StripHeirs.handOver(from: replaced, to: fresh, change)
      for strip in fresh {
        builder.add(strip, start: strip.offset)
        if strip.isLive { live.append(strip) }
      }
      return
    }
    var lower = blocks.lowerBound
    for end in manuscript.document.stretches(of: blocks, most: SheafBuilder.usual, bytes: 8000) {
      builder.addUncut(end - lower, start: manuscript.start(of: lower))
      lower = end
    }
  }

  /// The alignments that HTML has left open before a block that is being put in.
  private func before(_ block: Int, _ builder: SheafBuilder) -> [PangoAlignment] {
    if let last = builder.last { return last.alignmentsAfter }
    guard !sheaves.isEmpty else { return [] }
    return sheaves[sheafIndex(ofStrip: block - 1)].alignmentsAfter
  }

  // MARK: What shows other places

  /// Adds the strips of the footnotes, those that are what they were as they are.
  private func addNotes(after old: [Sheaf], _ change: ManuscriptChange) {
    let notes = manuscript.appendix.footnotes.notes
    var first = 0
    // Most often the first ones are what they were, wherever they have moved to.
    for sheaf in old {
      guard first + sheaf.count <= notes.count, sheaf.isCut, moveNotes(sheaf, to: first, change) else { break }
      sheaf.first = manuscript.bodyCount + first
      sheaves.append(sheaf)
      first += sheaf.count
    }
    let kept = sheaves.count - bodySheaves
    // What is above the first one may be another block.
    if kept > 0 { sheaves[bodySheaves].isFresh = true }
    var known: [BlockID: Strip] = [:]
    for sheaf in old[kept...] { for strip in sheaf.strips { if let id = strip.id { known[id] = strip } } }
    while first < notes.count {
      let numbers = first..<min(first + SheafBuilder.usual, notes.count)
      let sheaf = Sheaf(
        first: manuscript.bodyCount + first, count: numbers.count, start: 0, length: 0, height: guess(numbers.count, numbers.count * 60),
        isNotes: true)
      if known.isEmpty
        ? notes.count - first <= SheafBuilder.usual : notes[numbers].contains(where: { known[$0.id] != nil })
      {
        sheaf.fill(numbers.map { keptNote($0, &known, change) })
      }
      sheaves.append(sheaf)
      first = numbers.upperBound
    }
    for strip in known.values { strip.sheaf = nil }
    firstStale = min(firstStale, max(0, bodySheaves - 1))
  }

  /// Moves the footnotes of a sheaf to where they are now, when none of them, nor anything between them, is another one: true then.
  private func moveNotes(_ sheaf: Sheaf, to first: Int, _ change: ManuscriptChange) -> Bool {
    let notes = manuscript.appendix.footnotes.notes
    let delta = notes[first].range.lowerBound - sheaf.strips[0].start
    var (lower, upper) = (Int.max, 0)
    for (index, strip) in sheaf.strips.enumerated() {
      let (note, start) = (notes[first + index], strip.start)
      guard strip.id == note.id, strip.note == first + index + 1, strip.uses == note.uses, strip.length == note.range.count,
        start + delta == note.range.lowerBound
      else { return false }
      lower = min(lower, start)
      upper = max(upper, start + strip.length)
    }
    guard change.isSame(old: lower..<upper, new: lower + delta..<upper + delta), isUntouched(lower..<upper, change) else { return false }
    sheaf.start += delta
    return true
  }

  /// Gives the strip of a footnote: the one that it had where nothing of it is different.
  private func keptNote(_ index: Int, _ known: inout [BlockID: Strip], _ change: ManuscriptChange) -> (strip: Strip, start: Int) {
    let note = manuscript.appendix.footnotes.notes[index]
    let former = known[note.id]
    if let former, former.note == index + 1, former.uses == note.uses,
      change.isSame(old: former.start..<former.start + former.length, new: note.range),
      isUntouched(former.start..<former.start + former.length, change)
    {
      known[note.id] = nil
      former.sheaf = nil
      return (former, note.range.lowerBound)
    }
    let fresh = self.note(index)
    if let former {
      StripHeirs.handOver(from: former, to: fresh.strip, change)
      if fresh.strip.isLive { live.append(fresh.strip) }
    }
    return fresh
  }

  /// Whether no stretch that differs reaches into some bytes of the old text.
  private func isUntouched(_ bytes: Range<Int>, _ change: ManuscriptChange) -> Bool {
    !change.differences.stretches.contains { $0.old.lowerBound < bytes.upperBound && bytes.lowerBound < $0.old.upperBound }
  }

  /// Cuts strips again that show what is elsewhere in the document: headings, or the numbers of footnotes.
  private func renewReferences(_ before: Manuscript, _ change: ManuscriptChange) {
    let hasOtherHeadings =
      change.differences.hasHeadings && sheaves.contains(where: \.hasContents)
      && before.appendix.headings.map(Self.entry) != manuscript.appendix.headings.map(Self.entry)
    let hasOtherNotes = before.appendix.order != manuscript.appendix.order
    guard hasOtherHeadings || hasOtherNotes else { return }
    for sheaf in sheaves where (hasOtherHeadings && sheaf.hasContents) || (hasOtherNotes && sheaf.hasNotes) {
      for (index, strip) in sheaf.strips.enumerated() where (hasOtherHeadings && strip.hasContents) || (hasOtherNotes && showsOther(strip))
      {
        var alignments = strip.alignments
        recut(sheaf, index, &alignments)
      }
    }
    if hasOtherNotes {
      forgetReferences()
      forgetHidden()
    }
  }

  /// Whether a strip may show other definitions of footnotes than it did: those that have a number now and had none, or the other way round.
  private func showsOther(_ strip: Strip) -> Bool {
    guard strip.hasNotes, let isNumbered = strip.isNumbered else { return strip.hasNotes }
    return (manuscript.appendix.footnotes.number(ofDefinitionAt: strip.start) != nil) != isNumbered
  }

  private static func entry(_ heading: MarkdownHeadingEntry) -> [String] { ["\(heading.level)", heading.title, heading.identifier] }

  /// Forgets what shows the number of a footnote, because the numbers have changed.
  private func forgetReferences() {
    let places = manuscript.appendix.footnotes.references.map(\.offset)
    for strip in live {
      for (index, leaf) in strip.leaves.enumerated() where leaf.box != nil {
        let source = strip.start + Int(leaf.source.lowerBound)..<strip.start + Int(leaf.source.upperBound)
        if places.hasElement(in: source) { strip.leaves[index].box = nil }
      }
    }
  }

  /// Changes the rules, the fonts or the width; everything is set again when it is looked at.
  public func restyle(typesetter: Typesetter? = nil, width: Double? = nil) {
    if let typesetter { take(typesetter) }
    if let width { take(width: width) }
    live = []
    forgetNodes()
    latest = 0
    let isSmall = manuscript.length <= Self.mostAtOnce
    for (index, sheaf) in sheaves.enumerated() where sheaf.isCut || isSmall {
      if !isSmall { retired.append(sheaf.strips) }
      for strip in sheaf.strips { strip.sheaf = nil }
      let next = Sheaf(
        first: sheaf.first, count: sheaf.count, start: sheaf.start, length: sheaf.length,
        height: guess(sheaf.count, sheaf.isNotes ? sheaf.count * 60 : sheaf.length), isNotes: sheaf.isNotes)
      next.alignments = sheaf.alignments
      sheaves[index] = next
    }
    firstStale = 0
    if isSmall { for sheaf in sheaves where !sheaf.isCut { cut(sheaf) } }
  }
}

extension [Int] {
  /// Whether a number of a sorted list is in a range. O(log n).
  fileprivate func hasElement(in range: Range<Int>) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] < range.upperBound
  }
}
