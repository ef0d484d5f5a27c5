import CGLib
import CGLibShim
import CGtk
import GLibKit

extension SourceBuffer {
  /// Makes a tag of the buffer that turns one property on or off. The buffer's table holds it.
  func makeTag(_ name: String, setting property: String, to isOn: Bool) -> UnsafeMutablePointer<GtkTextTag> {
    let tag = gtk_text_tag_new(name)!
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(native), tag)
    g_object_unref(tag)
    withValue(MASTHEAD_TYPE_BOOLEAN) {
      g_value_set_boolean($0, isOn ? 1 : 0)
      g_object_set_property(UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self), property, $0)
    }
    return tag
  }
}
