extension BlockParser {
  /// Gets ready for a block that begins on this line: closes what the line does not belong to, cuts the run where that is due, and
  /// notes what a blank line before it means for a list. False when the parse has come to its stop.
  mutating func begin(_ kind: MarkdownKind, isSameList: Bool = false) -> Bool {
    if hasOpened { return true }
    hasOpened = true
    if leaf == .paragraph { closeParagraph() }
    closeFrames(to: matched)
    if let top = frames.last {
      if top.kind == .table, kind != .tableRow { closeFrames(to: frames.count - 1) }
      if top.kind == .list, !isSameList { closeFrames(to: frames.count - 1) }
    }
    if checkBoundary() { return false }
    if isAfterBlank, !frames.isEmpty, blankDepth < frames.count { noteLooseness() }
    return true
  }

  private mutating func noteLooseness() {
    let depth = frames.count - 1
    switch frames[depth].kind {
    case .list: markLoose(depth)
    case .item: if frames[depth].hasContent { markLoose(depth - 1) }
    default: break
    }
  }

  private mutating func markLoose(_ depth: Int) {
    let block = Int(frames[depth].block)
    if block >= 0 {
      draft.blocks[block].flags |= BlockFlag.loose
    } else if draft.loose.last != Int32(depth), !draft.loose.contains(Int32(depth)) {
      draft.loose.append(Int32(depth))
    }
  }

  // MARK: Runs

  /// Cuts the run before this line where that is due. True when the parse may stop here.
  mutating func checkBoundary() -> Bool {
    let size = lineStart - runStart
    if size <= 0 && oldRuns == nil { return false }
    if let top = frames.last, top.kind != .list, !top.hasChild { return false }
    if let oldRuns {
      while oldPosition < lineStart, oldIndex < oldRuns.count {
        oldPosition += oldRuns[oldIndex].length
        oldIndex += 1
      }
      if oldPosition == lineStart, oldIndex < oldRuns.count, size == 0 || size >= BlockParser.runLeast,
        isState(oldRuns[oldIndex].state)
      {
        if size > 0 { cutRun(at: lineStart) }
        hasStopped = true
        return true
      }
    }
    if size >= BlockParser.runTarget, size >= 16 * frames.count { cutRun(at: lineStart) }
    return false
  }

  /// The state at the start of this line, which the frames left open describe.
  private func state(at place: Int) -> ParserState {
    var state = ParserState()
    state.frames = frames
    for index in frames.indices {
      state.frames[index].block = -1
      state.frames[index].mark = normalizedMark(frames[index])
    }
    state.leaf = leaf
    state.isAfterBlank = isAfterBlank
    state.blankDepth = blankDepth
    state.distance = place - contentEnd
    state.isAtStart = false
    return state
  }

  private func normalizedMark(_ frame: Frame) -> Int {
    frame.kind == .quote && frame.mark > contentEnd ? frame.mark - contentEnd : 0
  }

  private func isState(_ other: ParserState) -> Bool {
    guard leaf == other.leaf, isAfterBlank == other.isAfterBlank, lineStart - contentEnd == other.distance, !other.isAtStart,
      !isAfterBlank || blankDepth == other.blankDepth, frames.count == other.frames.count
    else { return false }
    for index in frames.indices {
      var frame = frames[index]
      frame.mark = normalizedMark(frame)
      if !frame.isSameState(other.frames[index]) { return false }
    }
    return true
  }

  mutating func cutRun(at place: Int) {
    let count = Int32(draft.blocks.count)
    for index in frames.indices where frames[index].block >= 0 {
      draft.blocks[Int(frames[index].block)].subtreeEnd = count
    }
    if leaf.isLiteral {
      if literal >= 0 { draft.blocks[literal].inlineEnd = Int32(draft.pieces.count) } else { draft.lead = draft.pieces.count }
    }
    runs.append(draft.finished(length: place - runStart))
    draft.reset()
    draft.state = state(at: place)
    for index in frames.indices { frames[index].block = -1 }
    literal = -1
    pieceStart = 0
    runStart = place
  }

  // MARK: Containers

  /// The parent of a block that begins now, as `BlockRecord.parent` says it.
  var parent: Int32 {
    guard let top = frames.last else { return -1 }
    return top.block >= 0 ? top.block : -2 - Int32(frames.count - 1)
  }

  @discardableResult
  mutating func addBlock(_ kind: MarkdownKind, _ start: Int, _ stop: Int) -> Int {
    let index = draft.blocks.count
    let under = parent
    draft.blocks.append(
      BlockRecord(
        start: Int32(truncatingIfNeeded: start - runStart), length: Int32(truncatingIfNeeded: stop - start),
        subtreeEnd: Int32(index + 1), parent: under, inlineStart: 0, inlineEnd: 0, id: nextID, payload: -1, kind: kind, flags: 0,
        aux: 0))
    nextID &+= 1
    return index
  }

  /// Adds a block that is one line or less, after `begin`.
  @discardableResult
  mutating func addLeaf(_ kind: MarkdownKind, _ start: Int, _ stop: Int) -> Int {
    noteChild()
    contentEnd = stop
    return addBlock(kind, start, stop)
  }

  @inline(__always)
  mutating func noteChild() {
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].hasChild = true
    frames[frames.count - 1].hasContent = true
  }

  mutating func push(_ frame: Frame, _ kind: MarkdownKind, _ start: Int) {
    noteChild()
    if kind == .listItem, frames[frames.count - 1].block < 0 { countItem(Int32(frames.count - 1)) }
    var frame = frame
    frame.block = Int32(addBlock(kind, start, start))
    draft.blocks[Int(frame.block)].length = BlockRecord.unfinished
    if frame.kind == .quote { quotes.append(frames.count) }
    frames.append(frame)
  }

  private mutating func countItem(_ depth: Int32) {
    for index in draft.itemCounts.indices where draft.itemCounts[index].depth == depth {
      draft.itemCounts[index].count += 1
      return
    }
    draft.itemCounts.append((depth, 1))
  }

  mutating func closeFrames(to depth: Int) {
    while frames.count > depth {
      let frame = frames.removeLast()
      if frame.kind == .quote {
        quotes.removeLast()
        contentEnd = max(contentEnd, frame.mark)
      }
      if frame.block >= 0 {
        let block = Int(frame.block)
        draft.blocks[block].length = Int32(truncatingIfNeeded: contentEnd - runStart) - draft.blocks[block].start
        draft.blocks[block].subtreeEnd = Int32(draft.blocks.count)
      } else {
        draft.closes.append(Int32(truncatingIfNeeded: contentEnd - runStart))
      }
    }
  }

  mutating func closeLeaf() {
    if leaf == .paragraph { closeParagraph() } else if leaf.isLiteral { closeLiteral(byMark: false) }
  }
}
