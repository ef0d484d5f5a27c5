import Markdown
import TextModel

/// One block's part in a toggle: where its marks go, and what it must show then.
struct StyledBlock {
  let style: InlineStyle
  let node: MarkdownNode
  let text: ChunkedText
  let pieces: [InlinePiece]
  let shown: ShownText
  /// What is to change, from the first to the last character that is shown and no blank.
  let target: TextRange

  /// Prepares a block; nil when nothing of it is selected.
  init?(_ style: InlineStyle, _ node: MarkdownNode, _ selected: TextRange) throws(EditRefusal) {
    self.style = style
    self.node = node
    text = node.document.text
    pieces = try InlinePiece.pieces(of: node)
    shown = ShownText(pieces, text)
    guard var target = shown.hull(in: selected) else { return nil }
    target = Characters(text).wholeClusters(target)
    if style != .code, let span = Self.codeSpan(holding: target, pieces) {
      // A piece of code cannot be set apart within it; the whole of it can.
      guard shown.hull(in: span) == target else { throw .insideCode }
    }
    if style != .code { target = Self.withoutCutCode(target, pieces, shown) }
    self.target = target
  }

  var isUniform: Bool { shown.isUniform(style, in: target) }

  /// Finds the code span that holds all of a range, not at its ends.
  private static func codeSpan(holding range: TextRange, _ pieces: [InlinePiece]) -> TextRange? {
    for piece in pieces where piece.range.contains(range) {
      if piece.style == .code { return piece.range }
      return codeSpan(holding: range, piece.children)
    }
    return nil
  }

  /// Gives the range with every code span whole that it cuts.
  private static func withoutCutCode(_ range: TextRange, _ pieces: [InlinePiece], _ shown: ShownText) -> TextRange {
    var range = range
    for piece in pieces where piece.range.overlaps(range) {
      if piece.style == .code {
        range = range.union(shown.hull(in: piece.range) ?? range)
      } else {
        range = range.union(withoutCutCode(range, piece.children, shown))
      }
    }
    return range
  }

  // MARK: Existing marks

  /// A stretch that has the style, with its marks.
  struct Span {
    let outer: TextRange
    let inner: TextRange
    let mark: InlineStyle.Mark
  }

  private func spans(_ pieces: [InlinePiece]) -> [Span] {
    var found: [Span] = []
    for piece in pieces {
      if piece.style == style {
        var open = text.string(in: TextRange(piece.range.lower, piece.inner.lower))
        var close = text.string(in: TextRange(piece.inner.upper, piece.range.upper))
        if style == .code, open.hasPrefix("`") {
          // The blank beside a mark belongs to the mark only where it keeps backticks apart.
          open = String(open.prefix { $0 == "`" })
          close = open
        }
        let inner = TextRange(piece.range.lower + open.utf8.count, piece.range.upper - close.utf8.count)
        found.append(Span(outer: piece.range, inner: inner, mark: InlineStyle.Mark(open: open, close: close)))
      }
      found += spans(piece.children)
    }
    return found
  }

  // MARK: Edits

  /// What a try comes to.
  struct Attempt {
    var replacements: [EditPlan.Replacement] = []
    /// What shall have the style afterwards, and what shall lose it.
    var styled: [TextRange] = []
    var target: TextRange
  }

  /// One of the ways to write the marks.
  private enum Way {
    /// One pair around everything, with the existing marks taken in.
    case whole(InlineStyle.Mark)
    /// The same, inside of the punctuation at the ends.
    case inside(InlineStyle.Mark)
    /// Existing marks stay, and only what lacks the style gets its own.
    case gaps(InlineStyle.Mark)
  }

  /// The ways to try, the usual ones first.
  private func ways(marking: Bool, mayShrink: Bool) -> [Way] {
    let marks = style.marks(node.document.options)
    if style == .code || !marking { return marks.map { .whole($0) } + (style == .code && marking ? [.gaps(marks[0])] : []) }
    let inside: [Way] = mayShrink && style != .underline ? [.inside(marks[0])] : []
    return [.whole(marks[0])] + inside + [.gaps(marks[0])] + marks.dropFirst().flatMap { [.whole($0), .gaps($0)] }
  }

  /// Gives one of the ways to do it: nil when this one does not apply, and `isLast` past the last one.
  ///
  /// `mayShrink` says that the selection can follow where the marks move inside of punctuation.
  func attempt(_ number: Int, marking: Bool, mayShrink: Bool) -> (attempt: Attempt?, isLast: Bool) {
    let all = spans(pieces)
    let ways = ways(marking: marking, mayShrink: mayShrink)
    guard number < ways.count else { return (nil, true) }
    let isLast = number == ways.count - 1
    switch ways[number] {
    case .whole(let mark): return (marking ? markAll(all, mark, isInside: false) : unmarkAll(all, number == 0 ? nil : mark), isLast)
    case .inside(let mark): return (markAll(all, mark, isInside: true), isLast)
    case .gaps(let mark): return (markGaps(all, mark), isLast)
    }
  }

  private func markGaps(_ all: [Span], _ mark: InlineStyle.Mark) -> Attempt? {
    var gaps: [(TextRange, InlineStyle.Mark)] = []
    var place = target.lower
    for span in all.filter({ $0.outer.overlaps(target) }).sorted(by: { $0.outer.lower < $1.outer.lower }) {
      if place < span.outer.lower, let gap = shown.hull(in: TextRange(place, span.outer.lower)) { gaps.append((gap, mark)) }
      place = max(place, span.outer.upper)
    }
    if place < target.upper, let gap = shown.hull(in: TextRange(place, target.upper)) { gaps.append((gap, mark)) }
    return gaps.isEmpty ? nil : wrapping(gaps, [])
  }

  private func markAll(_ all: [Span], _ mark: InlineStyle.Mark, isInside: Bool) -> Attempt? {
    var hull = target
    var removed: [Span] = []
    var rest = all
    while let index = rest.firstIndex(where: { $0.outer.overlaps(hull) }) {
      removed.append(rest.remove(at: index))
      hull = hull.union(removed.last!.inner)
    }
    // A neighbour with nothing but blanks between becomes one with the new mark, and so can be told apart again exactly.
    let before = rest.filter { $0.outer.upper <= hull.lower }.max { $0.outer.upper < $1.outer.upper }
      .flatMap { isBlank($0.outer.upper, hull.lower) ? $0 : nil }
    let after = rest.filter { $0.outer.lower >= hull.upper }.min { $0.outer.lower < $1.outer.lower }
      .flatMap { isBlank(hull.upper, $0.outer.lower) ? $0 : nil }
    var chosen = mark
    if mark == style.marks(node.document.options)[0] { chosen = before?.mark ?? after?.mark ?? removed.first?.mark ?? mark }
    for neighbour in [before, after].compactMap({ $0 }) where neighbour.mark == chosen {
      removed.append(neighbour)
      hull = hull.union(neighbour.inner)
    }
    if isInside { hull = Characters(text).withoutPunctuation(hull) }
    guard !hull.isEmpty else { return nil }
    var attempt = wrapping([(hull, chosen)], removed)
    if isInside { attempt.target = hull.intersection(target) ?? target }
    return attempt
  }

  private func unmarkAll(_ all: [Span], _ other: InlineStyle.Mark?) -> Attempt {
    let removed = all.filter { $0.inner.overlaps(target) }
    var kept: [(TextRange, InlineStyle.Mark)] = []
    // Of spans within each other the outermost says what stays.
    for span in removed where !removed.contains(where: { $0.inner.contains(span.outer) && $0.outer != span.outer }) {
      for part in [(span.inner.lower, min(target.lower, span.inner.upper)), (max(target.upper, span.inner.lower), span.inner.upper)]
      where part.0 < part.1 {
        if let hull = shown.hull(in: TextRange(part.0, part.1)) { kept.append((hull, other ?? span.mark)) }
      }
    }
    return wrapping(kept, removed)
  }

  private func wrapping(_ parts: [(range: TextRange, mark: InlineStyle.Mark)], _ removed: [Span]) -> Attempt {
    var attempt = Attempt(target: target)
    var cuts: [(range: TextRange, text: String)] = []
    for span in removed {
      cuts.append((TextRange(span.outer.lower, span.inner.lower), span.mark.open))
      cuts.append((TextRange(span.inner.upper, span.outer.upper), span.mark.close))
    }
    let outers = Set(removed.map(\.outer))
    for part in parts {
      var groups = Grouping(range: part.range, removed: outers, text: text, shown: shown)
      groups.visit(pieces)
      for group in groups.finished {
        attempt.styled.append(group)
        let mark = style == .code ? codeMark(for: group, without: cuts.map(\.range)) : part.mark
        for (place, string) in [(group.lower, mark.open), (group.upper, mark.close)] {
          // Taking a mark away and putting the same one there is doing nothing.
          if let same = cuts.firstIndex(where: { ($0.range.lower == place || $0.range.upper == place) && $0.text == string }) {
            cuts.remove(at: same)
          } else {
            attempt.replacements.append(EditPlan.Replacement(TextRange(at: place), string))
          }
        }
      }
    }
    attempt.replacements += cuts.map { EditPlan.Replacement($0.range, "") }
    return attempt
  }

  /// The fence for code: longer than any run of backticks in it, and a blank where it begins or ends with one.
  private func codeMark(for group: TextRange, without cuts: [TextRange]) -> InlineStyle.Mark {
    let cuts = cuts.sorted { $0.lower < $1.lower }
    var next = 0
    var longest = 0
    var run = 0
    var first: UInt8?
    var last: UInt8 = 0
    var place = group.lower
    for byte in text.bytes(in: group) {
      defer { place += 1 }
      while next < cuts.count, cuts[next].upper <= place { next += 1 }
      if next < cuts.count, cuts[next].contains(place) { continue }
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
      if first == nil { first = byte }
      last = byte
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = first == 0x60 || last == 0x60 ? " " : ""
    return InlineStyle.Mark(open: fence + pad, close: pad + fence)
  }

  /// Tells whether nothing but blanks is shown between two places, whatever marks of others stand there.
  private func isBlank(_ lower: TextOffset, _ upper: TextOffset) -> Bool {
    lower >= upper || shown.hull(in: TextRange(lower, upper)) == nil
  }

  // MARK: Proof

  /// Tells whether a new version of the block shows what it should: the same text, with only this style changed, and only there.
  func isRight(_ attempt: Attempt, marking: Bool, plan: EditPlan, in document: MarkdownDocument) -> Bool {
    let place = plan.map(node.range)
    let candidates = document.leafBlocks(in: place).filter { $0.kind == node.kind && $0.range.overlaps(place) }
    guard candidates.count == 1, let pieces = try? InlinePiece.pieces(of: candidates[0]) else { return false }
    let now = ShownText(pieces, document.text)
    if style == .code { return codeIsRight(now, attempt, plan) }
    guard now.bytes == shown.bytes else { return false }
    let styled = TextRangeSet(attempt.styled)
    for index in shown.bytes.indices where !shown.isBlank(index) {
      let offset = TextOffset(shown.lowers[index])
      var expected = shown.styles[index]
      if styled.contains(offset) {
        expected |= style.bit
      } else if target.contains(offset) {
        expected &= ~style.bit
      }
      if now.styles[index] != expected { return false }
    }
    return true
  }

  /// Code shows its source, so only what has the style and what lies outside can be compared.
  private func codeIsRight(_ now: ShownText, _ attempt: Attempt, _ plan: EditPlan) -> Bool {
    let styled = TextRangeSet(attempt.styled.map { plan.map($0) })
    let plain = plan.map(target)
    for index in now.bytes.indices where !now.isBlank(index) {
      let offset = TextOffset(now.lowers[index])
      let isCode = now.styles[index] & style.bit != 0
      if styled.contains(offset) {
        if !isCode { return false }
      } else if plain.contains(offset), isCode {
        return false
      }
    }
    func outside(_ shown: ShownText, _ hull: TextRange?) -> [[UInt8]] {
      guard let hull else { return [shown.bytes, shown.styles] }
      let kept = shown.bytes.indices.filter {
        !shown.isBlank($0) && (shown.uppers[$0] <= hull.lower.utf8 || shown.lowers[$0] >= hull.upper.utf8)
      }
      return [kept.map { shown.bytes[$0] }, kept.map { shown.styles[$0] }]
    }
    let hull = attempt.styled.reduce(target) { $0.union($1) }
    return outside(shown, hull) == outside(now, plan.map(hull))
  }
}

/// Divides a range into the stretches that one pair of marks may hold: none cuts a container.
private struct Grouping {
  let range: TextRange
  /// The containers whose marks go away, which bind nothing any more.
  let removed: Set<TextRange>
  let text: ChunkedText
  let shown: ShownText
  private(set) var finished: [TextRange] = []
  private var current: TextRange?

  init(range: TextRange, removed: Set<TextRange>, text: ChunkedText, shown: ShownText) {
    self.range = range
    self.removed = removed
    self.text = text
    self.shown = shown
  }

  mutating func visit(_ pieces: [InlinePiece]) {
    add(pieces)
    flush()
  }

  private mutating func add(_ pieces: [InlinePiece]) {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].range.upper <= range.lower { low = middle + 1 } else { high = middle }
    }
    for piece in pieces[low...] {
      if piece.range.lower >= range.upper { break }
      guard piece.range.overlaps(range) else { continue }
      switch piece.content {
      case .lineBreak: break
      case .text:
        let part = TextRange(max(piece.range.lower, range.lower), min(piece.range.upper, range.upper))
        let bytes = text.bytes(in: part)
        guard let first = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
          let last = bytes.lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
        else { continue }
        join(TextRange(part.lower + first, part.lower + last + 1))
      case .hidden where !range.contains(piece.range): break
      case .atom, .hidden: join(piece.range)
      case .container:
        if removed.contains(piece.range) {
          add(piece.children)
        } else if piece.style == .code || isWhole(piece) {
          join(piece.range)
        } else {
          flush()
          add(piece.children)
          flush()
        }
      }
    }
  }

  /// Tells whether the range holds all that a container shows, and more than that.
  private func isWhole(_ piece: InlinePiece) -> Bool {
    guard !piece.inner.contains(range), let hull = shown.hull(in: piece.range) else { return false }
    return range.contains(hull)
  }

  private mutating func join(_ part: TextRange) { current = current.map { $0.union(part) } ?? part }

  private mutating func flush() {
    if let current { finished.append(current) }
    current = nil
  }
}
