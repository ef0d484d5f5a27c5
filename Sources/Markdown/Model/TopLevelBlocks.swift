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
      for block in run.blocks where block.parent == -1 && start + Int(block.start) < inside { count += 1 }
    }
    return count
  }
}
