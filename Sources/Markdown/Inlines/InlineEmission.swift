/// Writes paired tokens out as records in document order, with places counted from the run.
extension InlineParser {
  /// Emits the tokens, none of which can pair any more, and forgets them.
  mutating func writeOut() {
    let keeps = tokens.count <= 2 * InlineParser.many
    lastDelimiter = -1
    // Emptying an array that is empty costs as much as a short text.
    if !delimiters.isEmpty { delimiters.removeAll(keepingCapacity: keeps) }
    emit()
    tokens.removeAll(keepingCapacity: keeps)
    if !pairs.isEmpty { pairs.removeAll(keepingCapacity: keeps) }
    if !parts.isEmpty { parts.removeAll(keepingCapacity: keeps) }
  }

  /// Sets where the content comes from when it lies in one piece: `start` of the source is `place` of the run.
  mutating func setSpan(_ start: Int, _ place: Int32) {
    if spanStarts.count == 1 {
      spanStarts[0] = Int32(truncatingIfNeeded: start)
      spanSources[0] = place
      return
    }
    spanStarts.removeAll(keepingCapacity: true)
    spanSources.removeAll(keepingCapacity: true)
    spanStarts.append(Int32(truncatingIfNeeded: start))
    spanSources.append(place)
  }

  /// The span that holds a place: nearly always the one asked for last, or the next.
  @inline(__always)
  private mutating func span(_ place: Int32) -> Int {
    if spanStarts.count == 1 { return 0 }
    if lastSpan < spanStarts.count, spanStarts[lastSpan] <= place {
      if lastSpan + 1 == spanStarts.count || place < spanStarts[lastSpan + 1] { return lastSpan }
      if lastSpan + 2 == spanStarts.count || place < spanStarts[lastSpan + 2] {
        lastSpan += 1
        return lastSpan
      }
    }
    var low = 0
    var high = spanStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if spanStarts[middle] <= place { low = middle } else { high = middle }
    }
    lastSpan = low
    return low
  }

  @inline(__always)
  private mutating func place(_ index: Int32) -> Int32 {
    let span = span(index)
    return spanSources[span] + (index - spanStarts[span])
  }

  /// The end of something: right after its last byte, before the prefix of a next line.
  @inline(__always)
  private mutating func endPlace(_ index: Int32, after start: Int32) -> Int32 {
    index > start ? place(index - 1) + 1 : place(start)
  }

  mutating func emit() {
    reserve(tokens.count + pairs.count + 3 * parts.count)
    var linkDepth = 0
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      if token.kind == .delimiter {
        var close = token.closes
        while close >= 0 {
          closeOpen()
          close = pairs[Int(close)].nextClose
        }
      }
      switch token.kind {
      case .text, .delimiter, .bracket:
        if token.end > token.start {
          emitText(Int(token.start), Int(token.end), token.kind == .text ? token.flags : InlineFlag.plain)
        }
      case .leaf:
        if token.inline == .autolink, linkDepth > 0, token.flags & InlineFlag.bare != 0 {
          emitText(Int(token.start), Int(token.end))
        } else {
          emitLeaf(token)
        }
      case .linkOpen:
        openRecord(token.inline, token.flags, token.start, token.start + 1)
        open.append(OpenInline(record: openedRecord, isLink: token.inline == .link))
        emitParts(parts[Int(token.inner)])
        if token.inline == .link { linkDepth += 1 }
      case .linkClose:
        if let last = open.last {
          if last.isLink { linkDepth -= 1 }
          let end = endPlace(token.end, after: token.start)
          inlines[Int(last.record)].end = end
        }
        closeOpen()
      }
      guard token.kind == .delimiter else { continue }
      var pair = token.opens
      while pair >= 0 {
        openRecord(pairs[Int(pair)].kind, 0, pairs[Int(pair)].start, pairs[Int(pair)].end)
        open.append(OpenInline(record: openedRecord, isLink: false))
        pair = pairs[Int(pair)].nextOpen
      }
    }
  }

  /// Makes room for more records where there are very many.
  private mutating func reserve(_ more: Int) {
    let wanted = inlines.count + more
    guard more > InlineParser.many, wanted > inlines.capacity else { return }
    inlines.reserveCapacity(max(wanted, min(expected(wanted), end - start)))
  }

  /// How many pieces the block will have when it goes on as it began, if `count` are what there is up to here; no more than four times as many, for it may
  /// have begun denser than it goes on.
  ///
  /// Growing by little steps would copy what there is each time, and the kernel would have to give twice the pages.
  func expected(_ count: Int) -> Int {
    let all = Double(count) * Double(end - start) / Double(max(1, position - start)) * 1.05
    return max(count, Int(min(all, 4 * Double(count))))
  }

  private var openedRecord: Int32 { Int32(inlines.count - 1) }

  private mutating func openRecord(_ kind: MarkdownKind, _ flags: UInt8, _ start: Int32, _ end: Int32) {
    let record = InlineRecord(
      start: place(start), end: endPlace(end, after: start), next: Int32(inlines.count + 1), kind: kind, flags: flags, aux: 0)
    inlines.append(record)
    textEnd = -1
  }

  private mutating func closeOpen() {
    guard let last = open.popLast() else { return }
    inlines[Int(last.record)].next = Int32(inlines.count)
    textEnd = -1
  }

  /// Emits text, joined to text that ends where it starts. `flags` are `InlineFlag.plain` or none.
  mutating func emitText(_ start: Int, _ end: Int, _ flags: UInt8 = 0) {
    var from = Int32(truncatingIfNeeded: start)
    let stop = Int32(truncatingIfNeeded: end)
    while from < stop {
      let span = span(from)
      let spanEnd = span + 1 < spanStarts.count ? min(stop, spanStarts[span + 1]) : stop
      let begin = spanSources[span] + (from - spanStarts[span])
      let finish = begin + (spanEnd - from)
      if textEnd == begin {
        inlines[inlines.count - 1].end = finish
        inlines[inlines.count - 1].flags &= flags
      } else {
        inlines.append(InlineRecord(start: begin, end: finish, next: Int32(inlines.count + 1), kind: .text, flags: flags, aux: 0))
      }
      textEnd = finish
      from = spanEnd
    }
  }

  private mutating func emitLeaf(_ token: InlineToken) {
    openRecord(token.inline, token.flags, token.start, token.end)
    let record = inlines.count - 1
    switch token.inline {
    case .codeSpan:
      emitCode(Int(token.inner), Int(token.innerEnd))
    case .html, .comment, .math, .autolink:
      emitText(Int(token.inner), Int(token.innerEnd))
    case .wikiLink:
      emitPart(.destination, parts[Int(token.lastClose)].destination, isDecoded: true)
      emitText(Int(token.inner), Int(token.innerEnd))
    case .footnoteReference:
      emitPart(.label, token.inner..<token.innerEnd, isDecoded: true)
      inlines[inlines.count - 1].next = token.lastClose
    default: break
    }
    inlines[record].next = Int32(inlines.count)
    textEnd = -1
  }

  /// The inside of a code span, its line ends apart because they render as blanks.
  private mutating func emitCode(_ start: Int, _ end: Int) {
    var index = start
    while index < end {
      let stop = lineEnd(source, from: index, to: end)
      emitText(index, stop)
      index = stop
      if stop < end {
        index = afterLineEnd(source, stop, end)
        openRecord(.softBreak, 0, Int32(truncatingIfNeeded: stop), Int32(truncatingIfNeeded: index))
      }
    }
  }

  private mutating func emitParts(_ link: InlineLinkParts) {
    if let label = link.label {
      emitPart(.label, label, isDecoded: true)
      inlines[inlines.count - 1].next = link.lookup
    } else if link.lookup >= 0 {
      // A link that names no label of its own: the place says nothing, the look-up does.
      let at = inlines[inlines.count - 1].start
      inlines.append(InlineRecord(start: at, end: at, next: link.lookup, kind: .label, flags: 0, aux: 0))
    } else {
      emitPart(.destination, link.destination, isDecoded: false)
      if let title = link.title {
        var from = Int(title.lowerBound)
        let end = Int(title.upperBound)
        repeat {
          let stop = lineEnd(source, from: from, to: end)
          emitPart(.title, Int32(truncatingIfNeeded: from)..<Int32(truncatingIfNeeded: stop), isDecoded: false)
          if stop == end { break }
          from = afterLineEnd(source, stop, end)
        } while true
      }
    }
    textEnd = -1
  }

  private mutating func emitPart(_ kind: MarkdownKind, _ range: Range<Int32>, isDecoded: Bool) {
    var flags: UInt8 = 0
    if !isDecoded {
      for index in range where source[Int(index)] == Byte.backslash || source[Int(index)] == Byte.ampersand {
        flags = InlineFlag.encoded
        break
      }
    }
    inlines.append(
      InlineRecord(
        start: place(range.lowerBound), end: endPlace(range.upperBound, after: range.lowerBound), next: Int32(inlines.count + 1),
        kind: kind, flags: flags, aux: 0))
  }
}
