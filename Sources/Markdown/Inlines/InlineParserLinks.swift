/// Brackets: links, images, footnote references, wiki links.
extension InlineParser {
  mutating func takeOpenBracket() {
    if options.contains(.wikiLinks), position + 1 < end, source[position + 1] == Byte.openBracket, takeWikiLink() { return }
    flushText(to: position)
    pushBracket(isImage: false)
  }

  mutating func pushBracket(isImage: Bool) {
    let stop = position + (isImage ? 2 : 1)
    if !brackets.isEmpty { brackets[brackets.count - 1].hasBracketAfter = true }
    brackets.append(
      InlineBracket(
        token: Int32(tokens.count), delimiter: lastDelimiter, inside: Int32(truncatingIfNeeded: stop), isImage: isImage,
        hasBracketAfter: false))
    tokens.append(
      InlineToken(
        kind: .bracket, inline: .text, flags: 0, start: Int32(truncatingIfNeeded: position), end: Int32(truncatingIfNeeded: stop)))
    position = stop
    textStart = stop
  }

  mutating func takeCloseBracket() {
    let close = position
    position = close + 1
    guard let bracket = brackets.last else { return }
    guard isActive(brackets.count - 1) else {
      popBracket()
      return
    }
    if takeInlineLink(bracket, close) { return }
    if takeReference(bracket, close) { return }
    if takeFootnote(bracket, close) { return }
    popBracket()
    position = close + 1
  }

  private mutating func takeInlineLink(_ bracket: InlineBracket, _ close: Int) -> Bool {
    var index = close + 1
    guard index < end, source[index] == Byte.openParen else { return false }
    index = LinkScanner.skipBlanks(source, index + 1, end)
    guard let (destination, afterDestination) = LinkScanner.destination(source, index, end) else { return false }
    var title: Range<Int>?
    index = LinkScanner.skipBlanks(source, afterDestination, end)
    if index > afterDestination, let (found, next) = LinkScanner.title(source, index, end) {
      title = found
      index = LinkScanner.skipBlanks(source, next, end)
    }
    guard index < end, source[index] == Byte.closeParen else { return false }
    finishLink(
      bracket, close, index + 1,
      InlineLinkParts(destination: range(destination), title: title.map(range), label: nil, lookup: -1), flags: 0)
    return true
  }

  private func range(_ range: Range<Int>) -> Range<Int32> {
    Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: range.upperBound)
  }

  private mutating func takeReference(_ bracket: InlineBracket, _ close: Int) -> Bool {
    var label = Int(bracket.inside)..<close
    var stop = close + 1
    var flags = InlineFlag.reference
    if stop < end, source[stop] == Byte.openBracket {
      if let labelEnd = LinkScanner.labelEnd(source, stop, end) {
        label = stop + 1..<labelEnd
        stop = labelEnd + 1
        guard let lookup = lookUp(label) else { return false }
        finishLink(
          bracket, close, stop, InlineLinkParts(destination: 0..<0, title: nil, label: range(label), lookup: lookup), flags: flags)
        return true
      }
      if stop + 1 < end, source[stop + 1] == Byte.closeBracket { stop += 2 }
    }
    guard !bracket.hasBracketAfter, label.count <= 4 * 999 else { return false }
    flags |= InlineFlag.shortcut
    guard let lookup = lookUp(label) else { return false }
    finishLink(bracket, close, stop, InlineLinkParts(destination: 0..<0, title: nil, label: range(label), lookup: lookup), flags: flags)
    return true
  }

  /// Asks for a definition and notes the question, so that the answer's change finds who asked.
  private mutating func lookUp(_ label: Range<Int>) -> Int32? {
    guard label.count <= 999 || isShort(label), let key = LabelKey.key(source, label.lowerBound, label.upperBound) else { return nil }
    lookups.append(key)
    return definitions.contains(key) ? Int32(lookups.count - 1) : nil
  }

  private func isShort(_ label: Range<Int>) -> Bool {
    var count = 0
    for index in label where source[index] & 0xC0 != 0x80 { count += 1 }
    return count <= 999
  }

  private mutating func finishLink(_ bracket: InlineBracket, _ close: Int, _ stop: Int, _ link: InlineLinkParts, flags: UInt8) {
    flushText(to: close)
    pairDelimiters(after: bracket.delimiter)
    let open = Int(bracket.token)
    tokens[open].kind = .linkOpen
    tokens[open].inline = bracket.isImage ? .image : .link
    tokens[open].flags = flags
    tokens[open].inner = Int32(parts.count)
    parts.append(link)
    tokens.append(
      InlineToken(
        kind: .linkClose, inline: .text, flags: 0, start: Int32(truncatingIfNeeded: close), end: Int32(truncatingIfNeeded: stop)))
    position = stop
    textStart = stop
    popBracket()
    // Links hold no links: the brackets still open stay text.
    if !bracket.isImage { inactiveBrackets = brackets.count }
  }

  /// Whether a bracket at some place of the stack may still open something.
  func isActive(_ index: Int) -> Bool { index >= inactiveBrackets || brackets[index].isImage }

  mutating func popBracket() {
    brackets.removeLast()
    inactiveBrackets = min(inactiveBrackets, brackets.count)
  }

  private mutating func takeFootnote(_ bracket: InlineBracket, _ close: Int) -> Bool {
    let inside = Int(bracket.inside)
    guard options.contains(.footnotes), !bracket.isImage || source[inside - 1] == Byte.openBracket, inside + 1 < close,
      source[inside] == Byte.caret, !bracket.hasBracketAfter, close - inside <= 1000,
      let key = LabelKey.key(source, inside + 1, close, isFootnote: true)
    else { return false }
    for index in inside..<close where source[index].isASCIISpace { return false }
    lookups.append(key)
    guard definitions.contains(key) else { return false }
    // The label is no text: what was made of it goes, but for the mark before an image's bracket.
    let open = Int(tokens[Int(bracket.token)].start)
    tokens.removeSubrange(Int(bracket.token)...)
    while lastDelimiter != bracket.delimiter, lastDelimiter >= 0 { lastDelimiter = delimiters[Int(lastDelimiter)].previous }
    if lastDelimiter >= 0 { delimiters[Int(lastDelimiter)].next = -1 }
    popBracket()
    textStart = open
    position = bracket.isImage ? open + 1 : open
    addLeaf(.footnoteReference, to: close + 1, inner: inside + 1..<close)
    tokens[tokens.count - 1].lastClose = Int32(lookups.count - 1)
    hasFootnotes = true
    return true
  }

  private mutating func takeWikiLink() -> Bool {
    let inside = position + 2
    var index = inside
    var bar: Int?
    while index < end {
      let byte = source[index]
      if byte == Byte.closeBracket {
        guard index + 1 < end, source[index + 1] == Byte.closeBracket, index > inside else { return false }
        let target = inside..<(bar ?? index)
        guard !target.isEmpty else { return false }
        flushText(to: position)
        var token = InlineToken(
          kind: .leaf, inline: .wikiLink, flags: 0, start: Int32(truncatingIfNeeded: position), end: Int32(truncatingIfNeeded: index + 2))
        let text = bar.map { $0 + 1 } ?? inside
        token.inner = Int32(truncatingIfNeeded: text)
        token.innerEnd = Int32(truncatingIfNeeded: index)
        token.lastClose = Int32(parts.count)
        parts.append(InlineLinkParts(destination: range(target), title: nil, label: nil, lookup: -1))
        tokens.append(token)
        position = index + 2
        textStart = position
        return true
      }
      if byte == Byte.openBracket || byte.isLineEnd { return false }
      if byte == Byte.pipe, bar == nil { bar = index }
      index += 1
    }
    return false
  }
}
