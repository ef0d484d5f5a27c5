// Owns: what was looked for last, and before: one memory for all windows, kept between runs.

import Commands
import GLibKit
import TextModel

/// Remembers what people looked for and put in its place.
final class FindMemory {
  private let preferences: AppPreferences
  /// What was looked for last; windows begin with it.
  var query = SearchQuery("")
  /// What was put in its place last.
  var replacement = ""
  var preservesCase = false
  /// The most entries of a history.
  static let most = 30

  init(_ preferences: AppPreferences) { self.preferences = preferences }

  /// What was looked for, the newest first.
  var searches: [String] { preferences[Preferences.findHistory] }
  /// What was put in, the newest first.
  var replacements: [String] { preferences[Preferences.replaceHistory] }

  /// Remembers what is being looked for.
  func noteSearch() { note(query.pattern, in: Preferences.findHistory) }
  /// Remembers what is being put in.
  func noteReplacement() { note(replacement, in: Preferences.replaceHistory) }

  private func note(_ text: String, in history: Preference<[String]>) {
    // A pasted page is nothing to look for again.
    guard !text.isEmpty, text.utf8.count <= 500, preferences[history].first != text else { return }
    preferences[history] = Array(([text] + preferences[history].filter { $0 != text }).prefix(Self.most))
  }
}

/// Goes back and forth in a history, as Up and Down do in an entry; what was typed is the newest.
struct HistoryWalk {
  private var place = -1
  private var typed = ""

  /// The text an entry further back, or less far; nil where there is none.
  mutating func step(back: Bool, from text: String, in history: [String]) -> String? {
    if place >= 0, place >= history.count || history[place] != text { place = -1 }
    if place < 0 { typed = text }
    var next = place
    repeat { next += back ? 1 : -1 } while next >= 0 && next < history.count && history[next] == text
    guard next >= -1, next < history.count, next != place else { return nil }
    place = next
    return next < 0 ? typed : history[next]
  }
}

extension SearchQuery {
  /// Looks for words that mean just themselves.
  mutating func setWords(_ words: String) {
    guard isExpression else { return pattern = words }
    pattern = words.reduce(into: "") { text, character in
      if "\\^$.[]|()?*+{}".contains(character) { text += "\\" }
      text.append(character)
    }
  }
}
