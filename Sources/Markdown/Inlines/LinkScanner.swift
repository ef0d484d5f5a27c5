/// Reads the parts of links and link reference definitions (CommonMark 4.7 and 6.3) from bytes without line prefixes.
enum LinkScanner {
  struct Definition {
    var label: Range<Int>
    var destination: Range<Int>
    var title: Range<Int>?
    /// The end of the definition without its line end.
    var end: Int
    /// The start of the next line.
    var next: Int
  }

  /// Gives the index of the `]` that ends the label that opens at `start`; nil when the brackets hold none.
  static func labelEnd(_ source: Source, _ start: Int, _ end: Int) -> Int? {
    var index = start + 1
    var hasContent = false
    let limit = min(end, start + 4 * 999 + 2)
    while index < limit {
      switch source[index] {
      case Byte.backslash:
        hasContent = true
        index += index + 1 < limit && source[index + 1].isASCIIPunctuation ? 2 : 1
        continue
      case Byte.openBracket: return nil
      case Byte.closeBracket: return hasContent && index - start <= 1000 ? index : nil
      case let byte: if !byte.isASCIISpace { hasContent = true }
      }
      index += 1
    }
    return nil
  }

  /// Reads a destination; the range is its inside, `next` the place after it.
  static func destination(_ source: Source, _ start: Int, _ end: Int) -> (range: Range<Int>, next: Int)? {
    guard start < end else { return nil }
    var index = start
    if source[index] == Byte.less {
      index += 1
      while index < end {
        switch source[index] {
        case Byte.greater: return (start + 1..<index, index + 1)
        case Byte.less, Byte.lineFeed, Byte.carriageReturn: return nil
        case Byte.backslash where index + 1 < end && source[index + 1].isASCIIPunctuation: index += 2
        default: index += 1
        }
      }
      return nil
    }
    var depth = 0
    loop: while index < end {
      let byte = source[index]
      switch byte {
      case Byte.backslash where index + 1 < end && source[index + 1].isASCIIPunctuation:
        index += 2
        continue
      case Byte.openParen:
        depth += 1
        if depth > 32 { return nil }
      case Byte.closeParen:
        if depth == 0 { break loop }
        depth -= 1
      default:
        if byte <= 0x20 || byte == 0x7F { break loop }
      }
      index += 1
    }
    return depth == 0 ? (start..<index, index) : nil
  }

  /// Reads a title with its quotes; the range is its inside.
  static func title(_ source: Source, _ start: Int, _ end: Int) -> (range: Range<Int>, next: Int)? {
    guard start < end else { return nil }
    let open = source[start]
    guard open == Byte.quote || open == Byte.apostrophe || open == Byte.openParen else { return nil }
    let close = open == Byte.openParen ? Byte.closeParen : open
    var index = start + 1
    while index < end {
      let byte = source[index]
      if byte == close { return (start + 1..<index, index + 1) }
      if byte == Byte.openParen && open == Byte.openParen { return nil }
      index += byte == Byte.backslash && index + 1 < end && source[index + 1].isASCIIPunctuation ? 2 : 1
    }
    return nil
  }

  /// Skips blanks and at most one line end.
  static func skipBlanks(_ source: Source, _ start: Int, _ end: Int) -> Int {
    var index = start
    var lineEnds = 0
    while index < end, source[index].isASCIISpace {
      if source[index].isLineEnd {
        lineEnds += 1
        if lineEnds > 1 { return index }
        index = afterLineEnd(source, index, end)
      } else {
        index += 1
      }
    }
    return index
  }

  /// Reads the definition at the start of a paragraph's content.
  static func definition(_ source: Source, _ start: Int, _ end: Int) -> Definition? {
    guard start < end, source[start] == Byte.openBracket, let close = labelEnd(source, start, end), close + 1 < end,
      source[close + 1] == Byte.colon
    else { return nil }
    let destinationStart = skipBlanks(source, close + 2, end)
    guard let (destination, afterDestination) = destination(source, destinationStart, end),
      !destination.isEmpty || source[destinationStart] == Byte.less
    else { return nil }
    // Without a title the definition ends on this line, if nothing else is there.
    let restOfLine = lineRest(source, afterDestination, end)
    let titleStart = skipBlanks(source, afterDestination, end)
    if titleStart > afterDestination, let (title, afterTitle) = title(source, titleStart, end),
      let lineEnd = lineRest(source, afterTitle, end)
    {
      return Definition(
        label: start + 1..<close, destination: destination, title: title, end: afterTitle, next: afterLineEnd(source, lineEnd, end))
    }
    guard let restOfLine else { return nil }
    return Definition(
      label: start + 1..<close, destination: destination, title: nil, end: afterDestination,
      next: afterLineEnd(source, restOfLine, end))
  }

  /// Gives the line's end when only blanks are left on it.
  private static func lineRest(_ source: Source, _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, source[index].isSpaceOrTab { index += 1 }
    return index == end || source[index].isLineEnd ? index : nil
  }
}
