/// A stretch of lines and the blocks that begin in it: the unit that versions of a document share.
///
/// A run begins where a line opens a block, or goes on with a fence or an HTML block, at any depth. Containers may go on from run to
/// run; the run knows which were open at its start (`state`), so that the parse of any run can begin without those before it.
final class Run: Sendable {
  let length: Int
  /// What was open before the first line.
  let state: ParserState
  nonisolated(unsafe) private(set) var blocks: [BlockRecord]
  /// The pieces of blocks that hold their text as it is; the first `lead` belong to the block open at the start.
  let pieces: [InlineRecord]
  let lead: Int
  /// The end of the block of pieces that was open at the start, when it ends in this run. May lie before the run.
  let leadEnd: Int32?
  /// Whether the block of pieces that was open at the start was closed by its own mark.
  let isLeadClosed: Bool
  /// Whether text follows a comment that was open at the start on the line that ends it.
  let hasLeadTail: Bool
  nonisolated(unsafe) private(set) var inlines: InlineRecords
  let lines: [LineSpan]
  let alignments: [TableAlignment]
  let definitions: [DefinitionRecord]
  /// The ends of the containers open at the start that end here, deepest first. May lie before the run.
  let closes: [Int32]
  /// The depths of lists open at the start that this run shows to be loose.
  let loose: [Int32]
  /// How many items this run adds to the lists open at its start, by depth.
  let itemCounts: [(depth: Int32, count: Int32)]
  /// The hashes of labels that inlines asked for, found or not, in the order of asking.
  nonisolated(unsafe) private(set) var lookups: [UInt64]
  nonisolated(unsafe) private(set) var lookupMask: UInt64
  /// How far past its end the parse looked to decide.
  let reach: Int
  nonisolated(unsafe) private(set) var notes: RunNotes
  let diagnostics: [DiagnosticRecord]
  /// How many blocks of the document itself begin in it.
  let blockCount: Int

  var depth: Int { state.frames.count }
  /// The number of open containers that stayed open all through.
  var minDepth: Int { state.frames.count - closes.count }

  init(
    length: Int, state: ParserState, blocks: [BlockRecord], pieces: [InlineRecord], lead: Int, leadEnd: Int32?, isLeadClosed: Bool,
    hasLeadTail: Bool,
    inlines: InlineRecords, lines: [LineSpan], alignments: [TableAlignment], definitions: [DefinitionRecord], closes: [Int32],
    loose: [Int32], itemCounts: [(depth: Int32, count: Int32)], lookups: [UInt64], reach: Int, notes: RunNotes,
    diagnostics: [DiagnosticRecord]
  ) {
    self.length = length
    self.state = state
    self.blocks = blocks
    self.pieces = pieces
    self.lead = lead
    self.leadEnd = leadEnd
    self.isLeadClosed = isLeadClosed
    self.hasLeadTail = hasLeadTail
    self.inlines = inlines
    self.lines = lines
    self.alignments = alignments
    self.definitions = definitions
    self.closes = closes
    self.loose = loose
    self.itemCounts = itemCounts
    self.lookups = lookups
    lookupMask = Run.mask(lookups)
    self.reach = reach
    self.notes = notes
    self.diagnostics = diagnostics
    var count = 0
    for block in blocks where block.parent == -1 { count += 1 }
    blockCount = count
  }

  private static func mask(_ keys: [UInt64]) -> UInt64 {
    var mask: UInt64 = 0
    for key in keys { mask |= 1 << (key & 63) }
    return mask
  }

  /// Puts the inlines into a run that nobody else holds yet; afterwards it changes no more.
  func take(inlines: [InlineRecord], lookups: [UInt64], notes: RunNotes) {
    self.inlines = InlineRecords(inlines)
    self.lookups = lookups
    self.notes = notes
    lookupMask = Run.mask(lookups)
  }

  /// Tells a block of a run that nobody else holds yet where its inlines are.
  @inline(__always)
  func setInlines(ofBlock index: Int, _ range: Range<Int>) {
    blocks[index].inlineStart = Int32(range.lowerBound)
    blocks[index].inlineEnd = Int32(range.upperBound)
  }

  /// Gives the run with other inlines.
  func with(blocks: [BlockRecord], inlines: InlineRecords, lookups: [UInt64], notes: RunNotes) -> Run {
    Run(
      length: length, state: state, blocks: blocks, pieces: pieces, lead: lead, leadEnd: leadEnd, isLeadClosed: isLeadClosed,
      hasLeadTail: hasLeadTail,
      inlines: inlines, lines: lines, alignments: alignments, definitions: definitions, closes: closes, loose: loose,
      itemCounts: itemCounts, lookups: lookups, reach: reach, notes: notes, diagnostics: diagnostics)
  }
}

/// What a run holds, for those who only want to know whether to look.
struct RunNotes: OptionSet, Sendable {
  let rawValue: UInt8
  static let headings = RunNotes(rawValue: 1)
  static let definitions = RunNotes(rawValue: 2)
  static let footnotes = RunNotes(rawValue: 4)
  static let frontMatter = RunNotes(rawValue: 8)
  static let html = RunNotes(rawValue: 16)
  static let contents = RunNotes(rawValue: 32)
}

/// A bound that the parser met.
struct DiagnosticRecord: Sendable {
  var kind: MarkdownDiagnostic.Kind
  var start: Int32
}

/// How the cells of a table's column are set.
public enum TableAlignment: UInt8, Sendable {
  case none, left, center, right
}
