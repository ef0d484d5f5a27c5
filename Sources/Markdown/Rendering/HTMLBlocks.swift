/// Blocks as HTML.
extension HTMLRenderer {
  mutating func renderBlock(_ block: BlockRecord, _ index: Int) {
    if block.kind.isContainer {
      openContainer(block, index)
      return
    }
    if mutedDepth != nil {
      if block.kind.isLiteral, block.isUnfinished {
        openLiteral = block.kind
        literalIsMuted = true
      }
      if block.kind == .heading { nextIdentifier += 1 }
      return
    }
    if !raw.isEmpty, block.kind != .htmlBlock, block.kind != .commentBlock { leaveRawTable() }
    switch block.kind {
    case .paragraph:
      if let top = open.last, top.isTight {
        addInlines(block)
      } else {
        out.freshLine()
        out.add("<p>")
        addInlines(block)
        out.add("</p>\n")
      }
    case .heading:
      if !raw.isEmpty { leaveRawHeading() }
      out.freshLine()
      out.add("<h")
      out.add(0x30 + UInt8(truncatingIfNeeded: block.aux))
      if nextIdentifier < identifiers.count {
        out.add(" id=\"")
        out.addEscaped(identifiers[nextIdentifier])
        out.add(Byte.quote)
      }
      nextIdentifier += 1
      out.add(Byte.greater)
      addInlines(block)
      out.add("</h")
      out.add(0x30 + UInt8(truncatingIfNeeded: block.aux))
      out.add(">\n")
    case .tableCell:
      addCell(block)
    case .thematicBreak:
      out.freshLine()
      out.add("<hr />\n")
    case .codeBlock, .mathBlock, .htmlBlock, .commentBlock:
      openLiteralBlock(block)
    case .tableOfContents:
      addContents()
    default:
      break
    }
  }

  // MARK: Containers

  private mutating func openContainer(_ block: BlockRecord, _ index: Int) {
    var it = Open(kind: block.kind, run: runIndex, index: index)
    defer { open.append(it) }
    if mutedDepth != nil { return }
    if !raw.isEmpty { leaveRawTable() }
    switch block.kind {
    case .footnoteDefinition:
      mutedDepth = open.count
    case .blockQuote:
      out.freshLine()
      out.add("<blockquote>\n")
    case .alert:
      addAlert(block)
    case .list:
      it.isTight = !document.isLoose(list: index, run: runIndex)
      it.isOrdered = block.flags & BlockFlag.ordered != 0
      out.freshLine()
      if !it.isOrdered {
        out.add("<ul>\n")
      } else if block.payload == 1 {
        out.add("<ol>\n")
      } else {
        out.add("<ol start=\"\(block.payload)\">\n")
      }
    case .listItem:
      it.isTight = open.last?.isTight ?? false
      out.freshLine()
      out.add("<li>")
      if block.flags & BlockFlag.task != 0 {
        if !it.isTight { out.add("\n") }
        out.add(
          block.flags & BlockFlag.checked != 0
            ? "<input checked=\"\" disabled=\"\" type=\"checkbox\"> " : "<input disabled=\"\" type=\"checkbox\"> ")
      }
    case .table:
      it.alignments = Int(block.payload)
      it.columns = Int(block.aux)
      tableRun = run
      out.freshLine()
      out.add("<table>\n")
    case .tableRow:
      it.isHeader = block.flags & BlockFlag.header != 0
      let table = open.count - 1
      out.freshLine()
      if it.isHeader {
        out.add("<thead>\n")
      } else if table >= 0, !open[table].hasBody {
        open[table].hasBody = true
        out.add("<tbody>\n")
      }
      out.add("<tr>\n")
    default:
      break
    }
  }

  mutating func closeAll(to depth: Int) {
    while open.count > depth {
      let it = open.removeLast()
      if let muted = mutedDepth {
        if open.count <= muted { mutedDepth = nil }
        continue
      }
      if !raw.isEmpty { closeRaw(to: open.count) }
      switch it.kind {
      case .blockQuote:
        out.freshLine()
        out.add("</blockquote>\n")
      case .alert:
        out.freshLine()
        out.add("</div>\n")
      case .list:
        out.freshLine()
        if it.isOrdered { out.add("</ol>\n") } else { out.add("</ul>\n") }
      case .listItem:
        out.add("</li>\n")
      case .table:
        out.freshLine()
        if it.hasBody { out.add("</tbody>\n") }
        out.add("</table>\n")
      case .tableRow:
        closeRow(it)
      default:
        break
      }
    }
  }

  private mutating func closeRow(_ row: Open) {
    let columns = open.last?.columns ?? row.cells
    var missing = row.cells
    while missing < columns {
      out.freshLine()
      addCellTag(missing, isHeader: row.isHeader)
      out.add(row.isHeader ? "</th>" : "</td>")
      missing += 1
    }
    out.freshLine()
    out.add("</tr>\n")
    if row.isHeader { out.add("</thead>\n") }
  }

  private mutating func addCell(_ block: BlockRecord) {
    guard !open.isEmpty else { return }
    let isHeader = block.flags & BlockFlag.header != 0
    open[open.count - 1].cells += 1
    out.freshLine()
    addCellTag(Int(block.aux), isHeader: isHeader)
    addInlines(block)
    out.add(isHeader ? "</th>" : "</td>")
  }

  private mutating func addCellTag(_ column: Int, isHeader: Bool) {
    out.add(isHeader ? "<th" : "<td")
    if let table = open.last(where: { $0.kind == .table }), let tableRun, column < table.columns {
      switch tableRun.alignments[table.alignments + column] {
      case .none: break
      case .left: out.add(" align=\"left\"")
      case .center: out.add(" align=\"center\"")
      case .right: out.add(" align=\"right\"")
      }
    }
    out.add(Byte.greater)
  }

  private mutating func addAlert(_ block: BlockRecord) {
    let kind = MarkdownAlert(rawValue: UInt8(truncatingIfNeeded: block.aux)) ?? .note
    let (name, title): (StaticString, StaticString) =
      switch kind {
      case .note: ("note", "Note")
      case .tip: ("tip", "Tip")
      case .important: ("important", "Important")
      case .warning: ("warning", "Warning")
      case .caution: ("caution", "Caution")
      }
    out.freshLine()
    out.add("<div class=\"markdown-alert markdown-alert-")
    out.add(name)
    out.add("\">\n<p class=\"markdown-alert-title\">")
    out.add(title)
    out.add("</p>\n")
  }

  // MARK: Blocks of pieces

  private mutating func openLiteralBlock(_ block: BlockRecord) {
    out.freshLine()
    var language = ""
    switch block.kind {
    case .codeBlock:
      out.add("<pre><code")
      if block.flags & BlockFlag.fenced != 0 {
        let info = run.lines[Int(block.payload) + 1]
        var stop = info.start
        while stop < info.end, !base[Int(stop)].isASCIISpace { stop += 1 }
        if stop > info.start {
          language = Decoding.string(base, Int(info.start), Int(stop))
          out.add(" class=\"language-")
          out.addEscaped(language)
          out.add(Byte.quote)
        }
      }
      out.add(Byte.greater)
    case .mathBlock:
      out.add("<pre><code class=\"language-math\">")
    default:
      break
    }
    openLiteral = block.kind
    literalIsMuted = false
    if language.isEmpty || !addSpans(block, language) { addPieces(Int(block.inlineStart), Int(block.inlineEnd)) }
    if !block.isUnfinished { closeLiteral() }
  }

  mutating func addPieces(_ first: Int, _ last: Int) {
    let isRaw = openLiteral == .htmlBlock || openLiteral == .commentBlock
    for index in first..<last {
      let piece = run.pieces[index]
      if piece.kind == .padding {
        for _ in 0..<piece.aux { out.add(Byte.space) }
      } else if isRaw {
        addRawHTML(Int(piece.start), Int(piece.end))
      } else {
        out.addEscaped(base, Int(piece.start), Int(piece.end))
      }
    }
  }

  mutating func closeLiteral() {
    guard let kind = openLiteral else { return }
    openLiteral = nil
    if literalIsMuted { return }
    switch kind {
    case .codeBlock, .mathBlock:
      if !out.endsWithTag { out.freshLine() }
      out.add("</code></pre>\n")
    default:
      if isSafe { flushRaw() }
      out.freshLine()
    }
  }

  /// Writes the raw HTML collected from the pieces of a block or an inline.
  mutating func flushRaw() {
    let bytes = rawBlock
    rawBlock = []
    addSafeHTML(bytes)
  }

  mutating func addRawHTML(_ start: Int, _ end: Int) {
    guard options.contains(.unsafe) else {
      rawBlock.append(contentsOf: UnsafeBufferPointer(start: base + start, count: end - start))
      return
    }
    guard options.contains(.tagFilter) else {
      out.addRaw(base, start, end)
      return
    }
    var from = start
    for index in start..<end where base[index] == Byte.less && TagFilter.isFiltered(base, index, end) {
      out.addRaw(base, from, index)
      out.add("&lt;")
      from = index + 1
    }
    out.addRaw(base, from, end)
  }

  /// The headings as a nested list of links.
  mutating func addContents() {
    let headings = document.headings
    out.freshLine()
    out.add("<nav class=\"toc\">\n")
    var levels: [Int] = []
    for heading in headings {
      while let last = levels.last, last > heading.level {
        levels.removeLast()
        out.add("</li>\n</ul>\n")
        if let outer = levels.last, outer < heading.level {
          levels.append(heading.level)
          out.add("<ul>\n")
          break
        }
      }
      if levels.last == heading.level, out.endsWith("</a>") || out.endsWith("</ul>\n") {
        out.add("</li>\n")
      } else if levels.last != heading.level {
        levels.append(heading.level)
        out.add("\n<ul>\n")
      }
      out.add("<li><a href=\"#")
      out.addAddress(heading.identifier)
      out.add("\">")
      out.addEscaped(heading.title)
      out.add("</a>")
    }
    for _ in levels { out.add("</li>\n</ul>\n") }
    out.add("</nav>\n")
  }
}
