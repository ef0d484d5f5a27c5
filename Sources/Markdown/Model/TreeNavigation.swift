/// How nodes find each other where a container goes on from one run to the next.
extension MarkdownDocument {
  var firstBlock: MarkdownNode? { firstBlock(from: 0, under: -1) }

  /// The parent code of blocks under the container open at `depth`; -1 is the document.
  private func code(_ depth: Int) -> Int32 { depth < 0 ? -1 : -2 - Int32(depth) }

  /// The first block under the container at `depth` in `run` or a later one, while that container is open. -1 is the document.
  func firstBlock(from run: Int, under depth: Int) -> MarkdownNode? {
    var run = run
    let code = code(depth)
    while run < storage.runs.count {
      let object = storage.runs[run]
      if depth >= object.depth { return nil }
      var index = 0
      while index < object.blocks.count {
        let parent = object.blocks[index].parent
        if parent == code { return MarkdownNode(self, block: index, of: run) }
        // Codes of deeper containers are smaller; one that is larger belongs further out: this container has ended.
        if parent < 0, parent > code { return nil }
        index = max(index + 1, Int(object.blocks[index].subtreeEnd))
      }
      if object.minDepth <= depth { return nil }
      run += 1
    }
    return nil
  }

  /// How many containers are open around a block's inside, counted from the document's -1: the depth at which later runs know it.
  func depth(ofBlock index: Int, run: Int) -> Int {
    let object = storage.runs[run]
    var depth = 0
    var at = object.blocks[index].parent
    while at >= 0 {
      depth += 1
      at = object.blocks[Int(at)].parent
    }
    return depth + (at == -1 ? 0 : Int(-1 - at))
  }

  func nextBlock(after index: Int, run: Int) -> MarkdownNode? {
    let object = storage.runs[run]
    let record = object.blocks[index]
    let next = Int(record.subtreeEnd)
    if next < object.blocks.count, !record.isUnfinished { return nil }
    let parentDepth: Int
    if record.parent >= 0 {
      guard object.blocks[Int(record.parent)].isUnfinished else { return nil }
      parentDepth = depth(ofBlock: Int(record.parent), run: run)
    } else {
      parentDepth = record.parent == -1 ? -1 : Int(-2 - record.parent)
      // A container open at the start may have closed after this block.
      if parentDepth >= object.minDepth { return nil }
    }
    var from = run + 1
    if record.isUnfinished, record.kind.isContainer {
      // The block itself goes on: its next sibling is in or after the run that ends it.
      guard let end = storage.runs.firstRun(from: from, closing: parentDepth + 1) else { return nil }
      from = end
    }
    return firstBlock(from: from, under: parentDepth)
  }

  /// The container that is open at `depth` when a run begins.
  func container(depth: Int, run: Int) -> MarkdownNode {
    let opener = storage.runs.lastRun(before: run, opening: depth)
    let object = storage.runs[opener]
    // The unfinished containers of the opener are nested: go down the last chain.
    var index = object.blocks.count - 1
    while index >= 0 {
      if object.blocks[index].isUnfinished, object.blocks[index].kind.isContainer, self.depth(ofBlock: index, run: opener) == depth {
        break
      }
      index =
        object.blocks[index].parent >= 0 && object.blocks[index].isUnfinished && object.blocks[index].kind.isContainer
        ? Int(object.blocks[index].parent) : index - 1
    }
    return MarkdownNode(self, block: max(index, 0), of: opener)
  }

  /// The end of a block that goes on past its run.
  func end(ofBlock index: Int, run: Int) -> Int {
    let record = storage.runs[run].blocks[index]
    if record.kind.isLiteral {
      var next = run + 1
      while next < storage.runs.count {
        if let end = storage.runs[next].leadEnd { return storage.runs.start(of: next) + Int(end) }
        next += 1
      }
      return text.count
    }
    let depth = depth(ofBlock: index, run: run)
    guard let last = storage.runs.firstRun(from: run + 1, closing: depth) else { return text.count }
    let object = storage.runs[last]
    return storage.runs.start(of: last) + Int(object.closes[object.depth - 1 - depth])
  }

  // MARK: Pieces

  func firstPiece(ofBlock index: Int, run: Int) -> MarkdownNode? {
    let node = MarkdownNode(self, block: index, of: run)
    let record = node.block!
    if record.inlineStart < record.inlineEnd { return node.sibling(.piece(run: run, index: Int(record.inlineStart))) }
    return record.isUnfinished ? firstLead(from: run + 1) : nil
  }

  private func firstLead(from run: Int) -> MarkdownNode? {
    var run = run
    while run < storage.runs.count {
      let object = storage.runs[run]
      if object.lead > 0 { return piece(0, run: run) }
      if object.leadEnd != nil { return nil }
      run += 1
    }
    return nil
  }

  private func piece(_ index: Int, run: Int) -> MarkdownNode {
    MarkdownNode(self, pieceAt: index, of: run)
  }

  func nextPiece(after index: Int, run: Int) -> MarkdownNode? {
    let object = storage.runs[run]
    if index < object.lead {
      if index + 1 < object.lead { return piece(index + 1, run: run) }
      return object.leadEnd == nil ? firstLead(from: run + 1) : nil
    }
    let block = blockIndex(ofPiece: index, object)
    let record = object.blocks[block]
    if index + 1 < Int(record.inlineEnd) { return piece(index + 1, run: run) }
    return record.isUnfinished ? firstLead(from: run + 1) : nil
  }

  private func blockIndex(ofPiece index: Int, _ object: Run) -> Int {
    for block in object.blocks.indices where object.blocks[block].kind.isLiteral {
      if index >= Int(object.blocks[block].inlineStart), index < Int(object.blocks[block].inlineEnd) { return block }
    }
    return 0
  }

  func block(ofPiece index: Int, run: Int) -> MarkdownNode {
    let object = storage.runs[run]
    if index >= object.lead { return MarkdownNode(self, block: blockIndex(ofPiece: index, object), of: run) }
    return literalOpener(before: run)
  }

  /// The block of pieces that is open when a run begins: it began in the last run before that has one open at its end.
  func literalOpener(before run: Int) -> MarkdownNode {
    var run = run
    while run > 0 {
      run -= 1
      let object = storage.runs[run]
      for block in object.blocks.indices.reversed() where object.blocks[block].kind.isLiteral && object.blocks[block].isUnfinished {
        return MarkdownNode(self, block: block, of: run)
      }
    }
    return root
  }

  // MARK: Inlines

  /// The block that an inline of a run belongs to.
  func block(ofInline index: Int, _ object: Run) -> Int {
    var low = 0
    var high = object.blocks.count
    // Blocks of inlines come in the order of their inlines; others have none and are stepped over.
    var found = 0
    while low < high {
      let middle = (low + high) / 2
      var probe = middle
      while probe < high, !object.blocks[probe].kind.holdsInlines { probe += 1 }
      if probe == high {
        high = middle
        continue
      }
      if Int(object.blocks[probe].inlineStart) <= index {
        found = probe
        low = probe + 1
      } else {
        high = middle
      }
    }
    return found
  }
}

extension MarkdownNode {
  init(_ document: MarkdownDocument, pieceAt index: Int, of run: Int) {
    self = MarkdownNode(document, block: 0, of: run).sibling(.piece(run: run, index: index))
  }
}
