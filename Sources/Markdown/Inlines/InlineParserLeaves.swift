/// Inlines that hold no others: raw HTML, addresses, entities, math, emoji.
extension InlineParser {
  mutating func takeLess() {
    let next = position + 1
    guard next < end else {
      position = next
      return
    }
    if takeBracketedAddress(next) { return }
    if let stop = htmlEnd(next) {
      addLeaf(
        options.contains(.comments) && source[next] == Byte.bang && source[next + 1] == Byte.minus ? .comment : .html, to: stop,
        inner: position..<stop)
    } else {
      position = next
    }
  }

  private mutating func htmlEnd(_ next: Int) -> Int? {
    switch source[next] {
    case Byte.question:
      return search(.instruction, "?>", from: next + 1)
    case Byte.bang:
      guard next + 1 < end else { return nil }
      if source[next + 1] == Byte.minus {
        guard next + 2 < end, source[next + 2] == Byte.minus else { return nil }
        let text = next + 3
        if text < end, source[text] == Byte.greater { return text + 1 }
        if text + 1 < end, source[text] == Byte.minus, source[text + 1] == Byte.greater { return text + 2 }
        return search(.comment, "-->", from: text)
      }
      if next + 8 <= end, source[next + 1] == Byte.openBracket {
        let word: StaticString = "[CDATA["
        for index in 0..<7 where source[next + 1 + index] != word.utf8Start[index] { return nil }
        return search(.cdata, "]]>", from: next + 8)
      }
      return source[next + 1].isLetter ? search(.declaration, ">", from: next + 2) : nil
    default:
      return HTMLScanner.tag(source, position, end)
    }
  }

  private mutating func search(_ missing: Missing, _ mark: StaticString, from place: Int) -> Int? {
    if noMore.contains(missing) { return nil }
    if let found = HTMLScanner.find(mark, source, place, end) { return found }
    noMore.insert(missing)
    return nil
  }

  /// `<scheme:…>` and `<name@host>`.
  private mutating func takeBracketedAddress(_ first: Int) -> Bool {
    var index = first
    if source[index].isLetter {
      while index < end, index - first < 33,
        source[index].isAlphanumeric || source[index] == Byte.plus || source[index] == Byte.dot || source[index] == Byte.minus
      {
        index += 1
      }
      if index < end, source[index] == Byte.colon, index - first >= 2, index - first <= 32 {
        index += 1
        while index < end {
          let byte = source[index]
          if byte == Byte.greater {
            addLeaf(.autolink, to: index + 1, inner: first..<index)
            return true
          }
          if byte <= 0x20 || byte == Byte.less || byte == 0x7F { break }
          index += 1
        }
      }
    }
    index = first
    while index < end, InlineParser.isLocalPart(source[index]) { index += 1 }
    guard index > first, index < end, source[index] == Byte.at else { return false }
    repeat {
      index += 1
      let label = index
      while index < end, source[index].isAlphanumeric || source[index] == Byte.minus { index += 1 }
      guard index > label, index - label <= 63, source[label] != Byte.minus, source[index - 1] != Byte.minus, index < end else {
        return false
      }
    } while source[index] == Byte.dot
    guard source[index] == Byte.greater else { return false }
    addLeaf(.autolink, to: index + 1, inner: first..<index, flags: InlineFlag.email)
    return true
  }

  private static func isLocalPart(_ byte: UInt8) -> Bool {
    if byte.isAlphanumeric { return true }
    switch byte {
    case Byte.dot, Byte.bang, Byte.hash, Byte.dollar, 0x25, Byte.ampersand, Byte.apostrophe, Byte.star, Byte.plus, Byte.slash, Byte.equals,
      Byte.question, Byte.caret, Byte.underscore, Byte.backtick, 0x7B, Byte.pipe, 0x7D, Byte.tilde, Byte.minus:
      return true
    default: return false
    }
  }

  mutating func takeEntity() {
    if let stop = Entities.end(source, position, end) {
      addLeaf(.entity, to: stop)
    } else {
      position += 1
    }
  }

  mutating func takeDollar() {
    var inside = position
    while inside < end, source[inside] == Byte.dollar { inside += 1 }
    let count = inside - position
    guard count <= 2, inside < end else {
      position = inside
      return
    }
    let missing: Missing = count == 1 ? .dollar : .doubleDollar
    if count == 1, source[inside].isASCIISpace || noMore.contains(missing) {
      position = inside
      return
    }
    var index = inside
    while !noMore.contains(missing), index < end {
      switch source[index] {
      case Byte.backslash:
        index += 2
        continue
      case Byte.dollar:
        let close = index
        while index < end, source[index] == Byte.dollar { index += 1 }
        guard index - close == count, close > inside else { continue }
        if count == 1, source[close - 1].isASCIISpace || index < end && source[index].isDigit { continue }
        addLeaf(.math, to: index, inner: inside..<close, flags: count == 2 ? InlineFlag.display : 0)
        return
      default: index += 1
      }
    }
    noMore.insert(missing)
    position = inside
  }

  mutating func takeEmoji() -> Bool {
    var index = position + 1
    while index < end, index - position < 40 {
      let byte = source[index]
      if byte == Byte.colon {
        guard index > position + 1, Emoji.scalars(source, position + 1, index) != nil else { return false }
        addLeaf(.emoji, to: index + 1, inner: position + 1..<index)
        return true
      }
      guard byte.isAlphanumeric || byte == Byte.underscore || byte == Byte.plus || byte == Byte.minus else { return false }
      index += 1
    }
    return false
  }

  // MARK: Addresses in bare text (GFM 6.9)

  mutating func takeScheme() -> Bool {
    guard position + 3 < end, source[position + 1] == Byte.slash, source[position + 2] == Byte.slash else { return false }
    var first = position
    while first > textStart, position - first < 6, source[first - 1].isLetter { first -= 1 }
    // A letter before the scheme makes it another word.
    if first > start, source[first - 1].isLetter { return false }
    switch position - first {
    case 3 where matches(source, first, position, "ftp"): break
    case 4 where matches(source, first, position, "http"): break
    case 5 where matches(source, first, position, "https"): break
    default: return false
    }
    guard let domainEnd = domainEnd(position + 3, allowsShort: true) else { return false }
    return takeAddress(first, domainEnd, flags: InlineFlag.bare)
  }

  mutating func takeWWW() -> Bool {
    let first = position - 3
    guard first >= textStart, matches(source, first, position, "www"), first == start || mayPrecedeAddress(source[first - 1]),
      let domainEnd = domainEnd(first, allowsShort: false)
    else { return false }
    return takeAddress(first, domainEnd, flags: InlineFlag.bare | InlineFlag.noScheme)
  }

  private func mayPrecedeAddress(_ byte: UInt8) -> Bool {
    byte.isASCIISpace || byte == Byte.star || byte == Byte.underscore || byte == Byte.tilde || byte == Byte.openParen
      || byte == Byte.openBracket || byte == Byte.equals
  }

  /// Gives the end of a valid domain: segments of letters, digits, `-`, `_`, the last two without `_`.
  private mutating func domainEnd(_ first: Int, allowsShort: Bool) -> Int? {
    // A domain that began earlier and failed for its last two segments fails from here too.
    if first < failedDomainEnd { return nil }
    var index = first
    var dots = 0
    var underscores = (0, 0)
    while index < end {
      let byte = source[index]
      if byte == Byte.dot {
        underscores = (underscores.1, 0)
        dots += 1
      } else if byte == Byte.underscore {
        underscores.1 += 1
      } else if byte < 0x80 ? !(byte.isAlphanumeric || byte == Byte.minus) : !isWordScalar(index) {
        break
      }
      index += 1
    }
    guard index > first, underscores == (0, 0), allowsShort || dots > 0 else {
      failedDomainEnd = index
      return nil
    }
    return index
  }

  private func isWordScalar(_ index: Int) -> Bool {
    if source[index] & 0xC0 == 0x80 { return true }
    let (scalar, _) = decodeScalar(source, index, end)
    return neighbourIsWord(scalar)
  }

  private func neighbourIsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation, .dashPunctuation, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
      false
    default: true
    }
  }

  /// Takes an address whose domain is known, up to where GFM's rules end it.
  private mutating func takeAddress(_ first: Int, _ domainEnd: Int, flags: UInt8) -> Bool {
    var stop = domainEnd
    let isInBrackets = !brackets.isEmpty && isActive(brackets.count - 1)
    var depth = 0
    while stop < end, !source[stop].isASCIISpace, source[stop] != Byte.less {
      if isInBrackets {
        // The link around it ends here, if it is one.
        if source[stop] == Byte.openBracket { depth += 1 }
        if source[stop] == Byte.closeBracket {
          if depth == 0 { break }
          depth -= 1
        }
      }
      stop += 1
    }
    stop = trimmedAddress(first, stop)
    guard stop > first + 4, stop > position else { return false }
    flushText(to: first)
    position = first
    addLeaf(.autolink, to: stop, inner: first..<stop, flags: flags)
    return true
  }

  /// Takes off what GFM does not count as part of an address: punctuation, closing parentheses without opening ones, entities.
  private func trimmedAddress(_ first: Int, _ last: Int) -> Int {
    var stop = last
    var opening = 0
    var closing = 0
    for index in first..<last {
      if source[index] == Byte.openParen { opening += 1 } else if source[index] == Byte.closeParen { closing += 1 }
    }
    while stop > first {
      switch source[stop - 1] {
      case Byte.question, Byte.bang, Byte.dot, 0x2C, Byte.colon, Byte.star, Byte.underscore, Byte.tilde, Byte.apostrophe, Byte.quote:
        stop -= 1
      case Byte.closeParen:
        guard closing > opening else { return stop }
        closing -= 1
        stop -= 1
      case Byte.semicolon:
        var index = stop - 1
        while index > first, source[index - 1].isAlphanumeric { index -= 1 }
        if index > first, index < stop - 1, source[index - 1] == Byte.ampersand { stop = index - 1 } else { stop -= 1 }
      default: return stop
      }
    }
    return stop
  }

  mutating func takeEmail() -> Bool {
    var first = position
    while first > textStart, isEmailName(source[first - 1]) { first -= 1 }
    guard first < position else { return false }
    var stop = position + 1
    var dots = 0
    while stop < end {
      let byte = source[stop]
      if byte == Byte.dot, stop + 1 < end, source[stop + 1].isAlphanumeric {
        dots += 1
      } else if !(byte.isAlphanumeric || byte == Byte.minus || byte == Byte.underscore) {
        break
      }
      stop += 1
    }
    guard dots > 0, stop > position + 1, source[stop - 1].isAlphanumeric, source[position + 1].isAlphanumeric else { return false }
    var flags = InlineFlag.bare | InlineFlag.email
    // `mailto:` and `xmpp:` belong to the address and are its scheme.
    if first - 7 >= textStart, matches(source, first - 7, first, "mailto:") {
      first -= 7
      flags |= InlineFlag.whole
    } else if first - 5 >= textStart, matches(source, first - 5, first, "xmpp:") {
      first -= 5
      flags |= InlineFlag.whole
    }
    flushText(to: first)
    position = first
    addLeaf(.autolink, to: stop, inner: first..<stop, flags: flags)
    return true
  }

  private func isEmailName(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == Byte.dot || byte == Byte.plus || byte == Byte.minus || byte == Byte.underscore
  }
}
