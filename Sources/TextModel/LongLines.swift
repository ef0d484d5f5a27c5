/// Decides which parts of very long lines are not shown: a toolkit lays a whole line out at every key in it, so all but the part around
/// the caret stays hidden. The text itself is whole.
public struct LongLines: Sendable {
  /// Lines of more characters (Unicode scalars) than this are shown in part.
  public static let limit = 10_000
  /// How many characters of such a line are shown.
  public static let shown = 8_000
  /// How near the caret may come to a hidden part, in characters, before another part is shown.
  public static let margin = 500
  /// How many combining marks on one character are shown in such a line.
  public static let marks = 64

  /// What is hidden.
  public private(set) var hidden = TextRangeSet()
  /// What was edited since the last update.
  private var edited: [TextRange] = []

  public init() {}

  /// What an update changes: the ranges to show and those to hide, of the text that it was given.
  public struct Step: Sendable, Equatable {
    public let shown: [TextRange]
    public let hidden: [TextRange]
  }

  /// Follows an edit, as GtkTextBuffer does with a tag. O(hidden parts).
  public mutating func apply(_ edit: TextEdit) {
    hidden.apply(edit)
    for index in edited.indices {
      edited[index] = TextRange(edit.map(edited[index].lower, .before), edit.map(edited[index].upper, .after))
    }
    edited.append(edit.newRange)
    if edited.count > 32 { edited = [edited.dropFirst().reduce(edited[0]) { $0.union($1) }] }
  }

  /// Looks at the lines that were edited and at that of the caret, and says what to show and to hide from now on.
  ///
  /// O(edited bytes / 10,000 · log n), plus the shown part of each long line that was edited.
  public mutating func update(in text: ChunkedText, caret: TextOffset) -> Step {
    let edited = self.edited.map { TextRange(min($0.lower, text.end), min($0.upper, text.end)) }
    self.edited = []
    let reached = TextRangeSet(
      (edited + [TextRange(at: caret)]).compactMap {
        // A line end that went joins two lines, one that came parts what is hidden.
        let (first, last) = (text.lines.line(at: max($0.lower, .zero + 1) - 1), text.lines.line(at: min($0.upper + 1, text.end)))
        let range = TextRange(text.lines.start(ofLine: first), text.lines.content(ofLine: last).upper)
        return range.isEmpty ? nil : range
      })
    var wanted: [TextRange] = []
    var before: [TextRange] = []
    for range in reached.ranges {
      for line in text.longLines(in: range, over: Self.limit) { wanted += parts(of: line, in: text, caret: caret) }
      before += hidden.intersection(range).ranges
    }
    let new = TextRangeSet(wanted)
    let old = TextRangeSet(before)
    for range in old.ranges { hidden.remove(range) }
    for range in new.ranges { hidden.insert(range) }
    // What came with an edit may have been hidden where it comes from.
    let shown = TextRangeSet(old.ranges + edited.filter { !$0.isEmpty }).subtracting(new)
    return Step(shown: shown.ranges, hidden: new.subtracting(old).ranges)
  }

  /// The parts of a long line that are to be hidden.
  private func parts(of line: TextRange, in text: ChunkedText, caret: TextOffset) -> [TextRange] {
    let window = window(of: line, in: text, caret: caret)
    var parts = [TextRange(line.lower, window.lower)] + text.markRuns(in: window, after: Self.marks)
    parts.append(TextRange(window.upper, line.upper))
    return parts.filter { !$0.isEmpty }
  }

  /// The part of a long line that is to be shown: the one that is, as long as the caret is well within it.
  private func window(of line: TextRange, in text: ChunkedText, caret: TextOffset) -> TextRange {
    let lines = text.lines
    let whole = lines.scalars(of: line)
    let caret = line.lower <= caret && caret <= line.upper ? lines.scalar(at: caret) : nil
    let old = hidden.intersection(line).ranges
    let isBegun = !old.isEmpty
    let lower = old.first.flatMap { $0.lower == line.lower ? $0.upper : nil } ?? line.lower
    let upper = old.last.flatMap { $0.upper == line.upper ? $0.lower : nil } ?? line.upper
    if isBegun, lower < upper {
      let shown = lines.scalars(of: TextRange(lower, upper))
      let isCaretWithin =
        caret.map {
          ($0 >= shown.lowerBound + Self.margin || lower == line.lower) && ($0 <= shown.upperBound - Self.margin || upper == line.upper)
        } ?? true
      if shown.count <= Self.limit, isCaretWithin { return TextRange(lower, upper) }
    }
    let start = caret.map { $0 - Self.shown / 2 } ?? lines.scalar(at: isBegun && lower < line.upper ? lower : line.lower)
    let first = max(whole.lowerBound, min(start, whole.upperBound - Self.shown))
    return lines.range(ofScalars: first..<min(first + Self.shown, whole.upperBound))
  }
}

extension ChunkedText {
  /// The contents of the lines that touch a range and have more characters (Unicode scalars) than a limit.
  ///
  /// O(range / limit · log n): a line that is long enough holds one of the places that lie so far apart.
  public func longLines(in range: TextRange, over limit: Int) -> [TextRange] {
    var long: [TextRange] = []
    var place = range.lower
    while place <= range.upper {
      let line = lines.content(ofLine: lines.line(at: place))
      if line.count > limit, lines.scalars(of: line).count > limit { long.append(line) }
      place = max(line.upper + 1, place + limit)
    }
    let last = lines.content(ofLine: lines.line(at: min(range.upper, end)))
    if long.last != last, last.count > limit, lines.scalars(of: last).count > limit { long.append(last) }
    return long
  }

  /// The combining marks in a range that follow as many as `count` others on the same character.
  func markRuns(in range: TextRange, after count: Int) -> [TextRange] {
    guard lines.scalars(of: range).count != range.count else { return [] }
    var runs: [TextRange] = []
    var offset = range.lower
    var marks = 0
    for scalar in string(in: range).unicodeScalars {
      let size = UTF8.width(scalar)
      let isMark =
        scalar.value >= 0x300
        && [.nonspacingMark, .enclosingMark, .spacingMark].contains(scalar.properties.generalCategory)
      marks = isMark ? marks + 1 : 0
      if marks > count {
        if let last = runs.last, last.upper == offset {
          runs[runs.count - 1] = TextRange(last.lower, offset + size)
        } else {
          runs.append(TextRange(offset, offset + size))
        }
      }
      offset += size
    }
    return runs
  }
}
