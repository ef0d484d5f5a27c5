// Owns: focus mode: all but the paragraph or sentence at the caret is dimmed.

import Commands
import GLibKit
import GtkKit
import Markdown
import TextModel

/// Dims what is not being written.
@MainActor
final class FocusDimming {
  private let document: Document
  private let view: SourceView
  private lazy var marks = VisibleMarks(view, name: "dimmed") { [weak self] range in self?.dimmed(in: range) ?? [] }
  private var connection: SignalConnection?

  /// Whether the rest is dimmed.
  var isOn = false { didSet { if isOn != oldValue { update() } } }
  /// Whether only the sentence stays clear, and not the whole paragraph.
  var isBySentence = false { didSet { if isBySentence != oldValue { update() } } }
  private var wasOn = false

  init(_ document: Document, _ view: SourceView) {
    self.document = document
    self.view = view
    document.buffer.onSelectionChange { [weak self] in self?.update() }
    connection = StyleManager.onDarkChange { [weak self] in self?.update() }
  }

  isolated deinit { connection?.disconnect() }

  private func update() {
    guard isOn || wasOn else { return }
    wasOn = isOn
    let grey = StyleManager.isDark ? 0.42 : 0.68
    marks.look = HighlightTheme.Look(text: Colour(red: grey, green: grey, blue: grey, alpha: 1), on: nil)
    marks.invalidate()
  }

  private func dimmed(in range: TextRange) -> [TextRange] {
    guard isOn, !document.isLoading else { return [] }
    let selection = document.buffer.selection
    let head = selection.head
    let clear = isBySentence ? document.tree.sentence(at: head) : document.tree.paragraph(at: head)
    // Between paragraphs a new one begins: nothing is there to be clear.
    let kept = (clear ?? TextRange(at: head)).union(selection.range)
    return [
      TextRange(range.lower, max(range.lower, min(range.upper, kept.lower))),
      TextRange(min(range.upper, max(range.lower, kept.upper)), range.upper),
    ]
    .filter { !$0.isEmpty }
  }
}
