/// Finds the extents of raw HTML as CommonMark's sections 4.6 and 6.6 define them. Every function gives the end, or nil.
enum HTMLScanner {
  /// The names that open an HTML block of type 6.
  static let blockNames: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3",
    "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes",
    "ol", "optgroup", "option", "p", "param", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title",
    "tr", "track", "ul",
  ]

  /// Gives the type (1–7) of the HTML block that a line opens; 0 for none. `start` is at the `<`.
  static func blockType(_ source: Source, _ start: Int, _ end: Int, mayBeAnyTag: Bool) -> UInt8 {
    let next = start + 1
    guard next < end else { return 0 }
    switch source[next] {
    case Byte.bang:
      if next + 2 < end, source[next + 1] == Byte.minus, source[next + 2] == Byte.minus { return 2 }
      if matches(source, next + 1, end, "[cdata[") {
        // The word itself is in capitals.
        return source[next + 2] == 0x43 && source[next + 3] == 0x44 && source[next + 4] == 0x41 && source[next + 6] == 0x41 ? 5 : 0
      }
      return next + 1 < end && source[next + 1].isLetter ? 4 : 0
    case Byte.question:
      return 3
    default:
      let isClosing = source[next] == Byte.slash
      let nameStart = isClosing ? next + 1 : next
      var nameEnd = nameStart
      while nameEnd < end, source[nameEnd].isAlphanumeric, nameEnd - nameStart < 16 { nameEnd += 1 }
      guard nameEnd > nameStart, source[nameStart].isLetter else { return 0 }
      let isDelimited = nameEnd == end || source[nameEnd].isSpaceOrTab || source[nameEnd] == Byte.greater
      if !isClosing, isDelimited, isVerbatim(source, nameStart, nameEnd) { return 1 }
      let isSelfClosed = nameEnd + 1 < end && source[nameEnd] == Byte.slash && source[nameEnd + 1] == Byte.greater
      if isDelimited || isSelfClosed, isBlockName(source, nameStart, nameEnd) { return 6 }
      guard mayBeAnyTag, let tagEnd = tag(source, start, end) else { return 0 }
      for index in tagEnd..<end where !source[index].isSpaceOrTab { return 0 }
      return 7
    }
  }

  private static func isVerbatim(_ source: Source, _ start: Int, _ end: Int) -> Bool {
    switch end - start {
    case 3: matches(source, start, end, "pre")
    case 5: matches(source, start, end, "style")
    case 6: matches(source, start, end, "script")
    case 8: matches(source, start, end, "textarea")
    default: false
    }
  }

  private static func isBlockName(_ source: Source, _ start: Int, _ end: Int) -> Bool {
    guard end - start <= 10 else { return false }
    let name = String(unsafeUninitializedCapacity: end - start) { target in
      for index in start..<end { target[index - start] = source[index].lowercased }
      return end - start
    }
    return blockNames.contains(name)
  }

  /// Tells whether a line ends an HTML block of a type from 1 to 5; gives the place after the end mark.
  static func blockEnd(_ type: UInt8, _ source: Source, _ start: Int, _ end: Int) -> Int? {
    switch type {
    case 1:
      var index = start
      while index + 1 < end {
        if source[index] == Byte.less, source[index + 1] == Byte.slash {
          if matches(source, index + 2, end, "pre>") { return index + 6 }
          if matches(source, index + 2, end, "style>") { return index + 8 }
          if matches(source, index + 2, end, "script>") { return index + 9 }
          if matches(source, index + 2, end, "textarea>") { return index + 11 }
        }
        index += 1
      }
      return nil
    case 2: return find("-->", source, start, end)
    case 3: return find("?>", source, start, end)
    case 4: return find(">", source, start, end)
    case 5: return find("]]>", source, start, end)
    default: return nil
    }
  }

  /// Gives the place after the first occurrence of a mark.
  static func find(_ mark: StaticString, _ source: Source, _ start: Int, _ end: Int) -> Int? {
    let length = mark.utf8CodeUnitCount
    let bytes = mark.utf8Start
    var index = start
    search: while index + length <= end {
      for offset in 0..<length where source[index + offset] != bytes[offset] {
        index += 1
        continue search
      }
      return index + length
    }
    return nil
  }

  /// Gives the end of an open or closing tag that starts with the `<` at `start`.
  static func tag(_ source: Source, _ start: Int, _ end: Int) -> Int? {
    var index = start + 1
    guard index < end else { return nil }
    let isClosing = source[index] == Byte.slash
    if isClosing { index += 1 }
    guard index < end, source[index].isLetter else { return nil }
    while index < end, source[index].isAlphanumeric || source[index] == Byte.minus { index += 1 }
    if isClosing {
      while index < end, source[index].isASCIISpace { index += 1 }
      return index < end && source[index] == Byte.greater ? index + 1 : nil
    }
    while true {
      let blanks = index
      while index < end, source[index].isASCIISpace { index += 1 }
      guard index < end else { return nil }
      if source[index] == Byte.greater { return index + 1 }
      if source[index] == Byte.slash { return index + 1 < end && source[index + 1] == Byte.greater ? index + 2 : nil }
      guard index > blanks, let attributeEnd = attribute(source, index, end) else { return nil }
      index = attributeEnd
    }
  }

  private static func attribute(_ source: Source, _ start: Int, _ end: Int) -> Int? {
    var index = start
    guard source[index].isLetter || source[index] == Byte.underscore || source[index] == Byte.colon else { return nil }
    index += 1
    while index < end {
      let byte = source[index]
      guard byte.isAlphanumeric || byte == Byte.underscore || byte == Byte.colon || byte == Byte.dot || byte == Byte.minus else { break }
      index += 1
    }
    let nameEnd = index
    while index < end, source[index].isASCIISpace { index += 1 }
    guard index < end, source[index] == Byte.equals else { return nameEnd }
    index += 1
    while index < end, source[index].isASCIISpace { index += 1 }
    guard index < end else { return nil }
    let quote = source[index]
    if quote == Byte.quote || quote == Byte.apostrophe {
      index += 1
      while index < end, source[index] != quote { index += 1 }
      return index < end ? index + 1 : nil
    }
    let valueStart = index
    while index < end {
      let byte = source[index]
      if byte.isASCIISpace || byte == Byte.quote || byte == Byte.apostrophe || byte == Byte.equals || byte == Byte.less
        || byte == Byte.greater || byte == Byte.backtick
      {
        break
      }
      index += 1
    }
    return index > valueStart ? index : nil
  }
}
