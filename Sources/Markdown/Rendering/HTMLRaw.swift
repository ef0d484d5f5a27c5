/// Raw HTML in safe output: an allow-list, balanced with what Markdown itself opens and closes.
extension HTMLRenderer {
  /// An element of raw HTML that is open in the output, and how deep in Markdown's own structure it was opened.
  struct RawElement {
    var name: String
    var depth: Int
  }

  var isSafe: Bool { !options.contains(.unsafe) }

  /// How deep the output stands in what Markdown opened: containers, the block of text, inlines.
  var depth: Int { open.count + (isInText ? 1 : 0) + inlineEnds.count }

  /// Closes the raw elements that were opened deeper than what is left open.
  mutating func closeRaw(to depth: Int) {
    while let last = raw.last, last.depth > depth { popRaw() }
  }

  private mutating func popRaw() {
    guard let last = raw.popLast() else { return }
    if last.name == "a" { rawLinks -= 1 }
    out.add("</")
    out.add(last.name)
    out.add(Byte.greater)
  }

  /// A block of Markdown begins: it cannot stand between a raw table and its cells.
  mutating func leaveRawTable() {
    while let last = raw.last, last.depth == depth, AllowedHTML.tableParts.contains(last.name) { popRaw() }
  }

  /// A heading of Markdown begins: it cannot stand in one of raw HTML.
  mutating func leaveRawHeading() {
    guard let place = raw.firstIndex(where: { AllowedHTML.headings.contains($0.name) }), raw[place].depth == depth else { return }
    while raw.count > place { popRaw() }
  }

  /// Writes the raw HTML of a block or an inline: what is allowed as tags, comments not at all, the rest as text.
  mutating func addSafeHTML(_ bytes: [UInt8]) {
    var tokens = HTMLTokenizer(bytes)
    bytes.withUnsafeBufferPointer { buffer in
      guard let source = buffer.baseAddress else { return }
      while let token = tokens.next() {
        switch token {
        case .comment, .other:
          break
        case .text(let range):
          addRawText(source, range)
        case .start(let tag):
          if AllowedHTML.isAllowed(tag.name) {
            addRawTag(tag)
          } else {
            out.addEscaped(source, tag.range.lowerBound, tag.range.upperBound)
          }
        case .end(let name, let range):
          if AllowedHTML.isAllowed(name) {
            addRawEnd(name)
          } else {
            out.addEscaped(source, range.lowerBound, range.upperBound)
          }
        }
      }
    }
  }

  private mutating func addRawText(_ source: Source, _ range: Range<Int>) {
    if let last = raw.last, last.depth == depth, AllowedHTML.tableParts.contains(last.name) {
      // A table holds no text but in its cells.
      if range.allSatisfy({ source[$0].isASCIISpace }) { out.addEscaped(source, range.lowerBound, range.upperBound) }
      return
    }
    var from = range.lowerBound
    for index in range where source[index] == Byte.ampersand {
      // References stay what they are.
      guard let stop = Entities.end(source, index, range.upperBound) else { continue }
      if index < from { continue }
      out.addEscaped(source, from, index)
      if source[index + 1] == Byte.hash {
        // By number one can name what no page may hold; the character itself is checked where a page is made.
        addScalars(Entities.scalars(source, index, stop))
      } else {
        out.add(source, index, stop)
      }
      from = stop
    }
    out.addEscaped(source, from, range.upperBound)
  }

  private mutating func addRawTag(_ tag: HTMLTag) {
    let isFlow = AllowedHTML.flow.contains(tag.name)
    if isFlow && isInText { return }
    if let parents = AllowedHTML.parents(of: tag.name) {
      if tag.name == "li" || tag.name == "td" || tag.name == "th" || tag.name == "tr" || tag.name == "dt" || tag.name == "dd" {
        // As browsers do, one more closes the one before.
        while let last = raw.last, last.depth == depth, !parents.contains(last.name), AllowedHTML.parents(of: last.name) != nil { popRaw() }
      }
      guard let last = raw.last, last.depth == depth, parents.contains(last.name) else { return }
    } else if let last = raw.last, last.depth == depth, AllowedHTML.tableParts.contains(last.name) {
      return
    }
    if AllowedHTML.headings.contains(tag.name), raw.contains(where: { AllowedHTML.headings.contains($0.name) }) { return }
    if tag.name == "a", rawLinks > 0 || isInLink { return }
    if tag.name == "img" {
      addRawImage(tag)
      return
    }
    // A paragraph of raw HTML may hold blocks of Markdown, which a `p` cannot.
    let name = tag.name == "p" ? "div" : tag.name
    out.add(Byte.less)
    out.add(name)
    for attribute in tag.attributes where AllowedHTML.isAllowed(attribute: attribute.name, of: tag.name) {
      if attribute.name == "href" {
        guard AddressPolicy.isLinkAllowed(attribute.value) else { continue }
        out.add(" href=\"")
        out.addAddress(attribute.value)
        out.add(Byte.quote)
        addRelation(attribute.value)
      } else {
        add(attribute)
      }
    }
    if AllowedHTML.void.contains(name) {
      out.add(" />")
      return
    }
    out.add(Byte.greater)
    raw.append(RawElement(name: name, depth: depth))
    if name == "a" { rawLinks += 1 }
  }

  private mutating func add(_ attribute: HTMLTag.Attribute) {
    out.add(Byte.space)
    out.add(attribute.name)
    out.add("=\"")
    out.addEscaped(attribute.value)
    out.add(Byte.quote)
  }

  private mutating func addRawEnd(_ tag: String) {
    let name = tag == "p" ? "div" : tag
    guard let place = raw.lastIndex(where: { $0.name == name || $0.depth < depth }), raw[place].name == name, raw[place].depth == depth
    else { return }
    while raw.count > place { popRaw() }
  }

  private mutating func addRawImage(_ tag: HTMLTag) {
    let address = tag["src"] ?? ""
    guard let source = imageSource(address) else {
      addMissingImage(address, tag["alt"] ?? "")
      return
    }
    out.add("<img src=\"")
    out.addAddress(source)
    out.add(Byte.quote)
    for attribute in tag.attributes where attribute.name != "src" && AllowedHTML.isAllowed(attribute: attribute.name, of: "img") {
      add(attribute)
    }
    out.add(" />")
  }

  /// What to write as an image's address; nil when the image may not load.
  func imageSource(_ address: String) -> String? {
    if let images = sources.images { return images(address) }
    switch AddressPolicy.kind(of: address) {
    case .relative, .imageData: return address
    case .web: return options.contains(.remoteImages) ? address : nil
    default: return nil
    }
  }

  /// Stands in for an image that may not load: a link where there can be one, else its description.
  mutating func addMissingImage(_ address: String, _ description: String) {
    let text = description.isEmpty ? address : description
    let isLink = AddressPolicy.kind(of: address) == .web && rawLinks == 0 && !isInLink
    if isLink {
      out.add("<a href=\"")
      out.addAddress(address)
      out.add(Byte.quote)
      addRelation(address)
      out.add(Byte.greater)
    }
    out.addEscaped(text)
    if isLink { out.add("</a>") }
  }

  /// Whether a Markdown link is open.
  var isInLink: Bool { openLinks > 0 }

  mutating func addRelation(_ address: String) {
    if options.contains(.relations), AddressPolicy.kind(of: address) == .web { out.add(" rel=\"nofollow noopener noreferrer\"") }
  }
}
