import TextModel

extension MarkdownDocument {
  /// Gives the old tree over a new text, nothing parsed: what lies after the edit has moved, what lies around it has grown or shrunk.
  ///
  /// This is what is shown while `updating` works elsewhere; its answers about the edited place itself are those of before.
  /// O(runs touched + runs / 96).
  public func carrying(to newText: ChunkedText, replacing range: TextRange, count: Int) -> MarkdownDocument {
    let runs = storage.runs
    guard runs.count > 0 else {
      return MarkdownDocument(
        Storage(text: newText, options: options, runs: runs, definitions: storage.definitions, nextID: storage.nextID))
    }
    let lower = range.lower.utf8
    let upper = range.upper.utf8
    let first = runs.index(at: max(0, lower - 1))
    var last = runs.index(at: max(0, upper - 1))
    last = max(first, last)
    var carried: [Run] = []
    for index in first...last {
      let start = runs.start(of: index)
      let mover = Mover(start: start, isFirst: index == 0, lower: lower, upper: upper, count: count)
      carried.append(mover.moved(runs[index]))
    }
    return MarkdownDocument(
      Storage(
        text: newText, options: options, runs: runs.replacing(first..<last + 1, with: carried), definitions: storage.definitions,
        nextID: storage.nextID))
  }
}

/// Moves the places of a run over an edit.
struct Mover: Sendable {
  let start: Int
  let isFirst: Bool
  let lower: Int
  let upper: Int
  let count: Int

  /// Where a place of the old text lies in the new one. The start of the text stays where it is.
  private func place(_ old: Int) -> Int {
    if old <= lower && (old < upper || lower < upper || isFirst && old == 0) { return old }
    return old >= upper ? old + count - (upper - lower) : lower
  }

  private var newStart: Int { place(start) }

  private func moved(_ relative: Int32) -> Int32 { Int32(truncatingIfNeeded: place(start + Int(relative)) - newStart) }

  private func moved(_ span: LineSpan) -> LineSpan {
    let from = moved(span.start)
    return LineSpan(start: from, end: max(from, moved(span.end)))
  }

  /// Whether the edit reaches into some bytes or stands at their end.
  private func isTouched(_ from: Int32, _ to: Int32) -> Bool { start + Int(from) < max(upper, lower + 1) && lower <= start + Int(to) }

  func moved(_ record: InlineRecord) -> InlineRecord {
    // Most lie wholly before the edit or behind it.
    if start + Int(record.end) < lower { return record }
    var record = record
    if start + Int(record.start) > upper {
      let shift = Int32(truncatingIfNeeded: count - (upper - lower) + start - newStart)
      record.start += shift
      record.end += shift
      return record
    }
    // What was a mark and its meaning may be anything now.
    if record.kind == .escape || record.kind == .entity || record.kind == .emoji, isTouched(record.start, record.end) {
      record.kind = .text
    }
    record.start = moved(record.start)
    record.end = max(record.start, moved(record.end))
    return record
  }

  func moved(_ run: Run) -> Run {
    var blocks = run.blocks
    for index in blocks.indices {
      let end = blocks[index].end
      blocks[index].start = moved(blocks[index].start)
      if !blocks[index].isUnfinished { blocks[index].length = max(0, moved(end) - blocks[index].start) }
      var isTask = blocks[index].kind == .listItem && blocks[index].flags & BlockFlag.task != 0
      if isTask, isTouched(blocks[index].payload, blocks[index].payload + 3) {
        blocks[index].flags &= ~(BlockFlag.task | BlockFlag.checked)
        isTask = false
      }
      if isTask || blocks[index].kind == .alert { blocks[index].payload = moved(blocks[index].payload) }
    }
    var definitions = run.definitions
    for index in definitions.indices {
      definitions[index].label = moved(definitions[index].label)
      definitions[index].destination = moved(definitions[index].destination)
    }
    // The entry before a block's lines counts them; it is no place.
    var lines = run.lines.map(moved)
    for block in run.blocks where block.flags & BlockFlag.lines != 0 { lines[Int(block.payload)] = run.lines[Int(block.payload)] }
    return Run(
      length: max(0, place(start + run.length) - newStart), state: run.state, blocks: blocks, pieces: run.pieces.map(moved),
      lead: run.lead, leadEnd: run.leadEnd.map(moved), isLeadClosed: run.isLeadClosed, hasLeadTail: run.hasLeadTail,
      inlines: run.inlines.moved(self), lines: lines,
      alignments: run.alignments, definitions: definitions, closes: run.closes.map(moved), loose: run.loose,
      itemCounts: run.itemCounts, lookups: run.lookups, reach: run.reach, notes: run.notes, diagnostics: run.diagnostics)
  }
}
