/// Finds the blocks of a text, line by line, as CommonMark's appendix describes, and cuts them into runs.
///
/// It works on a window of whole lines; places are counted from the window's start. It reads nothing before the window and needs no
/// more than `ParserState` to begin anywhere, which is what makes edits cheap at any depth. Nothing recurses; a line costs its own
/// length, except for the containers that a run's state lists, which are copied no oftener than every `16 × depth` bytes.
struct BlockParser {
  /// A run is cut at the first chance after this many bytes.
  static let runTarget = 2048
  /// No run is left smaller than this when the next one can be taken in.
  static let runLeast = 256
  /// How far front matter may reach.
  static let frontMatterReach = 1 << 16

  let options: MarkdownOptions
  var source: Source
  /// The end of the window.
  var end: Int
  /// Whether the window reaches to the end of the text.
  var isFinal: Bool

  // The line at work.
  var lineStart = 0
  var lineStop = 0
  var nextLine = 0
  var offset = 0
  var column = 0
  var isTabCut = false
  var nonspace = 0
  var indent = 0
  var isBlank = false
  /// How many containers the line belongs to, before it opens any.
  var matched = 0
  var hasOpened = false

  /// Where a line was seen to hold something else than a mark and blanks, and the mark.
  var otherByte = -1
  var otherByteMark: UInt8 = 0

  // What is open.
  var frames: [Frame]
  var quotes: [Int] = []
  var leaf: OpenLeaf
  var isAfterBlank: Bool
  var blankDepth: Int
  var contentEnd: Int
  var isAtStart: Bool
  /// The lines of the open paragraph, each with its line end.
  var paragraph: [LineSpan] = []
  var isParagraphFirst = false
  /// The record of the open block of pieces, -1 when an earlier run has it.
  var literal = -1
  var pieceStart = 0
  var pendingBlanks: [InlineRecord] = []

  // The run at work.
  var draft = RunDraft()
  var runStart = 0
  var runs: [Run] = []
  var nextID: UInt32

  // Where the parse may stop, when it repeats an old one.
  var oldRuns: RunList?
  var oldIndex = 0
  /// The place of the old run's start in this window.
  var oldPosition = 0
  var hasStopped = false

  var scratch: [UInt8] = []
  var rowCells: [(Int, Int)] = []

  init(source: Source, end: Int, isFinal: Bool, state: ParserState, options: MarkdownOptions, nextID: UInt32) {
    self.source = source
    self.end = end
    self.isFinal = isFinal
    self.options = options
    self.nextID = nextID
    frames = state.frames
    leaf = state.leaf
    isAfterBlank = state.isAfterBlank
    blankDepth = state.blankDepth
    contentEnd = -state.distance
    isAtStart = state.isAtStart
    draft.state = state
    for index in frames.indices {
      if frames[index].kind == .quote { quotes.append(index) }
      if frames[index].mark > 0 { frames[index].mark += contentEnd } else { frames[index].mark = Int.min }
    }
  }

  enum Outcome { case finished, stopped, needsMore }

  /// Parses until the window ends or an old run begins in the same state as it did before.
  mutating func parse() -> Outcome {
    while nextLine < end {
      if isAtStart, !isFinal, end < BlockParser.frontMatterReach { return .needsMore }
      line()
      if hasStopped { return .stopped }
    }
    guard isFinal else { return .needsMore }
    closeLeaf()
    closeFrames(to: 0)
    if end > runStart || runs.isEmpty && !draft.blocks.isEmpty || end == runStart && !draft.closes.isEmpty || draft.leadEnd != nil {
      cutRun(at: end)
    }
    return .finished
  }

  // MARK: One line

  private mutating func line() {
    lineStart = nextLine
    lineStop = lineEnd(source, from: lineStart, to: end)
    nextLine = afterLineEnd(source, lineStop, end)
    offset = lineStart
    column = 0
    isTabCut = false
    hasOpened = false
    if isAtStart {
      if lineStart + 2 < end, source[lineStart] == 0xEF, source[lineStart + 1] == 0xBB, source[lineStart + 2] == 0xBF { offset += 3 }
      isAtStart = false
      if options.contains(.frontMatter), openFrontMatter() { return }
    }
    findNonspace()
    matched = 0
    if !frames.isEmpty { matchFrames() }
    if leaf.isLiteral {
      if matched == frames.count {
        if continueLiteral() { return }
        if hasStopped { return }
      } else {
        closeLiteral(byMark: false)
      }
    }
    openBlocks()
    if hasStopped { return }
    if !isBlank { isAfterBlank = false }
  }

  /// Walks down the open containers as far as the line belongs to them.
  private mutating func matchFrames() {
    var nextQuote = 0
    loop: while matched < frames.count {
      switch frames[matched].kind {
      case .quote:
        guard indent < 4, !isBlank, source[nonspace] == Byte.greater else { break loop }
        takeQuoteMark()
        frames[matched].mark = nonspace + 1
        findNonspace()
      case .list:
        break
      case .item, .footnote:
        if isBlank {
          // Items take blank lines whatever their indent; go straight to the next quote.
          while nextQuote < quotes.count, quotes[nextQuote] < matched { nextQuote += 1 }
          let last = frames.count - 1
          if nextQuote < quotes.count {
            matched = quotes[nextQuote]
          } else {
            matched = frames[last].kind == .table || (frames[last].kind != .list && !frames[last].hasChild) ? last : frames.count
          }
          if matched == frames.count || frames[matched].kind != .quote { break loop }
          continue loop
        }
        let width = frames[matched].kind == .item ? Int(frames[matched].width) : 4
        guard indent >= width else { break loop }
        advance(columns: width)
        findNonspace()
      case .table:
        if isBlank { break loop }
      }
      matched += 1
    }
  }

  /// Opens the blocks that begin on this line, then takes its rest as text.
  private mutating func openBlocks() {
    while !isBlank {
      let isParagraphOpen = leaf == .paragraph
      let isDirect = isParagraphOpen && matched == frames.count && !hasOpened
      if indent >= 4 {
        if isParagraphOpen { break }
        openIndentedCode()
        return
      }
      let byte = source[nonspace]
      // Letters and most other bytes begin nothing.
      if byte >= 0x80 || byte.isLetter { break }
      switch openBlock(byte, isParagraphOpen: isParagraphOpen, isDirect: isDirect) {
      case .leaf: return
      case .container: findNonspace()
      case .none:
        takeText(isParagraphOpen: leaf == .paragraph)
        return
      }
      if hasStopped { return }
    }
    if isBlank {
      takeBlank()
    } else {
      takeText(isParagraphOpen: leaf == .paragraph)
    }
  }

  enum Opened { case none, leaf, container }

  private mutating func takeBlank() {
    if hasOpened {
      isAfterBlank = false
      return
    }
    closeLeaf()
    closeFrames(to: matched)
    isAfterBlank = true
    blankDepth = (quotes.last ?? -1) + 1
  }

  private mutating func takeText(isParagraphOpen: Bool) {
    let stop = trimmedEnd(source, nonspace, lineStop)
    if isParagraphOpen {
      paragraph.append(LineSpan(start: Int32(truncatingIfNeeded: nonspace), end: Int32(truncatingIfNeeded: nextLine)))
      contentEnd = stop
      return
    }
    if let top = frames.last, top.kind == .table, matched == frames.count, !hasOpened {
      guard begin(.tableRow) else { return }
      addRow(nonspace, stop, isHeader: false)
      contentEnd = stop
      return
    }
    guard begin(.paragraph) else { return }
    var start = nonspace
    if let top = frames.last {
      isParagraphFirst = !top.hasChild
      if top.kind == .item, !top.hasChild, options.contains(.taskLists), let box = taskBox(stop) {
        draft.blocks[Int(top.block)].flags |= BlockFlag.task | (box.isChecked ? BlockFlag.checked : 0)
        draft.blocks[Int(top.block)].payload = Int32(nonspace - runStart)
        start = box.next
      }
      frames[frames.count - 1].hasChild = true
      frames[frames.count - 1].hasContent = true
    } else {
      isParagraphFirst = false
    }
    leaf = .paragraph
    paragraph.append(LineSpan(start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: nextLine)))
    contentEnd = stop
  }

  private func taskBox(_ stop: Int) -> (isChecked: Bool, next: Int)? {
    guard nonspace + 4 < stop, source[nonspace] == Byte.openBracket, source[nonspace + 2] == Byte.closeBracket,
      source[nonspace + 3].isSpaceOrTab
    else { return nil }
    let mark = source[nonspace + 1]
    guard mark == Byte.space || mark | 0x20 == 0x78 else { return nil }
    var next = nonspace + 3
    while source[next].isSpaceOrTab { next += 1 }
    return (mark != Byte.space, next)
  }

  // MARK: Columns

  mutating func findNonspace() {
    var index = offset
    var at = column
    while index < lineStop {
      let byte = source[index]
      if byte == Byte.space {
        at += 1
      } else if byte == Byte.tab {
        at += 4 - at & 3
      } else {
        break
      }
      index += 1
    }
    nonspace = index
    indent = at - column
    isBlank = index == lineStop
  }

  mutating func advance(columns: Int) {
    var left = columns
    while left > 0, offset < lineStop {
      if source[offset] == Byte.tab {
        let toStop = 4 - column & 3
        if toStop > left {
          column += left
          isTabCut = true
          return
        }
        column += toStop
        left -= toStop
      } else {
        column += 1
        left -= 1
      }
      offset += 1
      isTabCut = false
    }
  }

  /// Goes to a place after blanks that lead up to `nonspace`.
  mutating func advance(to place: Int) {
    if place >= nonspace {
      column += indent + (place - nonspace)
      offset = place
      isTabCut = false
    }
  }

  /// Goes past a `>` at `nonspace` and the blank after it.
  mutating func takeQuoteMark() {
    advance(to: nonspace + 1)
    if offset < lineStop, source[offset].isSpaceOrTab { advance(columns: 1) }
  }
}
