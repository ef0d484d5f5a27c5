import TextModel

/// How blocks keep their identities across an edit.
extension Reparse {
  /// A place among the blocks of some runs, moving block by block.
  private struct Cursor {
    let runs: [Run]
    var run: Int
    var block: Int
    /// Where the run starts in its text.
    var start: Int

    /// The first block of some runs that start at a byte.
    init(first runs: [Run], at base: Int) {
      self.runs = runs
      run = 0
      block = -1
      start = base
      advance()
    }

    /// The last block of some runs that end at a byte.
    init(last runs: [Run], before end: Int) {
      self.runs = runs
      run = runs.count
      block = 0
      start = end
      retreat()
    }

    var record: BlockRecord { runs[run].blocks[block] }
    /// Where the block starts in its text.
    var place: Int { start + Int(record.start) }

    mutating func advance() {
      block += 1
      while run < runs.count, block >= runs[run].blocks.count {
        start += runs[run].length
        run += 1
        block = 0
      }
    }

    mutating func retreat() {
      block -= 1
      while block < 0, run > 0 {
        run -= 1
        start -= runs[run].length
        block = runs[run].blocks.count - 1
      }
    }
  }

  /// Gives new blocks the identities of the old ones that they equal, from both ends up to the edit. O(blocks).
  mutating func keepIdentities(_ parsed: inout [Run], _ redefined: Set<UInt64>) {
    var oldRuns: [Run] = []
    oldRuns.reserveCapacity(last - first)
    var oldEnd = base
    old.runs.forEachRun(in: first..<last) { run in
      oldRuns.append(run)
      oldEnd += run.length
    }
    let oldCount = oldRuns.reduce(0) { $0 + $1.blocks.count }
    let newCount = parsed.reduce(0) { $0 + $1.blocks.count }
    var isOldKept = [Bool](repeating: false, count: oldCount)
    var isNewKept = [Bool](repeating: false, count: newCount)
    var ids: [Int: [(block: Int, id: UInt32)]] = [:]
    var head = 0
    var one = Cursor(first: oldRuns, at: base)
    var other = Cursor(first: parsed, at: base)
    while head < oldCount, head < newCount {
      let was = one.record
      let now = other.record
      guard one.place == other.place, one.place < edit.lower.utf8, was.kind == now.kind else { break }
      let isKept =
        now.kind.isContainer
        || !was.isUnfinished && one.place + Int(was.length) <= edit.lower.utf8
          && isSame(was, oldRuns[one.run], now, parsed[other.run], redefined)
      if isKept {
        isOldKept[head] = true
        isNewKept[head] = true
        ids[other.run, default: []].append((other.block, was.id))
      }
      one.advance()
      other.advance()
      head += 1
    }
    let newEnd = oldEnd + delta
    one = Cursor(last: oldRuns, before: oldEnd)
    other = Cursor(last: parsed, before: newEnd)
    var tail = 0
    while tail < oldCount - head, tail < newCount - head {
      let was = one.record
      let now = other.record
      guard one.place + delta == other.place, one.place >= edit.upper.utf8, was.kind == now.kind else { break }
      if now.kind.isContainer || isSame(was, oldRuns[one.run], now, parsed[other.run], redefined) {
        isOldKept[oldCount - 1 - tail] = true
        isNewKept[newCount - 1 - tail] = true
        ids[other.run, default: []].append((other.block, was.id))
      }
      one.retreat()
      other.retreat()
      tail += 1
    }
    for (index, kept) in ids {
      let run = parsed[index]
      var blocks = run.blocks
      for (block, id) in kept { blocks[block].id = id }
      parsed[index] = run.with(blocks: blocks, inlines: run.inlines, lookups: run.lookups, notes: run.notes)
    }
    var index = 0
    for run in parsed {
      for block in run.blocks {
        if !isNewKept[index] { changes.inserted.append(BlockID(value: block.id)) }
        index += 1
      }
    }
    index = 0
    for run in oldRuns {
      for block in run.blocks {
        if !isOldKept[index] { changes.removed.append(BlockID(value: block.id)) }
        index += 1
      }
    }
  }

  /// Whether two leaves say the same: same marks, same inlines, same pieces, and no link that leads elsewhere now.
  private func isSame(_ was: BlockRecord, _ oldRun: Run, _ now: BlockRecord, _ newRun: Run, _ redefined: Set<UInt64>) -> Bool {
    guard was.length == now.length, !was.isUnfinished, was.flags == now.flags, was.aux == now.aux,
      was.inlineEnd - was.inlineStart == now.inlineEnd - now.inlineStart
    else { return false }
    let shift = now.start - was.start
    let isLiteral = now.kind.isLiteral
    let step = Int(now.inlineStart - was.inlineStart)
    for index in Int(was.inlineStart)..<Int(was.inlineEnd) {
      let one = isLiteral ? oldRun.pieces[index] : oldRun.inlines[index]
      let other = isLiteral ? newRun.pieces[index + step] : newRun.inlines[index + step]
      guard one.kind == other.kind, one.flags == other.flags, one.aux == other.aux, one.start + shift == other.start,
        one.end + shift == other.end, one.kind == .label || Int(one.next) + step == Int(other.next)
      else { return false }
      if one.kind == .label, !redefined.isEmpty, redefined.contains(newRun.lookups[Int(other.next)]) { return false }
    }
    return true
  }

  /// Gives the leaves of a run whose inlines changed new identities.
  mutating func renewed(_ run: Run, _ oldRun: Run, _ redefined: Set<UInt64>) -> Run {
    var blocks = run.blocks
    for index in blocks.indices where blocks[index].kind.holdsInlines {
      if isSame(oldRun.blocks[index], oldRun, blocks[index], run, redefined) { continue }
      changes.removed.append(BlockID(value: blocks[index].id))
      blocks[index].id = nextID
      nextID &+= 1
      changes.inserted.append(BlockID(value: blocks[index].id))
    }
    return run.with(blocks: blocks, inlines: run.inlines, lookups: run.lookups, notes: run.notes)
  }

  /// A block of pieces that began before the runs parsed again has other contents now: it gets a new identity too.
  mutating func renewOpenLiteral(_ list: inout RunList, _ parsed: [Run]) {
    let leaf = first < old.runs.count ? old.runs[first].state.leaf : .none
    guard leaf.isLiteral, first > 0 else { return }
    var opener = first - 1
    while opener > 0, !list[opener].blocks.contains(where: { $0.isUnfinished && $0.kind.isLiteral }) { opener -= 1 }
    let run = list[opener]
    guard let block = run.blocks.lastIndex(where: { $0.isUnfinished && $0.kind.isLiteral }) else { return }
    var blocks = run.blocks
    changes.removed.append(BlockID(value: blocks[block].id))
    blocks[block].id = nextID
    nextID &+= 1
    changes.inserted.append(BlockID(value: blocks[block].id))
    list = list.replacing(
      opener..<opener + 1, with: [run.with(blocks: blocks, inlines: run.inlines, lookups: run.lookups, notes: run.notes)])
  }

  // MARK: What else changed

  mutating func noteAspects(_ parsed: [Run], _ redefined: Set<UInt64>) {
    var notes: RunNotes = []
    var loose = (0, 0)
    old.runs.forEachRun(in: first..<last) { run in
      notes.formUnion(run.notes)
      loose.0 &+= looseness(run)
    }
    for run in parsed {
      notes.formUnion(run.notes)
      loose.1 &+= looseness(run)
    }
    if notes.contains(.headings) { changes.aspects.insert(.headings) }
    if notes.contains(.footnotes) { changes.aspects.insert(.footnotes) }
    if notes.contains(.frontMatter) { changes.aspects.insert(.frontMatter) }
    if notes.contains(.definitions) || !redefined.isEmpty { changes.aspects.insert(.definitions) }
    if loose.0 != loose.1 { changes.aspects.insert(.spacing) }
  }

  /// A number that differs when other lists are loose.
  private func looseness(_ run: Run) -> Int {
    var sum = 0
    for depth in run.loose { sum &+= 31 &* (Int(depth) + 1) }
    for block in run.blocks where block.kind == .list && block.flags & BlockFlag.loose != 0 { sum &+= 1_000_003 &+ Int(block.id) }
    return sum
  }
}
