import Markdown
import TextModel

/// Reads the inlines of a block into a layout text. Nothing recurses.
struct InlineReader {
  let document: MarkdownDocument
  let appendix: Appendix
  /// What source places are counted from.
  let origin: Int
  /// The source bytes wanted, for a block that is set in pieces; nil for all.
  var clip: Range<Int>?

  /// Reads everything in a block.
  func read(_ block: MarkdownNode) -> LayoutText {
    var builder = TextBuilder()
    append(block, to: &builder)
    return builder.finish()
  }

  /// An inline that is open, and what is to be done at its end.
  private enum Open {
    case look
    case link
  }

  /// Appends what a node holds.
  func append(_ node: MarkdownNode, to builder: inout TextBuilder) {
    var stack: [(next: MarkdownNode?, open: Open?)] = [(firstChild(of: node), nil)]
    // A definition that a thousand links use is one address.
    var address: (text: String, bytes: [UInt8]) = ("", [])
    while let top = stack.last {
      guard let inline = top.next, !isBehind(inline) else {
        stack.removeLast()
        switch top.open {
        case .look: builder.close()
        case .link: builder.closeLink()
        case nil: break
        }
        continue
      }
      stack[stack.count - 1].next = inline.nextSibling
      switch inline.kind {
      case .emphasis: open(.emphasis)
      case .strong: open(.strong)
      case .strikethrough: open(.strike)
      case .highlight: open(.mark)
      case .link, .wikiLink, .autolink:
        let destination = inline.link?.destination ?? ""
        if destination != address.text { address = (destination, Array(destination.utf8)) }
        builder.openLink(address.bytes)
        if inline.firstChild != nil {
          stack.append((firstChild(of: inline), .link))
        } else {
          // Where there are no words an address shows itself; a link without words shows nothing.
          if inline.kind != .link { verbatim(inline.range, to: &builder) }
          builder.closeLink()
        }
      default: append(leaf: inline, to: &builder)
      }
      func open(_ look: Look) {
        builder.open(look)
        stack.append((firstChild(of: inline), .look))
      }
    }
  }

  /// The first child of which something may be wanted: a paragraph that is set in pieces is not read from its start for each.
  private func firstChild(of node: MarkdownNode) -> MarkdownNode? {
    clip.map { node.firstChild(reaching: TextOffset($0.lowerBound)) } ?? node.firstChild
  }

  /// Whether an inline and all after it stand behind what is wanted.
  private func isBehind(_ inline: MarkdownNode) -> Bool {
    clip.map { inline.range.lower.utf8 >= $0.upperBound } ?? false
  }

  private func append(leaf inline: MarkdownNode, to builder: inout TextBuilder) {
    let range = inline.range
    let source = (range.lower.utf8 - origin)..<(range.upper.utf8 - origin)
    guard isWanted(range) else { return }
    switch inline.kind {
    case .text: verbatim(range, to: &builder)
    case .escape: verbatim(TextRange(range.lower + 1, range.upper), to: &builder)
    case .entity, .emoji: builder.standing(Array(inline.string.utf8), for: source)
    case .softBreak: builder.softBreak(source)
    case .hardBreak: builder.hardBreak(source)
    case .codeSpan: appendPieces(of: inline, .code, source, to: &builder)
    case .math: appendPieces(of: inline, .math, source, to: &builder)
    case .html: builder.html(document.text.bytes(in: range), source: source)
    case .comment: break
    case .image:
      builder.picture(
        Array((inline.link?.destination ?? "").utf8), alternative: Array(inline.plainText.utf8), width: nil, height: nil, source: source)
    case .footnoteReference:
      guard let place = appendix.place(of: inline) else { return verbatim(range, to: &builder) }
      builder.openLink(Array("#fn:\(place.number)".utf8))
      builder.standing("\(place.number)".utf8, for: source, look: .above)
      builder.closeLink()
    default: verbatim(range, to: &builder, look: .literal)
    }
  }

  private func isWanted(_ range: TextRange) -> Bool {
    guard let clip else { return true }
    return clip.contains(range.lower.utf8) || (range.lower.utf8 < clip.lowerBound && range.upper.utf8 > clip.lowerBound)
  }

  /// Appends bytes of the source as they are.
  private func verbatim(_ range: TextRange, to builder: inout TextBuilder, look: Look = []) {
    var bytes = range.bytes
    if let clip { bytes = bytes.clamped(to: clip) }
    guard !bytes.isEmpty else { return }
    document.text.withContiguousUTF8(in: TextRange(bytes)) { builder.verbatim($0, source: bytes.lowerBound - origin, look: look) }
  }

  private func appendPieces(of inline: MarkdownNode, _ look: Look, _ source: Range<Int>, to builder: inout TextBuilder) {
    builder.open(look)
    if look == .code { builder.gap(at: source.lowerBound, []) }
    for piece in inline.children {
      switch piece.kind {
      case .softBreak: builder.softBreak((piece.range.lower.utf8 - origin)..<(piece.range.upper.utf8 - origin))
      default: verbatim(piece.range, to: &builder)
      }
    }
    if look == .code { builder.gap(at: source.upperBound, []) }
    builder.close()
  }

  /// Decodes the character references in an attribute or in a block of HTML.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
    // The parser decodes references in text; a document of nothing else is the shortest way to it.
    let parsed = MarkdownDocument(String(decoding: bytes.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self), options: .commonMark)
    guard let paragraph = parsed.root.firstChild, paragraph.kind == .paragraph else { return bytes }
    var result: [UInt8] = []
    for inline in paragraph.children {
      result += inline.kind == .entity ? Array(inline.string.utf8) : parsed.text.bytes(in: inline.range)
    }
    return result
  }
}
