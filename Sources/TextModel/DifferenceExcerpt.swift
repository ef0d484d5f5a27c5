/// Holds what a comparison shows of one change: its lines on both sides with the changed words marked, and some lines around it.
///
/// Everything is bounded, so that a whole rewritten file or a line of a megabyte can be shown as fast as a changed word.
public struct DifferenceExcerpt: Sendable, Equatable {
  /// Holds one line without its line end.
  public struct Line: Sendable, Equatable {
    /// Counts lines from 1.
    public let number: Int
    /// Holds the line, or the part of a long one that has the first changed word, with "…" where it was cut.
    public let text: String
    /// Lists the changed words as bytes of `text`, sorted.
    public let marks: [Range<Int>]
    /// Says that the line's end differs and nothing else in it does, which no reader could see.
    public let differsInEndOnly: Bool
  }

  /// Holds the lines of one side of a change.
  public struct Side: Sendable, Equatable {
    public let lines: [Line]
    /// Counts the lines that are left out at the end.
    public let omitted: Int
  }

  /// Lists lines that both texts share, numbered as in the old one.
  public let before: [Line]
  public let old: Side
  public let new: Side
  public let after: [Line]
}

extension LineDifference {
  /// Gives what to show of the change at an index: at most `limit` lines of each side and `context` lines before and after.
  /// O(what is shown + the length of the lines it is in).
  public func excerpt(at index: Int, context: Int = 2, limit: Int = 30) -> DifferenceExcerpt {
    let change = changes[index]
    let words = wordChanges(in: change)
    // What lies between two changes is shown once.
    let previous = index > 0 ? changes[index - 1].oldLines.upperBound : 0
    let next = index + 1 < changes.count ? changes[index + 1].oldRange.lower : old.end
    let lead = context > 0 ? lines(before: change.oldRange.lower, count: min(context, change.oldLines.lowerBound - previous)) : []
    let tail = lines(of: old, in: TextRange(change.oldRange.upper, next), limit: context)
    return DifferenceExcerpt(
      before: shown(lead, of: old, from: change.oldLines.lowerBound - lead.count, marks: []),
      old: side(old, change.oldRange, change.oldLines, words.map(\.old), limit),
      new: side(new, change.newRange, change.newLines, words.map(\.new), limit),
      after: shown(tail, of: old, from: change.oldLines.upperBound, marks: []))
  }

  private func side(
    _ text: ChunkedText, _ range: TextRange, _ numbers: Range<Int>, _ marks: [TextRange], _ limit: Int
  ) -> DifferenceExcerpt.Side {
    // A side that differs as a whole needs no marks in it.
    let marks = marks == [range] ? [] : marks
    let lines = shown(lines(of: text, in: range, limit: limit), of: text, from: numbers.lowerBound, marks: marks)
    return DifferenceExcerpt.Side(lines: lines, omitted: numbers.count - lines.count)
  }

  private func shown(_ lines: [TextRange], of text: ChunkedText, from number: Int, marks: [TextRange]) -> [DifferenceExcerpt.Line] {
    lines.enumerated().map { index, line in
      let content = contentRange(of: line, in: text)
      let all = marks.compactMap { mark in mark.intersection(line).flatMap { $0.isEmpty ? nil : $0 } }
      let inside = all.compactMap { $0.intersection(content).flatMap { $0.isEmpty ? nil : $0 } }
      return cut(
        content, of: text, number: number + index + 1, marks: inside, differsInEndOnly: !all.isEmpty && inside.isEmpty)
    }
  }

  /// Is how many bytes of a line are shown.
  private static var lineLimit: Int { 600 }

  private func cut(
    _ line: TextRange, of text: ChunkedText, number: Int, marks: [TextRange], differsInEndOnly: Bool
  ) -> DifferenceExcerpt.Line {
    var part = line
    if line.count > Self.lineLimit {
      let first = max(line.lower.utf8, (marks.first?.lower.utf8 ?? 0) - Self.lineLimit / 4)
      let lower = text.boundary(atOrBefore: TextOffset(min(first, line.upper.utf8 - Self.lineLimit)))
      part = TextRange(lower, text.boundary(atOrBefore: TextOffset(lower.utf8 + Self.lineLimit)))
    }
    let lead = part.lower > line.lower ? "…" : ""
    let shift = lead.utf8.count - part.lower.utf8
    return DifferenceExcerpt.Line(
      number: number, text: lead + text.string(in: part) + (part.upper < line.upper ? "…" : ""),
      marks: marks.compactMap { $0.intersection(part).flatMap { $0.isEmpty ? nil : $0.shifted(by: shift).bytes } },
      differsInEndOnly: differsInEndOnly)
  }

  /// Gives a line without its LF, CR LF or CR.
  private func contentRange(of line: TextRange, in text: ChunkedText) -> TextRange {
    let tail = text.bytes(in: TextRange(max(line.lower.utf8, line.upper.utf8 - 2)..<line.upper.utf8))
    let ends = tail.suffix(2) == [0x0D, 0x0A] ? 2 : (tail.last == 0x0A || tail.last == 0x0D ? 1 : 0)
    return TextRange(line.lower.utf8..<line.upper.utf8 - ends)
  }

  /// Gives the first lines of a range that begins at a line's start, line ends included.
  private func lines(of text: ChunkedText, in range: TextRange, limit: Int) -> [TextRange] {
    var found: [TextRange] = []
    var start = range.lower.utf8
    while found.count < limit, start < range.upper.utf8 {
      let end = lineEnd(of: text, from: start, to: range.upper.utf8)
      found.append(TextRange(start..<end))
      start = end
    }
    return found
  }

  /// Finds the end of a line, which is after its line end, reading in pieces.
  private func lineEnd(of text: ChunkedText, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let piece = text.bytes(in: TextRange(index..<min(index + 4_096, end)))
      if let place = piece.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        let after = index + place + 1
        let isPair = piece[place] == 0x0D && after < end && text.bytes(in: TextRange(after..<after + 1)) == [0x0A]
        return isPair ? after + 1 : after
      }
      index += piece.count
    }
    return end
  }

  /// Gives the last lines of the old text before a line's start, in order.
  private func lines(before offset: TextOffset, count: Int) -> [TextRange] {
    var found: [TextRange] = []
    var end = offset.utf8
    while found.count < count, end > 0 {
      let start = lineStart(before: end)
      found.append(TextRange(start..<end))
      end = start
    }
    return found.reversed()
  }

  /// Finds the start of the line that ends just before `end`.
  private func lineStart(before end: Int) -> Int {
    // The line's own end does not count.
    var upper = contentRange(of: TextRange(0..<end), in: old).upper.utf8
    while upper > 0 {
      let lower = max(0, upper - 4_096)
      let piece = old.bytes(in: TextRange(lower..<upper))
      if let place = piece.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) { return lower + place + 1 }
      upper = lower
    }
    return 0
  }
}
