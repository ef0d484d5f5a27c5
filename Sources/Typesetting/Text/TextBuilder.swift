import Markdown

/// Builds a layout text out of what the tree's inlines say, HTML elements inside a line included.
struct TextBuilder {
  private(set) var text = LayoutText()
  /// Looks of the open inlines, innermost last.
  private var looks: [Look] = [[]]
  /// Open HTML elements, innermost last: the number of looks and the link before them.
  private var elements: [(name: String, looks: Int, linkStart: Int, address: [UInt8]?)] = []
  /// Open links of Markdown: where their letters begin.
  private var linkStarts: [(start: Int, address: [UInt8])] = []
  /// True when lines are kept: in `<pre>`.
  var keepsLines = false

  private var look: Look { looks[looks.count - 1] }
  var isEmpty: Bool { text.bytes.isEmpty }

  // MARK: Looks

  mutating func open(_ look: Look) { looks.append(self.look.union(look)) }

  mutating func close() { if looks.count > 1 { looks.removeLast() } }

  mutating func openLink(_ address: [UInt8]) {
    linkStarts.append((text.bytes.count, address))
    open(.link)
  }

  mutating func closeLink() {
    close()
    if let link = linkStarts.popLast() { text.link(from: link.start, to: link.address) }
  }

  // MARK: Letters

  /// Appends bytes of the source as they are.
  mutating func verbatim(_ bytes: some Collection<UInt8>, source: Int, look extra: Look = []) {
    text.append(verbatim: bytes, source: source, look: look.union(extra))
  }

  /// Appends bytes that stand for something else in the source.
  mutating func standing(_ bytes: some Collection<UInt8>, for source: Range<Int>, look extra: Look = []) {
    text.append(bytes, standingFor: source, look: look.union(extra))
  }

  mutating func softBreak(_ source: Range<Int>) {
    if let last = text.bytes.last, last != 0x20, last != 0x0a {
      text.append(CollectionOfOne(UInt8(0x20)), standingFor: source, look: look.subtracting([.code, .underline, .strike]))
    }
  }

  mutating func hardBreak(_ source: Range<Int>) {
    // U+2028 would do as well; a line feed is what copying wants.
    text.append(CollectionOfOne(UInt8(0x0a)), standingFor: source, look: [])
  }

  /// Appends a blank that keeps the ground of code or a key off its neighbours.
  mutating func gap(at source: Int, _ extra: Look) {
    guard !keepsLines else { return }
    text.append([0xc2, 0xa0], standingFor: source..<source, look: look.union(extra).union(.gap))
  }

  mutating func picture(_ address: [UInt8], alternative: [UInt8], width: Double?, height: Double?, source: Range<Int>) {
    text.append(picture: address, alternative: alternative, width: width, height: height, source: source, look: look.intersection([.link]))
  }

  // MARK: HTML

  /// Appends what a piece of inline HTML means, or the piece itself, quietly, when it means nothing to us.
  mutating func html(_ bytes: [UInt8], source: Range<Int>) {
    var tokens = HTMLTokenizer(bytes)
    guard let token = tokens.next() else { return }
    switch token {
    case .comment, .other: return
    case .text: break
    case .start, .end:
      if let mark = HTMLMark(token), apply(mark, source: source) { return }
    }
    verbatim(bytes, source: source.lowerBound, look: .literal)
  }

  /// Does what a tag says; false when we do not know it.
  mutating func apply(_ tag: HTMLMark, source: Range<Int>) -> Bool {
    switch tag.name {
    case "br":
      hardBreak(source)
      return true
    case "wbr":
      text.append([0xe2, 0x80, 0x8b], standingFor: source, look: look)
      return true
    case "img":
      guard let address = tag.value("src") else { return false }
      picture(
        address, alternative: tag.value("alt") ?? [], width: tag.length("width"), height: tag.length("height"), source: source)
      return true
    case "a":
      if tag.isClosing { return closeElement("a") }
      let address = tag.value("href")
      elements.append(("a", looks.count, text.bytes.count, address))
      open(address == nil ? [] : .link)
      return true
    default:
      guard let look = HTMLMark.look(of: tag.name) else { return false }
      if tag.isClosing {
        if !look.isDisjoint(with: [.code, .key]), elements.contains(where: { $0.name == tag.name }) {
          gap(at: source.lowerBound, look.intersection([.code, .key]))
        }
        return closeElement(tag.name)
      }
      elements.append((tag.name, looks.count, 0, nil))
      open(look)
      if !look.isDisjoint(with: [.code, .key]) { gap(at: source.upperBound, []) }
      return true
    }
  }

  private mutating func closeElement(_ name: String) -> Bool {
    // An end without a beginning says nothing, as in browsers.
    guard let index = elements.lastIndex(where: { $0.name == name }) else { return true }
    let element = elements[index]
    if let address = element.address { text.link(from: element.linkStart, to: address) }
    looks.removeLast(max(0, min(looks.count - element.looks, looks.count - 1)))
    elements.removeSubrange(index...)
    return true
  }

  /// Ends every element and link that is open.
  mutating func closeElements() {
    for element in elements.reversed() {
      if let address = element.address { text.link(from: element.linkStart, to: address) }
    }
    elements = []
    while !linkStarts.isEmpty { closeLink() }
    looks.removeLast(looks.count - 1)
  }

  /// Ends every element and gives the text, without blanks at its end.
  mutating func finish() -> LayoutText {
    closeElements()
    if !keepsLines { text.trimEnd() }
    return text
  }
}
