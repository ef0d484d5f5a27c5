import Markdown

// The words of a galley: for copying, for finding headings, for tests.

extension Galley {
  /// Gives what is shown of some source bytes as plain text: blocks on lines of their own, cells parted by tabs.
  ///
  /// Nothing is laid out for it. O(leaves in the range).
  public func plainText(of range: Range<Int>) -> String {
    var result: [UInt8] = []
    // Where a range begins at a footnote's end, what follows is meant.
    let isInNote = manuscript.note(at: range.lowerBound) != nil
    guard !range.isEmpty, var place = isInNote ? place(ofSource: range.lowerBound) : flowPlace(ofSource: range.lowerBound) else {
      return ""
    }
    while true {
      let strip = strips[place.strip]
      let leaf = strip.leaves[place.leaf]
      if strip.start + Int(leaf.source.lowerBound) >= range.upperBound { break }
      var line: [UInt8] = []
      for text in words(strip: place.strip, leaf: place.leaf) {
        let lower = text.layout(ofSource: range.lowerBound - strip.start)
        let upper = text.layout(ofSource: range.upperBound - strip.start)
        if !line.isEmpty { line.append(0x09) }
        if lower < upper { line += Self.readable(text, lower..<upper) }
      }
      if !line.isEmpty {
        if !result.isEmpty {
          result.append(0x0a)
          // Blocks stand apart, items, rows and lines of code do not.
          if leaf.above >= sheet.ems(sheet.blockGap) { result.append(0x0a) }
        }
        result += line
      }
      guard let next = self.place(after: place) else { break }
      place = next
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Gives the texts of a leaf, without setting it.
  func words(strip index: Int, leaf: Int) -> [LayoutText] {
    let strip = strips[index]
    if let box = strip.leaves[leaf].box { return box.texts.filter(\.isSource).map(\.set.text) }
    switch content(strip: index, leaf: leaf) {
    case .text(let text, _), .code(let text): return [text]
    case .row(let cells): return cells
    case .field(let name, let value): return [name, value]
    case .caption(let words):
      var text = LayoutText()
      let start = Int(strip.leaves[leaf].source.lowerBound)
      text.append(Array(words.utf8), standingFor: start..<start, look: [])
      return [text]
    case .rule, .divider, .nothing: return []
    }
  }

  /// Layout text without what only keeps grounds apart, and with pictures as their descriptions.
  static func readable(_ text: LayoutText, _ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    for span in text.spans {
      let part = range.clamped(to: Int(span.start)..<Int(span.end))
      guard !part.isEmpty, !span.look.contains(.gap) else { continue }
      var start = part.lowerBound
      for picture in text.pictures where part.contains(Int(picture.position)) {
        result += text.bytes[start..<Int(picture.position)] + picture.alternative
        start = min(Int(picture.position) + 3, part.upperBound)
      }
      result += text.bytes[start..<part.upperBound]
    }
    return result
  }

  /// Finds the heading with an identifier as GitHub makes them, a footnote (`fn:2`) or one of its references (`fnref:2:1`), or what raw
  /// HTML names; gives its first source byte, nil when there is none. O(headings), or O(document) the first time when it is no heading.
  public func position(ofHeading identifier: String) -> Int? {
    if let position = manuscript.appendix.position(of: identifier) { return position }
    let wanted = identifier.lowercased()
    return manuscript.appendix.headings.first { $0.identifier.lowercased() == wanted }?.range.lower.utf8
      ?? manuscript.appendix.position(ofAnchor: wanted)
  }

  /// Gives the identifier of the heading that shows a source byte; nil when that is in none. O(headings).
  public func heading(at position: Int) -> String? {
    guard let place = place(ofSource: position), case .heading = strips[place.strip].leaves[place.leaf].kind else { return nil }
    return manuscript.appendix.headings.first { $0.range.bytes.contains(position) || $0.range.upper.utf8 == position }?.identifier
  }
}
