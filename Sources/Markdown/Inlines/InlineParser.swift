/// Parses the inlines of one block's content into tokens, pairs them, and writes them out as a run's records.
///
/// One parser serves many blocks, so that its arrays are made once. Each step is linear in the content: what has been searched for in
/// vain is remembered, brackets and delimiters are looked back at only over those that may still pair.
struct InlineParser {
  let options: MarkdownOptions
  let definitions: DefinitionTable
  /// What the bytes are, as `InlineSpecials` says.
  let special: UnsafePointer<UInt8>

  var source: Source
  var start = 0
  var end = 0
  var position = 0
  var textStart = 0
  /// What the bytes from `textStart` up to `position` are, together.
  var seen: UInt8 = 0

  var tokens: [InlineToken] = []
  var pairs: [InlinePair] = []
  var delimiters: [InlineDelimiter] = []
  var lastDelimiter: Int32 = -1
  var brackets: [InlineBracket] = []
  /// The brackets below this index that are no images stand around a link.
  var inactiveBrackets = 0
  var parts: [InlineLinkParts] = []

  // What is known not to follow.
  var hasScannedBackticks = false
  var backtickEnds: [Int32] = []
  var noMore: Missing = []
  /// No address has its domain end here or before.
  var failedDomainEnd = 0

  // Where records go.
  var inlines: [InlineRecord] = []
  var lookups: [UInt64] = []
  var hasFootnotes = false
  var spanStarts: [Int32] = []
  var spanSources: [Int32] = []
  var lastSpan = 0
  var open: [OpenInline] = []
  var scratch: [UInt8] = []
  /// From this many tokens on it is tried to write them out.
  var enough = InlineParser.many
  /// How often that was tried in vain.
  var tries = 0
  /// The end of the last record when it is text that more may join; -1 otherwise.
  var textEnd: Int32 = -1

  /// From this many pieces in one block on, memory is given back at once instead of kept for the next block.
  static let many = 1 << 16

  struct Missing: OptionSet {
    let rawValue: UInt8
    static let comment = Missing(rawValue: 1)
    static let instruction = Missing(rawValue: 2)
    static let declaration = Missing(rawValue: 4)
    static let cdata = Missing(rawValue: 8)
    static let dollar = Missing(rawValue: 16)
    static let doubleDollar = Missing(rawValue: 32)
  }

  struct OpenInline {
    var record: Int32
    var isLink: Bool
  }

  init(source: Source, options: MarkdownOptions, definitions: DefinitionTable) {
    self.source = source
    self.options = options
    self.definitions = definitions
    special = InlineSpecials.table(options)
    backtickEnds = [Int32](repeating: -1, count: 256)
  }

  /// Parses the content in `start..<end` of `source` and appends its records. The spans must be set.
  mutating func parse(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
    position = start
    textStart = start
    textEnd = -1
    let special = self.special
    let source = self.source
    seen = 0
    enough = InlineParser.many
    tries = 0
    while true {
      var index = position
      var mixed = seen
      while index + 4 <= end {
        let four =
          special[Int(source[index])] | special[Int(source[index + 1])] | special[Int(source[index + 2])]
          | special[Int(source[index + 3])]
        if four & InlineSpecials.ends != 0 { break }
        mixed |= four
        index += 4
      }
      while index < end {
        let one = special[Int(source[index])]
        if one & InlineSpecials.ends != 0 { break }
        mixed |= one
        index += 1
      }
      seen = mixed
      position = index
      if index >= end { break }
      takeSpecial(source[index])
      // What turned out to be text after all.
      index = max(index, textStart)
      while index < position {
        seen |= special[Int(source[index])]
        index += 1
      }
      if tokens.count >= enough, brackets.isEmpty { writeOutEarly() }
    }
    if tokens.isEmpty {
      emitText(textStart, end, textFlags)
    } else {
      flushText(to: end)
      pairDelimiters(after: -1)
      if !brackets.isEmpty { brackets.removeAll(keepingCapacity: tokens.count <= InlineParser.many) }
      inactiveBrackets = 0
      writeOut()
    }
    noMore = []
    failedDomainEnd = 0
    if hasScannedBackticks {
      hasScannedBackticks = false
      for index in backtickEnds.indices { backtickEnds[index] = -1 }
    }
  }

  private mutating func takeSpecial(_ byte: UInt8) {
    switch byte {
    case Byte.lineFeed, Byte.carriageReturn: takeLineEnd()
    case Byte.backslash: takeBackslash()
    case Byte.backtick: takeBackticks()
    case Byte.star, Byte.underscore: takeDelimiters(byte)
    case Byte.tilde, Byte.equals: takeDelimiters(byte)
    case Byte.openBracket: takeOpenBracket()
    case Byte.bang:
      if position + 1 < end, source[position + 1] == Byte.openBracket {
        flushText(to: position)
        pushBracket(isImage: true)
      } else {
        position += 1
      }
    case Byte.closeBracket: takeCloseBracket()
    case Byte.less: takeLess()
    case Byte.ampersand: takeEntity()
    case Byte.dollar: takeDollar()
    case Byte.colon:
      if options.contains(.autolinks), takeScheme() { return }
      if options.contains(.emoji), takeEmoji() { return }
      position += 1
    case Byte.dot: if !takeWWW() { position += 1 }
    case Byte.at: if !takeEmail() { position += 1 }
    default: position += 1
    }
  }

  // MARK: Tokens

  private var textFlags: UInt8 { seen & InlineSpecials.escapes == 0 ? InlineFlag.plain : 0 }

  @inline(__always)
  mutating func flushText(to stop: Int) {
    if stop > textStart {
      tokens.append(
        InlineToken(
          kind: .text, inline: .text, flags: textFlags, start: Int32(truncatingIfNeeded: textStart), end: Int32(truncatingIfNeeded: stop))
      )
    }
    textStart = stop
    seen = 0
  }

  /// Adds a leaf from `position` on and goes past it.
  mutating func addLeaf(_ kind: MarkdownKind, to stop: Int, inner: Range<Int>? = nil, flags: UInt8 = 0) {
    flushText(to: position)
    var token = InlineToken(
      kind: .leaf, inline: kind, flags: flags, start: Int32(truncatingIfNeeded: position), end: Int32(truncatingIfNeeded: stop))
    if let inner {
      token.inner = Int32(truncatingIfNeeded: inner.lowerBound)
      token.innerEnd = Int32(truncatingIfNeeded: inner.upperBound)
    }
    tokens.append(token)
    position = stop
    textStart = stop
  }

  private mutating func takeLineEnd() {
    let next = afterLineEnd(source, position, end)
    if next >= end {
      position = end
      return
    }
    var blanks = position
    while blanks > textStart, source[blanks - 1].isSpaceOrTab { blanks -= 1 }
    let isHard = position - blanks >= 2 && source[position - 1] == Byte.space && source[position - 2] == Byte.space
    flushText(to: blanks)
    position = blanks
    addLeaf(isHard ? .hardBreak : .softBreak, to: next)
  }

  private mutating func takeBackslash() {
    let next = position + 1
    guard next < end else {
      position = next
      return
    }
    if source[next].isASCIIPunctuation {
      addLeaf(.escape, to: next + 1)
    } else if source[next].isLineEnd, afterLineEnd(source, next, end) < end {
      addLeaf(.hardBreak, to: afterLineEnd(source, next, end), flags: InlineFlag.backslash)
    } else {
      position = next
    }
  }

  private mutating func takeBackticks() {
    let open = position
    var inside = open
    while inside < end, source[inside] == Byte.backtick { inside += 1 }
    let length = inside - open
    guard let close = closingBackticks(length, after: inside) else {
      position = inside
      return
    }
    var from = inside
    var to = close
    let first = source[from]
    let last = source[to - 1]
    if first == Byte.space || first.isLineEnd, last == Byte.space || last.isLineEnd {
      var index = from
      while index < to, source[index] == Byte.space || source[index].isLineEnd { index += 1 }
      if index < to {
        from = afterLineEnd(source, from, to)
        to -= last == Byte.lineFeed && to - 2 >= from && source[to - 2] == Byte.carriageReturn ? 2 : 1
      }
    }
    addLeaf(.codeSpan, to: close + length, inner: from..<to)
  }

  private mutating func closingBackticks(_ length: Int, after place: Int) -> Int? {
    guard length < 256 else { return nil }
    if hasScannedBackticks, Int(backtickEnds[length]) <= place { return nil }
    var index = place
    while index < end {
      if source[index] != Byte.backtick {
        index += 1
        continue
      }
      let run = index
      while index < end, source[index] == Byte.backtick { index += 1 }
      if index - run == length { return run }
      if index - run < 256 { backtickEnds[index - run] = Int32(truncatingIfNeeded: index) }
    }
    hasScannedBackticks = true
    return nil
  }

  // MARK: Delimiters

  private mutating func takeDelimiters(_ byte: UInt8) {
    var stop = position + 1
    while stop < end, source[stop] == byte { stop += 1 }
    let length = stop - position
    if byte == Byte.tilde && length > 2 || byte == Byte.equals && length != 2 {
      position = stop
      return
    }
    let before = neighbour(before: position)
    let after = neighbour(after: stop)
    let isLeft = after != .blank && (after != .punctuation || before != .other)
    let isRight = before != .blank && (before != .punctuation || after != .other)
    var canOpen = isLeft
    var canClose = isRight
    if byte == Byte.underscore {
      canOpen = isLeft && (!isRight || before == .punctuation)
      canClose = isRight && (!isLeft || after == .punctuation)
    }
    guard canOpen || canClose else {
      position = stop
      return
    }
    flushText(to: position)
    let token = Int32(tokens.count)
    tokens.append(
      InlineToken(
        kind: .delimiter, inline: .text, flags: 0, start: Int32(truncatingIfNeeded: position), end: Int32(truncatingIfNeeded: stop)))
    let index = Int32(delimiters.count)
    delimiters.append(
      InlineDelimiter(
        token: token, length: Int32(truncatingIfNeeded: length), previous: lastDelimiter, next: -1, character: byte, canOpen: canOpen,
        canClose: canClose))
    if lastDelimiter >= 0 { delimiters[Int(lastDelimiter)].next = index }
    lastDelimiter = index
    position = stop
    textStart = stop
  }

  enum Neighbour { case blank, punctuation, other }

  private func neighbour(before place: Int) -> Neighbour {
    guard place > start else { return .blank }
    let byte = source[place - 1]
    if byte < 0x80 { return byte.isASCIISpace ? .blank : byte.isASCIIPunctuation ? .punctuation : .other }
    return neighbour(decodeScalarBefore(source, place, start))
  }

  private func neighbour(after place: Int) -> Neighbour {
    guard place < end else { return .blank }
    let byte = source[place]
    if byte < 0x80 { return byte.isASCIISpace ? .blank : byte.isASCIIPunctuation ? .punctuation : .other }
    return neighbour(decodeScalar(source, place, end).0)
  }

  private func neighbour(_ scalar: Unicode.Scalar) -> Neighbour {
    switch scalar.properties.generalCategory {
    case .spaceSeparator: .blank
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      .punctuation
    default: .other
    }
  }
}
