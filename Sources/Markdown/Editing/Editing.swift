import TextModel

extension MarkdownDocument {
  /// Gives the document with a string in the place of a range, and what changed.
  ///
  /// Parses again from the last place before the edit where the parser's state is known to the first place after it where the state is
  /// what it was: for most edits two or three kilobytes, at any depth. The blocks outside keep their identity.
  public func editing(_ range: TextRange, with replacement: String) -> (document: MarkdownDocument, changes: MarkdownChanges) {
    updating(to: text.replacing(range, with: replacement), replacing: range, count: replacement.utf8.count)
  }

  /// Gives the document of a text that was made from this one's by putting `count` bytes in the place of `range`.
  public func updating(
    to newText: ChunkedText, replacing range: TextRange, count: Int
  ) -> (document: MarkdownDocument, changes: MarkdownChanges) {
    var reparse = Reparse(self, newText, range, count)
    return reparse.run()!
  }

  /// Does what `updating` does unless more than `limit` bytes would have to be parsed: then nil, after no more work than that.
  ///
  /// For the main thread, where 64 kB keep within a millisecond: almost every edit is done at once. For the others (a fence opened at
  /// the top of a long text, a definition that thousands of links use) show `carrying(to:replacing:count:)`, call `updating` off the
  /// main thread, and make the edits that came meanwhile on its result.
  public func updating(
    to newText: ChunkedText, replacing range: TextRange, count: Int, within limit: Int
  ) -> (document: MarkdownDocument, changes: MarkdownChanges)? {
    var reparse = Reparse(self, newText, range, count)
    reparse.limit = limit
    return reparse.run()
  }
}

/// Parses a document again around an edit.
struct Reparse {
  let old: MarkdownDocument.Storage
  let text: ChunkedText
  let edit: TextRange
  let delta: Int
  /// The old runs that are replaced.
  var first = 0
  var last = 0
  var base = 0
  var nextID: UInt32
  var changes: MarkdownChanges
  /// How many bytes may be parsed; past it the work is given up.
  var limit = Int.max

  init(_ document: MarkdownDocument, _ text: ChunkedText, _ edit: TextRange, _ count: Int) {
    old = document.storage
    self.text = text
    self.edit = edit
    delta = count - edit.count
    nextID = old.nextID
    changes = MarkdownChanges(oldRange: edit, newRange: TextRange(edit.lower, count: count))
  }

  mutating func run() -> (document: MarkdownDocument, changes: MarkdownChanges)? {
    let runs = old.runs
    if runs.count == 0 || text.isEmpty { return text.count > limit ? nil : parseAll() }
    first = restart()
    base = runs.start(of: first)
    guard var parsed = parseBlocks() else { return nil }
    changes.oldRange = TextRange(base..<runs.start(of: last))
    changes.newRange = TextRange(base..<runs.start(of: last) + delta)
    let (definitions, redefined) = updatedDefinitions(parsed)
    if limit < Int.max, changes.newRange.count + bytesAsking(for: redefined) > limit { return nil }
    text.withContiguousUTF8(in: changes.newRange) { bytes in
      guard let source = bytes.baseAddress else { return }
      var inlines = InlineParser(source: source, options: old.options, definitions: definitions)
      var start = 0
      for index in parsed.indices {
        let length = parsed[index].length
        inlines.fill(&parsed[index], source + start)
        start += length
      }
    }
    keepIdentities(&parsed, redefined)
    noteAspects(parsed, redefined)
    var list = runs.replacing(first..<last, with: parsed)
    renewOpenLiteral(&list, parsed)
    refill(&list, redefined, definitions, first..<first + parsed.count)
    return (
      MarkdownDocument(
        MarkdownDocument.Storage(text: text, options: old.options, runs: list, definitions: definitions, nextID: nextID)), changes
    )
  }

  private mutating func parseAll() -> (document: MarkdownDocument, changes: MarkdownChanges) {
    let document = MarkdownDocument(text, options: old.options)
    changes.oldRange = old.text.range
    changes.newRange = text.range
    for group in old.runs.groups {
      for run in group.runs { changes.removed += run.blocks.map { BlockID(value: $0.id) } }
    }
    // Identities of the old blocks must not come back.
    let shift = old.nextID
    var runs: [Run] = []
    for group in document.storage.runs.groups {
      for run in group.runs {
        var blocks = run.blocks
        for index in blocks.indices {
          blocks[index].id &+= shift
          changes.inserted.append(BlockID(value: blocks[index].id))
        }
        runs.append(run.with(blocks: blocks, inlines: run.inlines, lookups: run.lookups, notes: run.notes))
      }
    }
    changes.aspects = [.headings, .definitions, .footnotes, .frontMatter, .spacing]
    let storage = document.storage
    return (
      MarkdownDocument(
        MarkdownDocument.Storage(
          text: text, options: old.options, runs: RunList(runs), definitions: storage.definitions, nextID: storage.nextID &+ shift)),
      changes
    )
  }

  // MARK: Blocks

  /// The run to begin at: the last one whose first line lies wholly before the edit, because a run's start depends on that line.
  private func restart() -> Int {
    let lower = edit.lower.utf8
    var index = old.runs.index(at: lower)
    if lower <= old.runs[0].reach { return 0 }
    while index > 0 {
      let start = old.runs.start(of: index)
      if lower - 1 > start, hasLineEnd(start..<lower - 1) { break }
      index -= 1
    }
    return index
  }

  private func hasLineEnd(_ range: Range<Int>) -> Bool {
    var found = false
    text.forEachChunk(in: TextRange(range)) { bytes, _ in
      guard let source = bytes.baseAddress else { return true }
      found = lineEnd(source, from: 0, to: bytes.count) < bytes.count
      return !found
    }
    return found
  }

  /// Parses the blocks; nil when that would pass the limit.
  private mutating func parseBlocks() -> [Run]? {
    let runs = old.runs
    var parser: BlockParser?
    // The first old run that may begin as it did: one whose lines the edit does not touch.
    var candidate = runs.index(at: edit.upper.utf8)
    if runs.start(of: candidate) < edit.upper.utf8 { candidate += 1 }
    var reach = candidate + 1
    // Whether the text begins with front matter shows only after that.
    let most = base == 0 ? max(limit, 2 * BlockParser.frontMatterReach) : limit
    // It cannot stop before there.
    if candidate < runs.count, runs.start(of: candidate) + delta - base > most { return nil }
    while true {
      var isFinal = reach >= runs.count
      var end = isFinal ? text.count : runs.start(of: reach) + delta
      // One run may be as long as the text: a paragraph is never cut.
      let isCut = end - base > most
      if isCut {
        end = text.lines.start(ofLine: text.lines.line(at: TextOffset(base + most))).utf8
        isFinal = false
        if end <= base { return nil }
      }
      let outcome = text.withContiguousUTF8(in: TextRange(base..<end)) { bytes -> BlockParser.Outcome in
        let none: [UInt8] = [0]
        return none.withUnsafeBufferPointer { empty in
          let source = bytes.baseAddress ?? empty.baseAddress!
          var it =
            parser
            ?? BlockParser(
              source: source, end: end - base, isFinal: isFinal, state: runs[first].state, options: old.options, nextID: nextID)
          it.source = source
          it.end = end - base
          it.isFinal = isFinal
          if parser == nil {
            it.oldRuns = runs
            it.oldIndex = candidate
            it.oldPosition = runs.start(of: candidate) + delta - base
          }
          parser = nil
          let outcome = it.parse()
          parser = it
          return outcome
        }
      }
      if outcome == .needsMore {
        if isCut { return nil }
        // The text is copied to be contiguous: what has gone on this far will go on, so that few copies of much are made.
        reach += max(2, (reach - first) * (end - base > 1 << 18 ? 3 : 1))
        continue
      }
      last = outcome == .stopped ? parser!.oldIndex : runs.count
      nextID = parser!.nextID
      return parser!.runs
    }
  }

  // MARK: Definitions

  /// Gives the definitions after the edit and the labels that mean something else than before.
  private func updatedDefinitions(_ parsed: [Run]) -> (DefinitionTable, Set<UInt64>) {
    var keys: Set<UInt64> = []
    old.runs.forEachRun(in: first..<last) { run in for definition in run.definitions { keys.insert(definition.key) } }
    for run in parsed { for definition in run.definitions { keys.insert(definition.key) } }
    if keys.isEmpty { return (old.definitions, []) }
    var targets: [UInt64: DefinitionTable.Target] = [:]
    func look(_ run: Run, _ start: Int) {
      guard run.definitions.contains(where: { keys.contains($0.key) && targets[$0.key] == nil }) else { return }
      text.withContiguousUTF8(in: TextRange(TextOffset(start), count: run.length)) { bytes in
        guard let source = bytes.baseAddress else { return }
        for definition in run.definitions where keys.contains(definition.key) && targets[definition.key] == nil {
          targets[definition.key] = DefinitionTable.target(definition, run, source)
        }
      }
    }
    lookThrough(0..<first, 0, look)
    var start = base
    for run in parsed {
      look(run, start)
      start += run.length
    }
    if targets.count < keys.count { lookThrough(last..<old.runs.count, delta, look) }
    var redefined: Set<UInt64> = []
    var table = old.definitions
    for key in keys where table[key] != targets[key] {
      redefined.insert(key)
      table[key] = targets[key]
    }
    return (table, redefined)
  }

  private func lookThrough(_ range: Range<Int>, _ shift: Int, _ look: (Run, Int) -> Void) {
    var index = 0
    var start = 0
    for group in old.runs.groups {
      if index + group.runs.count <= range.lowerBound || index >= range.upperBound {
        index += group.runs.count
        start += group.length
        continue
      }
      for run in group.runs {
        if range.contains(index), run.notes.contains(.definitions) { look(run, start + shift) }
        index += 1
        start += run.length
      }
    }
  }

  /// How many bytes lie in runs that ask for one of some labels.
  private func bytesAsking(for keys: Set<UInt64>) -> Int {
    guard !keys.isEmpty else { return 0 }
    var mask: UInt64 = 0
    for key in keys { mask |= 1 << (key & 63) }
    var bytes = 0
    for group in old.runs.groups {
      for run in group.runs where run.lookupMask & mask != 0 && run.lookups.contains(where: { keys.contains($0) }) { bytes += run.length }
      if bytes > limit { break }
    }
    return bytes
  }

  /// Parses the inlines again that asked for a label that means something else now.
  private mutating func refill(_ list: inout RunList, _ keys: Set<UInt64>, _ definitions: DefinitionTable, _ done: Range<Int>) {
    guard !keys.isEmpty else { return }
    var mask: UInt64 = 0
    for key in keys { mask |= 1 << (key & 63) }
    var groups: [(Int, [Run])] = []
    var index = 0
    var start = 0
    for (place, group) in list.groups.enumerated() {
      var changed: [Run]?
      for (inside, run) in group.runs.enumerated() {
        if !done.contains(index), run.lookupMask & mask != 0, run.lookups.contains(where: { keys.contains($0) }) {
          let range = TextRange(TextOffset(start), count: run.length)
          let new = text.withContiguousUTF8(in: range) { bytes -> Run in
            var parser = InlineParser(source: bytes.baseAddress!, options: old.options, definitions: definitions)
            var filled = run.with(blocks: run.blocks, inlines: [], lookups: [], notes: run.notes)
            parser.fill(&filled, bytes.baseAddress!)
            return renewed(filled, run, keys)
          }
          if changed == nil { changed = group.runs }
          changed![inside] = new
          changes.redefined.append(range)
        }
        index += 1
        start += run.length
      }
      if let changed { groups.append((place, changed)) }
    }
    for (place, runs) in groups { list.replaceGroup(place, with: runs) }
  }
}
