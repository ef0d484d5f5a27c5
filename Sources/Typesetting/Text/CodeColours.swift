/// Tells which words of code are what, so that they can be coloured.
public protocol CodeColours: AnyObject {
  /// Gives the spans of a piece of code of a language (the first word of a fence's info string), in order, without overlaps and counted
  /// from its first byte. Empty when there are none, nil when they come later: whoever shows the code calls `Galley.coloursChanged` then.
  func spans(of code: String, language: String) -> [CodeSpan]?
}

/// A stretch of code of one kind.
public struct CodeSpan: Equatable, Sendable {
  /// Names the kinds in the order of `Palette.code`.
  public enum Kind: Int, Sendable {
    case comment, keyword, text, number, type, function, directive, error
  }

  /// Bytes of the code.
  public var range: Range<Int>
  public var kind: Kind

  public init(_ range: Range<Int>, _ kind: Kind) {
    self.range = range
    self.kind = kind
  }
}

extension LayoutText {
  /// Colours the text of a leaf that shows the stretch `shown` of a code.
  mutating func colour(_ spans: [CodeSpan]?, shown: Range<Int>) {
    guard let spans else {
      awaitsColours = true
      return
    }
    for span in spans {
      let range = span.range.clamped(to: shown)
      guard !range.isEmpty else { continue }
      colours.append(CodeSpan(range.lowerBound - shown.lowerBound..<range.upperBound - shown.lowerBound, span.kind))
    }
  }
}
