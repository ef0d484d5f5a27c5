import CGtk
import GLibKit
import GtkKit
import TextModel

/// A shown window with a plain GtkSourceView on a buffer.
final class TestWindow {
  let window: UnsafeMutablePointer<GtkWindow>
  let view: UnsafeMutablePointer<GtkTextView>
  private let buffer: SourceBuffer

  init(showing buffer: SourceBuffer) {
    self.buffer = buffer
    window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
    view = UnsafeMutableRawPointer(gtk_source_view_new_with_buffer(buffer.ref.pointer.assumingMemoryBound(to: GtkSourceBuffer.self))!)
      .assumingMemoryBound(to: GtkTextView.self)
    gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD)
    let scroll = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(OpaquePointer(scroll), UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self))
    gtk_window_set_default_size(window, 800, 600)
    gtk_window_set_child(window, scroll)
    gtk_window_present(window)
    _ = MainLoop.turn(until: { gtk_widget_get_mapped(scroll) != 0 })
  }

  /// Runs a function after the frame in which text is drawn.
  func onFirstFrameWithText(_ body: @escaping @MainActor () -> Void) {
    let clock = gtk_widget_get_frame_clock(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self))!
    let ref = GObjectRef(retaining: UnsafeMutableRawPointer(clock))
    ref.connect("after-paint") { [weak buffer] in
      if let buffer, !buffer.text.isEmpty { body() }
    }
    gtk_widget_queue_draw(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self))
  }

  func close() { gtk_window_destroy(window) }
}

/// A shown window with the view under test in a scrolled window.
final class TestPage {
  let buffer = SourceBuffer()
  let view: SourceView
  private let window: UnsafeMutablePointer<GtkWindow>

  init(_ text: String, width: Int32 = 900, height: Int32 = 600) {
    view = SourceView(buffer)
    buffer.load(ChunkedText(text))
    window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
    let scroll = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(OpaquePointer(scroll), view.widget.ref.pointer.assumingMemoryBound(to: GtkWidget.self))
    gtk_window_set_default_size(window, width, height)
    gtk_window_set_child(window, scroll)
    gtk_window_present(window)
    _ = MainLoop.turn(until: { gtk_widget_get_mapped(scroll) != 0 })
  }

  /// Lets everything be measured, scrolled and drawn.
  func settle() {
    var frames = 0
    let clock = GObjectRef(
      retaining: UnsafeMutableRawPointer(gtk_widget_get_frame_clock(view.widget.ref.pointer.assumingMemoryBound(to: GtkWidget.self))!))
    let connection = clock.connect("after-paint") { frames += 1 }
    let start = MainLoop.now
    _ = MainLoop.turn(until: {
      gtk_widget_queue_draw(self.view.widget.ref.pointer.assumingMemoryBound(to: GtkWidget.self))
      return frames > 6 && MainLoop.now - start > 0.25
    })
    connection.disconnect()
  }

  func close() { gtk_window_destroy(window) }
}
