/// One block in a run: a row of a flat array in document order, positions relative to the run.
struct BlockRecord: Sendable {
  var start: Int32
  /// Bytes, or -1 while the block goes on in the next run.
  var length: Int32
  /// The index after the last descendant in this run.
  var subtreeEnd: Int32
  /// The index of the parent in this run; -1 for the document, -2 - depth for a container that was open when the run began.
  var parent: Int32
  /// The pieces or inlines that belong to this block itself.
  var inlineStart: Int32
  var inlineEnd: Int32
  /// Stable while the block only moves.
  var id: UInt32
  /// By kind: the number of an ordered list, the task box's place, an index into a side table of the run.
  var payload: Int32
  var kind: MarkdownKind
  var flags: UInt8
  var aux: UInt16

  static let unfinished: Int32 = -1

  var isUnfinished: Bool { length < 0 }
  var end: Int32 { start + length }
}

/// The meanings of `BlockRecord.flags`, by kind.
enum BlockFlag {
  static let setext: UInt8 = 1
  static let fenced: UInt8 = 1
  static let closed: UInt8 = 2
  static let tilde: UInt8 = 4
  static let ordered: UInt8 = 1
  static let loose: UInt8 = 2
  static let task: UInt8 = 1
  static let checked: UInt8 = 2
  static let header: UInt8 = 1
  /// The content of a block of inlines does not lie in one piece: `payload` leads to its lines.
  static let lines: UInt8 = 128
}

/// One inline in a run, in document order but for the parts of links, which follow their link directly.
struct InlineRecord: Sendable {
  var start: Int32
  var end: Int32
  /// The index after the last descendant; for a label the index of its hash in the run's look-ups.
  var next: Int32
  var kind: MarkdownKind
  var flags: UInt8
  var aux: UInt16
}

/// The meanings of `InlineRecord.flags`, by kind.
enum InlineFlag {
  /// A destination or title holds a backslash or an ampersand to be decoded.
  static let encoded: UInt8 = 1
  /// A link whose destination stands in a definition.
  static let reference: UInt8 = 2
  /// The link names no label of its own: `[text]` or `[text][]`.
  static let shortcut: UInt8 = 4
  /// An autolink that GFM found without brackets.
  static let bare: UInt8 = 8
  static let email: UInt8 = 16
  /// A bare `www.` address, which lacks its scheme.
  static let noScheme: UInt8 = 32
  /// A bare e-mail address that names its scheme.
  static let whole: UInt8 = 64
  /// Math between double dollars.
  static let display: UInt8 = 1
  /// Text that holds nothing that HTML has to escape; without the mark nobody knows.
  static let plain: UInt8 = 2
  /// A hard break written with a backslash.
  static let backslash: UInt8 = 1
}

/// A stretch of a block's content between two line prefixes.
struct LineSpan: Sendable {
  var start: Int32
  var end: Int32
}

/// A link reference or footnote definition found in a run.
struct DefinitionRecord: Sendable {
  /// The hash of the normalized label.
  var key: UInt64
  /// The index of the block.
  var block: Int32
  var label: LineSpan
  var destination: LineSpan
  var isDestinationEncoded: Bool
  /// The title's pieces, one per line, in the run's lines.
  var titleStart: Int32
  var titleCount: Int32
  var isFootnote: Bool
}

/// A container that is open at a line.
struct Frame: Sendable {
  enum Kind: UInt8, Sendable { case quote, list, item, footnote, table }

  var kind: Kind
  var isOrdered = false
  /// The list's bullet or delimiter character.
  var delimiter: UInt8 = 0
  /// Whether a block has been opened in it.
  var hasChild = false
  /// Whether a block that is shown has been opened in it.
  var hasContent = false
  /// The columns that a line must be indented by to belong to an item; the columns of a table.
  var width: Int32 = 0
  /// The index of its record in the run at work, -1 when an earlier run opened it. No part of the state.
  var block: Int32 = -1
  /// The end of the last `>` of a quote: while parsing in the window, in a run's state counted from the last content.
  var mark: Int = 0

  func isSameState(_ other: Frame) -> Bool {
    kind == other.kind && isOrdered == other.isOrdered && delimiter == other.delimiter && hasChild == other.hasChild
      && hasContent == other.hasContent
      && width == other.width && mark == other.mark
  }
}

/// The leaf that takes the next lines as they are.
enum OpenLeaf: Equatable, Sendable {
  case none
  case paragraph
  case fence(character: UInt8, count: Int, indent: Int)
  case indentedCode
  case html(type: UInt8)
  case math

  var isLiteral: Bool {
    switch self {
    case .none, .paragraph: false
    default: true
    }
  }
}

/// Everything that the parse of a line depends on but the text from that line on.
struct ParserState: Sendable {
  var frames: [Frame] = []
  var leaf: OpenLeaf = .none
  var isAfterBlank = false
  /// The containers below this depth did not see the blank line before.
  var blankDepth = 0
  /// How far back the last content ended.
  var distance = 0
  var isAtStart = true

  func isSame(_ other: ParserState) -> Bool {
    guard leaf == other.leaf, isAfterBlank == other.isAfterBlank, distance == other.distance, isAtStart == other.isAtStart,
      !isAfterBlank || blankDepth == other.blankDepth, frames.count == other.frames.count
    else { return false }
    for index in frames.indices where !frames[index].isSameState(other.frames[index]) { return false }
    return true
  }
}
