// Owns: the colour behind whole lines, such as those of code: one rounded area each, blank lines and all.

import CGLib
import CGtk
import CGtkShim
import GLibKit
import TextModel

/// Draws areas behind the lines of a view.
@MainActor
final class LineBackgrounds {
  private let view: SourceView
  /// What is filled now: the lines of each range, in a colour.
  private let areas: @MainActor () -> [(ranges: [TextRange], colour: Colour)]
  /// How far an area reaches beyond the text at its sides, and the radius of its corners, in pixels.
  private static let reach = 8.0
  private static let radius = 6.0

  /// Begins to draw. `areas` is asked at each frame, for what is near the lines in sight.
  init(_ view: SourceView, areas: @escaping @MainActor () -> [(ranges: [TextRange], colour: Colour)]) {
    self.view = view
    self.areas = areas
    masthead_source_view_draw_under_text(
      view.native,
      { data, snapshot in
        guard let data, let snapshot else { return }
        let drawer = Unmanaged<LineBackgrounds>.fromOpaque(data)
        nonisolated(unsafe) let target = snapshot
        MainActor.assumeIsolated { drawer.takeUnretainedValue().draw(target) }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit { masthead_source_view_draw_under_text(view.native, nil, nil) }

  private func draw(_ snapshot: OpaquePointer) {
    // The areas speak of the text before a paste in pieces until that is told.
    guard !view.buffer.isInserting else { return }
    var seen = GdkRectangle()
    gtk_text_view_get_visible_rect(view.native, &seen)
    let left = Double(gtk_text_view_get_left_margin(view.native)) - Self.reach
    let right = Double(gtk_widget_get_width(view.widget.native()) - gtk_text_view_get_right_margin(view.native)) + Self.reach
    guard left < right else { return }
    for (ranges, colour) in areas() {
      for range in ranges {
        let last = view.buffer.text.boundary(atOrBefore: TextOffset(max(range.lower.utf8, range.upper.utf8 - 1)))
        let (top, bottom) = (span(of: range.lower).lowerBound, span(of: last).upperBound)
        // The corners of what goes on out of sight stay out of sight.
        let lower = max(top, Double(seen.y) - 2 * Self.radius)
        let upper = min(bottom, Double(seen.y + seen.height) + 2 * Self.radius)
        guard lower < upper else { continue }
        var bounds = graphene_rect_t()
        graphene_rect_init(&bounds, Float(left), Float(lower), Float(right - left), Float(upper - lower))
        var outline = GskRoundedRect()
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(Self.radius))
        var native = colour.native
        gtk_snapshot_push_rounded_clip(snapshot, &outline)
        gtk_snapshot_append_color(snapshot, &native, &bounds)
        gtk_snapshot_pop(snapshot)
      }
    }
  }

  /// From the top to the bottom of the line of a place, in the buffer's coordinates.
  private func span(of offset: TextOffset) -> ClosedRange<Double> {
    var iter = view.buffer.iter(at: offset)
    var y: gint = 0
    var height: gint = 0
    gtk_text_view_get_line_yrange(view.native, &iter, &y, &height)
    return Double(y)...Double(y + height)
  }
}
