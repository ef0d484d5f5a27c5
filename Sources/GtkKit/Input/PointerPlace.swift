// Owns: where the pointer is, as the display knows it.

import CGtk
import GLibKit

extension EventController {
  /// When the event happened that is heard now, in milliseconds of the display's clock; 0 outside a handler.
  public var eventTime: UInt32 { gtk_event_controller_get_current_event_time(native()) }
}

extension Widget {
  /// Whether the pointer is over the widget now, as the display says.
  ///
  /// A `MotionController` knows only what it was told: nothing of a pointer that rests where the widget has just come, nor while a menu has
  /// taken the pointer.
  public var isUnderPointer: Bool {
    guard isMapped, let top = gtk_widget_get_native(native()), let surface = gtk_native_get_surface(top),
      let seat = gdk_display_get_default_seat(gtk_widget_get_display(native())), let pointer = gdk_seat_get_pointer(seat)
    else { return false }
    var (x, y, left, above) = (-1.0, -1.0, 0.0, 0.0)
    _ = gdk_surface_get_device_position(surface, pointer, &x, &y, nil)
    gtk_native_get_surface_transform(top, &left, &above)
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(native(), UnsafeMutableRawPointer(top).assumingMemoryBound(to: GtkWidget.self), &bounds) != 0 else {
      return false
    }
    let (inX, inY) = (x - left - Double(bounds.origin.x), y - above - Double(bounds.origin.y))
    return inX >= 0 && inY >= 0 && inX < Double(bounds.size.width) && inY < Double(bounds.size.height)
  }
}
