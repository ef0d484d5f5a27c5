// Owns: widgets in rows that wrap.

import CGLib
import CGtk
public import GLibKit

/// Widgets side by side, in as many rows as the width needs; arrows move among them, Return presses one.
public struct FlowBox: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_flow_box_get_type() }

  /// Makes an empty box in which nothing is selected, only pressed; room between widgets in pixels.
  public init(columnSpacing: Int = 0, rowSpacing: Int = 0, maximumPerRow: Int = 7) {
    ref = adopted(gtk_flow_box_new())
    gtk_flow_box_set_selection_mode(native(), GTK_SELECTION_NONE)
    gtk_flow_box_set_column_spacing(native(), guint(columnSpacing))
    gtk_flow_box_set_row_spacing(native(), guint(rowSpacing))
    gtk_flow_box_set_max_children_per_line(native(), guint(maximumPerRow))
  }

  /// Adds a widget at the end.
  public func append(_ child: any Widget) { gtk_flow_box_insert(native(), child.native(), -1) }

  /// Removes all widgets.
  public func removeAll() {
    while let child = gtk_flow_box_get_child_at_index(native(), 0) {
      gtk_flow_box_remove(native(), UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkWidget.self))
    }
  }

  /// The item around the widget at an index, which has the focus and the name for assistive technology, or nil.
  public func item(at index: Int) -> AnyWidget? {
    gtk_flow_box_get_child_at_index(native(), gint(index)).map { AnyWidget(ref: GObjectRef(retaining: UnsafeMutableRawPointer($0))) }
  }

  /// Runs a handler with the index of an item that is pressed, or Return on it.
  @discardableResult
  public func onActivate(_ handler: @escaping (_ index: Int) -> Void) -> SignalConnection {
    ref.connect("child-activated") { (item: AnyWidget) in handler(Int(gtk_flow_box_child_get_index(item.native()))) }
  }
}
