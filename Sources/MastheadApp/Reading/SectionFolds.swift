// Owns: which sections of a document are folded.
// Rule: a fold is its heading; what is hidden follows from the sections of the text as it is now. Whoever edits at a fold, or goes into it,
// opens it first.

import GLibKit
import GtkKit
import Markdown
import TextModel

/// Folds sections under their headings.
@MainActor
final class SectionFolds {
  private let document: Document
  private let view: SourceView
  private let lines: TextFolds
  private let marks: VisibleMarks
  private let shown = Shown()
  /// Where the headings of folded sections begin.
  private var headings: [TextOffset] = []
  private var hidden: [TextRange] = []
  private var update: ScheduledCall?

  /// The lines of folded headings, for their marks.
  private final class Shown { var headings: [TextRange] = [] }

  init(_ document: Document, _ view: SourceView) {
    self.document = document
    self.view = view
    lines = TextFolds(view)
    let shown = shown
    marks = VisibleMarks(view, name: "folded-heading") { _ in shown.headings }
    marks.look = HighlightTheme.Look(filling: Colour(red: 0.35, green: 0.52, blue: 0.9, alpha: 0.18))
    document.onTextChange { [weak self] change, _ in self?.follow(change) }
    document.onTreeChange { [weak self] _ in self?.updateSoon() }
    document.onLoad { [weak self] in self?.unfoldAll() }
    document.buffer.onSelectionChange { [weak self] in self?.caretMoved() }
  }

  isolated deinit { update?.cancel() }

  /// The headings of folded sections, as ranges for the session.
  var ranges: [TextRange] { headings.sorted().map { TextRange(at: $0) } }

  /// Folds the section at the caret, or opens it when it is folded; returns whether there was one.
  @discardableResult
  func toggle() -> Bool {
    let sections = SectionList(document.tree)
    guard let index = sections.index(at: document.buffer.selection.head) else { return false }
    let heading = sections[index].heading.range.lower
    if let folded = headings.firstIndex(of: heading) {
      headings.remove(at: folded)
    } else {
      // The caret goes out before anything is hidden.
      document.buffer.selection = TextSelection(caret: sections[index].heading.range.upper)
      headings.append(heading)
    }
    refresh(sections)
    return true
  }

  /// Folds the sections of some headings again, as an earlier run left them.
  func restore(_ ranges: [TextRange]) {
    headings = ranges.map(\.lower).filter { $0 <= document.buffer.text.end }
    if !headings.isEmpty { refresh(SectionList(document.tree)) }
  }

  func unfoldAll() {
    headings = []
    show([], [])
  }

  private func follow(_ change: SourceBuffer.Change) {
    guard !headings.isEmpty else { return }
    let edit = change.edit
    // An edit at the border counts: what is typed there would be hidden, or belong to what is.
    let kept = zip(headings, hidden).filter { heading, lines in
      (lines.upper < edit.range.lower || edit.range.upper < lines.lower) && !(edit.range.lower < heading && heading < edit.range.upper)
    }
    headings = kept.map { edit.map($0.0, .after) }
    hidden = kept.map { TextRange(edit.map($0.1.lower, .after), edit.map($0.1.upper, .before)) }
    updateSoon()
  }

  private func updateSoon() {
    guard !headings.isEmpty || !shown.headings.isEmpty, update?.isPending != true else { return }
    update = MainLoop.next { [weak self] in
      guard let self else { return }
      refresh(SectionList(document.tree))
    }
  }

  private func caretMoved() {
    let selection = document.buffer.selection
    // What is selected may be cut or typed over, and GTK copies only what is shown: nobody does that to lines that are not seen.
    let open = zip(headings, hidden).filter { _, lines in
      selection.isEmpty ? lines.lower <= selection.head && selection.head < lines.upper : lines.overlaps(selection.range)
    }.map(\.0)
    guard !open.isEmpty else { return }
    headings.removeAll { open.contains($0) }
    refresh(SectionList(document.tree))
  }

  private func refresh(_ sections: SectionList) {
    let text = document.buffer.text
    var found: [(heading: TextOffset, hidden: TextRange, line: TextRange)] = []
    for heading in headings.sorted() {
      guard let index = sections.index(at: heading), sections[index].heading.range.lower == heading,
        sections[index].range.upper <= text.end
      else { continue }
      let line = text.lines.range(ofLine: text.lines.line(at: sections[index].heading.range.upper))
      var end = sections[index].range.upper
      // A blank line before the next heading stays: the page looks as it did without what is folded.
      let last = text.lines.line(at: max(line.upper, end - 1))
      if end < text.end, text.lines.content(ofLine: last).isEmpty { end = text.lines.start(ofLine: last) }
      guard line.upper < end else { continue }
      found.append((heading, TextRange(line.upper, end), TextRange(sections[index].range.lower, line.upper)))
    }
    headings = found.map(\.heading)
    show(found.map(\.hidden), found.map(\.line))
  }

  private func show(_ hidden: [TextRange], _ headings: [TextRange]) {
    self.hidden = hidden
    lines.hide(hidden)
    shown.headings = headings
    marks.invalidate()
  }
}
