/// Blocks that hold their text as it is: code, math, HTML, front matter.
extension BlockParser {
  mutating func openLiteral(_ block: Int, _ leaf: OpenLeaf) {
    self.leaf = leaf
    literal = block
    pieceStart = draft.pieces.count
    draft.blocks[block].inlineStart = Int32(pieceStart)
    pendingBlanks.removeAll(keepingCapacity: true)
  }

  /// Adds text to the open block, joined to the piece before where both meet in the source.
  mutating func addPiece(_ start: Int, _ stop: Int) {
    guard stop > start else { return }
    let from = Int32(truncatingIfNeeded: start - runStart)
    let to = Int32(truncatingIfNeeded: stop - runStart)
    let last = draft.pieces.count - 1
    if last >= pieceStart, draft.pieces[last].end == from, draft.pieces[last].kind == .text {
      draft.pieces[last].end = to
    } else {
      draft.pieces.append(InlineRecord(start: from, end: to, next: Int32(last + 2), kind: .text, flags: 0, aux: 0))
    }
  }

  /// Adds the rest of the line, with what is left of a tab that the indent cut.
  mutating func addLine() {
    addPadding(to: &draft.pieces)
    addPiece(isTabCut ? offset + 1 : offset, nextLine)
    contentEnd = lineStop
  }

  private func addPadding(to pieces: inout [InlineRecord]) {
    guard isTabCut else { return }
    let from = Int32(truncatingIfNeeded: offset - runStart)
    pieces.append(
      InlineRecord(
        start: from, end: from + 1, next: Int32(pieces.count + 1), kind: .padding, flags: 0, aux: UInt16(4 - column & 3)))
  }

  /// Gives the line to the open block. False when the block had ended before it and the line is still to be parsed.
  mutating func continueLiteral() -> Bool {
    switch leaf {
    case .fence(let character, let count, let fenceIndent):
      if checkBoundary() { return false }
      if indent < 4, isClosingFence(character, count) {
        contentEnd = trimmedEnd(source, nonspace, lineStop)
        closeLiteral(byMark: true)
      } else {
        var left = fenceIndent
        while left > 0, offset < lineStop, source[offset].isSpaceOrTab {
          advance(columns: 1)
          left -= 1
        }
        addLine()
        if isBlank { contentEnd = nextLine }
      }
    case .html(let type):
      if type >= 6, isBlank {
        closeLiteral(byMark: false)
        return false
      }
      if checkBoundary() { return false }
      addLine()
      if isBlank { contentEnd = nextLine }
      if type <= 5 { endHTML(type, from: nonspace) }
    case .math:
      if checkBoundary() { return false }
      let stop = trimmedEnd(source, nonspace, lineStop)
      if stop - nonspace >= 2, source[stop - 1] == Byte.dollar, source[stop - 2] == Byte.dollar {
        addPiece(offset, stop - 2)
        contentEnd = stop
        closeLiteral(byMark: true)
      } else {
        addLine()
        if isBlank { contentEnd = nextLine }
      }
    case .indentedCode:
      return continueIndentedCode()
    case .none, .paragraph:
      return false
    }
    isAfterBlank = false
    return true
  }

  private mutating func continueIndentedCode() -> Bool {
    if isBlank {
      advance(columns: min(indent, 4))
      addPadding(to: &pendingBlanks)
      let from = Int32(truncatingIfNeeded: (isTabCut ? offset + 1 : offset) - runStart)
      pendingBlanks.append(
        InlineRecord(start: from, end: Int32(truncatingIfNeeded: nextLine - runStart), next: 0, kind: .text, flags: 0, aux: 0))
      isAfterBlank = true
      blankDepth = (quotes.last ?? -1) + 1
      return true
    }
    guard indent >= 4 else {
      closeLiteral(byMark: false)
      return false
    }
    for blank in pendingBlanks {
      if blank.kind == .text {
        addPiece(Int(blank.start) + runStart, Int(blank.end) + runStart)
      } else {
        draft.pieces.append(blank)
      }
    }
    pendingBlanks.removeAll(keepingCapacity: true)
    advance(columns: 4)
    addLine()
    isAfterBlank = false
    return true
  }

  private func isClosingFence(_ character: UInt8, _ count: Int) -> Bool {
    var index = nonspace
    while index < lineStop, source[index] == character { index += 1 }
    guard index - nonspace >= count else { return false }
    while index < lineStop, source[index].isSpaceOrTab { index += 1 }
    return index == lineStop
  }

  /// Closes an HTML block of types 1 to 5 when the line holds its end mark.
  mutating func endHTML(_ type: UInt8, from start: Int) {
    guard let stop = HTMLScanner.blockEnd(type, source, start, lineStop) else { return }
    contentEnd = lineStop
    if type == 2, options.contains(.comments) {
      if trimmedEnd(source, stop, lineStop) == stop {
        contentEnd = stop
      } else if literal >= 0 {
        draft.blocks[literal].kind = .htmlBlock
      } else {
        draft.hasLeadTail = true
      }
    }
    closeLiteral(byMark: true)
  }

  mutating func closeLiteral(byMark: Bool) {
    let stop = Int32(truncatingIfNeeded: contentEnd - runStart)
    // The line end after the last line belongs to what is around the block.
    if draft.pieces.count > pieceStart, draft.pieces[draft.pieces.count - 1].end > stop {
      draft.pieces[draft.pieces.count - 1].end = max(stop, draft.pieces[draft.pieces.count - 1].start)
    }
    let count = Int32(draft.pieces.count)
    if literal >= 0 {
      draft.blocks[literal].inlineEnd = count
      draft.blocks[literal].length = stop - draft.blocks[literal].start
      if byMark { draft.blocks[literal].flags |= BlockFlag.closed }
    } else {
      draft.lead = draft.pieces.count
      draft.leadEnd = stop
      draft.isLeadClosed = byMark
    }
    literal = -1
    pieceStart = draft.pieces.count
    leaf = .none
    pendingBlanks.removeAll(keepingCapacity: true)
  }

  /// Takes the YAML at the very start of the text, if its end is within reach.
  mutating func openFrontMatter() -> Bool {
    guard runStart == 0, frames.isEmpty, isFrontMatterMark(offset, lineStop, mayBeDots: false) else { return false }
    let limit = min(end, BlockParser.frontMatterReach)
    draft.reach = limit
    let contentStart = nextLine
    var index = nextLine
    while index < limit {
      let stop = lineEnd(source, from: index, to: end)
      let next = afterLineEnd(source, stop, end)
      if isFrontMatterMark(index, stop, mayBeDots: true) {
        let block = addBlock(.frontMatter, offset, trimmedEnd(source, index, stop))
        openLiteral(block, .math)
        addPiece(contentStart, index)
        contentEnd = trimmedEnd(source, index, stop)
        closeLiteral(byMark: true)
        draft.notes.insert(.frontMatter)
        draft.reach = next
        nextLine = next
        return true
      }
      index = next
    }
    return false
  }

  private func isFrontMatterMark(_ start: Int, _ stop: Int, mayBeDots: Bool) -> Bool {
    guard trimmedEnd(source, start, stop) - start == 3 else { return false }
    let byte = source[start]
    guard byte == Byte.minus || mayBeDots && byte == Byte.dot else { return false }
    return source[start + 1] == byte && source[start + 2] == byte
  }
}
