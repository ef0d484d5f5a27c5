/// Paragraphs and what they turn out to be: definitions, headings, tables, alerts.
extension BlockParser {
  /// Whether the lines follow each other in the source without prefixes between them.
  private var isContiguous: Bool {
    var index = 1
    while index < paragraph.count {
      if paragraph[index].start != paragraph[index - 1].end { return false }
      index += 1
    }
    return true
  }

  mutating func closeParagraph() {
    leaf = .none
    defer { paragraph.removeAll(keepingCapacity: true) }
    takeAlertMark()
    takeDefinitions()
    guard let first = paragraph.first, let last = paragraph.last else { return }
    let start = Int(first.start)
    let stop = trimmedLineEnd(last)
    if options.contains(.tableOfContents), paragraph.count == 1, stop - start == 7, matches(source, start, stop, "[[toc]]") {
      addBlock(.tableOfContents, start, stop)
      draft.notes.insert(.contents)
      return
    }
    let block = addBlock(.paragraph, start, stop)
    if paragraph.count > 1, !isContiguous {
      paragraph[paragraph.count - 1].end = Int32(truncatingIfNeeded: stop)
      setLines(block, paragraph)
    }
  }

  private func trimmedLineEnd(_ line: LineSpan) -> Int {
    var stop = Int(line.end)
    while stop > Int(line.start), source[stop - 1].isSpaceOrTab || source[stop - 1].isLineEnd { stop -= 1 }
    return stop
  }

  // MARK: Alerts

  private mutating func takeAlertMark() {
    guard isParagraphFirst, options.contains(.alerts), let first = paragraph.first, source[Int(first.start)] == Byte.openBracket,
      let top = frames.last, top.kind == .quote, top.block >= 0, let kind = alertKind(Int(first.start), trimmedLineEnd(first))
    else { return }
    draft.blocks[Int(top.block)].kind = .alert
    draft.blocks[Int(top.block)].aux = UInt16(kind)
    draft.blocks[Int(top.block)].payload = Int32(Int(first.start) - runStart)
    paragraph.removeFirst()
    if paragraph.isEmpty { frames[frames.count - 1].hasContent = false }
  }

  private func alertKind(_ start: Int, _ stop: Int) -> Int? {
    guard stop - start >= 6, source[start + 1] == Byte.bang, source[stop - 1] == Byte.closeBracket else { return nil }
    let word = start + 2
    switch stop - start - 3 {
    case 3 where matches(source, word, stop, "tip]"): return 1
    case 4 where matches(source, word, stop, "note]"): return 0
    case 7 where matches(source, word, stop, "warning]"): return 3
    case 7 where matches(source, word, stop, "caution]"): return 4
    case 9 where matches(source, word, stop, "important]"): return 2
    default: return nil
    }
  }

  // MARK: Definitions

  /// Turns the definitions at the start of the open paragraph into blocks and leaves its other lines.
  private mutating func takeDefinitions() {
    guard let first = paragraph.first, source[Int(first.start)] == Byte.openBracket else { return }
    var taken = 0
    if isContiguous {
      var place = Int(first.start)
      let stop = Int(paragraph[paragraph.count - 1].end)
      while place < stop, let found = LinkScanner.definition(source, place, stop) {
        addDefinition(found, source) { $0 }
        place = found.next
      }
      while taken < paragraph.count, Int(paragraph[taken].start) < place { taken += 1 }
    } else {
      taken = takeDefinitionsBetweenPrefixes()
    }
    guard taken > 0 else { return }
    paragraph.removeFirst(taken)
    if paragraph.isEmpty, isParagraphFirst, !frames.isEmpty { frames[frames.count - 1].hasContent = false }
  }

  private mutating func takeDefinitionsBetweenPrefixes() -> Int {
    scratch.removeAll(keepingCapacity: true)
    var starts: [Int] = []
    for line in paragraph {
      starts.append(scratch.count)
      scratch.append(contentsOf: UnsafeBufferPointer(start: source + Int(line.start), count: Int(line.end - line.start)))
    }
    let bytes = scratch
    let lines = paragraph
    /// Finds the source of a place; one at a line's start is the end of the line before when it ends something.
    func place(_ index: Int) -> Int {
      var low = 0
      var high = starts.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= index { low = middle } else { high = middle }
      }
      return Int(lines[low].start) + index - starts[low]
    }
    var next = 0
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      while next < buffer.count, let found = LinkScanner.definition(base, next, buffer.count) {
        addDefinition(found, base, place)
        next = found.next
      }
    }
    var taken = 0
    while taken < starts.count, starts[taken] < next { taken += 1 }
    return taken
  }

  private mutating func addDefinition(_ found: LinkScanner.Definition, _ bytes: Source, _ place: (Int) -> Int) {
    guard let key = LabelKey.key(bytes, found.label.lowerBound, found.label.upperBound) else { return }
    let start = place(found.label.lowerBound - 1)
    let block = addBlock(.linkDefinition, start, place(found.end - 1) + 1)
    func span(_ range: Range<Int>) -> LineSpan {
      let from = place(range.lowerBound)
      let to = range.isEmpty ? from : place(range.upperBound - 1) + 1
      return LineSpan(start: Int32(from - runStart), end: Int32(to - runStart))
    }
    var encoded = false
    for index in found.destination where bytes[index] == Byte.backslash || bytes[index] == Byte.ampersand { encoded = true }
    var record = DefinitionRecord(
      key: key, block: Int32(block), label: span(found.label), destination: span(found.destination), isDestinationEncoded: encoded,
      titleStart: Int32(draft.lines.count), titleCount: 0, isFootnote: false)
    if let title = found.title {
      // One piece for each line, so that the prefixes of quotes stay out.
      var from = title.lowerBound
      repeat {
        let stop = lineEnd(bytes, from: from, to: title.upperBound)
        draft.lines.append(span(from..<stop))
        record.titleCount += 1
        from = afterLineEnd(bytes, stop, title.upperBound)
        if from == title.upperBound, stop < from {
          draft.lines.append(span(from..<from))
          record.titleCount += 1
        }
      } while from < title.upperBound
    }
    draft.blocks[block].payload = Int32(draft.definitions.count)
    draft.definitions.append(record)
    draft.notes.insert(.definitions)
  }

  // MARK: Headings with an underline

  mutating func underline(_ byte: UInt8, level: Int) -> Opened {
    var index = nonspace
    while index < lineStop, source[index] == byte { index += 1 }
    guard trimmedEnd(source, index, lineStop) == index else { return .none }
    takeDefinitions()
    guard let first = paragraph.first, let last = paragraph.last else {
      leaf = .none
      return .none
    }
    let block = addBlock(.heading, Int(first.start), index)
    draft.blocks[block].aux = UInt16(level)
    draft.blocks[block].flags |= BlockFlag.setext
    paragraph[paragraph.count - 1].end = Int32(truncatingIfNeeded: trimmedLineEnd(last))
    setLines(block, isContiguous ? [LineSpan(start: first.start, end: paragraph[paragraph.count - 1].end)] : paragraph)
    paragraph.removeAll(keepingCapacity: true)
    draft.notes.insert(.headings)
    leaf = .none
    hasOpened = true
    contentEnd = index
    return .leaf
  }

  // MARK: Tables

  /// Makes a table of the open paragraph's last line and this one, when this one is a delimiter row for it.
  mutating func openTable() -> Bool {
    guard let header = paragraph.last else { return false }
    var alignments: [TableAlignment] = []
    let stop = trimmedEnd(source, nonspace, lineStop)
    guard readDelimiterRow(stop, &alignments) else { return false }
    let headerStop = trimmedLineEnd(header)
    var columns = 0
    forEachCell(Int(header.start), headerStop) { _, _ in columns += 1 }
    guard columns == alignments.count else { return false }
    if columns > MarkdownBounds.tableColumns {
      draft.diagnostics.append(
        DiagnosticRecord(kind: .tooManyColumns, start: Int32(truncatingIfNeeded: Int(header.start) - runStart)))
      return false
    }
    paragraph.removeLast()
    if !paragraph.isEmpty {
      let content = contentEnd
      closeParagraph()
      contentEnd = content
    }
    leaf = .none
    paragraph.removeAll(keepingCapacity: true)
    hasOpened = true
    var frame = Frame(kind: .table)
    frame.width = Int32(columns)
    push(frame, .table, Int(header.start))
    let block = draft.blocks.count - 1
    draft.blocks[block].payload = Int32(draft.alignments.count)
    draft.blocks[block].aux = UInt16(columns)
    draft.alignments.append(contentsOf: alignments)
    addRow(Int(header.start), headerStop, isHeader: true)
    contentEnd = stop
    return true
  }

  private func readDelimiterRow(_ stop: Int, _ alignments: inout [TableAlignment]) -> Bool {
    var index = nonspace
    if source[index] == Byte.pipe { index += 1 }
    while true {
      while index < stop, source[index].isSpaceOrTab { index += 1 }
      if index == stop { break }
      let left = source[index] == Byte.colon
      if left { index += 1 }
      let dashes = index
      while index < stop, source[index] == Byte.minus { index += 1 }
      guard index > dashes else { return false }
      let right = index < stop && source[index] == Byte.colon
      if right { index += 1 }
      alignments.append(left ? (right ? .center : .left) : right ? .right : .none)
      while index < stop, source[index].isSpaceOrTab { index += 1 }
      if index == stop { break }
      guard source[index] == Byte.pipe else { return false }
      index += 1
    }
    return !alignments.isEmpty
  }

  /// Calls `body` with the inside of each cell of a row, trimmed.
  private func forEachCell(_ start: Int, _ stop: Int, _ body: (Int, Int) -> Void) {
    var index = start
    if index < stop, source[index] == Byte.pipe { index += 1 }
    while index < stop {
      var cellStart = index
      while index < stop, source[index] != Byte.pipe {
        index += source[index] == Byte.backslash && index + 1 < stop && source[index + 1].isASCIIPunctuation ? 2 : 1
      }
      let cellStop = trimmedEnd(source, cellStart, index)
      while cellStart < cellStop, source[cellStart].isSpaceOrTab { cellStart += 1 }
      body(cellStart, cellStop)
      index += 1
    }
  }

  mutating func addRow(_ start: Int, _ stop: Int, isHeader: Bool) {
    noteChild()
    let columns = Int(frames[frames.count - 1].width)
    let row = addBlock(.tableRow, start, stop)
    if isHeader { draft.blocks[row].flags |= BlockFlag.header }
    var column = 0
    // The same array for all rows.
    var cells = rowCells
    rowCells = []
    cells.removeAll(keepingCapacity: true)
    forEachCell(start, stop) { from, to in
      if column < columns { cells.append((from, to)) }
      column += 1
    }
    for (column, cell) in cells.enumerated() {
      let block = addBlock(.tableCell, cell.0, cell.1)
      draft.blocks[block].parent = Int32(row)
      draft.blocks[block].aux = UInt16(column)
      if isHeader { draft.blocks[block].flags |= BlockFlag.header }
      setEscapedPipes(block, cell.0, cell.1)
    }
    rowCells = cells
    draft.blocks[row].subtreeEnd = Int32(draft.blocks.count)
  }

  /// A `\|` in a cell is a pipe before anything else looks at it: the backslash stays out of the content.
  private mutating func setEscapedPipes(_ block: Int, _ start: Int, _ stop: Int) {
    var lines: [LineSpan] = []
    var from = start
    var index = start
    while index + 1 < stop {
      if source[index] == Byte.backslash, source[index + 1] == Byte.pipe {
        lines.append(LineSpan(start: Int32(from), end: Int32(index)))
        from = index + 1
        index += 1
      }
      index += 1
    }
    if !lines.isEmpty {
      lines.append(LineSpan(start: Int32(from), end: Int32(stop)))
      setLines(block, lines)
    }
  }
}
