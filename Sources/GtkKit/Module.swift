import CGLib
import CGtk
import CGtkShim
import GLibKit
public func gtkTest() -> Int {
  let w = adw_header_bar_new()!
  let o: UnsafeMutablePointer<GObject> = UnsafeMutableRawPointer(w).assumingMemoryBound(to: GObject.self)
  _ = gtk_source_view_new()
  return glibTest(o) + Int(masthead_is_widget(w))
}
