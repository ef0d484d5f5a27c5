import TextModel

extension MarkdownDocument {
  /// Gives the blocks that touch a range, in document order, each container before what it holds.
  ///
  /// Of blocks that are open where the range begins, those that hold their text as it is and the deepest 64 containers are given.
  /// O(log n + blocks given), and O(length of the block) when the range begins inside a long literal block.
  public func blocks(touching range: TextRange) -> [MarkdownNode] {
    guard storage.runs.count > 0 else { return [] }
    var found: [MarkdownNode] = []
    var run = storage.runs.index(at: min(range.lower.utf8, text.count))
    let first = storage.runs[run]
    for depth in max(0, first.depth - 64)..<first.depth { found.append(container(depth: depth, run: run)) }
    if first.lead > 0 { found.append(block(ofPiece: 0, run: run)) }
    while run < storage.runs.count {
      let start = storage.runs.start(of: run)
      if start > range.upper.utf8 { break }
      let object = storage.runs[run]
      for index in object.blocks.indices {
        let record = object.blocks[index]
        if start + Int(record.start) > range.upper.utf8 { break }
        if record.isUnfinished || start + Int(record.end) >= range.lower.utf8 {
          found.append(MarkdownNode(self, block: index, of: run))
        }
      }
      run += 1
    }
    return found
  }
}
