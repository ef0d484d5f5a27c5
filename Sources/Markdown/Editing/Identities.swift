import TextModel

/// How blocks keep their identities across an edit.
extension Reparse {
  /// A block among the old or the new ones, with its place in its text.
  private struct Candidate {
    var run: Int
    var block: Int
    var start: Int
  }

  /// Gives new blocks the identities of the old ones that they equal, from both ends up to the edit.
  mutating func keepIdentities(_ parsed: inout [Run], _ redefined: Set<UInt64>) {
    let oldRuns = (first..<last).map { old.runs[$0] }
    let olds = candidates(oldRuns)
    let news = candidates(parsed)
    var blocks = parsed.map(\.blocks)
    var isKept = [Bool](repeating: false, count: news.count)
    var head = 0
    while head < olds.count, head < news.count {
      let was = oldRuns[olds[head].run].blocks[olds[head].block]
      let now = parsed[news[head].run].blocks[news[head].block]
      guard olds[head].start == news[head].start, olds[head].start < edit.lower.utf8, was.kind == now.kind else { break }
      if now.kind.isContainer {
        isKept[head] = true
      } else {
        let end = olds[head].start + Int(was.length)
        isKept[head] =
          !was.isUnfinished && end <= edit.lower.utf8 && isSame(was, oldRuns[olds[head].run], now, parsed[news[head].run], redefined)
      }
      if isKept[head] { blocks[news[head].run][news[head].block].id = was.id }
      head += 1
    }
    var tail = 0
    while tail < olds.count - head, tail < news.count - head {
      let from = olds.count - 1 - tail
      let to = news.count - 1 - tail
      let was = oldRuns[olds[from].run].blocks[olds[from].block]
      let now = parsed[news[to].run].blocks[news[to].block]
      guard olds[from].start + delta == news[to].start, olds[from].start >= edit.upper.utf8, was.kind == now.kind else { break }
      isKept[to] = now.kind.isContainer || isSame(was, oldRuns[olds[from].run], now, parsed[news[to].run], redefined)
      if isKept[to] { blocks[news[to].run][news[to].block].id = was.id }
      tail += 1
    }
    var kept: Set<UInt32> = []
    for index in news.indices {
      let id = blocks[news[index].run][news[index].block].id
      if isKept[index] { kept.insert(id) } else { changes.inserted.append(BlockID(value: id)) }
    }
    for it in olds {
      let id = oldRuns[it.run].blocks[it.block].id
      if !kept.contains(id) { changes.removed.append(BlockID(value: id)) }
    }
    for index in parsed.indices {
      let run = parsed[index]
      parsed[index] = run.with(blocks: blocks[index], inlines: run.inlines, lookups: run.lookups, notes: run.notes)
    }
  }

  private func candidates(_ runs: [Run]) -> [Candidate] {
    var found: [Candidate] = []
    var start = base
    for (index, run) in runs.enumerated() {
      for block in run.blocks.indices { found.append(Candidate(run: index, block: block, start: start + Int(run.blocks[block].start))) }
      start += run.length
    }
    return found
  }

  /// Whether two leaves say the same: same marks, same inlines, same pieces, and no link that leads elsewhere now.
  private func isSame(_ was: BlockRecord, _ oldRun: Run, _ now: BlockRecord, _ newRun: Run, _ redefined: Set<UInt64>) -> Bool {
    guard was.length == now.length, !was.isUnfinished, was.flags == now.flags, was.aux == now.aux,
      was.inlineEnd - was.inlineStart == now.inlineEnd - now.inlineStart
    else { return false }
    let shift = now.start - was.start
    let isLiteral = now.kind.isLiteral
    let before = isLiteral ? oldRun.pieces : oldRun.inlines
    let after = isLiteral ? newRun.pieces : newRun.inlines
    let step = Int(now.inlineStart - was.inlineStart)
    for index in Int(was.inlineStart)..<Int(was.inlineEnd) {
      let one = before[index]
      let other = after[index + step]
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
    for index in first..<last {
      notes.formUnion(old.runs[index].notes)
      loose.0 &+= looseness(old.runs[index])
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
