// Owns: that a word which goes on in the next line gets no hyphen there: what is seen is what the document holds.
// Rule: as with long lines, GTK hears of it in the next turn of the main loop, before anything is laid out, and never while the buffer changes.

import CGtk
import GLibKit
import TextModel

/// Keeps Pango from showing hyphens where it breaks words, by a tag over all of a buffer.
final class BareBreaks {
  private let buffer: SourceBuffer
  private let tag: UnsafeMutablePointer<GtkTextTag>
  private var update: ScheduledCall?

  init(_ buffer: SourceBuffer) {
    self.buffer = buffer
    tag = buffer.makeTag("masthead-bare-breaks", setting: "insert-hyphens", to: false)
    buffer.onChange { [weak self] _ in
      guard let self, self.update?.isPending != true else { return }
      self.update = MainLoop.next { [weak self] in self?.cover() }
    }
  }

  /// Gives the tag to what has been added at the start or the end; what comes into the midst has it already. O(log length).
  private func cover() {
    guard !buffer.isInserting, buffer.text.end > .zero else { return }
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer.native, &start, &end)
    var next = start
    if gtk_text_iter_has_tag(&start, tag) == 0 {
      if gtk_text_iter_forward_to_tag_toggle(&next, tag) == 0 { next = end }
      gtk_text_buffer_apply_tag(buffer.native, tag, &start, &next)
    }
    gtk_text_buffer_get_bounds(buffer.native, &start, &end)
    var last = end
    if gtk_text_iter_backward_char(&last) != 0, gtk_text_iter_has_tag(&last, tag) == 0 {
      // From the end itself: a toggle at the place where one begins to look is passed over.
      last = end
      if gtk_text_iter_backward_to_tag_toggle(&last, tag) == 0 { last = start }
      gtk_text_buffer_apply_tag(buffer.native, tag, &last, &end)
    }
  }

  /// Whether all of the text has the tag. For tests.
  var isWhole: Bool {
    var iter = buffer.iter(at: .zero)
    guard buffer.text.end > .zero else { return true }
    return gtk_text_iter_has_tag(&iter, tag) != 0
      && (gtk_text_iter_forward_to_tag_toggle(&iter, tag) == 0 || gtk_text_iter_is_end(&iter) != 0)
  }
}
