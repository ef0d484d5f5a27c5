/// Inlines as HTML.
extension HTMLRenderer {
  mutating func addInlines(_ block: BlockRecord) {
    var index = Int(block.inlineStart)
    let last = Int(block.inlineEnd)
    isInText = true
    while index < last {
      closeInlines(at: index)
      index = addInline(index)
      out.handOn()
    }
    closeInlines(at: last)
    if !raw.isEmpty { closeRaw(to: open.count) }
    isInText = false
  }

  private mutating func closeInlines(at index: Int) {
    while let top = inlineEnds.last, Int(top.end) <= index {
      inlineEnds.removeLast()
      if !raw.isEmpty { closeRaw(to: depth) }
      switch top.kind {
      case .emphasis: out.add("</em>")
      case .strong: out.add("</strong>")
      case .strikethrough: out.add("</del>")
      case .highlight: out.add("</mark>")
      case .link:
        openLinks -= 1
        out.add("</a>")
      default: break
      }
    }
  }

  /// Writes one inline, or its beginning, and gives the index to go on with.
  private mutating func addInline(_ index: Int) -> Int {
    let record = run.inlines[index]
    switch record.kind {
    case .text:
      if record.flags & InlineFlag.plain != 0 {
        out.add(base, Int(record.start), Int(record.end))
      } else {
        out.addEscaped(base, Int(record.start), Int(record.end))
      }
    case .softBreak:
      out.add(Byte.lineFeed)
    case .hardBreak:
      out.add("<br />\n")
    case .escape:
      out.addEscaped(base, Int(record.start) + 1, Int(record.end))
    case .entity:
      addScalars(Entities.scalars(base, Int(record.start), Int(record.end)))
    case .emoji:
      addScalars(Emoji.scalars(base, Int(record.start) + 1, Int(record.end) - 1) ?? [])
    case .emphasis:
      out.add("<em>")
      inlineEnds.append((record.next, .emphasis))
    case .strong:
      out.add("<strong>")
      inlineEnds.append((record.next, .strong))
    case .strikethrough:
      out.add("<del>")
      inlineEnds.append((record.next, .strikethrough))
    case .highlight:
      out.add("<mark>")
      inlineEnds.append((record.next, .highlight))
    case .codeSpan:
      out.add("<code>")
      addContent(index + 1, Int(record.next))
      out.add("</code>")
      return Int(record.next)
    case .math:
      out.add(
        record.flags & InlineFlag.display != 0
          ? "<code class=\"language-math math-display\">" : "<code class=\"language-math math-inline\">")
      addContent(index + 1, Int(record.next))
      out.add("</code>")
      return Int(record.next)
    case .html, .comment:
      for piece in (index + 1)..<Int(record.next) { addRawHTML(Int(run.inlines[piece].start), Int(run.inlines[piece].end)) }
      if isSafe { flushRaw() }
      return Int(record.next)
    case .autolink:
      addAutolink(index, record)
      return Int(record.next)
    case .link, .wikiLink:
      addLinkTag(index, record)
    case .image:
      addImage(index, record)
      return Int(record.next)
    case .footnoteReference:
      addFootnoteReference(index)
      return Int(record.next)
    default:
      break
    }
    return index + 1
  }

  mutating func addScalars(_ scalars: [Unicode.Scalar]) {
    for scalar in scalars {
      switch scalar {
      case "&": out.add("&amp;")
      case "<": out.add("&lt;")
      case ">": out.add("&gt;")
      case "\"": out.add("&quot;")
      default: out.add(String(scalar))
      }
    }
  }

  /// The pieces of a code span or formula; line ends are blanks in code.
  private mutating func addContent(_ first: Int, _ last: Int) {
    for index in first..<max(first, last) {
      let piece = run.inlines[index]
      if piece.kind == .softBreak { out.add(Byte.space) } else { out.addEscaped(base, Int(piece.start), Int(piece.end)) }
    }
  }

  private mutating func addAutolink(_ index: Int, _ record: InlineRecord) {
    let inside = (index + 1)..<Int(record.next)
    let prefix = document.autolinkPrefix(record)
    var isLink = true
    if isSafe {
      var address = prefix
      for piece in inside { address += string(Int(run.inlines[piece].start), Int(run.inlines[piece].end)) }
      isLink = !isInLink && rawLinks == 0 && AddressPolicy.isLinkAllowed(address)
    }
    if isLink {
      out.add("<a href=\"")
      out.add(prefix)
      for piece in inside { out.addAddress(base, Int(run.inlines[piece].start), Int(run.inlines[piece].end)) }
      out.add(Byte.quote)
      if options.contains(.relations) { addRelation(prefix.isEmpty ? "https:" : prefix) }
      out.add(Byte.greater)
    }
    for piece in inside { out.addEscaped(base, Int(run.inlines[piece].start), Int(run.inlines[piece].end)) }
    if isLink { out.add("</a>") }
  }

  // MARK: Links

  private func string(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
  }

  private mutating func addLinkTag(_ index: Int, _ record: InlineRecord) {
    if isSafe || options.contains(.relations) {
      let address = address(index, record)
      guard !isSafe || rawLinks == 0 && !isInLink && expansion <= expansionLimit && isLinkAllowed(index, record, address) else {
        // Only the text is written; the end of the link closes nothing.
        inlineEnds.append((record.next, .text))
        return
      }
      out.add("<a href=\"")
      addDestination(index, record)
      out.add(Byte.quote)
      addRelation(address)
    } else {
      out.add("<a href=\"")
      addDestination(index, record)
      out.add(Byte.quote)
    }
    addTitle(index, record)
    out.add(Byte.greater)
    openLinks += 1
    inlineEnds.append((record.next, .link))
  }

  /// Whether a link may be written; of a definition that a million links use, its address is looked at once.
  private mutating func isLinkAllowed(_ index: Int, _ record: InlineRecord, _ address: String) -> Bool {
    guard record.flags & InlineFlag.reference != 0 else { return AddressPolicy.isLinkAllowed(address) }
    let key = run.lookups[Int(run.inlines[index + 1].next)]
    if let known = allowedDefinitions[key] { return known }
    let isAllowed = AddressPolicy.isLinkAllowed(address)
    allowedDefinitions[key] = isAllowed
    return isAllowed
  }

  /// A link's decoded address.
  private func address(_ index: Int, _ record: InlineRecord) -> String {
    if record.flags & InlineFlag.reference != 0 { return target(index, record)?.destination ?? "" }
    let part = run.inlines[index + 1]
    if part.flags & InlineFlag.encoded != 0 { return Decoding.string(base, Int(part.start), Int(part.end)) }
    return string(Int(part.start), Int(part.end))
  }

  /// What a reference stands for; nil when it is none, or when references have been expanded to their bound.
  private func target(_ index: Int, _ record: InlineRecord) -> DefinitionTable.Target? {
    guard record.flags & InlineFlag.reference != 0,
      let target = document.storage.definitions[run.lookups[Int(run.inlines[index + 1].next)]]
    else { return nil }
    return target
  }

  private mutating func addDestination(_ index: Int, _ record: InlineRecord) {
    if record.flags & InlineFlag.reference != 0 {
      guard let target = target(index, record) else { return }
      expansion += target.destination.utf8.count + (target.title?.utf8.count ?? 0)
      if expansion <= expansionLimit { out.addAddress(target.destination) }
      return
    }
    let part = run.inlines[index + 1]
    if part.flags & InlineFlag.encoded != 0 {
      out.addAddress(Decoding.string(base, Int(part.start), Int(part.end)))
    } else {
      out.addAddress(base, Int(part.start), Int(part.end))
    }
  }

  private mutating func addTitle(_ index: Int, _ record: InlineRecord) {
    if record.flags & InlineFlag.reference != 0 {
      guard expansion <= expansionLimit, let title = target(index, record)?.title else { return }
      out.add(" title=\"")
      out.addEscaped(title)
      out.add(Byte.quote)
      return
    }
    var part = index + 2
    guard part < Int(record.next), run.inlines[part].kind == .title else { return }
    out.add(" title=\"")
    while part < Int(record.next), run.inlines[part].kind == .title {
      if part > index + 2 { out.add(Byte.lineFeed) }
      let title = run.inlines[part]
      if title.flags & InlineFlag.encoded != 0 {
        out.addEscaped(Decoding.string(base, Int(title.start), Int(title.end)))
      } else {
        out.addEscaped(base, Int(title.start), Int(title.end))
      }
      part += 1
    }
    out.add(Byte.quote)
  }

  private mutating func addImage(_ index: Int, _ record: InlineRecord) {
    if isSafe || sources.images != nil {
      let address = address(index, record)
      expansion += record.flags & InlineFlag.reference != 0 ? address.utf8.count : 0
      guard expansion <= expansionLimit, let source = imageSource(address) else {
        addMissingImage(index, record, address)
        return
      }
      out.add("<img src=\"")
      out.addAddress(source)
    } else {
      out.add("<img src=\"")
      addDestination(index, record)
    }
    out.add("\" alt=\"")
    addPlainText(index + 1, Int(record.next))
    out.add(Byte.quote)
    addTitle(index, record)
    out.add(" />")
  }

  private mutating func addMissingImage(_ index: Int, _ record: InlineRecord, _ address: String) {
    let isLink = AddressPolicy.kind(of: address) == .web && rawLinks == 0 && !isInLink && expansion <= expansionLimit
    if isLink {
      out.add("<a href=\"")
      out.addAddress(address)
      out.add(Byte.quote)
      addRelation(address)
      out.add(Byte.greater)
    }
    let before = out.count
    addPlainText(index + 1, Int(record.next))
    if out.count == before, isLink { out.addEscaped(address) }
    if isLink { out.add("</a>") }
  }

  /// The text of some inlines without their marks, as an image's description.
  private mutating func addPlainText(_ first: Int, _ last: Int) {
    var index = first
    while index < last {
      let record = run.inlines[index]
      switch record.kind {
      case .text: out.addEscaped(base, Int(record.start), Int(record.end))
      case .softBreak, .hardBreak: out.add(Byte.space)
      case .escape: out.addEscaped(base, Int(record.start) + 1, Int(record.end))
      case .entity: addScalars(Entities.scalars(base, Int(record.start), Int(record.end)))
      case .emoji: addScalars(Emoji.scalars(base, Int(record.start) + 1, Int(record.end) - 1) ?? [])
      case .html, .comment: index = Int(record.next) - 1
      default: break
      }
      index += 1
    }
  }
}
