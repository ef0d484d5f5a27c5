/// The three ways in which a line can end.
public enum LineEnd: String, Sendable, CaseIterable {
  case lf = "\n"
  case crlf = "\r\n"
  case cr = "\r"

  /// The characters themselves.
  public var string: String { rawValue }
}

/// Converts between byte offsets, scalar offsets and lines of one version of a text; every conversion is O(log n).
///
/// Lines are numbered from 0 and end after LF, CR LF or a CR alone. GtkTextBuffer takes U+2029 for a line end too, and its
/// line numbers depend on the history of edits: with it, scalar offsets are the only currency.
public struct LineIndex: Sendable {
  private let text: ChunkedText

  init(_ text: ChunkedText) {
    self.text = text
  }

  /// The number of lines: one more than there are line ends.
  public var count: Int { text.measure.lineEnds + 1 }

  // MARK: Scalars

  /// Gives the number of Unicode scalars before an offset that splits none.
  public func scalar(at offset: TextOffset) -> Int {
    precondition(text.isBoundary(offset), "the offset splits a UTF-8 sequence or lies outside the text")
    return prefix(offset).scalars
  }

  /// Gives the offset of scalar number `scalar`, which may be the count: the end of the text.
  public func offset(ofScalar scalar: Int) -> TextOffset {
    precondition(scalar >= 0 && scalar <= text.scalarCount, "the scalar lies outside the text")
    guard var node = text.root else { return .zero }
    var start = 0
    var left = scalar
    while true {
      switch node.content {
      case .chunk(let chunk):
        return TextOffset(start + chunk.withUnsafeBufferPointer { index(ofScalar: left, in: $0) })
      case .branch(let first, let second):
        if left < first.measure.scalars {
          node = first
        } else {
          left -= first.measure.scalars
          start += first.bytes
          node = second
        }
      }
    }
  }

  /// Converts a range of bytes to a range of scalars.
  public func scalars(of range: TextRange) -> Range<Int> {
    scalar(at: range.lower)..<scalar(at: range.upper)
  }

  /// Converts a range of scalars to a range of bytes.
  public func range(ofScalars scalars: Range<Int>) -> TextRange {
    TextRange(offset(ofScalar: scalars.lowerBound), offset(ofScalar: scalars.upperBound))
  }

  // MARK: Lines

  /// Gives the number of the line that an offset lies in; an offset between CR and LF still lies in the line that they end.
  public func line(at offset: TextOffset) -> Int {
    precondition(offset.utf8 >= 0 && offset <= text.end, "the offset lies outside the text")
    let before = prefix(offset)
    return before.lineEnds - (before.endsWithCR && offset < text.end && text[offset] == lineFeed ? 1 : 0)
  }

  /// Gives the offset at which a line starts; `line` must be below `count`.
  public func start(ofLine line: Int) -> TextOffset {
    precondition(line >= 0 && line < count, "there is no such line")
    guard line > 0, var node = text.root else { return .zero }
    var before = TextMeasure()
    while case .branch(let first, let second) = node.content {
      let through = before + first.measure
      if through.lineEnds >= line {
        node = first
      } else {
        before = through
        node = second
      }
    }
    guard case .chunk(let chunk) = node.content else { return .zero }
    let inChunk = chunk.withUnsafeBufferPointer {
      index(afterLineEnd: line - before.lineEnds, in: $0, afterReturn: before.endsWithCR)
    }
    let offset = TextOffset(before.bytes + inChunk)
    let partsPair = offset < text.end && text[offset] == lineFeed && text[offset - 1] == carriageReturn
    return partsPair ? offset + 1 : offset
  }

  /// Gives the bytes of a line with its line end.
  public func range(ofLine line: Int) -> TextRange {
    TextRange(start(ofLine: line), line + 1 < count ? start(ofLine: line + 1) : text.end)
  }

  /// Gives the bytes of a line without its line end.
  public func content(ofLine line: Int) -> TextRange {
    let whole = range(ofLine: line)
    return TextRange(whole.lower, whole.upper - (lineEnd(ofLine: line)?.string.utf8.count ?? 0))
  }

  /// Gives what ends a line; nil for the last, which nothing ends.
  public func lineEnd(ofLine line: Int) -> LineEnd? {
    guard line + 1 < count else { return nil }
    let whole = range(ofLine: line)
    guard text[whole.upper - 1] == lineFeed else { return .cr }
    return whole.count > 1 && text[whole.upper - 2] == carriageReturn ? .crlf : .lf
  }

  /// Gives the whole lines that a range touches, with their line ends.
  public func lines(touching range: TextRange) -> TextRange {
    TextRange(start(ofLine: line(at: range.lower)), self.range(ofLine: line(at: range.upper)).upper)
  }

  /// Measures what lies before an offset.
  private func prefix(_ offset: TextOffset) -> TextMeasure {
    guard var node = text.root else { return TextMeasure() }
    var before = TextMeasure()
    while true {
      switch node.content {
      case .chunk(let chunk):
        let inside = chunk.withUnsafeBufferPointer {
          TextMeasure(UnsafeBufferPointer(rebasing: $0[..<(offset.utf8 - before.bytes)]))
        }
        return before + inside
      case .branch(let first, let second):
        if offset.utf8 - before.bytes <= first.bytes {
          node = first
        } else {
          before = before + first.measure
          node = second
        }
      }
    }
  }
}
