// Owns: between heights of the view and places of the text, with the share of the row that is passed already, both ways.

import CGLib
import CGtk
import GLibKit
import TextModel

extension SourceView {
  /// The byte that is shown at a height of the widget, in pixels from its upper edge; in the lower half of a row that begins at 10 and ends at 20
  /// it is between 15 and 20. What is read follows smoothly, then, also where one row becomes a tall picture elsewhere.
  ///
  /// The space above the text counts from -1 to 0, that below it from the text's end to 1 more.
  public func position(atY y: Double) -> Double {
    var x: gint = 0
    var down: gint = 0
    gtk_text_view_window_to_buffer_coords(native, GTK_TEXT_WINDOW_WIDGET, 0, gint(y.rounded(.down)), &x, &down)
    let place = Double(down) + y - y.rounded(.down)
    var iter = GtkTextIter()
    gtk_text_view_get_iter_at_location(native, &iter, 0, down)
    let row = row(around: iter)
    let passed = (place - row.top) / max(row.height, 1)
    if passed < 0, row.range.lower == .zero { return max((place - row.top) / spaceAbove, -1) }
    if passed > 1, row.range.upper == buffer.text.end {
      return Double(buffer.text.count) + min((place - row.top - row.height) / spaceBelow, 1)
    }
    return Double(row.range.lower.utf8) + min(max(passed, 0), 1) * Double(row.range.count)
  }

  /// Brings a place, as `position(atY:)` tells it, to a share of the view's height in the next idle moment, from 0 (top) to 1 (bottom).
  public func scroll(toPosition position: Double, share: Double) {
    schedule { [weak self] in self?.bring(position: position, to: share) }
  }

  /// Brings a place, as `position(atY:)` tells it, to a share of the view's height at once. Not while the buffer changes or sizes are given out.
  public func bring(position: Double, to share: Double) {
    guard let vertical = gtk_scrollable_get_vadjustment(OpaquePointer(ref.pointer)) else { return }
    // GtkTextView remembers where a view that was never shown is to be scrolled.
    guard gtk_adjustment_get_page_size(vertical) > 1 else { return bring(TextOffset(max(0, Int(position))), to: share) }
    // Not by GtkTextView's own scrolling, which glides there: who follows is late then. Lines that come into sight are measured, which moves
    // the place; after a few rounds nothing is left to be measured.
    for _ in 0..<6 {
      let place = y(of: position)
      gtk_adjustment_set_value(vertical, (place - share * gtk_adjustment_get_page_size(vertical)).rounded())
      if y(of: position) == place { break }
    }
  }

  /// Where a place is, in pixels from the very top of what can be scrolled.
  private func y(of position: Double) -> Double {
    let length = Double(buffer.text.count)
    let row = row(around: buffer.iter(at: buffer.text.boundary(atOrBefore: TextOffset(Int(min(max(0, position), length))))))
    var below = 0.0
    if position < 0 {
      below = position * spaceAbove
    } else if position > length {
      below = row.height + (position - length) * spaceBelow
    } else if !row.range.isEmpty {
      below = min(max((position - Double(row.range.lower.utf8)) / Double(row.range.count), 0), 1) * row.height
    }
    return spaceAbove + row.top + below
  }

  private var spaceAbove: Double { Double(max(gtk_text_view_get_top_margin(native), 1)) }
  private var spaceBelow: Double { Double(max(gtk_text_view_get_bottom_margin(native), 1)) }

  /// The row of the screen in which a place is: its bytes up to those of the next row, and where it is in the text, in pixels.
  private func row(around iter: GtkTextIter) -> (range: TextRange, top: Double, height: Double) {
    var first = iter
    if gtk_text_view_starts_display_line(native, &first) == 0 { gtk_text_view_backward_display_line_start(native, &first) }
    var next = first
    var (area, below) = (GdkRectangle(), GdkRectangle())
    gtk_text_view_get_iter_location(native, &first, &area)
    if gtk_text_view_forward_display_line(native, &next) != 0 {
      gtk_text_view_get_iter_location(native, &next, &below)
    } else {
      gtk_text_buffer_get_end_iter(buffer.native, &next)
    }
    let start = buffer.offset(of: first)
    let height = below.y > area.y ? below.y - area.y : area.height
    return (TextRange(start, max(start, buffer.offset(of: next))), Double(area.y), Double(height))
  }
}
