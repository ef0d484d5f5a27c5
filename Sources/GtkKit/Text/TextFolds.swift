// Owns: lines of a text that are not shown.
// Rule: whole lines only, hidden in an idle moment and never while the buffer changes, with the caret moved out before: GtkTextView aborts
// over invisible text that its layout does not know of yet. Lines that somebody changes are shown at once: nobody edits what is not seen.

import CGLib
import CGLibShim
import CGtk
import CGtkShim
import GLibKit
public import TextModel

/// Hides lines of a view's text.
@MainActor
public final class TextFolds {
  private let view: SourceView
  private let tag: UnsafeMutablePointer<GtkTextTag>
  /// What has the tag.
  private var applied = TextRangeSet()
  private var wanted = TextRangeSet()
  private var update: ScheduledCall?

  /// Begins with all lines shown.
  public init(_ view: SourceView) {
    self.view = view
    tag = masthead_text_tag_new("masthead-fold")!
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(view.buffer.native), tag)
    g_object_unref(tag)
    withValue(MASTHEAD_TYPE_BOOLEAN) {
      g_value_set_boolean($0, 1)
      g_object_set_property(UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self), "invisible", $0)
    }
    view.buffer.onChange { [weak self] change in self?.follow(change) }
  }

  isolated deinit { update?.cancel() }

  /// Hides the lines in some ranges in the next idle moment, and shows all others.
  public func hide(_ ranges: [TextRange]) {
    wanted = TextRangeSet(ranges.filter { !$0.isEmpty })
    schedule()
  }

  /// What is hidden, as GTK has it. For tests.
  package var hidden: [TextRange] { applied.ranges }

  private func follow(_ change: SourceBuffer.Change) {
    for edit in change.edits {
      applied.apply(edit)
      wanted.apply(edit)
    }
    view.hidden = applied
  }

  private func schedule() {
    guard update?.isPending != true else { return }
    update = MainLoop.whenIdle { [weak self] in self?.refresh() }
  }

  private func refresh() {
    let buffer = view.buffer
    guard wanted != applied else { return view.hidden = applied }
    let selection = buffer.selection
    for range in wanted.ranges where range.lower <= selection.head && selection.head < range.upper && range.lower > .zero {
      buffer.selection = TextSelection(caret: buffer.text.lines.content(ofLine: buffer.text.lines.line(at: range.lower - 1)).upper)
    }
    for range in applied.subtracting(wanted).ranges { set(range, false) }
    for range in wanted.subtracting(applied).ranges { set(range, true) }
    applied = wanted
    view.hidden = applied
  }

  private func set(_ range: TextRange, _ isHidden: Bool) {
    var (start, end) = (view.buffer.iter(at: range.lower), view.buffer.iter(at: range.upper))
    if isHidden {
      gtk_text_buffer_apply_tag(view.buffer.native, tag, &start, &end)
    } else {
      gtk_text_buffer_remove_tag(view.buffer.native, tag, &start, &end)
    }
  }
}
