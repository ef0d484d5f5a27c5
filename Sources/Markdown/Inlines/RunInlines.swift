/// Fills runs with the inlines of their blocks.
extension InlineParser {
  /// Gives a run its inlines. `base` is the run's first byte. A run that somebody else holds stays as it is, and another one takes its place.
  mutating func fill(_ run: inout Run, _ base: Source) {
    if !isKnownUniquelyReferenced(&run) {
      run = run.with(blocks: run.blocks, inlines: [], lookups: [], notes: run.notes)
    }
    inlines.removeAll(keepingCapacity: true)
    lookups.removeAll(keepingCapacity: true)
    hasFootnotes = false
    for index in run.blocks.indices where run.blocks[index].kind.holdsInlines {
      let start = inlines.count
      fill(run.blocks[index], run, base)
      run.setInlines(ofBlock: index, start..<inlines.count)
    }
    var notes = run.notes
    if hasFootnotes { notes.insert(.footnotes) }
    guard inlines.count > InlineParser.many else {
      return run.take(inlines: exact(inlines), lookups: exact(lookups), notes: notes)
    }
    // A copy would hold millions of records twice, and room that was never written to takes no memory; but not much of it is kept.
    run.take(inlines: inlines.capacity > 2 * inlines.count ? exact(inlines) : inlines, lookups: lookups, notes: notes)
    inlines = []
    lookups = []
  }

  private mutating func fill(_ block: BlockRecord, _ run: Run, _ base: Source) {
    guard block.flags & BlockFlag.lines != 0 else {
      source = base
      guard block.length > 0 else { return }
      setSpan(Int(block.start), block.start)
      parse(Int(block.start), Int(block.end))
      return
    }
    let first = Int(block.payload) + 1
    let count = Int(run.lines[Int(block.payload)].start)
    if count == 1 {
      let line = run.lines[first]
      source = base
      guard line.end > line.start else { return }
      setSpan(Int(line.start), line.start)
      parse(Int(line.start), Int(line.end))
      return
    }
    // The lines without the prefixes between them.
    var bytes = scratch
    scratch = []
    bytes.removeAll(keepingCapacity: true)
    spanStarts.removeAll(keepingCapacity: true)
    spanSources.removeAll(keepingCapacity: true)
    for index in first..<(first + count) {
      let line = run.lines[index]
      guard line.end > line.start else { continue }
      spanStarts.append(Int32(bytes.count))
      spanSources.append(line.start)
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + Int(line.start), count: Int(line.end - line.start)))
    }
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      source = start
      parse(0, buffer.count)
    }
    scratch = bytes
  }
}
