// Owns: being called once in the next frame, without making it later.

import CGtk
import GLibKit

extension Widget {
  /// Runs a handler once, at the start of the next frame in which something is drawn, before that is laid out.
  ///
  /// It asks for no frame: what is typed would show 17 ms later, for GtkTextView asks for its own only when it has measured the lines, and after a frame in
  /// which nothing is drawn GTK waits for the turn of the next. `onFrame` delays it as well. A widget that is not on the screen yet waits for that.
  public func onNextFrame(_ handler: @escaping () -> Void) {
    guard let clock = gtk_widget_get_frame_clock(widget) else {
      onFrame { _ in
        handler()
        return false
      }
      return
    }
    var connection: SignalConnection?
    connection = GObjectRef(retaining: UnsafeMutableRawPointer(clock)).connect("before-paint") {
      connection?.disconnect()
      connection = nil
      handler()
    }
  }
}
