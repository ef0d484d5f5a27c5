// Owns: one kind of mark on the text in sight, such as the matches of a search.
// Rule: as for the highlighter: GTK keeps tags only near the visible lines, they are set in the next turn of the main loop, and lines that
// are too long carry none.

import CGLib
import CGtk
import CGtkShim
import GLibKit
public import TextModel

/// Gives some ranges of the text in sight a look, and keeps them right while text changes and scrolls.
@MainActor
public final class VisibleMarks {
  private let view: SourceView
  private let ranges: @MainActor (TextRange) -> [TextRange]
  private let tag: UnsafeMutablePointer<GtkTextTag>
  /// What has the tag.
  private var applied = TextRangeSet()
  private var update: ScheduledCall?

  /// Begins to mark a view. `ranges` is asked for what is to be marked in a part of the text; what it gives may reach beyond. Marks made
  /// later lie over those made earlier.
  public init(_ view: SourceView, name: String, ranges: @escaping @MainActor (TextRange) -> [TextRange]) {
    self.view = view
    self.ranges = ranges
    tag = masthead_text_tag_new("masthead-" + name)!
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(view.buffer.native), tag)
    g_object_unref(tag)
    view.buffer.onChange { [weak self] change in
      guard let self else { return }
      for edit in change.edits { self.applied.apply(edit) }
      self.invalidate()
    }
    view.onScroll { [weak self] in self?.invalidate() }
  }

  isolated deinit { update?.cancel() }

  /// How marked text looks.
  public var look = HighlightTheme.Look(text: nil, on: nil) {
    didSet { if look != oldValue { look.apply(to: tag) } }
  }

  /// Says that other ranges may be marked now. Costs nothing until the next turn of the main loop.
  public func invalidate() {
    guard update?.isPending != true else { return }
    update = MainLoop.next { [weak self] in self?.refresh() }
  }

  /// What is marked, as GTK shows it. For tests.
  package var marked: [TextRange] { applied.ranges }

  private func refresh() {
    // What is listed speaks of the text before a paste in pieces until that is told, which comes back here.
    guard !view.buffer.isInserting else { return }
    let near = view.nearbyRange
    // What is in a line too long to be marked is not even asked for: it may take as long as the line.
    let parts = TextRangeSet([near]).subtracting(view.buffer.text.longLines(in: near)).ranges
    let wanted = TextRangeSet(parts.flatMap { part in ranges(part).compactMap { $0.intersection(part) } })
    guard wanted != applied else { return }
    for range in applied.subtracting(wanted).ranges {
      var (start, end) = (view.buffer.iter(at: range.lower), view.buffer.iter(at: range.upper))
      gtk_text_buffer_remove_tag(view.buffer.native, tag, &start, &end)
    }
    for range in wanted.subtracting(applied).ranges {
      var (start, end) = (view.buffer.iter(at: range.lower), view.buffer.iter(at: range.upper))
      gtk_text_buffer_apply_tag(view.buffer.native, tag, &start, &end)
    }
    applied = wanted
  }
}
