import TextModel

/// A stretch of a node's bytes that belongs to no child: what makes the node, or what is around its content.
public struct MarkdownMark: Hashable, Sendable {
  public enum Role: UInt8, Sendable {
    /// Spaces and tabs.
    case blank
    case lineEnd
    /// What opens a node: `**`, `[`, `` ` ``, `#`, the first `>` of a quote, `<` of an address, the backslash of an escape.
    case opening
    /// What closes a node, as far as it has no role of its own.
    case closing
    /// `>` of a quote on later lines, wherever the line belongs; the backslash before a pipe in a cell.
    case prefix
    /// The bullet, or the number and its delimiter, of an item; `[^label]:` of a footnote.
    case marker
    /// `[ ]` or `[x]` of a task.
    case box
    /// A code fence or `$$`, opening or closing; `---` around front matter.
    case fence
    /// The info string of a fence.
    case info
    /// The line of `=` or `-` under a heading.
    case underline
    /// `|` between cells.
    case pipe
    /// The line of dashes under a table's head.
    case delimiterRow
    /// `[!NOTE]` of an alert.
    case alert
    /// The address of a link, image or definition, without angle brackets.
    case destination
    /// The title of a link, image or definition, without quotes.
    case title
    /// The label of a reference or definition.
    case label
    /// Cells past the last column of a table, which are not shown.
    case excess
  }

  public let role: Role
  public let range: TextRange
}

extension MarkdownNode {
  /// The bytes of the node that are in none of its children, in order, each with its role. O(children, and the length of the marks).
  ///
  /// Children and marks together cover the node's range exactly once.
  public var marks: [MarkdownMark] {
    var found: [MarkdownMark] = []
    let range = range
    if isOpaque { return found }
    var at = range.lower
    var index = 0
    for child in children {
      let inside = child.range
      if inside.lower > at { addGap(TextRange(at, inside.lower), index, isLast: false, to: &found) }
      at = max(at, inside.upper)
      index += 1
    }
    if at < range.upper { addGap(TextRange(at, range.upper), index, isLast: true, to: &found) }
    return found
  }

  /// Whether the node is its own text: it has neither children nor marks.
  private var isOpaque: Bool {
    switch kind {
    case .text, .padding, .entity, .emoji, .softBreak, .hardBreak, .tableOfContents, .thematicBreak: true
    case .html, .comment, .htmlBlock, .commentBlock: firstChild == nil
    default: false
    }
  }

  private func addGap(_ gap: TextRange, _ index: Int, isLast: Bool, to marks: inout [MarkdownMark]) {
    let isFirst = index == 0
    switch kind {
    case .emphasis, .strong, .strikethrough, .highlight:
      // In a cell the backslash of a pipe may follow the opening mark.
      let length = kind == .emphasis ? 1 : kind == .strikethrough && gap.count > 1 && document.text[gap.lower + 1] != Byte.tilde ? 1 : 2
      if isFirst, !isLast, gap.count > length {
        split(TextRange(gap.lower, count: length), .opening, to: &marks)
        split(TextRange(gap.lower + length, gap.upper), .prefix, to: &marks)
      } else {
        split(gap, isFirst ? .opening : isLast ? .closing : .prefix, to: &marks)
      }
    case .codeSpan, .math, .wikiLink, .autolink, .footnoteReference:
      split(gap, isFirst ? .opening : isLast ? .closing : .prefix, to: &marks)
    case .escape:
      marks.append(MarkdownMark(role: .opening, range: TextRange(gap.lower, count: 1)))
      marks.append(MarkdownMark(role: .label, range: TextRange(gap.lower + 1, gap.upper)))
    case .link, .image:
      if isFirst, !isLast {
        split(gap, .opening, to: &marks)
      } else if isLast {
        addLinkParts(gap, to: &marks)
      } else {
        split(gap, .prefix, to: &marks)
      }
    case .linkDefinition:
      addDefinitionParts(gap, to: &marks)
    case .heading:
      let isUnderlined = heading?.isSetext ?? false
      split(gap, isLast ? (isUnderlined ? .underline : isFirst ? .opening : .closing) : isFirst ? .opening : .prefix, to: &marks)
    case .listItem:
      addItemParts(gap, isFirst: isFirst, to: &marks)
    case .footnoteDefinition:
      split(gap, isFirst ? .marker : .prefix, to: &marks)
    case .blockQuote:
      split(gap, isFirst ? .opening : .prefix, to: &marks)
    case .alert:
      addAlertParts(gap, isFirst: isFirst, to: &marks)
    case .codeBlock, .mathBlock, .frontMatter:
      addFenceParts(gap, isFirst: isFirst, isLast: isLast, to: &marks)
    case .table:
      addTableParts(gap, index, to: &marks)
    case .tableRow:
      addRowParts(gap, isLast: isLast, to: &marks)
    default:
      split(gap, .prefix, to: &marks)
    }
  }

  /// Parts blanks and line ends from what is written.
  private func split(_ gap: TextRange, _ role: MarkdownMark.Role, to marks: inout [MarkdownMark]) {
    guard !gap.isEmpty else { return }
    document.text.withContiguousUTF8(in: gap) { bytes in
      guard let source = bytes.baseAddress else { return }
      var index = 0
      func add(_ role: MarkdownMark.Role, _ stop: Int) {
        marks.append(MarkdownMark(role: role, range: TextRange(gap.lower + index, gap.lower + stop)))
        index = stop
      }
      while index < bytes.count {
        var stop = index
        if source[index].isLineEnd {
          add(.lineEnd, afterLineEnd(source, index, bytes.count))
        } else if source[index].isSpaceOrTab {
          while stop < bytes.count, source[stop].isSpaceOrTab { stop += 1 }
          add(.blank, stop)
        } else {
          while stop < bytes.count, !source[stop].isSpaceOrTab, !source[stop].isLineEnd { stop += 1 }
          // After the first line of whatever it is, only prefixes of quotes can come before content.
          let isPrefix = role != .prefix && marks.last?.role == .blank || marks.last?.role == .lineEnd
          add(isPrefix && isQuotePrefix(source, index, stop, marks) ? .prefix : role, stop)
        }
      }
    }
  }

  private func isQuotePrefix(_ source: Source, _ start: Int, _ stop: Int, _ marks: [MarkdownMark]) -> Bool {
    guard marks.contains(where: { $0.role == .lineEnd }) else { return false }
    for index in start..<stop where source[index] != Byte.greater { return false }
    return true
  }

  private func add(_ part: TextRange, _ role: MarkdownMark.Role, _ at: inout TextOffset, to marks: inout [MarkdownMark]) {
    guard part.lower >= at else { return }
    if part.lower > at { split(TextRange(at, part.lower), .closing, to: &marks) }
    if !part.isEmpty { marks.append(MarkdownMark(role: role, range: part)) }
    at = part.upper
  }

  // MARK: Parts by kind

  private func addLinkParts(_ gap: TextRange, to marks: inout [MarkdownMark]) {
    guard case .inline(_, let index, _) = place, let runObject else { return }
    var at = gap.lower
    var part = index + 1
    let records = runObject.inlines
    while part < Int(records[index].next), records[part].kind.isPart {
      let record = records[part]
      let role: MarkdownMark.Role = record.kind == .destination ? .destination : record.kind == .title ? .title : .label
      if record.kind != .label || record.start < record.end {
        add(TextRange(runStart + Int(record.start)..<runStart + Int(record.end)), role, &at, to: &marks)
      }
      part += 1
    }
    if at < gap.upper { split(TextRange(at, gap.upper), .closing, to: &marks) }
  }

  private func addDefinitionParts(_ gap: TextRange, to marks: inout [MarkdownMark]) {
    guard let block, let runObject else { return }
    let definition = runObject.definitions[Int(block.payload)]
    func range(_ span: LineSpan) -> TextRange { TextRange(runStart + Int(span.start)..<runStart + Int(span.end)) }
    var at = gap.lower
    add(range(definition.label), .label, &at, to: &marks)
    add(range(definition.destination), .destination, &at, to: &marks)
    for line in Int(definition.titleStart)..<Int(definition.titleStart + definition.titleCount) {
      add(range(runObject.lines[line]), .title, &at, to: &marks)
    }
    if at < gap.upper { split(TextRange(at, gap.upper), .closing, to: &marks) }
  }

  private func addItemParts(_ gap: TextRange, isFirst: Bool, to marks: inout [MarkdownMark]) {
    guard isFirst, let item, item.marker.upper <= gap.upper else {
      split(gap, .prefix, to: &marks)
      return
    }
    marks.append(MarkdownMark(role: .marker, range: item.marker))
    guard let box = item.box, box.upper <= gap.upper else {
      split(TextRange(item.marker.upper, gap.upper), .prefix, to: &marks)
      return
    }
    split(TextRange(item.marker.upper, box.lower), .prefix, to: &marks)
    marks.append(MarkdownMark(role: .box, range: box))
    split(TextRange(box.upper, gap.upper), .prefix, to: &marks)
  }

  private func addAlertParts(_ gap: TextRange, isFirst: Bool, to marks: inout [MarkdownMark]) {
    guard isFirst, let block else {
      split(gap, .prefix, to: &marks)
      return
    }
    let mark = TextOffset(runStart + Int(block.payload))
    split(TextRange(gap.lower, mark), .opening, to: &marks)
    var stop = mark
    while stop < gap.upper, document.text[stop] != Byte.closeBracket { stop += 1 }
    stop = min(stop + 1, gap.upper)
    marks.append(MarkdownMark(role: .alert, range: TextRange(mark, stop)))
    split(TextRange(stop, gap.upper), .prefix, to: &marks)
  }

  private func addFenceParts(_ gap: TextRange, isFirst: Bool, isLast: Bool, to marks: inout [MarkdownMark]) {
    if isFirst, let code, let info = code.info, info.upper <= gap.upper, !info.isEmpty {
      split(TextRange(gap.lower, info.lower), .fence, to: &marks)
      marks.append(MarkdownMark(role: .info, range: info))
      split(TextRange(info.upper, gap.upper), .fence, to: &marks)
    } else {
      split(gap, isFirst || isLast ? .fence : .prefix, to: &marks)
    }
  }

  private func addTableParts(_ gap: TextRange, _ index: Int, to marks: inout [MarkdownMark]) {
    // The delimiter row lies on the line after the first row.
    guard index == 1 else {
      split(gap, .prefix, to: &marks)
      return
    }
    var start = gap.lower
    document.text.withContiguousUTF8(in: gap) { bytes in
      guard let source = bytes.baseAddress else { return }
      var index = lineEnd(source, from: 0, to: bytes.count)
      index = afterLineEnd(source, index, bytes.count)
      while index < bytes.count, source[index].isSpaceOrTab || source[index] == Byte.greater { index += 1 }
      start = gap.lower + index
    }
    split(TextRange(gap.lower, start), .prefix, to: &marks)
    var stop = start
    while stop < gap.upper, !document.text[stop].isLineEnd { stop += 1 }
    if stop > start { marks.append(MarkdownMark(role: .delimiterRow, range: TextRange(start, stop))) }
    split(TextRange(stop, gap.upper), .prefix, to: &marks)
  }

  private func addRowParts(_ gap: TextRange, isLast: Bool, to marks: inout [MarkdownMark]) {
    document.text.withContiguousUTF8(in: gap) { bytes in
      guard let source = bytes.baseAddress else { return }
      var index = 0
      while index < bytes.count {
        var stop = index + 1
        var role = MarkdownMark.Role.pipe
        if source[index].isSpaceOrTab {
          while stop < bytes.count, source[stop].isSpaceOrTab { stop += 1 }
          role = .blank
        } else if source[index] != Byte.pipe {
          while stop < bytes.count, source[stop] != Byte.pipe, !source[stop].isSpaceOrTab { stop += 1 }
          role = .excess
        }
        marks.append(MarkdownMark(role: role, range: TextRange(gap.lower + index, gap.lower + stop)))
        index = stop
      }
    }
  }
}
