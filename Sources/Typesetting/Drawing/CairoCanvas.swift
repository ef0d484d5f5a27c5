import CPango

/// Draws on a Cairo context: a picture, a page of a PDF, a printer.
public final class CairoCanvas: Canvas {
  private let context: OpaquePointer

  /// Makes a canvas on a context (a `cairo_t`), which must outlive it.
  public init(_ context: OpaquePointer) { self.context = context }

  public func fill(_ rect: Rect, _ colour: Colour, radius: Double) {
    use(colour)
    trace(rect, radius)
    cairo_fill(context)
  }

  public func frame(_ rect: Rect, _ colour: Colour, thickness: Double, radius: Double) {
    use(colour)
    trace(rect.inset(x: thickness / 2, y: thickness / 2), max(0, radius - thickness / 2))
    cairo_set_line_width(context, thickness)
    cairo_stroke(context)
  }

  public func line(_ points: [(x: Double, y: Double)], _ colour: Colour, thickness: Double) {
    guard let first = points.first else { return }
    use(colour)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_set_line_width(context, thickness)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(context)
  }

  public func draw(_ layout: OpaquePointer, x: Double, y: Double, _ colour: Colour) {
    use(colour)
    cairo_move_to(context, x, y)
    pango_cairo_show_layout(context, layout)
  }

  public func draw(_ picture: DecodedPicture, in rect: Rect) {
    guard picture.width > 0, picture.height > 0, let surface = picture.surface() else { return }
    defer { cairo_surface_destroy(surface) }
    cairo_save(context)
    clip(around: rect)
    cairo_translate(context, rect.x, rect.y)
    cairo_scale(context, rect.width / Double(picture.width), rect.height / Double(picture.height))
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    cairo_paint(context)
    cairo_restore(context)
  }

  /// Draws nothing far outside a rectangle until the context is restored. To be used before anything is painted: on a page on which there is
  /// nothing yet, Cairo (1.16) takes painting without a clip for a new beginning, and forgets the marks that were begun.
  func clip(around rect: Rect) {
    cairo_rectangle(context, rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2)
    cairo_clip(context)
  }

  public func clip(to rect: Rect) {
    cairo_save(context)
    cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    cairo_clip(context)
  }

  public func unclip() { cairo_restore(context) }

  private func use(_ colour: Colour) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
  }

  private func trace(_ rect: Rect, _ radius: Double) {
    let radius = min(radius, rect.width / 2, rect.height / 2)
    guard radius > 0 else {
      cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
      return
    }
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, rect.right - radius, rect.y + radius, radius, -quarter, 0)
    cairo_arc(context, rect.right - radius, rect.bottom - radius, radius, 0, quarter)
    cairo_arc(context, rect.x + radius, rect.bottom - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, rect.x + radius, rect.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }
}
