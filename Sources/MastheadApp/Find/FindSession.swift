// Owns: what is looked for in one document, and where it is. No widgets.
// Rule: searching happens away from the main actor; its answers are taken only if neither query nor text has changed meanwhile. While a
// new answer is awaited the last one is carried through the edits.

import Expressions
import GLibKit
import GtkKit
import TextModel

/// Keeps the matches of a query in a document.
@MainActor
final class FindSession {
  private let document: Document
  /// Runs when there are other matches, or when it is known better how many.
  var onChange: () -> Void = {}

  /// What is looked for; empty for nothing.
  private(set) var query = SearchQuery("")
  /// The query made ready; nil when it is empty or bad.
  private(set) var matcher: Expression?
  /// Why there are no matches, or not all.
  private(set) var failure: SearchFailure?
  /// The matches of the text as it is, in order; those of what changed last may be missing for a moment.
  private(set) var matches: [TextRange] = []
  /// Whether there may be more matches than these.
  private(set) var isCut = false
  /// How many matches a search that is going on has found so far; nil when none is.
  private(set) var countSoFar: Int?
  /// Where to look; nil for the whole text.
  private(set) var scope: TextRange?
  /// Whether the matches are wanted: without it changes of the text cost nothing.
  private(set) var isActive = false

  private var search: Task<Void, Never>?
  private var delay: ScheduledCall?
  private var generation = 0

  init(_ document: Document) {
    self.document = document
    document.onTextChange { [weak self] change, _ in self?.follow(change) }
    document.onLoad { [weak self] in self?.begin() }
  }

  isolated deinit {
    search?.cancel()
    delay?.cancel()
  }

  /// Looks for something else, or somewhere else.
  func look(for query: SearchQuery, in scope: TextRange?) {
    guard query != self.query || scope != self.scope || !isActive else { return }
    self.query = query
    self.scope = scope
    isActive = true
    matches = []
    prepare()
    begin()
  }

  /// Looks again for the same from now on.
  func resume() { if !isActive { look(for: query, in: scope) } }

  /// Forgets the matches until the next look.
  func rest() {
    isActive = false
    cancel()
    matches = []
    isCut = false
    onChange()
  }

  private func prepare() {
    matcher = nil
    failure = nil
    guard !query.pattern.isEmpty else { return }
    do throws(SearchFailure) { matcher = try Expression(query) } catch { failure = error }
  }

  private func cancel() {
    generation += 1
    search?.cancel()
    search = nil
    delay?.cancel()
    countSoFar = nil
  }

  private func begin() {
    guard isActive else { return }
    cancel()
    guard let matcher else {
      matches = []
      isCut = false
      return onChange()
    }
    countSoFar = 0
    let (wanted, snapshot) = (generation, document.buffer.snapshot)
    let search = TextSearch(matcher, in: snapshot.text, scope: scope)
    self.search = Task.detached(priority: .userInitiated) { [weak self] in
      let result = await search.all { count in Task { @MainActor in self?.heard(count, wanted) } }
      await self?.take(result, wanted)
    }
    onChange()
  }

  private func heard(_ count: Int, _ wanted: Int) {
    guard wanted == generation, countSoFar != nil else { return }
    countSoFar = count
    onChange()
  }

  private func take(_ result: TextSearch.Result, _ wanted: Int) {
    guard wanted == generation else { return }
    countSoFar = nil
    search = nil
    matches = result.matches
    failure = result.failure
    isCut = result.isCut
    onChange()
  }

  // MARK: Following the text

  private func follow(_ change: SourceBuffer.Change) {
    guard isActive else { return }
    for edit in change.edits {
      scope = scope.map { TextRange(edit.map($0.lower, .before), max(edit.map($0.lower, .before), edit.map($0.upper, .after))) }
    }
    guard matcher != nil else { return }
    carry(change.edit)
    // Typing asks again and again; the last answer holds meanwhile.
    cancel()
    countSoFar = nil
    delay = MainLoop.after(seconds: 0.06) { [weak self] in self?.begin() }
  }

  /// Moves the matches behind an edit and drops those that it touches.
  private func carry(_ edit: TextEdit) {
    let first = matches.partitioningIndex { $0.upper >= edit.range.lower }
    let after = matches[first...].partitioningIndex { $0.lower > edit.range.upper }
    if edit.delta != 0 { for index in after..<matches.count { matches[index] = matches[index].shifted(by: edit.delta) } }
    matches.removeSubrange(first..<after)
  }

  // MARK: Places

  /// The matches that touch a part of the text.
  func matches(touching range: TextRange) -> ArraySlice<TextRange> {
    let first = matches.partitioningIndex { $0.upper >= range.lower }
    let end = matches[first...].partitioningIndex { $0.lower > range.upper }
    return matches[first..<end]
  }

  /// The index of a match; nil when it is none.
  func index(of match: TextRange) -> Int? {
    let index = matches.partitioningIndex { $0.lower >= match.lower }
    return matches[index...].prefix { $0.lower == match.lower }.firstIndex(of: match)
  }

  /// Whether the matches are all there are, in the text as it is.
  private var isSettled: Bool { isActive && countSoFar == nil && delay?.isPending != true && !isCut && failure == nil }

  /// The match after another one, or the first at or after an offset, or the first of all; nil when there is none.
  ///
  /// Where not all matches are known it looks itself, away from the main actor.
  func next(after match: TextRange?, from offset: TextOffset) async -> TextRange? {
    if isSettled {
      if let match, let index = index(of: match) { return index + 1 < matches.count ? matches[index + 1] : matches.first }
      return matches.dropFirst(matches.partitioningIndex { $0.lower >= offset }).first ?? matches.first
    }
    guard let matcher else { return nil }
    let text = document.buffer.text
    let search = TextSearch(matcher, in: text, scope: scope)
    let start = match.map { $0.isEmpty ? text.boundary(atOrAfter: $0.upper + 1) : $0.upper } ?? offset
    let first = scope?.lower ?? .zero
    return await Task.detached(priority: .userInitiated) {
      if let match = await search.first(from: start) { return match as TextRange? }
      return await search.first(from: first)
    }.value
  }

  /// The match before another one, or the last that begins before an offset, or the last of all; nil when none is known.
  func previous(before match: TextRange?, from offset: TextOffset) -> TextRange? {
    let end = match.flatMap(index(of:)) ?? matches.partitioningIndex { $0.lower >= offset }
    return matches.prefix(end).last ?? matches.last
  }

  /// A search for the same in the text as it is; nil when nothing can be looked for.
  var textSearch: TextSearch? { matcher.map { TextSearch($0, in: document.buffer.text, scope: scope) } }
}

extension RandomAccessCollection {
  /// The index of the first element that a condition holds for, given that it holds for all after one that it holds for. O(log n).
  nonisolated func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if holds(self[middle]) {
        count = half
      } else {
        low = self.index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
