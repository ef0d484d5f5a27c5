extension BlockParser {
  /// Opens the block that the line begins at `nonspace`, if it begins one. Indented by less than four columns.
  mutating func openBlock(_ byte: UInt8, isParagraphOpen: Bool, isDirect: Bool) -> Opened {
    switch byte {
    case Byte.greater:
      return openQuote()
    case Byte.hash:
      return openHeading()
    case Byte.backtick, Byte.tilde:
      return openFence(byte)
    case Byte.less:
      return openHTML()
    case Byte.equals:
      return isDirect ? underline(byte, level: 1) : .none
    case Byte.minus, Byte.star, Byte.plus, Byte.underscore:
      if byte == Byte.minus, isDirect {
        let opened = underline(byte, level: 2)
        if opened != .none || hasStopped { return opened }
      }
      if byte != Byte.plus, isThematicBreak(byte) {
        guard begin(.thematicBreak) else { return .leaf }
        addLeaf(.thematicBreak, nonspace, trimmedEnd(source, nonspace, lineStop))
        return .leaf
      }
      if isDirect, options.contains(.tables), openTable() { return .leaf }
      return byte == Byte.underscore ? .none : openItem(isDirect: isDirect)
    case 0x30...0x39:
      return openItem(isDirect: isDirect)
    case Byte.openBracket:
      return options.contains(.footnotes) ? openFootnote() : .none
    case Byte.pipe, Byte.colon:
      return isDirect && options.contains(.tables) && openTable() ? .leaf : .none
    case Byte.dollar:
      return options.contains(.math) ? openMath() : .none
    default:
      return .none
    }
  }

  private var mayNest: Bool { frames.count < MarkdownBounds.depth }

  private mutating func noteTooDeep() {
    if draft.diagnostics.isEmpty {
      draft.diagnostics.append(DiagnosticRecord(kind: .tooDeep, start: Int32(nonspace - runStart)))
    }
  }

  private mutating func openQuote() -> Opened {
    guard mayNest else {
      noteTooDeep()
      return .none
    }
    guard begin(.blockQuote) else { return .leaf }
    let start = nonspace
    takeQuoteMark()
    var frame = Frame(kind: .quote)
    frame.mark = start + 1
    push(frame, .blockQuote, start)
    contentEnd = start + 1
    return .container
  }

  private mutating func openHeading() -> Opened {
    var index = nonspace
    while index < lineStop, source[index] == Byte.hash { index += 1 }
    let level = index - nonspace
    guard level <= 6, index == lineStop || source[index].isSpaceOrTab else { return .none }
    guard begin(.heading) else { return .leaf }
    while index < lineStop, source[index].isSpaceOrTab { index += 1 }
    let stop = trimmedEnd(source, nonspace, lineStop)
    var contentStop = max(stop, index)
    var closing = contentStop
    while closing > index, source[closing - 1] == Byte.hash { closing -= 1 }
    if closing == index || source[closing - 1].isSpaceOrTab { contentStop = trimmedEnd(source, index, closing) }
    let block = addLeaf(.heading, nonspace, stop)
    draft.blocks[block].aux = UInt16(level)
    setLines(block, [LineSpan(start: Int32(min(index, contentStop)), end: Int32(contentStop))])
    draft.notes.insert(.headings)
    return .leaf
  }

  /// Keeps where a block's content lies, counted in the window.
  mutating func setLines(_ block: Int, _ lines: [LineSpan]) {
    let shift = Int32(truncatingIfNeeded: runStart)
    draft.blocks[block].flags |= BlockFlag.lines
    draft.blocks[block].payload = Int32(draft.lines.count)
    draft.lines.append(LineSpan(start: Int32(lines.count), end: 0))
    for line in lines { draft.lines.append(LineSpan(start: line.start - shift, end: line.end - shift)) }
  }

  private mutating func openFence(_ byte: UInt8) -> Opened {
    var index = nonspace
    while index < lineStop, source[index] == byte { index += 1 }
    let count = index - nonspace
    guard count >= 3 else { return .none }
    if byte == Byte.backtick {
      for place in index..<lineStop where source[place] == byte { return .none }
    }
    guard begin(.codeBlock) else { return .leaf }
    let stop = trimmedEnd(source, nonspace, lineStop)
    while index < stop, source[index].isSpaceOrTab { index += 1 }
    let isMath =
      options.contains(.math) && index + 4 <= stop && matches(source, index, stop, "math")
      && (index + 4 == stop || source[index + 4].isSpaceOrTab)
    let block = addLeaf(isMath ? .mathBlock : .codeBlock, nonspace, lineStop)
    draft.blocks[block].length = BlockRecord.unfinished
    draft.blocks[block].flags |= BlockFlag.fenced | (byte == Byte.tilde ? BlockFlag.tilde : 0)
    draft.blocks[block].aux = UInt16(clamping: count)
    setLines(block, [LineSpan(start: Int32(index), end: Int32(stop))])
    openLiteral(block, .fence(character: byte, count: count, indent: indent))
    return .leaf
  }

  private mutating func openMath() -> Opened {
    guard nonspace + 1 < lineStop, source[nonspace + 1] == Byte.dollar else { return .none }
    let stop = trimmedEnd(source, nonspace, lineStop)
    let inside = nonspace + 2
    if let close = HTMLScanner.find("$$", source, inside, stop) {
      guard close == stop, close - 2 > inside, source[inside] != Byte.dollar else { return .none }
      guard begin(.mathBlock) else { return .leaf }
      let block = addLeaf(.mathBlock, nonspace, stop)
      draft.blocks[block].flags |= BlockFlag.closed
      openLiteral(block, .math)
      addPiece(inside, close - 2)
      closeLiteral(byMark: true)
      return .leaf
    }
    guard begin(.mathBlock) else { return .leaf }
    let block = addLeaf(.mathBlock, nonspace, lineStop)
    draft.blocks[block].length = BlockRecord.unfinished
    openLiteral(block, .math)
    if inside < stop { addPiece(inside, nextLine) }
    return .leaf
  }

  private mutating func openHTML() -> Opened {
    // A line that a paragraph would take lazily is no less its own than one that belongs to all its containers.
    let type = HTMLScanner.blockType(source, nonspace, lineStop, mayBeAnyTag: leaf != .paragraph)
    guard type > 0 else { return .none }
    guard begin(.htmlBlock) else { return .leaf }
    let block = addLeaf(type == 2 && options.contains(.comments) ? .commentBlock : .htmlBlock, offset, lineStop)
    draft.blocks[block].length = BlockRecord.unfinished
    draft.blocks[block].aux = UInt16(type)
    draft.notes.insert(.html)
    openLiteral(block, .html(type: type))
    addPiece(offset, nextLine)
    if type <= 5 { endHTML(type, from: type == 2 ? nonspace + 2 : nonspace + 1) }
    return .leaf
  }

  mutating func openIndentedCode() {
    guard begin(.codeBlock) else { return }
    advance(columns: 4)
    let block = addLeaf(.codeBlock, offset, lineStop)
    draft.blocks[block].length = BlockRecord.unfinished
    openLiteral(block, .indentedCode)
    addLine()
  }

  private mutating func isThematicBreak(_ byte: UInt8) -> Bool {
    // Every marker on a line of nested items would look through the rest of the line.
    if otherByte > nonspace, otherByte < lineStop, otherByteMark == byte { return false }
    var count = 0
    var index = nonspace
    while index < lineStop {
      if source[index] == byte {
        count += 1
      } else if !source[index].isSpaceOrTab {
        otherByte = index
        otherByteMark = byte
        return false
      }
      index += 1
    }
    return count >= 3
  }

  private mutating func openItem(isDirect: Bool) -> Opened {
    var index = nonspace
    var number = 0
    let isOrdered = source[index].isDigit
    if isOrdered {
      while index < lineStop, source[index].isDigit, index - nonspace < 10 {
        number = number * 10 + Int(source[index] & 15)
        index += 1
      }
      guard index - nonspace <= 9, index < lineStop, source[index] == Byte.dot || source[index] == Byte.closeParen else { return .none }
    }
    let delimiter = source[index]
    index += 1
    guard index == lineStop || source[index].isSpaceOrTab else { return .none }
    if isDirect {
      guard !isOrdered || number == 1 else { return .none }
      var place = index
      while place < lineStop, source[place].isSpaceOrTab { place += 1 }
      if place == lineStop { return .none }
    }
    guard mayNest else {
      noteTooDeep()
      return .none
    }
    let isSameList = isListOpen(isOrdered, delimiter)
    guard begin(.listItem, isSameList: isSameList) else { return .leaf }
    let start = nonspace
    let markerIndent = indent
    let markerWidth = index - start
    advance(to: index)
    contentEnd = index
    let padding = takeMarkerBlanks(markerWidth)
    if !(frames.last.map { $0.kind == .list } ?? false) || !isSameList {
      var list = Frame(kind: .list)
      list.isOrdered = isOrdered
      list.delimiter = delimiter
      push(list, .list, start)
      let block = draft.blocks.count - 1
      draft.blocks[block].aux = UInt16(delimiter)
      draft.blocks[block].payload = Int32(number)
      if isOrdered { draft.blocks[block].flags |= BlockFlag.ordered }
    }
    var item = Frame(kind: .item)
    item.width = Int32(truncatingIfNeeded: markerIndent + padding)
    push(item, .listItem, start)
    draft.blocks[draft.blocks.count - 1].aux = UInt16(markerWidth)
    return .container
  }

  /// Whether an item of this kind goes on with the list that the line is in.
  private func isListOpen(_ isOrdered: Bool, _ delimiter: UInt8) -> Bool {
    let depth = hasOpened ? frames.count : matched
    guard depth > 0 else { return false }
    let top = frames[depth - 1]
    return top.kind == .list && top.isOrdered == isOrdered && top.delimiter == delimiter
  }

  /// Goes past the blanks after a list marker and gives the columns of marker and blanks.
  private mutating func takeMarkerBlanks(_ markerWidth: Int) -> Int {
    let before = (offset, column, isTabCut)
    let start = column
    while column - start <= 5, offset < lineStop, source[offset].isSpaceOrTab { advance(columns: 1) }
    let blanks = column - start
    if blanks >= 5 || blanks < 1 || offset == lineStop {
      (offset, column, isTabCut) = before
      if blanks > 0 { advance(columns: 1) }
      return markerWidth + 1
    }
    return markerWidth + blanks
  }

  private mutating func openFootnote() -> Opened {
    guard nonspace + 3 < lineStop, source[nonspace + 1] == Byte.caret else { return .none }
    var index = nonspace + 2
    while index < lineStop, source[index] != Byte.closeBracket {
      if source[index].isSpaceOrTab || source[index] == Byte.openBracket || index - nonspace > 1000 { return .none }
      index += 1
    }
    guard index > nonspace + 2, index + 1 < lineStop, source[index + 1] == Byte.colon, mayNest,
      let key = LabelKey.key(source, nonspace + 2, index, isFootnote: true)
    else { return .none }
    guard begin(.footnoteDefinition) else { return .leaf }
    let start = nonspace
    advance(to: index + 2)
    contentEnd = index + 2
    push(Frame(kind: .footnote), .footnoteDefinition, start)
    let block = draft.blocks.count - 1
    draft.blocks[block].payload = Int32(draft.definitions.count)
    draft.definitions.append(
      DefinitionRecord(
        key: key, block: Int32(block), label: LineSpan(start: Int32(start + 2 - runStart), end: Int32(index - runStart)),
        destination: LineSpan(start: 0, end: 0), isDestinationEncoded: false, titleStart: 0, titleCount: 0, isFootnote: true))
    draft.notes.formUnion([.definitions, .footnotes])
    return .container
  }
}
