// Owns: what a value is typed or chosen in.

import CGLib
import CGtk
public import GLibKit

/// One line of text that can be changed.
public protocol Editable: Widget {}

extension Editable {
  /// The text.
  public var text: String {
    get { String(cString: gtk_editable_get_text(native())) }
    nonmutating set { gtk_editable_set_text(native(), newValue) }
  }

  /// Where the caret is, in Unicode scalars; -1 is the end.
  public var caret: Int {
    get { Int(gtk_editable_get_position(native())) }
    nonmutating set { gtk_editable_set_position(native(), gint(newValue)) }
  }

  /// What is selected, in Unicode scalars, or nil.
  public var selection: Range<Int>? {
    var start: gint = 0
    var end: gint = 0
    guard gtk_editable_get_selection_bounds(native(), &start, &end) != 0 else { return nil }
    return Int(start)..<Int(end)
  }

  /// Selects a part, in Unicode scalars; the caret goes to its end. An end of -1 is the end of the text.
  public func select(from start: Int, to end: Int) { gtk_editable_select_region(native(), gint(start), gint(end)) }

  /// The least and the wanted width, in characters; -1 for the style's.
  public func setWidth(characters: Int = -1, maximum: Int = -1) {
    gtk_editable_set_width_chars(native(), gint(characters))
    gtk_editable_set_max_width_chars(native(), gint(maximum))
  }

  /// Whether the text can be changed by the user.
  public var isEditable: Bool {
    get { gtk_editable_get_editable(native()) != 0 }
    nonmutating set { gtk_editable_set_editable(native(), newValue ? 1 : 0) }
  }

  /// Whether the entry has its own undo.
  public func setUndoEnabled(_ isEnabled: Bool) { gtk_editable_set_enable_undo(native(), isEnabled ? 1 : 0) }

  /// Runs a handler at each change of the text, at once.
  @discardableResult
  public func onChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("changed", handler) }

  /// The controllers of keys belong on the inner text widget, which has the focus; this is it, or the entry itself.
  public var inner: AnyWidget {
    retained(gtk_editable_get_delegate(native()).map { UnsafeMutablePointer<GtkWidget>($0) }) ?? AnyWidget(self)
  }
}

/// A field for one line.
public struct Entry: Editable {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_entry_get_type() }

  /// Makes an empty field.
  public init() { ref = adopted(gtk_entry_new()) }

  /// The text that is shown while there is none.
  public func setPlaceholder(_ text: String?) { gtk_entry_set_placeholder_text(native(), text) }
  /// Whether Return presses the window's default widget.
  public func setActivatesDefault(_ activates: Bool) { gtk_entry_set_activates_default(native(), activates ? 1 : 0) }
  /// Shows an icon at the start; nil for none.
  public func setStartIcon(_ name: String?) { gtk_entry_set_icon_from_icon_name(native(), GTK_ENTRY_ICON_PRIMARY, name) }
  /// Shows an icon at the end; nil for none.
  public func setEndIcon(_ name: String?, tooltip: String? = nil) {
    gtk_entry_set_icon_from_icon_name(native(), GTK_ENTRY_ICON_SECONDARY, name)
    gtk_entry_set_icon_tooltip_text(native(), GTK_ENTRY_ICON_SECONDARY, tooltip)
  }
  /// How the text lies in the field, 0 (start) to 1 (end).
  public func setHorizontalPosition(_ position: Double) { gtk_entry_set_alignment(native(), Float(position)) }

  /// Takes the focus without selecting the text.
  @discardableResult
  public func grabFocusKeepingSelection() -> Bool { gtk_entry_grab_focus_without_selecting(native()) != 0 }

  /// Runs a handler when Return is pressed.
  @discardableResult
  public func onActivate(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("activate", handler) }
}

/// A field for a search. Use `onChange`: its own signal waits 150 ms.
public struct SearchEntry: Editable {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_search_entry_get_type() }

  /// Makes an empty field.
  public init(placeholder: String? = nil) {
    ref = adopted(gtk_search_entry_new())
    if let placeholder {
      withValue(MASTHEAD_STRING_TYPE) { value in
        g_value_set_string(value, placeholder)
        g_object_set_property(native(), "placeholder-text", value)
      }
    }
  }

  /// Lets keys that are typed in another widget begin a search here.
  public func setKeyCapture(_ widget: (any Widget)?) { gtk_search_entry_set_key_capture_widget(native(), widget.map { $0.native() }) }

  /// Runs a handler when Return is pressed.
  @discardableResult
  public func onActivate(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("activate", handler) }
  /// Runs a handler when Escape is pressed.
  @discardableResult
  public func onStop(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("stop-search", handler) }
  /// Runs a handler when Ctrl+G is pressed.
  @discardableResult
  public func onNext(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("next-match", handler) }
  /// Runs a handler when Ctrl+Shift+G is pressed.
  @discardableResult
  public func onPrevious(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("previous-match", handler) }
}

/// A slider.
public struct Scale: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_scale_get_type() }

  /// Makes a slider.
  public init(_ orientation: Orientation = .horizontal, from lower: Double, to upper: Double, step: Double) {
    ref = adopted(gtk_scale_new_with_range(GtkOrientation(rawValue: orientation.rawValue), lower, upper, step))
    gtk_scale_set_draw_value(native(), 0)
  }

  /// Where the slider is.
  public var value: Double {
    get { gtk_range_get_value(native()) }
    nonmutating set { gtk_range_set_value(native(), newValue) }
  }

  /// Marks a place.
  public func addMark(_ value: Double, label: String? = nil) { gtk_scale_add_mark(native(), value, GTK_POS_BOTTOM, label) }

  /// Whether the number is shown.
  public func setShowsValue(_ shows: Bool) { gtk_scale_set_draw_value(native(), shows ? 1 : 0) }

  /// Runs a handler when the value changes, by the user or the program.
  @discardableResult
  public func onChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("value-changed", handler) }
}

/// A field for a number with buttons for less and more.
public struct SpinButton: Editable {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_spin_button_get_type() }

  /// Makes a field.
  public init(from lower: Double, to upper: Double, step: Double) { ref = adopted(gtk_spin_button_new_with_range(lower, upper, step)) }

  /// The number.
  public var value: Double {
    get { gtk_spin_button_get_value(native()) }
    nonmutating set { gtk_spin_button_set_value(native(), newValue) }
  }

  /// Runs a handler when the number changes.
  @discardableResult
  public func onValueChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("value-changed", handler) }
}

/// A choice among several texts.
public struct DropDown: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_drop_down_get_type() }

  /// Makes a choice.
  public init(_ choices: [String], selected: Int = 0) {
    // gir: floating, adopted around the call.
    ref = adopted(withCStrings(choices) { gtk_drop_down_new_from_strings($0) })
    self.selected = selected
  }

  /// The index of what is chosen.
  public var selected: Int {
    get { Int(gtk_drop_down_get_selected(native())) }
    nonmutating set { gtk_drop_down_set_selected(native(), guint(newValue)) }
  }

  /// Runs a handler when something else is chosen.
  @discardableResult
  public func onSelect(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::selected", handler) }
}
