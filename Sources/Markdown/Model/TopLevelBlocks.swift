import TextModel

/// The blocks that stand in no other, by their number: for those who keep something for each and look at few.
extension MarkdownDocument {
  /// How many blocks stand directly in the document. O(1).
  public var blockCount: Int { storage.runs.blockCount }

  /// Gives a block of the document itself by its number from 0. O(log runs).
  public func block(at index: Int) -> MarkdownNode {
    let (run, block) = storage.runs.topLevelBlock(index)
    return MarkdownNode(self, block: block, of: run)
  }

  /// Tells the number of the first block of the document itself that begins at an offset or behind it; `blockCount` when none does. O(log runs).
  public func blockIndex(from offset: TextOffset) -> Int {
    storage.runs.count == 0 ? 0 : storage.runs.topLevelBlocks(before: offset.utf8)
  }

  /// Calls `body` with the document's own blocks, from a number on, until it says false: the kind, the first byte, and whether nothing is in the
  /// block. O(blocks), no nodes being made.
  public func forEachBlock(from number: Int, _ body: (_ kind: MarkdownKind, _ start: Int, _ isEmpty: Bool) -> Bool) {
    guard number < blockCount else { return }
    let runs = storage.runs
    var (run, block) = runs.topLevelBlock(number)
    while run < runs.count {
      let object = runs[run]
      let start = runs.start(of: run)
      while block < object.blocks.count {
        let record = object.blocks[block]
        if record.parent == -1 {
          let isOther = record.kind == .commentBlock && record.isUnfinished && hasTail(afterLiteralFrom: run)
          let isEmpty = !record.isUnfinished && Int(record.subtreeEnd) == block + 1 && record.inlineStart == record.inlineEnd
          guard body(isOther ? .htmlBlock : record.kind, start + Int(record.start), isEmpty) else { return }
        }
        block += 1
      }
      run += 1
      block = 0
    }
  }

  /// Divides neighbouring blocks of the document itself into stretches that are handed round well: at most so many blocks and about so many bytes,
  /// where single blocks are not longer. Gives the number behind the last block of each. O(runs of the blocks).
  public func stretches(of blocks: Range<Int>, most: Int, bytes: Int) -> [Int] {
    guard !blocks.isEmpty else { return [] }
    var ends: [Int] = []
    let runs = storage.runs
    var run = runs.topLevelBlock(blocks.lowerBound).run
    var number = blockIndex(from: TextOffset(runs.start(of: run)))
    var (count, length) = (0, 0)
    while number < blocks.upperBound {
      let object = runs[run]
      if object.blockCount > 0, number > blocks.lowerBound, count + object.blockCount > most || length >= bytes {
        ends.append(number)
        (count, length) = (0, 0)
      }
      if object.blockCount > 2 * most {
        // A paragraph of nothing but definitions may be 100,000 blocks in one run.
        for end in stride(from: number + most, to: min(number + object.blockCount, blocks.upperBound), by: most)
        where end > blocks.lowerBound {
          ends.append(end)
        }
        (count, length) = (most, bytes)
      }
      number += object.blockCount
      count += object.blockCount
      length += object.length
      run += 1
    }
    ends.append(blocks.upperBound)
    return ends
  }
}

extension RunList {
  var blockCount: Int { blockFirsts[blockFirsts.count - 1] }

  /// The place of a top-level block.
  fileprivate func topLevelBlock(_ index: Int) -> (run: Int, block: Int) {
    var low = 0
    var high = groups.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if blockFirsts[middle] <= index { low = middle } else { high = middle }
    }
    var left = index - blockFirsts[low]
    for (number, run) in groups[low].runs.enumerated() {
      guard left < run.blockCount else {
        left -= run.blockCount
        continue
      }
      if run.blockCount == run.blocks.count { return (firsts[low] + number, left) }
      for block in run.blocks.indices where run.blocks[block].parent == -1 {
        if left == 0 { return (firsts[low] + number, block) }
        left -= 1
      }
    }
    preconditionFailure("no such block")
  }

  /// How many top-level blocks begin before a byte.
  fileprivate func topLevelBlocks(before offset: Int) -> Int {
    var low = 0
    var high = groups.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] < offset { low = middle } else { high = middle }
    }
    var count = blockFirsts[low]
    let inside = offset - starts[low]
    for (number, run) in groups[low].runs.enumerated() {
      let start = groups[low].starts[number]
      if start >= inside { break }
      if start + run.length < inside {
        count += run.blockCount
        continue
      }
      if run.blockCount == run.blocks.count {
        // Nothing in them: they come in the order of their places.
        var (first, last) = (0, run.blocks.count)
        while first < last {
          let middle = (first + last) / 2
          if start + Int(run.blocks[middle].start) < inside { first = middle + 1 } else { last = middle }
        }
        count += first
        continue
      }
      for block in run.blocks where block.parent == -1 && start + Int(block.start) < inside { count += 1 }
    }
    return count
  }
}
