// Owns: long lists: rows are widgets that are made for what is in sight and then used again.
// Rule: the list holds no data, only as many items as there are rows: what a row shows is asked for by its position.

import CGLib
import CGtk
public import GLibKit

/// A list of any length.
public struct ListView: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_list_view_get_type() }

  /// Makes a list of the rows that a selection is of, each made by the factory.
  public init(_ selection: MultiSelection, rows factory: ListItemFactory) {
    // gir: the list takes both over.
    g_object_ref(selection.ref.pointer)
    g_object_ref(factory.ref.pointer)
    ref = adopted(gtk_list_view_new(selection.native(), factory.native()))
  }

  /// Scrolls as far as needed to show the row at a position; the focus stays where it is.
  public func scroll(to position: Int) { activateAction("list.scroll-to-item", Variant(UInt32(position))) }

  /// Runs a handler when Return is pressed on a row, or it is pressed twice.
  @discardableResult
  public func onActivate(_ handler: @escaping (_ position: Int) -> Void) -> SignalConnection {
    ref.connect("activate") { (position: UInt32) in handler(Int(position)) }
  }

  /// The widget of the row at a point of the list: the child that the factory gave it, or nil.
  public func row(atX x: Double, y: Double) -> AnyWidget? {
    var next = pick(x: x, y: y)
    while let widget = next, let parent = widget.parent {
      if parent.isSame(as: self) { return widget.children.first }
      next = parent
    }
    return nil
  }
}

/// Which of several rows are selected; it holds the rows, too.
public struct MultiSelection: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_multi_selection_get_type() }

  /// Makes a selection of no rows.
  public init() {
    // A window on a list that only grows: making and dropping an object for each of 20,000 rows takes longer than a frame.
    // gir: window and selection take what they are given over.
    let rows: OpaquePointer = gtk_string_list_new(nil)
    let window: OpaquePointer = gtk_slice_list_model_new(rows, 0, 0)
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_multi_selection_new(window)!))
  }

  /// How many rows there are.
  public var count: Int { Int(g_list_model_get_n_items(native())) }

  /// Puts new rows in the place of some; what is selected outside stays so.
  public func replace(_ range: Range<Int>, with count: Int) {
    // gir: selection and window keep their lists.
    guard let window = gtk_multi_selection_get_model(native()), let rows = gtk_slice_list_model_get_model(window) else { return }
    let (old, kept) = (self.count, Int(g_list_model_get_n_items(rows)))
    if range.upperBound == old {
      let new = range.lowerBound + count
      // In two steps: what takes the place of other rows comes anew.
      gtk_slice_list_model_set_size(window, guint(range.lowerBound))
      if new > kept { Self.splice(rows, kept..<kept, with: new - kept) }
      gtk_slice_list_model_set_size(window, guint(new))
    } else {
      Self.splice(rows, old..<kept, with: 0)
      gtk_slice_list_model_set_size(window, .max)
      Self.splice(rows, range, with: count)
      gtk_slice_list_model_set_size(window, guint(old - range.count + count))
    }
  }

  private static func splice(_ rows: OpaquePointer, _ range: Range<Int>, with count: Int) {
    guard !range.isEmpty || count > 0 else { return }
    "".withCString { empty in
      var strings = [UnsafePointer<CChar>?](repeating: empty, count: count)
      strings.append(nil)
      gtk_string_list_splice(rows, guint(range.lowerBound), guint(range.count), &strings)
    }
  }

  /// Whether a row is selected.
  public func isSelected(_ position: Int) -> Bool { gtk_selection_model_is_selected(native(), guint(position)) != 0 }

  /// The selected rows, in order. O(selected).
  public var positions: [Int] {
    get {
      guard let set = gtk_selection_model_get_selection(native()) else { return [] }
      defer { gtk_bitset_unref(set) }
      var found: [Int] = []
      var iter = GtkBitsetIter()
      var value: guint = 0
      var isValid = gtk_bitset_iter_init_first(&iter, set, &value) != 0
      while isValid {
        found.append(Int(value))
        isValid = gtk_bitset_iter_next(&iter, &value) != 0
      }
      return found
    }
    nonmutating set {
      guard newValue != positions, let set = gtk_bitset_new_empty(), let all = gtk_bitset_new_range(0, guint(count)) else { return }
      for position in newValue { gtk_bitset_add(set, guint(position)) }
      gtk_selection_model_set_selection(native(), set, all)
      gtk_bitset_unref(set)
      gtk_bitset_unref(all)
    }
  }

  /// Runs a handler when other rows are selected than before.
  @discardableResult
  public func onChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("selection-changed", handler) }
}

/// Makes the rows of a list and fills them.
public struct ListItemFactory: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_signal_list_item_factory_get_type() }

  /// Makes a factory that makes empty rows.
  public init() { ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()!)) }

  /// Runs a handler to give a new row its widget.
  @discardableResult
  public func onSetup(_ handler: @escaping (ListItem) -> Void) -> SignalConnection { ref.connect("setup", handler) }
  /// Runs a handler when a row comes to stand for a position.
  @discardableResult
  public func onBind(_ handler: @escaping (ListItem) -> Void) -> SignalConnection { ref.connect("bind", handler) }
  /// Runs a handler when a row stands for its position no longer.
  @discardableResult
  public func onUnbind(_ handler: @escaping (ListItem) -> Void) -> SignalConnection { ref.connect("unbind", handler) }
  /// Runs a handler when a row is used no longer.
  @discardableResult
  public func onTeardown(_ handler: @escaping (ListItem) -> Void) -> SignalConnection { ref.connect("teardown", handler) }
}

/// A row of a list, as its factory sees it.
public struct ListItem: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_list_item_get_type() }

  /// The position that the row stands for; nil while it stands for none.
  public var position: Int? {
    let position = gtk_list_item_get_position(native())
    return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
  }

  /// Sets the widget in the row.
  public func setChild(_ child: (any Widget)?) { gtk_list_item_set_child(native(), child.map { $0.native() }) }
}
