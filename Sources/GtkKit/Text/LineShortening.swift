// Owns: that only a part of a very long line is shown (`LongLines` says which).
// Rule: GTK hears of it before anything is laid out, in the next turn of the main loop or just before the program moves the caret, and never
// while the buffer changes. The hidden part is in the buffer as all else: what is edited, found, saved and undone is the whole line.

import CGLib
import CGLibShim
import CGtk
import GLibKit
import TextModel

/// Keeps GtkTextView from laying out lines that would take it seconds.
final class LineShortening {
  private weak var view: SourceView?
  private let buffer: SourceBuffer
  private let tag: UnsafeMutablePointer<GtkTextTag>
  private var lines = LongLines()
  private var update: ScheduledCall?
  /// How many edits of the step under way `lines` has followed already.
  private var followed = 0
  private var hasTold = false
  private var handlers: [@MainActor () -> Void] = []

  init(_ view: SourceView) {
    self.view = view
    buffer = view.buffer
    tag = buffer.makeTag("masthead-long-line", setting: "invisible", to: true)
    buffer.caretHandler = { [weak self] in self?.prepare(for: $0, after: $1) }
    buffer.onChange { [weak self] in self?.follow($0) }
    buffer.onSelectionChange { [weak self] in
      if let self, !self.lines.hidden.isEmpty { self.schedule() }
    }
  }

  /// What is hidden.
  var hidden: TextRangeSet { lines.hidden }

  /// Runs a handler when there are hidden parts, or none any more.
  func onChange(_ handler: @escaping @MainActor () -> Void) { handlers.append(handler) }

  private func follow(_ change: SourceBuffer.Change) {
    for edit in change.edits.dropFirst(followed) { lines.apply(edit) }
    followed = 0
    schedule()
  }

  /// Hides what a caret after new text would make GTK lay out.
  private func prepare(for caret: TextOffset, after edits: [TextEdit]) {
    guard !edits.isEmpty || update?.isPending == true else { return }
    for edit in edits.dropFirst(followed) { lines.apply(edit) }
    followed = edits.count
    refresh(caret)
    schedule()
  }

  private func schedule() {
    guard update?.isPending != true else { return }
    update = MainLoop.next { [weak self] in
      guard let self else { return }
      self.refresh(self.buffer.selection.head)
      self.tell()
    }
  }

  private func refresh(_ caret: TextOffset) {
    // The list speaks of an earlier moment of a paste in pieces until that is told, which comes back here.
    guard !buffer.isInserting else { return }
    let step = lines.update(in: buffer.text, caret: caret)
    for range in step.shown {
      var (start, end) = (buffer.iter(at: range.lower), buffer.iter(at: range.upper))
      // Most edits bring nothing hidden with them; taking a tag away makes GTK lay out anew.
      var toggle = start
      let isTagged = gtk_text_iter_has_tag(&start, tag) != 0
      if !isTagged, gtk_text_iter_forward_to_tag_toggle(&toggle, tag) == 0 || gtk_text_iter_compare(&toggle, &end) >= 0 { continue }
      gtk_text_buffer_remove_tag(buffer.native, tag, &start, &end)
    }
    for range in step.hidden {
      var (start, end) = (buffer.iter(at: range.lower), buffer.iter(at: range.upper))
      gtk_text_buffer_apply_tag(buffer.native, tag, &start, &end)
    }
    view?.wrapsWithinWords = lines.hidden.isEmpty
  }

  private func tell() {
    guard hasTold == lines.hidden.isEmpty else { return }
    hasTold.toggle()
    for handler in handlers { handler() }
  }

  /// Compares what GTK hides with what is listed; nil when they agree. For tests. O(toggles).
  var flaw: String? {
    var found: [TextRange] = []
    var iter = buffer.iter(at: .zero)
    var isOn = gtk_text_iter_has_tag(&iter, tag) != 0
    var last = TextOffset.zero
    while last < buffer.text.end {
      let isMore = gtk_text_iter_forward_to_tag_toggle(&iter, tag) != 0
      let next = isMore ? buffer.offset(of: iter) : buffer.text.end
      if isOn, last < next { found.append(TextRange(last, next)) }
      isOn.toggle()
      if !isMore { break }
      last = next
    }
    return TextRangeSet(found) == lines.hidden ? nil : "GTK hides \(TextRangeSet(found).ranges), listed are \(lines.hidden.ranges)"
  }
}
