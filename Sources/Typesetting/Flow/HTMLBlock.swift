import CPango
import Markdown
import TextModel

/// Holds a block of HTML: its bytes without the prefixes of containers, its pieces, and the way back to the source.
struct HTMLBlock {
  let bytes: [UInt8]
  let flow: HTMLFlow
  /// Where each stretch of `bytes` begins, in them and in the source.
  private let stretches: [(start: Int, source: Int)]

  /// Reads a block; places in the source are counted from `origin`.
  init(_ node: MarkdownNode, in document: MarkdownDocument, origin: Int, alignments: [PangoAlignment]) {
    var bytes: [UInt8] = []
    var stretches: [(start: Int, source: Int)] = []
    for piece in node.children {
      let range = piece.range
      let source = range.lower.utf8 - origin
      if let last = stretches.last, last.source + bytes.count - last.start == source {
        // Goes on where the last one ended.
      } else {
        stretches.append((bytes.count, source))
      }
      bytes += document.text.bytes(in: range)
    }
    self.bytes = bytes
    self.stretches = stretches
    flow = HTMLFlow(bytes, alignments: alignments)
  }

  /// Tells the source place of a byte.
  func source(of position: Int) -> Int {
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return stretches.first?.source ?? 0 }
    return stretches[low - 1].source + position - stretches[low - 1].start
  }

  /// Reads the letters of a piece, tags inside the line included.
  func text(_ range: Range<Int>, keepsLines: Bool = false, look: Look = []) -> LayoutText {
    var builder = TextBuilder()
    builder.keepsLines = keepsLines
    builder.open(look)
    let base = range.lowerBound
    var isRaw = false
    for token in HTMLTokenizer(Array(bytes[range])) {
      switch token {
      case .comment, .other: continue
      case .text(let words):
        if isRaw { builder.open(.literal) }
        appendWords(words.lowerBound + base..<words.upperBound + base, keepsLines, to: &builder)
        if isRaw { builder.close() }
        isRaw = false
      case .start(let tag):
        isRaw = HTMLMark.raw.contains(tag.name)
        append(HTMLMark(token)!, tag.range, base, to: &builder)
      case .end(_, let tag): append(HTMLMark(token)!, tag, base, to: &builder)
      }
    }
    return builder.finish()
  }

  private func append(_ mark: HTMLMark, _ range: Range<Int>, _ base: Int, to builder: inout TextBuilder) {
    let range = range.lowerBound + base..<range.upperBound + base
    let place = source(of: range.lowerBound)..<max(source(of: range.lowerBound), source(of: range.upperBound))
    // Block elements inside a cell part its lines.
    if HTMLMark.blocks.contains(mark.name) || mark.name == "td" || mark.name == "th" {
      if !builder.isEmpty, builder.text.bytes.last != 0x0a { builder.hardBreak(place) }
    } else if !builder.apply(mark, source: place) {
      builder.verbatim(bytes[range], source: place.lowerBound, look: .literal)
    }
  }

  private func appendWords(_ range: Range<Int>, _ keepsLines: Bool, to builder: inout TextBuilder) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if !keepsLines, byte <= 0x20 {
        let start = index
        while index < range.upperBound, bytes[index] <= 0x20 { index += 1 }
        if !builder.isEmpty { builder.softBreak(source(of: start)..<source(of: index)) }
      } else if byte == UInt8(ascii: "&"), let end = bytes[index..<min(range.upperBound, index + 40)].firstIndex(of: UInt8(ascii: ";")) {
        let decoded = InlineReader.decode(Array(bytes[index...end]))
        builder.standing(decoded, for: source(of: index)..<source(of: end + 1))
        index = end + 1
      } else {
        let start = index
        index += 1
        while index < range.upperBound, keepsLines || bytes[index] > 0x20, bytes[index] != UInt8(ascii: "&") { index += 1 }
        builder.verbatim(bytes[start..<index], source: source(of: start))
      }
    }
  }
}
