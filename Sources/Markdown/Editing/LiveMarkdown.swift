import TextModel

/// A document that follows a text edit by edit and never takes long over one.
///
/// What an edit reaches within a bound is parsed at once. The rest is handed out as `Work`, to be done on any thread, while the old blocks
/// stay where they are, moved along with the edits that come meanwhile; what the work gives is carried over those edits, never dropped.
public struct LiveMarkdown: Sendable {
  /// How many bytes are parsed at once: within a millisecond.
  public static let bound = 65_536

  /// The tree over the text of this moment. Unless it is settled, the blocks that wait for work are those of before.
  public private(set) var document: MarkdownDocument
  /// The last tree that was parsed; the document itself when it is settled.
  private var base: MarkdownDocument
  /// What was edited since `base`; nil when the document is settled.
  private var edited: Span?
  /// What was edited since the work that is under way was taken.
  private var since: Span?
  private var isWorking = false
  /// Tells the work of this document from that of one before.
  private let ticket: Int
  private let limit: Int

  /// Starts with a parsed document. `ticket` tells its work from that for another document in the same place; `limit` is for tests.
  public init(_ document: MarkdownDocument, ticket: Int = 0, limit: Int = LiveMarkdown.bound) {
    self.document = document
    base = document
    self.ticket = ticket
    self.limit = limit
  }

  /// Whether the tree is what a full parse of the text would give.
  public var isSettled: Bool { edited == nil }

  /// Follows an edit: `count` bytes are in the place of `range` in `text`.
  ///
  /// O(what the edit reaches, up to the bound, and runs / 96). Gives what changed; of what waits for work, only the edited place.
  public mutating func edit(to text: ChunkedText, replacing range: TextRange, count: Int) -> MarkdownChanges {
    if isSettled, let (next, changes) = document.updating(to: text, replacing: range, count: count, within: limit) {
      document = next
      base = next
      return changes
    }
    document = document.carrying(to: text, replacing: range, count: count)
    let step = Span(range, count)
    edited = edited?.followed(by: step) ?? step
    if isWorking { since = since?.followed(by: step) ?? step }
    return MarkdownChanges(oldRange: range, newRange: TextRange(range.lower, count: count))
  }

  /// Gives the work to do elsewhere; nil when there is none, or when it is under way.
  public mutating func takeWork() -> Work? {
    guard let edited, !isWorking else { return nil }
    isWorking = true
    since = nil
    return Work(base: base, text: document.text, span: edited, ticket: ticket)
  }

  /// Takes what work gave; whether more is to be done, `takeWork` tells. nil when the work was for another document.
  ///
  /// The text is the same before and after, so the changes have one range of it twice.
  public mutating func take(_ result: Work.Result) -> MarkdownChanges? {
    guard result.ticket == ticket, isWorking else { return nil }
    isWorking = false
    base = result.document
    edited = since
    var changes = result.changes
    guard let span = since else {
      document = base
      changes.oldRange = changes.newRange
      return changes
    }
    since = nil
    changes = changes.carried(over: span)
    let text = document.text
    if let (next, more) = base.updating(to: text, replacing: span.old, count: span.count, within: limit) {
      changes = changes.followed(by: more)
      document = next
      base = next
      edited = nil
    } else {
      document = base.carrying(to: text, replacing: span.old, count: span.count)
    }
    return changes
  }

  /// A parse that takes too long for the main thread.
  public struct Work: Sendable {
    let base: MarkdownDocument
    let text: ChunkedText
    let span: Span
    let ticket: Int

    /// What was parsed.
    public struct Result: Sendable {
      let document: MarkdownDocument
      let changes: MarkdownChanges
      let ticket: Int
    }

    /// Parses; on any thread. O(what the edits reach).
    public func done() -> Result {
      let (document, changes) = base.updating(to: text, replacing: span.old, count: span.count)
      return Result(document: document, changes: changes, ticket: ticket)
    }
  }
}

/// Several edits as one: a stretch of the text before them, and how long it is after.
struct Span: Sendable, Equatable {
  let old: TextRange
  let count: Int

  init(_ old: TextRange, _ count: Int) {
    self.old = old
    self.count = count
  }

  var new: TextRange { TextRange(old.lower, count: count) }

  /// Gives the edit that does what this one and then the other do.
  func followed(by next: Span) -> Span {
    let lower = min(old.lower, next.old.lower)
    // How far the next one reaches past the end of this one, in what neither has touched.
    let beyond = max(0, next.old.upper.utf8 - new.upper.utf8)
    let upper = old.upper + beyond
    let end = max(new.upper, next.old.upper) + (next.count - next.old.count)
    return Span(TextRange(lower, upper), end.utf8 - lower.utf8)
  }

  /// Where a place of the text before is in the text after; one inside goes to the nearest end.
  func place(_ offset: TextOffset, isEnd: Bool) -> TextOffset {
    if offset <= old.lower && (!isEnd || offset < old.lower || old.isEmpty) { return offset }
    if offset >= old.upper { return offset + (count - old.count) }
    return isEnd ? new.upper : new.lower
  }
}

extension MarkdownChanges {
  /// Gives the changes with their ranges of the new text where they are after another edit; they include it where they touch it.
  func carried(over span: Span) -> MarkdownChanges {
    func moved(_ range: TextRange) -> TextRange {
      let lower = span.place(range.lower, isEnd: false)
      return TextRange(lower, max(lower, span.place(range.upper, isEnd: true)))
    }
    var changes = self
    changes.newRange = moved(newRange)
    changes.oldRange = changes.newRange
    changes.redefined = redefined.map(moved)
    return changes
  }

  /// Gives these changes and then others of a text that is the same before and after.
  func followed(by next: MarkdownChanges) -> MarkdownChanges {
    var changes = self
    let range = TextRange(min(newRange.lower, next.newRange.lower), max(newRange.upper, next.newRange.upper))
    changes.newRange = range
    changes.oldRange = range
    let gone = Set(next.removed)
    let fresh = Set(inserted)
    changes.inserted = inserted.filter { !gone.contains($0) } + next.inserted
    changes.removed = removed + next.removed.filter { !fresh.contains($0) }
    changes.redefined = redefined + next.redefined
    changes.aspects.formUnion(next.aspects)
    return changes
  }
}
