// Owns: lists of any length, of which only the rows in sight have widgets.
// Rule: GTK's model holds keys (texts); what they stand for is the owner's. A row is filled in `onFill` and may be used for another key later.

import CGLib
import CGtk
public import GLibKit

/// The keys of a long list, in order, and which of them are selected.
public struct ListKeys: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_multi_selection_get_type() }

  /// Makes an empty list.
  public init() {
    // gir: the selection takes the list over.
    let strings: OpaquePointer = gtk_string_list_new(nil)
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_multi_selection_new(strings)!))
  }

  private var strings: OpaquePointer { gtk_multi_selection_get_model(native()) }

  /// How many keys there are.
  public var count: Int { Int(g_list_model_get_n_items(native())) }

  /// The key at an index.
  public func key(at index: Int) -> String { String(cString: gtk_string_list_get_string(strings, guint(index))) }

  /// Shows other keys than `old`, which must be those that are shown. What is the same at both ends keeps its rows and its selection. O(n).
  public func replace(_ old: [String], with keys: [String]) {
    precondition(old.count == count, "other keys are shown")
    let common = min(old.count, keys.count)
    var lead = 0
    while lead < common, old[lead] == keys[lead] { lead += 1 }
    var tail = 0
    while tail < common - lead, old[old.count - 1 - tail] == keys[keys.count - 1 - tail] { tail += 1 }
    guard lead < old.count - tail || lead < keys.count - tail else { return }
    withCStrings(Array(keys[lead..<keys.count - tail])) {
      gtk_string_list_splice(strings, guint(lead), guint(old.count - lead - tail), $0)
    }
  }

  /// The indices that are selected, in order.
  public var selection: [Int] {
    guard let set = gtk_selection_model_get_selection(native()) else { return [] }
    defer { gtk_bitset_unref(set) }
    let count = Int(gtk_bitset_get_size(set))
    return (0..<count).map { Int(gtk_bitset_get_nth(set, guint($0))) }
  }

  /// Whether the key at an index is selected.
  public func isSelected(_ index: Int) -> Bool { gtk_selection_model_is_selected(native(), guint(index)) != 0 }
  /// Selects a key, alone or beside the others.
  public func select(_ index: Int, alone: Bool = true) { gtk_selection_model_select_item(native(), guint(index), alone ? 1 : 0) }
  /// Selects nothing.
  public func unselectAll() { gtk_selection_model_unselect_all(native()) }

  /// Runs a handler when something else is selected.
  @discardableResult
  public func onSelectionChange(_ handler: @escaping () -> Void) -> SignalConnection {
    ref.connect("selection-changed") { (_: UInt32, _: UInt32) in handler() }
  }
}

/// A row of a long list: the widget, and the key that it shows now.
public struct LongListRow: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_list_item_get_type() }

  /// Where the row's key is in the list.
  public var index: Int { Int(gtk_list_item_get_position(native())) }

  /// The key that the row shows; nil while it shows none.
  public var key: String? {
    gtk_list_item_get_item(native()).flatMap { String(copying: gtk_string_object_get_string(OpaquePointer($0))) }
  }

  /// What is drawn.
  public var child: AnyWidget? { retained(gtk_list_item_get_child(native())) }
  /// Sets what is drawn.
  public func setChild(_ child: any Widget) { gtk_list_item_set_child(native(), child.native()) }
}

/// What makes and fills the rows of a long list.
private struct RowFactory {
  let ref: GObjectRef

  init(
    make: @escaping (LongListRow) -> Void, fill: @escaping (LongListRow) -> Void, empty: @escaping (LongListRow) -> Void,
    discard: @escaping (LongListRow) -> Void
  ) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()!))
    ref.connect("setup", make)
    ref.connect("bind", fill)
    ref.connect("unbind", empty)
    ref.connect("teardown", discard)
  }

  /// One more reference, for functions that take one over.
  func handOver() -> OpaquePointer {
    g_object_ref(ref.pointer)
    return OpaquePointer(ref.pointer)
  }
}

/// Shows keys as rows or as tiles; both scroll, select several with Ctrl and Shift, and open with Return or a double click.
public struct LongList: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_widget_get_type() }

  /// Makes a list. `make` makes the widgets of a row, `fill` shows the row's key in them, `empty` hears that the key has gone,
  /// `discard` that the row will never be used again.
  public init(
    _ keys: ListKeys, asTiles: Bool, make: @escaping (LongListRow) -> Void, fill: @escaping (LongListRow) -> Void,
    empty: @escaping (LongListRow) -> Void, discard: @escaping (LongListRow) -> Void
  ) {
    let factory = RowFactory(make: make, fill: fill, empty: empty, discard: discard).handOver()
    // gir: both take model and factory over.
    g_object_ref(keys.ref.pointer)
    if asTiles {
      ref = adopted(gtk_grid_view_new(keys.native(), factory))
      gtk_grid_view_set_max_columns(native(), 12)
    } else {
      ref = adopted(gtk_list_view_new(keys.native(), factory))
    }
    // No rubber band: GTK 4.8 draws one also where a drag takes a row away, and leaves it on the screen.
  }

  /// Runs a handler when a key is opened; gets its index.
  @discardableResult
  public func onOpen(_ handler: @escaping (Int) -> Void) -> SignalConnection {
    ref.connect("activate") { (index: UInt32) in handler(Int(index)) }
  }

  /// Brings a key into sight and gives it the focus.
  public func show(_ index: Int) { activateAction("list.scroll-to-item", Variant(UInt32(index))) }
}
