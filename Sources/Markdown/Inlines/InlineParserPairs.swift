/// Pairs the delimiters that open with those that close, as CommonMark's appendix describes.
extension InlineParser {
  /// Writes the tokens out where none of them waits for its other half any more, so that a long paragraph's are never all held.
  ///
  /// Outside brackets a closer has seen all openers that it may have. While some openers are left, it is tried again soon: often it is only the one that
  /// was just read. A try walks over the openers, so that several times as many tokens are waited for, which keeps the walks linear in all; and each
  /// time by one more, so that the tries do not fall on the same place of every line.
  mutating func writeOutEarly() {
    if lastDelimiter >= 0 { pairDelimiters(after: -1, keepsOpeners: true) }
    if lastDelimiter < 0 {
      writeOut()
      enough = InlineParser.many
      tries = 0
    } else {
      tries += 1
      enough = tokens.count + tries + 4 * waiting
      if enough > tokens.capacity { tokens.reserveCapacity(max(enough, expected(tokens.count))) }
    }
  }

  /// How many delimiters are in the list.
  private var waiting: Int {
    var count = 0
    var index = lastDelimiter
    while index >= 0 {
      count += 1
      index = delimiters[Int(index)].previous
    }
    return count
  }

  /// Pairs the delimiters after one in the list (-1: all) and takes them out of it, but for those that `keepsOpeners` leaves for later closers.
  mutating func pairDelimiters(after bottom: Int32, keepsOpeners: Bool = false) {
    // The first token that may open, by kind of closer: before it none was found.
    var floors = InlineArray<24, Int32>(repeating: -1)
    if bottom < 0 ? lastDelimiter < 0 : delimiters[Int(bottom)].next < 0 { return }
    var closer = bottom >= 0 ? delimiters[Int(bottom)].next : firstDelimiter
    while closer >= 0 {
      let it = delimiters[Int(closer)]
      guard it.canClose else {
        closer = it.next
        continue
      }
      let kind = floorIndex(it)
      var opener = it.previous
      var found = false
      while opener != bottom, opener >= 0, delimiters[Int(opener)].token >= floors[kind] {
        if matches(delimiters[Int(opener)], it) {
          found = true
          break
        }
        opener = delimiters[Int(opener)].previous
      }
      if found {
        closer = pair(opener, closer)
      } else {
        floors[kind] = it.token
        let next = it.next
        if !it.canOpen { unlink(closer) }
        closer = next
      }
    }
    if keepsOpeners { return }
    if bottom >= 0 { delimiters[Int(bottom)].next = -1 }
    lastDelimiter = bottom
    if bottom < 0, !delimiters.isEmpty { delimiters.removeAll(keepingCapacity: true) }
  }

  /// The first delimiter of the list, found from its end: a pass that leaves openers in the list comes back only after several times as many tokens
  /// (`enough`), and any other empties it, so the walks are linear in all.
  private var firstDelimiter: Int32 {
    var index = lastDelimiter
    while index >= 0, delimiters[Int(index)].previous >= 0 { index = delimiters[Int(index)].previous }
    return index
  }

  private func floorIndex(_ delimiter: InlineDelimiter) -> Int {
    let base =
      delimiter.character == Byte.star ? 0 : delimiter.character == Byte.underscore ? 6 : delimiter.character == Byte.tilde ? 12 : 18
    if delimiter.character == Byte.tilde || delimiter.character == Byte.equals { return base + Int(delimiter.length) }
    return base + (delimiter.canOpen ? 3 : 0) + Int(delimiter.length) % 3
  }

  private func matches(_ opener: InlineDelimiter, _ closer: InlineDelimiter) -> Bool {
    guard opener.canOpen, opener.character == closer.character else { return false }
    if opener.character == Byte.tilde || opener.character == Byte.equals { return opener.length == closer.length }
    guard opener.canClose || closer.canOpen else { return true }
    return (opener.length + closer.length) % 3 != 0 || (opener.length % 3 == 0 && closer.length % 3 == 0)
  }

  /// Makes a pair of two delimiters and gives the closer to go on with.
  private mutating func pair(_ opener: Int32, _ closer: Int32) -> Int32 {
    let openToken = Int(delimiters[Int(opener)].token)
    let closeToken = Int(delimiters[Int(closer)].token)
    let character = delimiters[Int(closer)].character
    let openLeft = tokens[openToken].end - tokens[openToken].start
    let closeLeft = tokens[closeToken].end - tokens[closeToken].start
    let isWhole = character == Byte.tilde || character == Byte.equals
    let used: Int32 = isWhole ? closeLeft : openLeft >= 2 && closeLeft >= 2 ? 2 : 1
    let kind: MarkdownKind =
      character == Byte.tilde ? .strikethrough : character == Byte.equals ? .highlight : used == 2 ? .strong : .emphasis
    let index = Int32(pairs.count)
    pairs.append(
      InlinePair(
        kind: kind, start: tokens[openToken].end - used, end: tokens[closeToken].start + used, nextOpen: tokens[openToken].opens,
        nextClose: -1))
    tokens[openToken].end -= used
    tokens[openToken].opens = index
    tokens[closeToken].start += used
    if tokens[closeToken].lastClose >= 0 {
      pairs[Int(tokens[closeToken].lastClose)].nextClose = index
    } else {
      tokens[closeToken].closes = index
    }
    tokens[closeToken].lastClose = index
    // What stands between the two can pair with nothing any more.
    delimiters[Int(opener)].next = closer
    delimiters[Int(closer)].previous = opener
    if openLeft == used { unlink(opener) }
    guard closeLeft == used else { return closer }
    let next = delimiters[Int(closer)].next
    unlink(closer)
    return next
  }

  private mutating func unlink(_ index: Int32) {
    let previous = delimiters[Int(index)].previous
    let next = delimiters[Int(index)].next
    if previous >= 0 { delimiters[Int(previous)].next = next }
    if next >= 0 { delimiters[Int(next)].previous = previous } else { lastDelimiter = previous }
  }
}
