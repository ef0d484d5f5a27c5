// Owns: what GtkTextView's own keys would do wrong in lines that are shown in part, or that are one long word.

import CGLib
import CGtk
import GLibKit
public import TextModel

extension SourceView {
  /// The display lines of more characters than this are walked by the order of the text: to walk by what is seen, Pango measures every place
  /// of the line at every step, which takes 0.4 s in a word of 4,000 characters.
  private static let longDisplayLine: Int32 = 1_000

  /// Whether some of a range is not shown: folded, or part of a very long line.
  public func hidesSome(of range: TextRange) -> Bool {
    !hidden.intersection(range).isEmpty || !shortening.hidden.intersection(range).isEmpty
  }

  /// The first line that is shown in part, with its number from 1 and its length in characters; nil when all lines are shown whole.
  public var longLine: (number: Int, characters: Int)? {
    guard let first = shortening.hidden.ranges.first else { return nil }
    let line = buffer.text.lines.line(at: first.lower)
    return (line + 1, buffer.text.lines.scalars(of: buffer.text.lines.content(ofLine: line)).count)
  }

  /// Runs a handler when `longLine` becomes nil, or is nil no longer.
  public func onLongLineChange(_ handler: @escaping @MainActor () -> Void) { shortening.onChange(handler) }

  func connectLongLineKeys() {
    ref.connect("move-cursor") { [weak self] (step: Int32, count: Int32, extends: Bool) in
      guard let self, let target = self.target(GtkMovementStep(UInt32(step)), count, extends) else { return }
      g_signal_stop_emission_by_name(self.ref.pointer, "move-cursor")
      self.moveCaret(to: target, extends: extends)
    }
    keepHiddenTextFromDrags()
    ref.connect("backspace") { [weak self] in
      guard let self, self.deleteInLongLine(GTK_DELETE_CHARS, -1) else { return }
      g_signal_stop_emission_by_name(self.ref.pointer, "backspace")
    }
    ref.connect("delete-from-cursor") { [weak self] (kind: Int32, count: Int32) in
      guard let self, self.deleteInLongLine(GtkDeleteType(UInt32(kind)), count) else { return }
      g_signal_stop_emission_by_name(self.ref.pointer, "delete-from-cursor")
    }
    // GTK copies what is seen; what is cut would be lost.
    ref.connect("copy-clipboard") { [weak self] in self?.copyHidden(cuts: false) }
    ref.connect("cut-clipboard") { [weak self] in self?.copyHidden(cuts: true) }
  }

  /// A drag of a selection carries only what is seen, and then takes the whole selection away: a press in one that holds more begins anew.
  private func keepHiddenTextFromDrags() {
    let press = ClickGesture(button: 1, .capture)
    press.onPress { [weak self, weakPress = Weak(press)] _, x, y in
      guard let self else { return }
      let range = self.buffer.selection.range
      guard !range.isEmpty, self.hidesSome(of: range) else { return }
      if let press = weakPress.object, press.extendsSelection { return }
      let place = self.offset(atX: x, y: y)
      if range.lower <= place, place <= range.upper { self.buffer.selection = TextSelection(caret: place) }
    }
    widget.add(press)
  }

  private func copyHidden(cuts: Bool) {
    let range = buffer.selection.range
    guard !range.isEmpty, hidesSome(of: range) else { return }
    g_signal_stop_emission_by_name(ref.pointer, cuts ? "cut-clipboard" : "copy-clipboard")
    Clipboard.set(buffer.text.string(in: range))
    if cuts { buffer.apply(EditPlan(replacing: range, with: "", selection: TextSelection(caret: range.lower))) }
  }

  private var caret: GtkTextIter {
    var iter = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer.native, &iter, gtk_text_buffer_get_insert(buffer.native))
    return iter
  }

  /// Where a key leads in a long line; nil where GTK's own way there is short.
  ///
  /// GtkSourceView looks for the ends of words and lines character by character and analyses the whole paragraph for each.
  private func target(_ step: GtkMovementStep, _ count: Int32, _ extends: Bool) -> GtkTextIter? {
    var iter = caret
    let characters = gtk_text_iter_get_chars_in_line(&iter)
    guard characters > Self.longDisplayLine else { return nil }
    let isLong = characters > LongLines.limit
    switch step {
    case GTK_MOVEMENT_VISUAL_POSITIONS where isInLongDisplayLine:
      let isForward = (count > 0) != isReadFromRight(iter)
      var (start, end) = (GtkTextIter(), GtkTextIter())
      if !extends, gtk_text_buffer_get_selection_bounds(buffer.native, &start, &end) != 0 { return isForward ? end : start }
      guard isLong else {
        gtk_text_iter_forward_visible_cursor_positions(&iter, isForward ? abs(count) : -abs(count))
        return iter
      }
      iter = buffer.iter(at: place(characters: isForward ? abs(count) : -abs(count)))
    case GTK_MOVEMENT_WORDS where isLong:
      iter = buffer.iter(at: place(words: count))
    case GTK_MOVEMENT_DISPLAY_LINE_ENDS where isLong:
      if count > 0 {
        gtk_text_view_forward_display_line_end(native, &iter)
      } else {
        gtk_text_view_backward_display_line_start(native, &iter)
      }
    case GTK_MOVEMENT_PARAGRAPH_ENDS where isLong:
      if count < 0 {
        gtk_text_iter_set_line_offset(&iter, 0)
      } else if gtk_text_iter_ends_line(&iter) == 0 {
        gtk_text_iter_forward_to_line_end(&iter)
      }
    default: return nil
    }
    return iter
  }

  // MARK: Steps by the text, for which GTK would have Pango analyse the whole line

  /// The contents of the caret's line.
  private var caretLine: TextRange { buffer.text.lines.content(ofLine: buffer.text.lines.line(at: buffer.selection.head)) }

  /// The place so many characters after the caret, or before it when negative, the ends of lines included.
  private func place(characters count: Int32) -> TextOffset {
    let text = buffer.text
    var place = buffer.selection.head
    for _ in 0..<abs(count) {
      let line = text.lines.line(at: place)
      let content = text.lines.content(ofLine: line)
      if count > 0 {
        place = place < content.upper ? text.characterEnd(after: place, until: content.upper) : text.lines.range(ofLine: line).upper
      } else if place > content.lower {
        place = text.characterStart(before: place, until: content.lower)
      } else if line > 0 {
        place = text.lines.content(ofLine: line - 1).upper
      }
    }
    return place
  }

  /// The end of the word so many words after the caret, or the start of that before it when negative.
  private func place(words count: Int32) -> TextOffset {
    let text = buffer.text
    var place = buffer.selection.head
    for _ in 0..<abs(count) {
      place = count > 0 ? text.wordEnd(after: place, until: text.end) : text.wordStart(before: place, until: .zero)
    }
    return place
  }

  /// Deletes what a key deletes in a long line; false where that is GTK's to do.
  private func deleteInLongLine(_ kind: GtkDeleteType, _ count: Int32) -> Bool {
    let text = buffer.text
    let caret = buffer.selection.head
    guard buffer.selection.range.isEmpty, buffer.isEditable, !isComposing, count != 0 else { return false }
    guard text.lines.scalars(of: caretLine).count > LongLines.limit else { return false }
    let target: TextOffset
    switch kind {
    case GTK_DELETE_CHARS:
      let whole = place(characters: count)
      // Backspace takes a mark off its letter, as everywhere.
      let last = count == -1 ? text.string(in: TextRange(whole, caret)).unicodeScalars.last : nil
      target = last?.properties.generalCategory == .nonspacingMark ? caret - UTF8.width(last!) : whole
    case GTK_DELETE_WORD_ENDS: target = place(words: count)
    default: return false
    }
    guard target != caret else { return true }
    var (start, end) = (buffer.iter(at: min(caret, target)), buffer.iter(at: max(caret, target)))
    gtk_text_buffer_begin_user_action(buffer.native)
    gtk_text_buffer_delete(buffer.native, &start, &end)
    gtk_text_buffer_end_user_action(buffer.native)
    gtk_text_view_reset_im_context(native)
    gtk_text_view_reset_cursor_blink(native)
    scrollToCaret()
    return true
  }

  private var isInLongDisplayLine: Bool {
    var start = caret
    var end = start
    gtk_text_view_backward_display_line_start(native, &start)
    gtk_text_view_forward_display_line_end(native, &end)
    return gtk_text_iter_get_offset(&end) - gtk_text_iter_get_offset(&start) > Self.longDisplayLine
  }

  private func moveCaret(to target: GtkTextIter, extends: Bool) {
    var target = target
    if extends {
      gtk_text_buffer_move_mark(buffer.native, gtk_text_buffer_get_insert(buffer.native), &target)
    } else {
      gtk_text_buffer_place_cursor(buffer.native, &target)
    }
    gtk_text_view_reset_im_context(native)
    gtk_text_view_reset_cursor_blink(native)
    scrollToCaret()
  }

  /// Whether the next character lies left of a place.
  private func isReadFromRight(_ iter: GtkTextIter) -> Bool {
    var (here, there) = (iter, iter)
    if gtk_text_iter_ends_line(&there) != 0 { gtk_text_iter_backward_char(&here) } else { gtk_text_iter_forward_char(&there) }
    var (first, second) = (GdkRectangle(), GdkRectangle())
    gtk_text_view_get_iter_location(native, &here, &first)
    gtk_text_view_get_iter_location(native, &there, &second)
    return second.x < first.x
  }
}
