extension LayoutText {
  /// Whether there is a soft hyphen, U+00AD, in it. O(length).
  var hasSoftHyphens: Bool {
    bytes.withUnsafeBufferPointer { bytes in bytes.indices.dropLast().contains { bytes[$0] == 0xC2 && bytes[$0 + 1] == 0xAD } }
  }

  /// The hyphens at the beginnings of words between two bytes, each with the first byte of what follows.
  func leadingHyphens(_ start: Int32, _ end: Int32) -> [Range<Int32>] {
    var result: [Range<Int32>] = []
    var index = start
    var isAtStart = true
    while index < end {
      let first = index
      while index < end, bytes[Int(index)] == UInt8(ascii: "-") { index += 1 }
      if isAtStart, index > first, index < end, bytes[Int(index)] > 0x20, bytes[Int(index)] < 0x80 { result.append(first..<index + 1) }
      if index < end {
        isAtStart = bytes[Int(index)] == 0x20
        index += 1
      }
    }
    return result
  }

  /// Cuts a text into parts of at most so many bytes, behind blanks where there are any. O(bytes).
  func parts(of most: Int) -> [LayoutText] {
    guard bytes.count > 2 * most else { return [self] }
    var result: [LayoutText] = []
    var start = 0
    while start < bytes.count {
      var end = min(bytes.count, start + most)
      if end < bytes.count {
        while end > start + most / 2, bytes[end - 1] != 0x20, bytes[end - 1] != 0x0a { end -= 1 }
        if end == start + most / 2 {
          // Pango takes the square of a word's length to break it.
          while end > start + 1, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        }
      }
      result.append(part(start..<end))
      start = end
    }
    return result
  }

  /// Gives a stretch of the text, with places counted from its start.
  private func part(_ range: Range<Int>) -> LayoutText {
    let (lower, upper) = (Int32(range.lowerBound), Int32(range.upperBound))
    var part = LayoutText()
    part.take(
      bytes: Array(bytes[range]),
      pieces: pieces.compactMap { piece in
        let (start, end) = (max(piece.layout, lower), min(piece.layout + piece.layoutLength, upper))
        guard start < end else { return nil }
        var cut = piece
        cut.layout = start - lower
        cut.layoutLength = end - start
        if piece.verbatim { (cut.source, cut.sourceLength) = (piece.source + start - piece.layout, end - start) }
        return cut
      },
      spans: spans.compactMap { span in
        let (start, end) = (max(span.start, lower), min(span.end, upper))
        return start < end ? Span(start: start - lower, end: end - lower, look: span.look) : nil
      },
      links: links.compactMap { link in
        let (start, end) = (max(link.start, lower), min(link.end, upper))
        return start < end ? Link(start: start - lower, end: end - lower, address: link.address) : nil
      },
      pictures: pictures.compactMap { picture in
        guard picture.position >= lower, picture.position < upper else { return nil }
        var moved = picture
        moved.position -= lower
        return moved
      })
    for span in colours where !span.range.clamped(to: range).isEmpty {
      let cut = span.range.clamped(to: range)
      part.colours.append(CodeSpan(cut.lowerBound - range.lowerBound..<cut.upperBound - range.lowerBound, span.kind))
    }
    part.awaitsColours = awaitsColours
    return part
  }
}
