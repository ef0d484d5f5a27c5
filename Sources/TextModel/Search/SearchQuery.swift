/// Says what is looked for, and how.
public struct SearchQuery: Hashable, Sendable {
  /// The words, or the regular expression, as they were typed.
  public var pattern: String
  /// Whether capitals differ from small letters.
  public var matchesCase: Bool
  /// Whether a match must not begin or end inside a word.
  public var wholeWords: Bool
  /// Whether the pattern is a regular expression.
  public var isExpression: Bool

  public init(_ pattern: String, matchesCase: Bool = false, wholeWords: Bool = false, isExpression: Bool = false) {
    self.pattern = pattern
    self.matchesCase = matchesCase
    self.wholeWords = wholeWords
    self.isExpression = isExpression
  }
}

/// Says why a search cannot begin, or could not go on.
public enum SearchFailure: Error, Hashable, Sendable {
  /// The pattern is no regular expression: why, and after how many bytes of the pattern.
  case badExpression(ExpressionFlaw, offset: Int)
  /// The expression has too many ways to match; the text up to the offset has been searched.
  case tooComplex(TextOffset)
  /// The whole search took longer than anybody waits; the text up to the offset has been searched.
  case tooSlow(TextOffset)
}

/// What is wrong with a regular expression.
public enum ExpressionFlaw: Hashable, Sendable {
  case backslashAtEnd, missingBracket, missingParenthesis, unmatchedParenthesis, nothingToRepeat
  case rangeOutOfOrder, numbersOutOfOrder, numberTooBig, lookbehindTooLong, noSuchGroup, twoGroupsOfOneName, nestedTooDeeply
  /// Anything else, in the library's English.
  case other(String)
}

/// What one match and its groups cover, while the matcher lends it.
public struct MatchedGroups {
  /// Pairs of byte offsets, the whole match first; -1 for a group that took no part.
  private let places: UnsafeBufferPointer<Int>

  public init(_ places: UnsafeBufferPointer<Int>) {
    self.places = places
  }

  /// The whole match.
  public var whole: TextRange { TextRange(min(places[0], places[1])..<places[1]) }
  /// The number of groups, the whole match among them.
  public var count: Int { places.count / 2 }

  /// The bytes of a group; nil when there is no such group or it took no part in the match.
  public subscript(group: Int) -> TextRange? {
    guard group >= 0, group < count, places[2 * group] >= 0, places[2 * group] <= places[2 * group + 1] else { return nil }
    return TextRange(places[2 * group]..<places[2 * group + 1])
  }
}

/// Where a search stands between two slices of work.
public struct SearchCursor: Hashable, Sendable {
  /// Where the next match may begin.
  public var next: Int
  /// Where the last match must have ended.
  public let end: Int
  /// Whether an empty match was found at `next`: another empty one there would be the same.
  public var isAfterEmpty = false
  public var isAtEnd = false
  /// How many bytes of starts a matcher tries before it looks at the clock again; it adapts this.
  public var stride = 4096

  public init(_ range: TextRange) {
    next = range.lower.utf8
    end = range.upper.utf8
  }
}

/// Finds what a query asks for. The library behind it is no business of this module.
public protocol TextMatcher: Sendable {
  /// The numbers of the groups that have names.
  var groupNames: [String: Int] { get }
  /// How many groups there are, the whole match among them.
  var groupCount: Int { get }

  /// Moves a cursor through a text (well-formed UTF-8), lending each match to `body`, until the cursor is at its end or `goesOn` says no.
  ///
  /// Matches do not overlap, come in order and lie between the cursor's ends; what stands around them counts for what looks behind or
  /// ahead. `goesOn` is asked often enough for slices of a few milliseconds, whatever the expression.
  func advance(
    _ cursor: inout SearchCursor, in text: UnsafeBufferPointer<UInt8>, while goesOn: () -> Bool, _ body: (MatchedGroups) -> Void
  ) throws(SearchFailure)
}
