import Markdown
import TextModel

/// Guesses how wide a stretch of Markdown's source is when it is set: letters by their kind, addresses of links left out.
struct TextWeight {
  /// Width of everything in one line, in ems.
  private(set) var ems = 0.0
  /// Width of the longest word, in ems.
  private(set) var word = 0.0
  private var current = 0.0
  private var last: UInt8 = 0
  /// Inside the address of a link: how many brackets are open.
  private var hidden = 0
  private var isInTag = false

  init() {}

  /// Weighs bytes. O(bytes).
  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
    endWord()
  }

  /// Weighs a stretch of a text. O(bytes).
  init(of range: Range<Int>, in text: ChunkedText) {
    guard !range.isEmpty else { return }
    text.withContiguousUTF8(in: TextRange(range)) { for byte in $0 { add(byte) } }
    endWord()
  }

  private mutating func endWord() {
    word = max(word, current)
    current = 0
  }

  private mutating func add(_ byte: UInt8) {
    defer { last = byte }
    if hidden > 0 {
      if byte == UInt8(ascii: "(") { hidden += 1 }
      if byte == UInt8(ascii: ")") { hidden -= 1 }
      return
    }
    if isInTag {
      isInTag = byte != UInt8(ascii: ">")
      return
    }
    switch byte {
    case UInt8(ascii: "(") where last == UInt8(ascii: "]"): hidden = 1
    case UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"), 0x0d: return
    case UInt8(ascii: "/") where last == UInt8(ascii: "<"): isInTag = true
    case 0x20, 0x0a:
      endWord()
      ems += 0.26
    case 0..<0x80:
      if last == UInt8(ascii: "<"), (byte | 0x20) >= 0x61, (byte | 0x20) <= 0x7a { isInTag = true }
      grow(0.53)
    case 0x80..<0xc0: return
    case 0xc0..<0xe3: grow(0.58)
    default:
      // Signs of the Far East: as wide as high, and each may end a line.
      grow(1)
      endWord()
    }
  }

  private mutating func grow(_ width: Double) {
    ems += width
    current += width
  }
}

extension FlowBuilder {
  /// Guesses the height of a stretch of source.
  func estimate(_ source: Range<Int>, _ role: Typesetter.Role, _ width: Double) -> Double {
    estimate(ems: TextWeight(of: source, in: document.text).ems, role, width)
  }

  /// Guesses the height of so many ems of text.
  func estimate(ems: Double, _ role: Typesetter.Role, _ width: Double) -> Double {
    // A line loses half a word at its end.
    let room = width / typesetter.size(role)
    let perLine = max(1, room - min(1.6, room * 0.1))
    let lines = ems <= room ? 1 : (ems / perLine).rounded(.up)
    return max(1, lines) * typesetter.lineHeight(role)
  }
}

/// Guesses the heights of a table's rows from the lengths of its cells.
struct TableEstimate {
  private var heights: [Double] = []
  private let stride: Int
  private let usual: Double

  /// Weighs the cells; of a very large table every so many rows. O(bytes of those rows).
  init(_ table: MarkdownNode, document: MarkdownDocument, typesetter: Typesetter, width: Double) {
    let columns = max(1, table.alignments?.count ?? 1)
    let edge = 2 * typesetter.sheet.ems(0.4) + 1
    let count = table.range.count / (2 * columns)
    stride = max(1, count * columns / TableReader.mostCells)
    var wants = Array(repeating: TableShape.Want(), count: columns)
    var cells: [[Double]] = []
    var number = 0
    let size = typesetter.size(.cell(header: false))
    for row in table.children where row.kind == .tableRow {
      defer { number += 1 }
      guard number % stride == 0 else { continue }
      var widths: [Double] = []
      for cell in row.children where cell.kind == .tableCell && widths.count < columns {
        let weight = TextWeight(of: cell.range.bytes, in: document.text)
        let scale = number == 0 ? size * 1.08 : size
        wants[widths.count].least = max(wants[widths.count].least, weight.word * scale)
        wants[widths.count].most = max(wants[widths.count].most, weight.ems * scale)
        widths.append(weight.ems * scale)
      }
      cells.append(widths)
    }
    let shape = TableShape(
      wants: wants, alignments: Array(repeating: TableAlignment.none.pango, count: columns), width: width, side: typesetter.sheet.ems(0.7))
    let line = typesetter.lineHeight(.cell(header: false))
    for widths in cells {
      var lines = 1.0
      for (wide, room) in zip(widths, shape.widths) where wide > room {
        lines = max(lines, (wide / max(1, room - min(1.6 * size, room * 0.1))).rounded(.up))
      }
      heights.append((lines * line + edge).rounded(.up) + 1)
    }
    usual = heights.isEmpty ? line + edge : heights.reduce(0, +) / Double(heights.count)
  }

  func height(ofRow row: Int) -> Double {
    row % stride == 0 && row / stride < heights.count ? heights[row / stride] : usual
  }
}
