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
    var start = range.lowerBound
    var index = start
    func flush(to end: Int) {
      guard start < end else { return }
      appendWords(start..<end, keepsLines, to: &builder)
    }
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "<") {
        if bytes[index..<range.upperBound].starts(with: "<!--".utf8) {
          flush(to: index)
          var end = index + 4
          while end < range.upperBound, !bytes[end..<range.upperBound].starts(with: "-->".utf8) { end += 1 }
          index = min(end + 3, range.upperBound)
          start = index
          continue
        }
        if let (tag, end) = HTMLTag.read(bytes[index..<range.upperBound], at: 0) {
          flush(to: index)
          let place = source(of: index)..<max(source(of: index), source(of: index + end))
          // Block elements inside a cell part its lines.
          if HTMLTag.blocks.contains(tag.name) {
            if !builder.isEmpty, builder.text.bytes.last != 0x0a { builder.hardBreak(place) }
          } else if !builder.apply(tag, source: place, decode: InlineReader.decode) {
            builder.verbatim(bytes[index..<index + end], source: place.lowerBound, look: .literal)
          }
          index += end
          start = index
          continue
        }
      }
      index += 1
    }
    flush(to: range.upperBound)
    return builder.finish()
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
