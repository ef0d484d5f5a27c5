/// One search through one version of a text.
public struct TextSearch: Sendable {
  public let matcher: any TextMatcher
  public let text: ChunkedText
  /// Where matches may lie.
  public private(set) var scope: TextRange

  /// What a search found.
  public struct Result: Sendable {
    /// The matches in order, none overlapping another.
    public var matches: [TextRange] = []
    /// Why there may be more than these; nil when they are all.
    public var failure: SearchFailure?
    /// Whether the search stopped at the most matches that it keeps.
    public var isCut = false
    /// Whether these are all the matches that there are.
    public var isComplete: Bool { failure == nil && !isCut }

    public init() {}
  }

  /// More matches than this are not kept.
  public static let most = 1_000_000
  /// How long one search may take.
  public var longest = Duration.seconds(15)
  private static let slice = Duration.milliseconds(10)

  /// Makes a search; without a scope the whole text is searched.
  public init(_ matcher: any TextMatcher, in text: ChunkedText, scope: TextRange? = nil) {
    self.matcher = matcher
    self.text = text
    let end = min(scope?.upper ?? text.end, text.end)
    self.scope = TextRange(min(scope?.lower ?? .zero, end), end)
  }

  /// Finds all matches, in slices between which others get their turn; ends early when the task is cancelled.
  ///
  /// `progress` hears how many there are so far, about 20 times a second. Call it away from the main actor.
  public func all(most: Int = most, progress: (@Sendable (Int) -> Void)? = nil) async -> Result {
    var result = Result()
    var told = ContinuousClock.now
    let failure = await forEach(most: most) { groups in
      result.matches.append(groups.whole)
    } between: {
      if let progress, told.duration(to: .now) > .milliseconds(50) {
        told = .now
        progress(result.matches.count)
      }
    }
    result.failure = failure
    result.isCut = failure == nil && result.matches.count >= most
    return result
  }

  /// Finds the first match that begins at or after an offset; nil when there is none, or it could not be found in time.
  public func first(from offset: TextOffset) async -> TextRange? {
    guard offset <= scope.upper else { return nil }
    var found: TextRange?
    var rest = self
    rest.scope = TextRange(max(scope.lower, offset), scope.upper)
    _ = await rest.forEach(most: 1) { found = $0.whole }
    return found
  }

  /// Thinks out the replacement of one match, which the text must still hold; nil when it does not.
  public func replacement(of match: TextRange, by template: ReplacementTemplate) async -> String? {
    guard scope.contains(match) else { return nil }
    let bytes = text.bytes(in: text.range)
    var found: String?
    let one = TextSearch(matcher, in: text, scope: TextRange(match.lower, scope.upper))
    _ = await one.forEach(most: 1, in: bytes) { groups in
      if groups.whole == match { found = template.text(for: groups, in: bytes) }
    }
    return found
  }

  /// Thinks out the replacement of all matches as one change, and counts them; throws when not all could be found.
  ///
  /// What is put in is not searched again. Nil when the task was cancelled.
  public func replacingAll(by template: ReplacementTemplate) async throws(SearchFailure) -> (plan: EditPlan, count: Int)? {
    let bytes = text.bytes(in: text.range)
    var replacements: [EditPlan.Replacement] = []
    var count = 0
    let failure = await forEach(most: .max, in: bytes) { groups in
      count += 1
      let (new, old) = (template.text(for: groups, in: bytes), groups.whole)
      if !new.utf8.elementsEqual(bytes[old.bytes]) { replacements.append(EditPlan.Replacement(old, new)) }
    }
    if let failure { throw failure }
    if Task.isCancelled { return nil }
    return (EditPlan(replacements), count)
  }

  private func forEach(
    most: Int, in bytes: [UInt8]? = nil, _ body: (MatchedGroups) -> Void, between: () -> Void = {}
  ) async -> SearchFailure? {
    let bytes = bytes ?? text.bytes(in: text.range)
    var cursor = SearchCursor(scope)
    let began = ContinuousClock.now
    var left = most
    while !cursor.isAtEnd, left > 0, !Task.isCancelled {
      let start = ContinuousClock.now
      if began.duration(to: start) > longest { return .tooSlow(TextOffset(cursor.next)) }
      var steps = 0
      do throws(SearchFailure) {
        try bytes.withUnsafeBufferPointer { (text) throws(SearchFailure) in
          try matcher.advance(&cursor, in: text) {
            steps += 1
            return left > 0 && (steps & 63 != 0 || start.duration(to: .now) < Self.slice)
          } _: {
            left -= 1
            body($0)
          }
        }
      } catch {
        return error
      }
      between()
      await Task.yield()
    }
    return nil
  }
}
