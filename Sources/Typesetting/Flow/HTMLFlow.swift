import CPango

/// Cuts a block of HTML into what stands on lines of its own: the subset of HTML that documents are dressed with.
///
/// Positions are those of the bytes given. Linear; nothing nests deeper than what is counted here.
struct HTMLFlow {
  /// One leaf to be.
  struct Piece: Equatable {
    enum Kind: Equatable {
      case text
      case heading(Int)
      case code
      case rule
      case summary
      /// An item of a list: its number, or nil for a bullet.
      case item(Int?)
      case quote
      /// A whole row of a table.
      case row(cells: [Range<Int>], isFirst: Bool)
    }

    var kind: Kind
    /// The bytes of its contents, tags inside the line included.
    var range: Range<Int>
    var alignment: PangoAlignment
    /// How many lists are around it.
    var depth: Int

    static func == (left: Piece, right: Piece) -> Bool {
      left.kind == right.kind && left.range == right.range && left.alignment.rawValue == right.alignment.rawValue && left.depth == right.depth
    }
  }

  private(set) var pieces: [Piece] = []
  /// The alignment that is still in force at the end, for the blocks that follow; 0 levels when everything was closed.
  private(set) var alignments: [PangoAlignment]
  private let bytes: [UInt8]
  private var start = 0
  private var kind = Piece.Kind.text
  private var lists: [Int?] = []
  private var cells: [Range<Int>]?
  private var cellStart: Int?
  private var rows = 0

  /// Reads a block; `alignments` are those that blocks before have left open.
  init(_ bytes: [UInt8], alignments: [PangoAlignment]) {
    self.bytes = bytes
    self.alignments = alignments
    read()
  }

  private mutating func read() {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      if bytes[index...].starts(with: "<!--".utf8) {
        let end = find("-->", from: index + 4) ?? bytes.count
        flush(before: index)
        start = end
        index = end
        continue
      }
      guard let (tag, end) = HTMLTag.read(bytes, at: index) else {
        index += 1
        continue
      }
      if HTMLTag.blocks.contains(tag.name) || tag.name == "td" || tag.name == "th" {
        apply(tag, at: index, end: end)
        if tag.name == "pre", !tag.isClosing {
          let close = find("</pre", from: end) ?? bytes.count
          pieces.append(Piece(kind: .code, range: end..<close, alignment: PANGO_ALIGN_LEFT, depth: lists.count))
          start = close
          index = close
          continue
        }
      }
      index = end
    }
    flush(before: bytes.count)
  }

  private mutating func apply(_ tag: HTMLTag, at index: Int, end: Int) {
    switch tag.name {
    case "td", "th":
      if let from = cellStart {
        cells?.append(from..<index)
        cellStart = nil
      }
      if !tag.isClosing {
        if cells == nil { cells = [] }
        cellStart = end
      }
      start = end
      return
    case "tr":
      endRow(at: index)
      if !tag.isClosing { cells = [] }
      start = end
      return
    case "table", "thead", "tbody":
      if cells != nil { endRow(at: index) } else { flush(before: index) }
      if tag.name == "table", !tag.isClosing { rows = 0 }
      start = end
      return
    default: break
    }
    // Inside a cell everything is one text.
    if cellStart != nil { return }
    flush(before: index)
    start = end
    switch tag.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      kind = tag.isClosing ? .text : .heading(Int(tag.name.utf8.last! - UInt8(ascii: "0")))
      align(tag)
    case "summary": kind = tag.isClosing ? .text : .summary
    case "blockquote": kind = tag.isClosing ? .text : .quote
    case "hr": pieces.append(Piece(kind: .rule, range: index..<end, alignment: PANGO_ALIGN_LEFT, depth: lists.count))
    case "ul", "ol":
      if tag.isClosing {
        _ = lists.popLast()
      } else if lists.count < 32 {
        lists.append(tag.name == "ol" ? 0 : nil)
      }
      kind = .text
    case "li":
      if tag.isClosing {
        kind = .text
      } else {
        if let last = lists.indices.last, let number = lists[last] { lists[last] = number + 1 }
        kind = .item(lists.last ?? nil)
      }
    default: align(tag)
    }
  }

  private mutating func align(_ tag: HTMLTag) {
    if tag.isClosing {
      if alignments.count > 0 { alignments.removeLast() }
      return
    }
    guard alignments.count < 64 else { return }
    let wanted = tag.value("align").map { String(decoding: $0, as: UTF8.self).lowercased() }
    switch wanted {
    case "center", "middle": alignments.append(PANGO_ALIGN_CENTER)
    case "right": alignments.append(PANGO_ALIGN_RIGHT)
    case "left", "justify": alignments.append(PANGO_ALIGN_LEFT)
    default: alignments.append(tag.name == "center" ? PANGO_ALIGN_CENTER : alignments.last ?? PANGO_ALIGN_LEFT)
    }
  }

  private mutating func endRow(at index: Int) {
    if let from = cellStart {
      cells?.append(from..<index)
      cellStart = nil
    }
    if let row = cells, let first = row.first, let last = row.last {
      let range = first.lowerBound..<last.upperBound
      pieces.append(Piece(kind: .row(cells: row, isFirst: rows == 0), range: range, alignment: PANGO_ALIGN_LEFT, depth: lists.count))
      rows += 1
    }
    cells = nil
  }

  private mutating func flush(before end: Int) {
    guard start < end, cellStart == nil else { return }
    let range = trimmed(start..<end)
    guard !range.isEmpty, hasContent(range) else { return }
    pieces.append(Piece(kind: kind, range: range, alignment: alignments.last ?? PANGO_ALIGN_LEFT, depth: lists.count))
    // What follows a picture or a paragraph inside an item belongs to it.
    if case .item = kind { kind = .text }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, bytes[lower] <= 0x20 { lower += 1 }
    while upper > lower, bytes[upper - 1] <= 0x20 { upper -= 1 }
    return lower..<upper
  }

  /// Tells whether something would be seen: letters, or a picture.
  private func hasContent(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "<"), let (tag, end) = HTMLTag.read(bytes[range], at: index - range.lowerBound) {
        if tag.name == "img" || (HTMLTag.look(of: tag.name) == nil && tag.name != "a" && tag.name != "br" && tag.name != "wbr") { return true }
        index = range.lowerBound + end
        continue
      }
      if bytes[index] > 0x20 { return true }
      index += 1
    }
    return false
  }

  private func find(_ word: StaticString, from start: Int) -> Int? {
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    var index = start
    while index + wanted.count <= bytes.count {
      if zip(bytes[index..<index + wanted.count], wanted).allSatisfy({ $0 == $1 || ($0 | 0x20) == $1 }) {
        return word.utf8Start.pointee == UInt8(ascii: "-") ? index + wanted.count : index
      }
      index += 1
    }
    return nil
  }
}
