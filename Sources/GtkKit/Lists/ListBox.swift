// Owns: short lists whose rows are widgets.

import CGLib
import CGtk
public import GLibKit

/// A list of rows.
public struct ListBox: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_list_box_get_type() }

  /// How many rows can be selected (GtkSelectionMode).
  public enum Selection: UInt32, Sendable { case none, single, browse, multiple }

  /// Makes an empty list.
  public init(_ selection: Selection = .single) {
    ref = adopted(gtk_list_box_new())
    gtk_list_box_set_selection_mode(native(), GtkSelectionMode(rawValue: selection.rawValue))
  }

  /// Adds a row at the end; anything that is no row is put into one.
  public func append(_ row: any Widget) { gtk_list_box_append(native(), row.native()) }
  /// Adds a row at an index.
  public func insert(_ row: any Widget, at index: Int) { gtk_list_box_insert(native(), row.native(), gint(index)) }
  /// Removes a row.
  public func remove(_ row: any Widget) { gtk_list_box_remove(native(), row.native()) }
  /// Removes all rows.
  public func removeAll() { while let row = row(at: 0) { remove(row) } }
  /// The row at an index, or nil.
  public func row(at index: Int) -> ListBoxRow? { made(gtk_list_box_get_row_at_index(native(), gint(index))) }
  /// The row at a height, or nil.
  public func row(atY y: Int) -> ListBoxRow? { made(gtk_list_box_get_row_at_y(native(), gint(y))) }

  /// The selected row, or nil.
  public var selectedRow: ListBoxRow? {
    get { made(gtk_list_box_get_selected_row(native())) }
    nonmutating set { gtk_list_box_select_row(native(), newValue?.native()) }
  }

  /// What is shown while there is no row.
  public func setPlaceholder(_ widget: (any Widget)?) { gtk_list_box_set_placeholder(native(), widget.map { $0.native() }) }

  /// Runs a handler when a row is pressed, or Return on it.
  @discardableResult
  public func onActivate(_ handler: @escaping (ListBoxRow) -> Void) -> SignalConnection { ref.connect("row-activated", handler) }
  /// Runs a handler when another row is selected, or none.
  @discardableResult
  public func onSelect(_ handler: @escaping (ListBoxRow?) -> Void) -> SignalConnection { ref.connect("row-selected", handler) }

  private func made(_ row: UnsafeMutablePointer<GtkListBoxRow>?) -> ListBoxRow? {
    GObjectRef(retaining: row.map { UnsafeMutableRawPointer($0) }).map { ListBoxRow(ref: $0) }
  }
}

/// A row of a list.
public struct ListBoxRow: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_list_box_row_get_type() }

  /// Makes a row of a widget.
  public init(_ child: (any Widget)? = nil) {
    ref = adopted(gtk_list_box_row_new())
    if let child { setChild(child) }
  }

  /// Sets the widget in the row.
  public func setChild(_ child: any Widget) { gtk_list_box_row_set_child(native(), child.native()) }
  /// The widget in the row, or nil.
  public var child: AnyWidget? { retained(gtk_list_box_row_get_child(native())) }
  /// Where the row is; -1 when it is in no list.
  public var index: Int { Int(gtk_list_box_row_get_index(native())) }
  /// Whether the row can be selected.
  public func setSelectable(_ isSelectable: Bool) { gtk_list_box_row_set_selectable(native(), isSelectable ? 1 : 0) }
  /// Whether the row can be pressed.
  public func setActivatable(_ isActivatable: Bool) { gtk_list_box_row_set_activatable(native(), isActivatable ? 1 : 0) }
  /// Shows a widget above the row, such as a heading; nil for none.
  public func setHeader(_ widget: (any Widget)?) { gtk_list_box_row_set_header(native(), widget.map { $0.native() }) }
}
