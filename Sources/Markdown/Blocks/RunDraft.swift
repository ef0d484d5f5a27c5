/// Collects what a run will hold while its lines are parsed.
struct RunDraft {
  var blocks: [BlockRecord] = []
  var pieces: [InlineRecord] = []
  var lead = 0
  var leadEnd: Int32?
  var isLeadClosed = false
  var hasLeadTail = false
  var lines: [LineSpan] = []
  var alignments: [TableAlignment] = []
  var definitions: [DefinitionRecord] = []
  var closes: [Int32] = []
  var loose: [Int32] = []
  var itemCounts: [(depth: Int32, count: Int32)] = []
  var reach = 0
  var notes: RunNotes = []
  var diagnostics: [DiagnosticRecord] = []
  var state = ParserState()

  mutating func reset() {
    blocks.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    lead = 0
    leadEnd = nil
    isLeadClosed = false
    hasLeadTail = false
    lines.removeAll(keepingCapacity: true)
    alignments.removeAll(keepingCapacity: true)
    definitions.removeAll(keepingCapacity: true)
    closes.removeAll(keepingCapacity: true)
    loose.removeAll(keepingCapacity: true)
    itemCounts.removeAll(keepingCapacity: true)
    reach = 0
    notes = []
    diagnostics.removeAll(keepingCapacity: true)
  }

  /// Makes the run, without inlines yet. Its arrays are as large as what they hold; the draft keeps its own for the next run.
  func finished(length: Int) -> Run {
    Run(
      length: length, state: state, blocks: exact(blocks), pieces: exact(pieces), lead: lead, leadEnd: leadEnd,
      isLeadClosed: isLeadClosed, hasLeadTail: hasLeadTail, inlines: [], lines: exact(lines), alignments: exact(alignments),
      definitions: exact(definitions),
      closes: exact(closes), loose: exact(loose), itemCounts: itemCounts, lookups: [], reach: reach, notes: notes,
      diagnostics: diagnostics)
  }
}

/// Copies an array without the room that it has left.
func exact<Element>(_ array: [Element]) -> [Element] {
  guard !array.isEmpty else { return [] }
  return [Element](unsafeUninitializedCapacity: array.count) { target, count in
    count = array.withUnsafeBufferPointer { target.initialize(fromContentsOf: $0) }
  }
}
