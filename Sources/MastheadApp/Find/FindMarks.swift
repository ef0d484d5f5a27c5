// Owns: how matches look in the text.

import GLibKit
import GtkKit
import TextModel

/// Marks the matches in sight, the one that is shown, and the part of the text that is searched.
@MainActor
final class FindMarks {
  private let scope: VisibleMarks
  private let matches: VisibleMarks
  private let current: VisibleMarks
  private let shown = Shown()
  private var connections: [SignalConnection] = []

  /// What is to be marked beside the matches.
  private final class Shown {
    var scope: TextRange?
    var current: TextRange?
  }

  init(_ view: SourceView, _ session: FindSession) {
    let shown = shown
    scope = VisibleMarks(view, name: "find-scope") { _ in shown.scope.map { [$0] } ?? [] }
    matches = VisibleMarks(view, name: "match") { [weak session] range in session.map { Array($0.matches(touching: range)) } ?? [] }
    current = VisibleMarks(view, name: "current-match") { _ in shown.current.map { [$0] } ?? [] }
    connections = [
      StyleManager.onDarkChange { [weak self] in self?.applyLooks() },
      StyleManager.onHighContrastChange { [weak self] in self?.applyLooks() },
    ]
    applyLooks()
  }

  isolated deinit { for connection in connections { connection.disconnect() } }

  /// Follows what is found and shown.
  func update(current: TextRange?, scope: TextRange?) {
    shown.current = current
    shown.scope = scope
    for marks in [self.scope, matches, self.current] { marks.invalidate() }
  }

  private func applyLooks() {
    func colour(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Colour {
      Colour(red: red, green: green, blue: blue, alpha: alpha)
    }
    let black = colour(0.1, 0.1, 0.1)
    if StyleManager.isDark {
      matches.look = HighlightTheme.Look(text: colour(1, 1, 1), on: colour(0.9, 0.65, 0.04, StyleManager.isHighContrast ? 0.55 : 0.38))
      current.look = HighlightTheme.Look(text: black, on: colour(1, 0.75, 0.35))
      scope.look = HighlightTheme.Look(text: nil, on: colour(0.47, 0.68, 0.93, 0.14))
    } else {
      matches.look = HighlightTheme.Look(text: black, on: colour(0.98, 0.9, 0.35, StyleManager.isHighContrast ? 0.9 : 0.65))
      current.look = HighlightTheme.Look(text: black, on: colour(1, 0.67, 0.25))
      scope.look = HighlightTheme.Look(text: nil, on: colour(0.1, 0.37, 0.71, 0.09))
    }
  }
}
