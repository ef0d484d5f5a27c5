import Glibc
import Markdown
import TextModel

/// Cuts a block of code into what one layout holds: between lines, and inside of lines that are too long themselves.
struct CodeCutter {
  struct Chunk {
    /// The piece of the block that the chunk begins in; the block itself when it is empty.
    let piece: MarkdownNode
    let source: Range<Int>
    /// How many rows the chunk will have, about.
    let rows: Double
  }

  private let perLine: Double
  private var chunks: [Chunk] = []
  private var first: MarkdownNode?
  private var start = 0
  /// The end of the last piece.
  private var end = 0
  private var lines = 0
  private var rows = 0.0
  /// The bytes of the line that has begun in this chunk.
  private var lineBytes = 0

  private init(perLine: Double) { self.perLine = perLine }

  /// Gives the chunks of a block in order, at least one; `perLine` characters fit into a row. O(block).
  static func chunks(of block: MarkdownNode, in text: ChunkedText, perLine: Double) -> [Chunk] {
    var cutter = CodeCutter(perLine: perLine)
    // A piece holds as many lines as meet in the source.
    for piece in block.children {
      let range = piece.range.bytes
      cutter.end = range.upperBound
      if piece.kind == .text {
        text.withContiguousUTF8(in: piece.range) { if let base = $0.baseAddress { cutter.take(piece, range.lowerBound, base, $0.count) } }
      } else {
        cutter.begin(piece, range.lowerBound)
        cutter.lineBytes += range.count
        if piece.kind == .softBreak { cutter.endLine(range.upperBound) }
      }
    }
    cutter.close(cutter.end)
    return cutter.chunks.isEmpty ? [Chunk(piece: block, source: block.range.bytes, rows: 1)] : cutter.chunks
  }

  private mutating func begin(_ piece: MarkdownNode, _ place: Int) {
    guard first == nil else { return }
    first = piece
    start = place
  }

  private mutating func take(_ piece: MarkdownNode, _ offset: Int, _ bytes: UnsafePointer<UInt8>, _ count: Int) {
    var at = 0
    while at < count {
      begin(piece, offset + at)
      let feed = memchr(bytes + at, 0x0a, count - at)
      let end = feed.map { bytes.distance(to: $0.assumingMemoryBound(to: UInt8.self)) + 1 } ?? count
      if offset + end - start <= 2 * FlowBuilder.mostBytes {
        lineBytes += end - at
        at = end
        if feed != nil { endLine(offset + at) }
      } else if offset + at > start, lineBytes == 0 {
        close(offset + at)
      } else {
        // Never inside a character, and always further.
        var cut = max(at + 1, min(end, start + FlowBuilder.mostBytes - offset))
        while cut > at + 1, cut < count, bytes[cut] & 0xc0 == 0x80 { cut -= 1 }
        lineBytes += cut - at
        at = cut
        close(offset + at)
      }
    }
  }

  private mutating func endLine(_ end: Int) {
    rows += max(1, (Double(lineBytes - 1) / perLine).rounded(.up))
    lineBytes = 0
    lines += 1
    if lines >= FlowBuilder.mostLines || end - start >= FlowBuilder.mostBytes { close(end) }
  }

  private mutating func close(_ end: Int) {
    guard let piece = first else { return }
    if lineBytes > 0 { rows += max(1, (Double(lineBytes) / perLine).rounded(.up)) }
    chunks.append(Chunk(piece: piece, source: start..<end, rows: rows))
    (first, lines, rows, lineBytes) = (nil, 0, 0, 0)
  }
}
