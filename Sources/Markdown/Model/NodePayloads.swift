import TextModel

/// What a heading says beyond its inlines.
public struct MarkdownHeading: Hashable, Sendable {
  /// 1 to 6.
  public let level: Int
  /// Whether it is marked by a line of `=` or `-` under it.
  public let isSetext: Bool
}

/// What a list says beyond its items.
public struct MarkdownList: Hashable, Sendable {
  public let isOrdered: Bool
  /// The number of the first item; 0 for bullet lists.
  public let start: Int
  /// The bullet, or the character after the number, in ASCII.
  public let delimiter: UInt8
  /// Whether the paragraphs of its items are set without space between them.
  public let isTight: Bool
}

/// What an item says beyond its blocks.
public struct MarkdownItem: Hashable, Sendable {
  public enum Task: Sendable { case open, done }

  /// nil when the item is no task.
  public let task: Task?
  /// The three bytes `[x]`; nil when the item is no task.
  public let box: TextRange?
  /// The bullet, or the number and the character after it.
  public let marker: TextRange
}

/// What a block of code or fenced math says beyond its text.
public struct MarkdownCode: Hashable, Sendable {
  public let isFenced: Bool
  /// Whether a closing fence was found.
  public let isClosed: Bool
  /// The length of the opening fence; 0 when there is none.
  public let fenceLength: Int
  /// The info string as written; empty when there is none.
  public let info: TextRange?
  /// The first word of the info string, decoded; empty when there is none.
  public let language: String
}

/// What a cell says beyond its inlines.
public struct MarkdownCell: Hashable, Sendable {
  public let column: Int
  public let isHeader: Bool
  public let alignment: TableAlignment
}

/// Where a link, image, autolink or wiki link leads.
public struct MarkdownLink: Hashable, Sendable {
  /// The address, decoded.
  public let destination: String
  /// The title, decoded; nil when there is none.
  public let title: String?
  /// Whether the address stands in a definition.
  public let isReference: Bool
  /// Whether GFM found the address in bare text.
  public let isBare: Bool
}

/// The five kinds of GitHub's alerts.
public enum MarkdownAlert: UInt8, Sendable, CaseIterable {
  case note, tip, important, warning, caution
}

extension MarkdownNode {
  /// The heading's level; nil for other kinds.
  public var heading: MarkdownHeading? {
    guard let block, block.kind == .heading else { return nil }
    return MarkdownHeading(level: Int(block.aux), isSetext: block.flags & BlockFlag.setext != 0)
  }

  /// The list's numbering and spacing; nil for other kinds. O(runs that the list spans).
  public var list: MarkdownList? {
    guard let block, block.kind == .list, case .block(let run, let index) = place else { return nil }
    let isOrdered = block.flags & BlockFlag.ordered != 0
    return MarkdownList(
      isOrdered: isOrdered, start: isOrdered ? Int(block.payload) : 0, delimiter: UInt8(truncatingIfNeeded: block.aux),
      isTight: !document.isLoose(list: index, run: run))
  }

  /// The item's marker and task box; nil for other kinds.
  public var item: MarkdownItem? {
    guard let block, block.kind == .listItem else { return nil }
    let isTask = block.flags & BlockFlag.task != 0
    let start = runStart + Int(block.start)
    return MarkdownItem(
      task: isTask ? (block.flags & BlockFlag.checked != 0 ? .done : .open) : nil,
      box: isTask ? TextRange(TextOffset(runStart + Int(block.payload)), count: 3) : nil,
      marker: TextRange(TextOffset(start), count: min(Int(block.aux), range.count)))
  }

  /// The code block's fence and info string; nil for other kinds.
  public var code: MarkdownCode? {
    guard let block, block.kind == .codeBlock || block.kind == .mathBlock, let runObject else { return nil }
    let isFenced = block.flags & BlockFlag.fenced != 0
    guard isFenced else {
      return MarkdownCode(
        isFenced: false, isClosed: block.flags & BlockFlag.closed != 0, fenceLength: block.kind == .mathBlock ? 2 : 0, info: nil,
        language: "")
    }
    let line = runObject.lines[Int(block.payload) + 1]
    let info = TextRange(runStart + Int(line.start)..<runStart + Int(max(line.start, line.end)))
    var isClosed = block.flags & BlockFlag.closed != 0
    if block.isUnfinished, case .block(let run, _) = place { isClosed = document.isLiteralClosed(run: run) }
    return MarkdownCode(
      isFenced: true, isClosed: isClosed, fenceLength: Int(block.aux), info: info, language: document.firstWord(info))
  }

  /// The alignments of a table's columns; nil for other kinds.
  public var alignments: [TableAlignment]? {
    guard let block, block.kind == .table, let runObject else { return nil }
    return Array(runObject.alignments[Int(block.payload)..<Int(block.payload) + Int(block.aux)])
  }

  /// Whether a row or cell belongs to the head of its table.
  public var isTableHeader: Bool {
    guard let block, block.kind == .tableRow || block.kind == .tableCell else { return false }
    return block.flags & BlockFlag.header != 0
  }

  /// The cell's column; nil for other kinds.
  public var cell: MarkdownCell? {
    guard let block, block.kind == .tableCell else { return nil }
    let alignments = parent?.parent?.alignments ?? []
    let column = Int(block.aux)
    return MarkdownCell(
      column: column, isHeader: block.flags & BlockFlag.header != 0,
      alignment: column < alignments.count ? alignments[column] : .none)
  }

  /// The alert's kind; nil for other nodes.
  public var alert: MarkdownAlert? {
    guard let block, block.kind == .alert else { return nil }
    return MarkdownAlert(rawValue: UInt8(truncatingIfNeeded: block.aux))
  }

  /// The type of an HTML block by CommonMark's section 4.6, 1 to 7; nil for other kinds.
  public var htmlType: Int? {
    guard let block, block.kind == .htmlBlock || block.kind == .commentBlock else { return nil }
    return Int(block.aux)
  }

  /// Whether math is set on lines of its own; nil for other kinds.
  public var isDisplayMath: Bool? {
    if kind == .mathBlock { return true }
    guard let inline, inline.kind == .math else { return nil }
    return inline.flags & InlineFlag.display != 0
  }

  /// Where the node leads; nil for what is no link, image, autolink, wiki link or definition.
  public var link: MarkdownLink? {
    if let block, block.kind == .linkDefinition, let runObject {
      let target = document.target(of: runObject.definitions[Int(block.payload)], runObject, runStart)
      return MarkdownLink(destination: target.destination, title: target.title, isReference: false, isBare: false)
    }
    guard let inline, let runObject, case .inline(_, let index, _) = place else { return nil }
    switch inline.kind {
    case .autolink:
      return MarkdownLink(
        destination: document.autolinkPrefix(inline) + document.text.string(in: innerRange(index, runObject)), title: nil,
        isReference: false, isBare: inline.flags & InlineFlag.bare != 0)
    case .link, .image, .wikiLink:
      let target = document.target(ofLink: index, runObject, runStart)
      return MarkdownLink(
        destination: target.destination, title: target.title, isReference: inline.flags & InlineFlag.reference != 0, isBare: false)
    default: return nil
    }
  }

  /// The bytes of a leaf inline without its marks.
  private func innerRange(_ index: Int, _ run: Run) -> TextRange {
    let record = run.inlines[index]
    guard record.next > Int32(index + 1) else { return range }
    return TextRange(runStart + Int(run.inlines[index + 1].start)..<runStart + Int(run.inlines[Int(record.next) - 1].end))
  }

  /// The label of a definition, footnote or footnote reference as written; nil for other kinds.
  public var label: TextRange? {
    if let block, block.kind == .linkDefinition || block.kind == .footnoteDefinition, let runObject {
      let label = runObject.definitions[Int(block.payload)].label
      return TextRange(runStart + Int(label.start)..<runStart + Int(label.end))
    }
    guard let inline, let runObject, case .inline(_, let index, _) = place else { return nil }
    switch inline.kind {
    case .footnoteReference, .link, .image:
      guard index + 1 < Int(inline.next), runObject.inlines[index + 1].kind == .label else { return nil }
      let label = runObject.inlines[index + 1]
      return label.start < label.end ? TextRange(runStart + Int(label.start)..<runStart + Int(label.end)) : nil
    default: return nil
    }
  }

  /// What a leaf inline means: its text, decoded; a line end for breaks. Empty for everything else.
  public var string: String {
    guard let inline else { return "" }
    switch inline.kind {
    case .text:
      return document.text.string(in: range)
    case .escape:
      let range = range
      return document.text.string(in: TextRange(range.lower + 1, range.upper))
    case .entity:
      return document.decoded(range) { Entities.scalars($0, 0, $1) }
    case .emoji:
      let range = range
      return document.decoded(TextRange(range.lower + 1, range.upper - 1)) { Emoji.scalars($0, 0, $1) ?? [] }
    case .softBreak, .hardBreak:
      return "\n"
    case .padding:
      return String(repeating: " ", count: Int(inline.aux))
    default: return ""
    }
  }

  /// The text of a node that holds its text as it is, with line ends as `\n`; line ends in a code span are blanks.
  public var literal: String {
    let isSpan = kind == .codeSpan
    var text = ""
    for piece in children {
      if piece.kind == .softBreak {
        text += isSpan ? " " : "\n"
      } else {
        text += piece.string
      }
    }
    guard text.utf8.contains(Byte.carriageReturn) else { return text }
    var bytes: [UInt8] = []
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == Byte.carriageReturn {
        bytes.append(Byte.lineFeed)
      } else if byte != Byte.lineFeed || last != Byte.carriageReturn {
        bytes.append(byte)
      }
      last = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MarkdownDocument {
  /// Whether a blank line between two of a list's blocks makes it loose.
  func isLoose(list index: Int, run: Int) -> Bool {
    let record = storage.runs[run].blocks[index]
    if record.flags & BlockFlag.loose != 0 { return true }
    guard record.isUnfinished else { return false }
    let depth = depth(ofBlock: index, run: run)
    var next = run + 1
    while next < storage.runs.count {
      let object = storage.runs[next]
      if object.depth <= depth { return false }
      if object.loose.contains(Int32(depth)) { return true }
      if object.minDepth <= depth { return false }
      next += 1
    }
    return false
  }

  func isLiteralClosed(run: Int) -> Bool {
    var next = run + 1
    while next < storage.runs.count {
      if storage.runs[next].leadEnd != nil { return storage.runs[next].isLeadClosed }
      next += 1
    }
    return false
  }

  func hasTail(afterLiteralFrom run: Int) -> Bool {
    var next = run + 1
    while next < storage.runs.count {
      if storage.runs[next].leadEnd != nil { return storage.runs[next].hasLeadTail }
      next += 1
    }
    return false
  }

  func firstWord(_ range: TextRange) -> String {
    text.withContiguousUTF8(in: range) { bytes in
      guard let base = bytes.baseAddress else { return "" }
      var stop = 0
      while stop < bytes.count, !base[stop].isASCIISpace { stop += 1 }
      return Decoding.string(base, 0, stop)
    }
  }

  func decoded(_ range: TextRange, _ body: (Source, Int) -> [Unicode.Scalar]) -> String {
    text.withContiguousUTF8(in: range) { bytes in
      guard let base = bytes.baseAddress else { return "" }
      var string = String.UnicodeScalarView()
      string.append(contentsOf: body(base, bytes.count))
      return String(string)
    }
  }

  func autolinkPrefix(_ record: InlineRecord) -> String {
    if record.flags & InlineFlag.email != 0 { return record.flags & InlineFlag.whole != 0 ? "" : "mailto:" }
    return record.flags & InlineFlag.noScheme != 0 ? "http://" : ""
  }

  func target(of definition: DefinitionRecord, _ run: Run, _ start: Int) -> DefinitionTable.Target {
    text.withContiguousUTF8(in: TextRange(TextOffset(start), count: run.length)) {
      DefinitionTable.target(definition, run, $0.baseAddress!)
    }
  }

  /// Where a link leads whose record stands at `index` of a run.
  func target(ofLink index: Int, _ run: Run, _ start: Int) -> DefinitionTable.Target {
    let record = run.inlines[index]
    if record.flags & InlineFlag.reference != 0 {
      return storage.definitions[run.lookups[Int(run.inlines[index + 1].next)]]
        ?? DefinitionTable.Target(destination: "", title: nil, isFootnote: false)
    }
    func string(_ part: InlineRecord) -> String {
      let range = TextRange(start + Int(part.start)..<start + Int(part.end))
      guard part.flags & InlineFlag.encoded != 0 else { return text.string(in: range) }
      return text.withContiguousUTF8(in: range) { $0.baseAddress.map { Decoding.string($0, 0, range.count) } ?? "" }
    }
    var title: String?
    var part = index + 2
    while part < Int(record.next), run.inlines[part].kind == .title {
      title = title.map { $0 + "\n" + string(run.inlines[part]) } ?? string(run.inlines[part])
      part += 1
    }
    return DefinitionTable.Target(destination: string(run.inlines[index + 1]), title: title, isFootnote: false)
  }
}
