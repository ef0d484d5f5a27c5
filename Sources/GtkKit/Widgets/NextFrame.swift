// Owns: being called once in the next frame, without making it later.

import CGtk
import GLibKit

extension Widget {
  /// Runs a handler once, at the start of the next frame in which something is drawn, before that is laid out.
  ///
  /// It asks for no frame: what is typed would show 17 ms later, for GtkTextView asks for its own only when it has measured the lines, and after a frame in
  /// which nothing is drawn GTK waits for the turn of the next. `onFrame` delays it as well. Only who begins to wait while a frame is made, as
  /// what is moved by an animation or by being laid out does, gets a frame that is asked for. A widget that is not on the screen yet waits for that.
  public func onNextFrame(_ handler: @escaping () -> Void) {
    guard let clock = gtk_widget_get_frame_clock(widget) else {
      onFrame { _ in
        handler()
        return false
      }
      return
    }
    let frame = GObjectRef(retaining: UnsafeMutableRawPointer(clock))
    var connections: [SignalConnection] = []
    connections = [
      frame.connect("before-paint") {
        for connection in connections { connection.disconnect() }
        connections = []
        handler()
      },
      frame.connect("after-paint") {
        // It came too late for the frame that ends here, and nobody may want another.
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_BEFORE_PAINT)
      },
    ]
  }
}
