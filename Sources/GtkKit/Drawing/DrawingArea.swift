// Owns: widgets that are drawn by hand (GtkDrawingArea).

import CGLib
import CGtk
public import GLibKit

/// A widget that a function draws with Cairo.
public struct DrawingArea: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_drawing_area_get_type() }

  /// Makes an area. `draw` gets a Cairo context (a `cairo_t`), valid only while it runs, and the area's size in pixels; it is kept as long
  /// as the widget and must not hold it.
  public init(_ draw: @escaping (_ context: OpaquePointer, _ width: Int, _ height: Int) -> Void) {
    ref = adopted(gtk_drawing_area_new())
    let held = Unmanaged.passRetained(Held(draw)).toOpaque()
    gtk_drawing_area_set_draw_func(
      native(),
      { _, context, width, height, data in
        nonisolated(unsafe) let context = context!
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated { Unmanaged<Held>.fromOpaque(data).takeUnretainedValue().draw(context, Int(width), Int(height)) }
      }, held, { data in Unmanaged<Held>.fromOpaque(data!).release() })
  }

  /// The size that the widget asks for, in pixels.
  public func setContentSize(width: Int, height: Int) {
    gtk_drawing_area_set_content_width(native(), gint(width))
    gtk_drawing_area_set_content_height(native(), gint(height))
  }

  private final class Held {
    let draw: (OpaquePointer, Int, Int) -> Void
    init(_ draw: @escaping (OpaquePointer, Int, Int) -> Void) { self.draw = draw }
  }
}
