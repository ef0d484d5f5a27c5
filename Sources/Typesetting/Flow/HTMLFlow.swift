import CPango
import Markdown

/// Cuts a block of HTML into what stands on lines of its own: the subset of HTML that documents are dressed with.
///
/// Positions are those of the bytes given. Linear; nothing nests deeper than what is counted here.
struct HTMLFlow {
  /// One leaf to be.
  struct Piece: Equatable {
    enum Kind: Equatable {
      case text
      case heading(Int)
      /// Lines of a `<pre>`, whose edges may be in other pieces.
      case code(first: Bool, last: Bool)
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
      left.kind == right.kind && left.range == right.range && left.alignment.rawValue == right.alignment.rawValue
        && left.depth == right.depth
    }
  }

  private(set) var pieces: [Piece] = []
  /// The alignment that is still in force at the end, for the blocks that follow; 0 levels when everything was closed.
  private(set) var alignments: [PangoAlignment]
  private let bytes: [UInt8]
  private var start = 0
  /// True when something since `start` would be seen: letters, a picture, a tag that nobody sets.
  private var hasInk = false
  private var kind = Piece.Kind.text
  private var lists: [Int?] = []
  private var cells: [Range<Int>]?
  private var cellStart: Int?
  private var rows = 0
  private var literalStart: Int?

  /// Reads a block; `alignments` are those that blocks before have left open.
  init(_ bytes: [UInt8], alignments: [PangoAlignment]) {
    self.bytes = bytes
    self.alignments = alignments
    read()
  }

  private mutating func read() {
    for token in HTMLTokenizer(bytes) {
      if let from = literalStart {
        guard case .end("pre", let range) = token else { continue }
        addCode(from..<range.lowerBound)
        literalStart = nil
        begin(at: range.upperBound)
        continue
      }
      switch token {
      case .comment, .other: continue
      case .text(let range): readText(range)
      case .start(let tag): apply(HTMLMark(token)!, tag.range)
      case .end(_, let range): apply(HTMLMark(token)!, range)
      }
    }
    if let from = literalStart {
      addCode(from..<bytes.count)
    } else if cells != nil {
      endRow(at: bytes.count)
    } else {
      flush(before: bytes.count)
    }
  }

  private mutating func readText(_ range: Range<Int>) {
    if hasInk && range.upperBound - start <= FlowBuilder.mostBytes { return }
    for index in range {
      if bytes[index] > 0x20 {
        hasInk = true
      } else if index - start > FlowBuilder.mostBytes, cells == nil {
        // A layout holds no more; the next piece goes on in the same place.
        flush(before: index)
        begin(at: index)
      }
    }
  }

  private mutating func begin(at place: Int) {
    start = place
    hasInk = false
  }

  private mutating func apply(_ mark: HTMLMark, _ range: Range<Int>) {
    guard HTMLMark.blocks.contains(mark.name) || mark.name == "td" || mark.name == "th" else {
      if mark.name == "img" || !HTMLMark.isInLine(mark.name) { hasInk = true }
      return
    }
    if applyToTable(mark, range) { return }
    // Inside a cell everything is one text.
    if cellStart != nil { return }
    flush(before: range.lowerBound)
    begin(at: range.upperBound)
    switch mark.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      kind = mark.isClosing ? .text : .heading(Int(mark.name.utf8.last! - UInt8(ascii: "0")))
      align(mark)
    case "summary": kind = mark.isClosing ? .text : .summary
    case "blockquote": kind = mark.isClosing ? .text : .quote
    case "pre": if !mark.isClosing { literalStart = range.upperBound }
    case "hr": pieces.append(Piece(kind: .rule, range: range, alignment: PANGO_ALIGN_LEFT, depth: lists.count))
    case "ul", "ol":
      if mark.isClosing {
        _ = lists.popLast()
      } else if lists.count < 32 {
        lists.append(mark.name == "ol" ? Int(mark.length("start") ?? 1) - 1 : nil)
      }
      kind = .text
    case "li":
      if mark.isClosing {
        kind = .text
      } else {
        if let last = lists.indices.last, let number = lists[last] { lists[last] = number + 1 }
        kind = .item(lists.last ?? nil)
      }
    default: align(mark)
    }
  }

  /// Does what a tag of a table says; false for every other tag.
  private mutating func applyToTable(_ mark: HTMLMark, _ range: Range<Int>) -> Bool {
    switch mark.name {
    case "td", "th":
      endCell(at: range.lowerBound)
      if cells == nil { flush(before: range.lowerBound) }
      if !mark.isClosing {
        if cells == nil { cells = [] }
        cellStart = range.upperBound
      }
    case "tr":
      if cells == nil { flush(before: range.lowerBound) }
      endRow(at: range.lowerBound)
      if !mark.isClosing { cells = [] }
    case "table", "thead", "tbody", "tfoot", "colgroup", "col":
      if cells != nil { endRow(at: range.lowerBound) } else { flush(before: range.lowerBound) }
      if mark.name == "table", !mark.isClosing { rows = 0 }
    default: return false
    }
    begin(at: range.upperBound)
    return true
  }

  private mutating func align(_ mark: HTMLMark) {
    if mark.isClosing {
      if alignments.count > 0 { alignments.removeLast() }
      return
    }
    guard alignments.count < 64 else { return }
    let wanted = mark.value("align").map { String(decoding: $0, as: UTF8.self).lowercased() }
    switch wanted {
    case "center", "middle": alignments.append(PANGO_ALIGN_CENTER)
    case "right": alignments.append(PANGO_ALIGN_RIGHT)
    case "left", "justify": alignments.append(PANGO_ALIGN_LEFT)
    default: alignments.append(mark.name == "center" ? PANGO_ALIGN_CENTER : alignments.last ?? PANGO_ALIGN_LEFT)
    }
  }

  private mutating func endCell(at index: Int) {
    guard let from = cellStart else { return }
    cells?.append(from..<index)
    cellStart = nil
  }

  private mutating func endRow(at index: Int) {
    endCell(at: index)
    if let row = cells, let first = row.first, let last = row.last {
      let range = first.lowerBound..<last.upperBound
      pieces.append(Piece(kind: .row(cells: row, isFirst: rows == 0), range: range, alignment: PANGO_ALIGN_LEFT, depth: lists.count))
      rows += 1
    }
    cells = nil
  }

  /// Adds the lines of a `<pre>`, at most so many in one piece.
  private mutating func addCode(_ range: Range<Int>) {
    var range = range
    if range.count > 1, bytes[range.lowerBound] == 0x0a { range = range.lowerBound + 1..<range.upperBound }
    var from = range.lowerBound
    var lines = 0
    for index in range where bytes[index] == 0x0a {
      lines += 1
      guard lines >= FlowBuilder.mostLines || index - from >= FlowBuilder.mostBytes, index + 1 < range.upperBound else { continue }
      addCode(from..<index + 1, isFirst: from == range.lowerBound, isLast: false)
      from = index + 1
      lines = 0
    }
    addCode(from..<range.upperBound, isFirst: from == range.lowerBound, isLast: true)
  }

  private mutating func addCode(_ range: Range<Int>, isFirst: Bool, isLast: Bool) {
    pieces.append(Piece(kind: .code(first: isFirst, last: isLast), range: range, alignment: PANGO_ALIGN_LEFT, depth: lists.count))
  }

  private mutating func flush(before end: Int) {
    guard start < end, hasInk, cellStart == nil else { return }
    let range = trimmed(start..<end)
    guard !range.isEmpty else { return }
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
}
