import Markdown
import TextModel

/// A block's inlines with pairs of HTML tags as containers: what the commands for marks work on.
struct InlinePiece {
  enum Content {
    /// Text whose bytes are shown as they stand.
    case text
    /// A line end within the block.
    case lineBreak
    /// Shown, but never cut in two: an entity, an image, math, an address.
    case atom(String)
    /// Not shown: a comment or a tag without its pair.
    case hidden
    case container
  }

  let range: TextRange
  /// The range between the marks; the whole range where there are none.
  let inner: TextRange
  let content: Content
  /// The style that the piece gives to what it holds.
  var style: InlineStyle?
  var isLink = false
  var children: [InlinePiece] = []

  /// Deeper nesting than this is refused: nothing written by a person comes near it, and going through pieces recurses.
  static let deepest = 64

  /// Gives the pieces of a block that holds inlines.
  static func pieces(of node: MarkdownNode, depth: Int = 0) throws(EditRefusal) -> [InlinePiece] {
    guard depth < deepest else { throw .nestedTooDeeply }
    var found: [InlinePiece] = []
    var opened: [(tag: String, index: Int)] = []
    for child in node.children {
      if child.kind == .html, let tag = Tag(child.document.text.string(in: child.range)) {
        found.append(InlinePiece(range: child.range, inner: child.range, content: .hidden))
        if !tag.isClosing {
          opened.append((tag.name, found.count - 1))
        } else if let match = opened.lastIndex(where: { $0.tag == tag.name }) {
          let first = opened[match].index
          opened.removeSubrange(match...)
          let children = Array(found[(first + 1)..<(found.count - 1)])
          let range = TextRange(found[first].range.lower, child.range.upper)
          let inner = TextRange(found[first].range.upper, child.range.lower)
          found.removeSubrange(first...)
          found.append(
            InlinePiece(range: range, inner: inner, content: .container, style: InlineStyle(tag: tag.name), children: children))
        }
        continue
      }
      found.append(try InlinePiece(child, depth))
    }
    return found
  }

  private init(range: TextRange, inner: TextRange, content: Content, style: InlineStyle? = nil, children: [InlinePiece] = []) {
    self.range = range
    self.inner = inner
    self.content = content
    self.style = style
    self.children = children
  }

  private init(_ node: MarkdownNode, _ depth: Int) throws(EditRefusal) {
    let range = node.range
    style = InlineStyle(node.kind)
    var inner = range
    switch node.kind {
    case .text: content = .text
    case .softBreak, .hardBreak: content = .lineBreak
    case .escape, .entity, .emoji: content = .atom(node.string)
    case .html, .comment: content = .hidden
    case .codeSpan, .emphasis, .strong, .strikethrough, .highlight, .link:
      content = .container
      isLink = node.kind == .link
      children = try InlinePiece.pieces(of: node, depth: depth + 1)
      if let first = children.first, let last = children.last { inner = TextRange(first.range.lower, last.range.upper) }
    default: content = .atom(node.document.text.string(in: range))
    }
    self.range = range
    self.inner = inner
  }

  /// A tag that may have a pair.
  private struct Tag {
    let name: String
    let isClosing: Bool

    init?(_ source: String) {
      guard source.hasPrefix("<"), source.hasSuffix(">"), !source.hasSuffix("/>") else { return nil }
      var rest = source.dropFirst()
      isClosing = rest.first == "/"
      if isClosing { rest = rest.dropFirst() }
      name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
      if name.isEmpty { return nil }
    }
  }
}

/// What a block shows, byte by byte: where each comes from and how it is set.
struct ShownText: Equatable {
  private(set) var bytes: [UInt8] = []
  /// The source of each byte; an atom's bytes share its whole range.
  private(set) var lowers: [Int] = []
  private(set) var uppers: [Int] = []
  private(set) var styles: [UInt8] = []

  init(_ pieces: [InlinePiece], _ text: ChunkedText) {
    add(pieces, 0, text)
  }

  private mutating func add(_ pieces: [InlinePiece], _ style: UInt8, _ text: ChunkedText) {
    for piece in pieces {
      switch piece.content {
      case .text:
        var place = piece.range.lower.utf8
        for byte in text.bytes(in: piece.range) {
          add(byte, place, place + 1, style)
          place += 1
        }
      case .lineBreak: add(0x0A, piece.range.lower.utf8, piece.range.upper.utf8, style)
      case .atom(let string):
        for byte in string.utf8 { add(byte, piece.range.lower.utf8, piece.range.upper.utf8, style) }
      case .hidden: break
      case .container:
        add(piece.children, style | (piece.style?.bit ?? 0) | (piece.isLink ? InlineStyle.linkBit : 0), text)
      }
    }
  }

  private mutating func add(_ byte: UInt8, _ lower: Int, _ upper: Int, _ style: UInt8) {
    bytes.append(byte)
    lowers.append(lower)
    uppers.append(upper)
    styles.append(style)
  }

  func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || (bytes[index] >= 9 && bytes[index] <= 13) }

  /// The bytes that come from within a range, or touch it. O(log n): the places only grow.
  func indices(in range: TextRange) -> Range<Int> {
    func first(_ isPast: (Int) -> Bool) -> Int {
      var low = 0
      var high = bytes.count
      while low < high {
        let middle = (low + high) / 2
        if isPast(middle) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first { uppers[$0] > range.lower.utf8 }
    return start..<max(start, first { lowers[$0] >= range.upper.utf8 })
  }

  /// The smallest source range of what is shown and no blank within a range; nil when nothing is.
  func hull(in range: TextRange) -> TextRange? {
    let indices = indices(in: range)
    guard let first = indices.first(where: { !isBlank($0) }), let last = indices.last(where: { !isBlank($0) }) else { return nil }
    return TextRange(lowers[first]..<uppers[last])
  }

  /// Whether what is shown and no blank within a range has a style: both for mixed text, neither where nothing is shown.
  func states(_ style: InlineStyle, in range: TextRange) -> Set<Bool> {
    var isOn = false
    var isOff = false
    for index in indices(in: range) where !isBlank(index) {
      if styles[index] & style.bit != 0 { isOn = true } else { isOff = true }
    }
    return Set((isOn ? [true] : []) + (isOff ? [false] : []))
  }

  /// Tells whether all that is shown and no blank within a range has a style.
  func isUniform(_ style: InlineStyle, in range: TextRange) -> Bool { !states(style, in: range).contains(false) }
}
