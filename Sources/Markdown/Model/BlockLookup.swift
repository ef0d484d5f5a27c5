import TextModel

extension MarkdownDocument {
  /// Gives the blocks that hold no blocks and touch a range, in document order: what a selection reaches.
  ///
  /// A table gives its cells. O(log runs + runs touched), and the runs of a literal block that began before.
  public func leafBlocks(in range: TextRange) -> [MarkdownNode] {
    let runs = storage.runs
    guard runs.count > 0, text.count > 0 else { return [] }
    let last = runs.index(at: min(range.upper.utf8, text.count - 1))
    // The last block of the run before may end right where the range begins.
    let first = max(runs.index(at: min(range.lower.utf8, text.count - 1)) - 1, 0)
    var found: [MarkdownNode] = []
    var opener = first
    while opener > 0, runs[opener].state.leaf.isLiteral { opener -= 1 }
    if opener < first, let block = runs[opener].blocks.lastIndex(where: { $0.kind.isLiteral && $0.isUnfinished }) {
      let node = MarkdownNode(self, block: block, of: opener)
      if node.range.touches(range) { found.append(node) }
    }
    for run in first...last {
      let blocks = runs[run].blocks
      for block in blocks.indices where !blocks[block].kind.isContainer {
        let node = MarkdownNode(self, block: block, of: run)
        if node.range.touches(range) { found.append(node) }
      }
    }
    return found
  }

  /// Gives the innermost block that an offset touches, the later of two that meet there; nil between blocks.
  public func leafBlock(at offset: TextOffset) -> MarkdownNode? { leafBlocks(in: TextRange(at: offset)).last }
}

extension MarkdownNode {
  /// The blocks around the node from the nearest outwards, without the document. O(depth), each step O(log runs).
  public var containers: [MarkdownNode] {
    var found: [MarkdownNode] = []
    var node = parent
    while let next = node, next.kind != .document {
      if next.isBlock { found.append(next) }
      node = next.parent
    }
    return found
  }
}

extension MarkdownDocument {
  /// Gives the containers that begin in a range or go on through it, from the outermost inwards. O(depth × log runs + runs touched).
  public func containers(touching range: TextRange) -> [MarkdownNode] {
    let runs = storage.runs
    guard runs.count > 0, text.count > 0 else { return [] }
    let last = runs.index(at: min(range.upper.utf8, text.count - 1))
    let first = max(runs.index(at: min(range.lower.utf8, text.count - 1)) - 1, 0)
    var found: [MarkdownNode] = []
    for depth in 0..<runs[first].depth {
      let node = container(depth: depth, run: first)
      if node.range.touches(range) { found.append(node) }
    }
    for run in first...last {
      let blocks = runs[run].blocks
      for block in blocks.indices where blocks[block].kind.isContainer {
        let node = MarkdownNode(self, block: block, of: run)
        if node.range.touches(range), found.last != node { found.append(node) }
      }
    }
    return found
  }
}
