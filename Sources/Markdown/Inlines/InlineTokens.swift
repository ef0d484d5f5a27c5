/// A piece of a block's content while its inlines are being paired: in source order, never moved.
struct InlineToken {
  enum Kind: UInt8 {
    case text
    /// An inline that holds nothing to pair.
    case leaf
    /// A run of `*`, `_`, `~` or `=`; what is left of it after pairing is text.
    case delimiter
    /// `[` or `![`, text unless it becomes a link.
    case bracket
    case linkOpen
    case linkClose
  }

  var kind: Kind
  /// What a leaf or link becomes.
  var inline: MarkdownKind
  var flags: UInt8
  var start: Int32
  var end: Int32
  /// What a token holds by its kind, in two fields: there may be millions of tokens in one paragraph.
  private var one: Int32 = -1
  private var other: Int32 = -1
  var lastClose: Int32 = -1

  init(kind: Kind, inline: MarkdownKind, flags: UInt8, start: Int32, end: Int32) {
    self.kind = kind
    self.inline = inline
    self.flags = flags
    self.start = start
    self.end = end
  }

  /// The inside of a leaf; the index of a link's parts.
  var inner: Int32 {
    get { one }
    set { one = newValue }
  }
  var innerEnd: Int32 {
    get { other }
    set { other = newValue }
  }
  /// The pairs that open at a delimiter, outermost first.
  var opens: Int32 {
    get { one }
    set { one = newValue }
  }
  /// The pairs that close at a delimiter, innermost first.
  var closes: Int32 {
    get { other }
    set { other = newValue }
  }
}

/// An opener and a closer that belong together.
struct InlinePair {
  var kind: MarkdownKind
  var start: Int32
  var end: Int32
  var nextOpen: Int32
  var nextClose: Int32
}

/// A run of delimiter characters in the list of those that may still pair.
struct InlineDelimiter {
  var token: Int32
  var length: Int32
  var previous: Int32
  var next: Int32
  var character: UInt8
  var canOpen: Bool
  var canClose: Bool
}

/// A bracket that may become a link or an image.
struct InlineBracket {
  var token: Int32
  var delimiter: Int32
  /// The place after the bracket.
  var inside: Int32
  var isImage: Bool
  var hasBracketAfter: Bool
}

/// Where a link's address, title and label stand.
struct InlineLinkParts {
  var destination: Range<Int32>
  var title: Range<Int32>?
  var label: Range<Int32>?
  var lookup: Int32
}
