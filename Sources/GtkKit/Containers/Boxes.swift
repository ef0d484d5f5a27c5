// Owns: the plain containers.

import CGLib
import CGtk
public import GLibKit

/// A row or column of widgets.
public struct Box: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_box_get_type() }

  /// Makes a box with its first widgets.
  public init(_ orientation: Orientation, spacing: Int = 0, _ children: [any Widget] = []) {
    ref = adopted(gtk_box_new(GtkOrientation(rawValue: orientation.rawValue), gint(spacing)))
    for child in children { append(child) }
  }

  /// Adds a widget at the end.
  public func append(_ child: any Widget) { gtk_box_append(native(), child.native()) }
  /// Adds a widget at the start.
  public func prepend(_ child: any Widget) { gtk_box_prepend(native(), child.native()) }
  /// Adds a widget after another; at the start for nil.
  public func insert(_ child: any Widget, after sibling: (any Widget)?) {
    gtk_box_insert_child_after(native(), child.native(), sibling.map { $0.native() })
  }
  /// Moves a widget behind another; to the start for nil.
  public func reorder(_ child: any Widget, after sibling: (any Widget)?) {
    gtk_box_reorder_child_after(native(), child.native(), sibling.map { $0.native() })
  }
  /// Removes a widget.
  public func remove(_ child: any Widget) { gtk_box_remove(native(), child.native()) }
  /// Removes all widgets.
  public func removeAll() { for child in children { remove(child) } }

  /// The room between widgets, in pixels.
  public var spacing: Int {
    get { Int(gtk_box_get_spacing(native())) }
    nonmutating set { gtk_box_set_spacing(native(), gint(newValue)) }
  }

  /// Whether all widgets get the same room.
  public func setHomogeneous(_ isHomogeneous: Bool) { gtk_box_set_homogeneous(native(), isHomogeneous ? 1 : 0) }
}

/// Three places of which the middle one stays in the middle.
public struct CenterBox: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_center_box_get_type() }

  /// Makes a box.
  public init(start: (any Widget)? = nil, center: (any Widget)? = nil, end: (any Widget)? = nil) {
    ref = adopted(gtk_center_box_new())
    gtk_center_box_set_start_widget(native(), start.map { $0.native() })
    gtk_center_box_set_center_widget(native(), center.map { $0.native() })
    gtk_center_box_set_end_widget(native(), end.map { $0.native() })
  }
}

/// One widget with others on top of it.
public struct Overlay: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_overlay_get_type() }

  /// Makes an overlay over a widget.
  public init(_ child: (any Widget)? = nil) {
    ref = adopted(gtk_overlay_new())
    setChild(child)
  }

  /// Sets the widget below.
  public func setChild(_ child: (any Widget)?) { gtk_overlay_set_child(native(), child.map { $0.native() }) }
  /// Puts a widget on top; its alignment says where.
  public func addOverlay(_ child: any Widget) { gtk_overlay_add_overlay(native(), child.native()) }
  /// Takes a widget from the top.
  public func removeOverlay(_ child: any Widget) { gtk_overlay_remove_overlay(native(), child.native()) }
  /// Whether a widget on top counts when the size is asked.
  public func setMeasures(_ child: any Widget, _ measures: Bool) {
    gtk_overlay_set_measure_overlay(native(), child.native(), measures ? 1 : 0)
  }
  /// Whether a widget on top is cut at the edges.
  public func setClips(_ child: any Widget, _ clips: Bool) { gtk_overlay_set_clip_overlay(native(), child.native(), clips ? 1 : 0) }
}

/// Several pages of which one is seen.
public struct Stack: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_stack_get_type() }

  /// How pages change (GtkStackTransitionType).
  public enum Transition: UInt32, Sendable {
    case none = 0, crossfade = 1, slideRight = 2, slideLeft = 3, slideUp = 4, slideDown = 5, slideLeftRight = 6
  }

  /// Makes a stack without pages.
  public init() { ref = adopted(gtk_stack_new()) }

  /// Adds a page.
  public func add(_ page: any Widget, name: String) { gtk_stack_add_named(native(), page.native(), name) }
  /// Removes a page.
  public func remove(_ page: any Widget) { gtk_stack_remove(native(), page.native()) }

  /// The name of the page that is seen, or nil.
  public var visibleName: String? {
    get { String(copying: gtk_stack_get_visible_child_name(native())) }
    nonmutating set { if let newValue { gtk_stack_set_visible_child_name(native(), newValue) } }
  }

  /// The page that is seen, or nil.
  public var visibleChild: AnyWidget? {
    get { retained(gtk_stack_get_visible_child(native())) }
    nonmutating set { if let newValue { gtk_stack_set_visible_child(native(), newValue.native()) } }
  }

  /// Sets how pages change and how long that takes, in milliseconds.
  public func setTransition(_ transition: Transition, milliseconds: Int = 200) {
    gtk_stack_set_transition_type(native(), GtkStackTransitionType(rawValue: transition.rawValue))
    gtk_stack_set_transition_duration(native(), guint(milliseconds))
  }

  /// Whether all pages get the same room.
  public func setHomogeneous(horizontally: Bool, vertically: Bool) {
    gtk_stack_set_hhomogeneous(native(), horizontally ? 1 : 0)
    gtk_stack_set_vhomogeneous(native(), vertically ? 1 : 0)
  }
}

/// Two widgets with a handle between them.
public struct Paned: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_paned_get_type() }

  /// Makes a pane of two.
  public init(_ orientation: Orientation) { ref = adopted(gtk_paned_new(GtkOrientation(rawValue: orientation.rawValue))) }

  /// Sets the first widget; nil leaves its room to the other.
  public func setStart(_ child: (any Widget)?, resizes: Bool = true, shrinks: Bool = false) {
    gtk_paned_set_start_child(native(), child.map { $0.native() })
    gtk_paned_set_resize_start_child(native(), resizes ? 1 : 0)
    gtk_paned_set_shrink_start_child(native(), shrinks ? 1 : 0)
  }

  /// Sets the second widget; nil leaves its room to the other.
  public func setEnd(_ child: (any Widget)?, resizes: Bool = true, shrinks: Bool = false) {
    gtk_paned_set_end_child(native(), child.map { $0.native() })
    gtk_paned_set_resize_end_child(native(), resizes ? 1 : 0)
    gtk_paned_set_shrink_end_child(native(), shrinks ? 1 : 0)
  }

  /// Where the handle is, in pixels from the start.
  public var position: Int {
    get { Int(gtk_paned_get_position(native())) }
    nonmutating set { gtk_paned_set_position(native(), gint(newValue)) }
  }

  /// Runs a handler when the handle is moved.
  @discardableResult
  public func onMove(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::position", handler) }
}

/// Shows and hides one widget by sliding.
public struct Revealer: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_revealer_get_type() }

  /// How the widget comes (GtkRevealerTransitionType).
  public enum Transition: UInt32, Sendable { case none = 0, crossfade = 1, slideRight = 2, slideLeft = 3, slideUp = 4, slideDown = 5 }

  /// Makes a revealer that hides its child.
  public init(_ child: (any Widget)? = nil, _ transition: Transition = .slideDown) {
    ref = adopted(gtk_revealer_new())
    setChild(child)
    gtk_revealer_set_transition_type(native(), GtkRevealerTransitionType(rawValue: transition.rawValue))
  }

  /// Sets the widget.
  public func setChild(_ child: (any Widget)?) { gtk_revealer_set_child(native(), child.map { $0.native() }) }

  /// Whether the widget is shown, or on its way.
  public var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(native()) != 0 }
    nonmutating set { gtk_revealer_set_reveal_child(native(), newValue ? 1 : 0) }
  }

  /// Whether the sliding is over and the widget is all shown.
  public var isChildRevealed: Bool { gtk_revealer_get_child_revealed(native()) != 0 }

  /// How long the sliding takes, in milliseconds.
  public func setDuration(milliseconds: Int) { gtk_revealer_set_transition_duration(native(), guint(milliseconds)) }

  /// Runs a handler when the sliding is over.
  @discardableResult
  public func onRevealed(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::child-revealed", handler) }
}

/// The bar at the top of a window (AdwHeaderBar).
public struct HeaderBar: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_header_bar_get_type() }

  /// Makes a bar.
  public init() { ref = adopted(adw_header_bar_new()) }

  /// Sets the widget in the middle; nil for the window's title.
  public func setTitle(_ widget: (any Widget)?) { adw_header_bar_set_title_widget(native(), widget.map { $0.native() }) }
  /// Adds a widget at the start.
  public func packStart(_ widget: any Widget) { adw_header_bar_pack_start(native(), widget.native()) }
  /// Adds a widget at the end; later ones come more to the middle.
  public func packEnd(_ widget: any Widget) { adw_header_bar_pack_end(native(), widget.native()) }
  /// Removes a widget.
  public func remove(_ widget: any Widget) { adw_header_bar_remove(native(), widget.native()) }

  /// Whether the middle stays in the middle of the bar even when there is less room for it.
  public func setStrictCentering(_ isStrict: Bool) {
    adw_header_bar_set_centering_policy(native(), isStrict ? ADW_CENTERING_POLICY_STRICT : ADW_CENTERING_POLICY_LOOSE)
  }

  /// Whether the window's buttons are shown.
  public func setShowsWindowButtons(start: Bool = true, end: Bool = true) {
    adw_header_bar_set_show_start_title_buttons(native(), start ? 1 : 0)
    adw_header_bar_set_show_end_title_buttons(native(), end ? 1 : 0)
  }
}

/// Lets its child be dragged like a title bar.
public struct WindowHandle: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_window_handle_get_type() }

  /// Makes a handle of a widget.
  public init(_ child: any Widget) {
    ref = adopted(gtk_window_handle_new())
    gtk_window_handle_set_child(native(), child.native())
  }
}

/// Keeps its child from growing too wide.
public struct Clamp: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_clamp_get_type() }

  /// Makes a clamp of a width in pixels.
  public init(_ child: any Widget, maximum: Int) {
    ref = adopted(adw_clamp_new())
    adw_clamp_set_child(native(), child.native())
    adw_clamp_set_maximum_size(native(), gint(maximum))
  }
}

/// Holds one widget; for composite widgets.
public struct Bin: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_bin_get_type() }

  /// Makes a holder.
  public init(_ child: (any Widget)? = nil) {
    ref = adopted(adw_bin_new())
    setChild(child)
  }

  /// Sets the widget.
  public func setChild(_ child: (any Widget)?) { adw_bin_set_child(native(), child.map { $0.native() }) }

  /// The widget, or nil.
  public var child: AnyWidget? { retained(adw_bin_get_child(native())) }
}

/// A line between things.
public struct Separator: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_separator_get_type() }

  /// Makes a line.
  public init(_ orientation: Orientation) { ref = adopted(gtk_separator_new(GtkOrientation(rawValue: orientation.rawValue))) }
}

/// Rows and columns.
public struct Grid: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_grid_get_type() }

  /// Makes an empty grid with room between rows and columns, in pixels.
  public init(rowSpacing: Int = 0, columnSpacing: Int = 0) {
    ref = adopted(gtk_grid_new())
    gtk_grid_set_row_spacing(native(), guint(rowSpacing))
    gtk_grid_set_column_spacing(native(), guint(columnSpacing))
  }

  /// Puts a widget in a cell.
  public func attach(_ child: any Widget, column: Int, row: Int, width: Int = 1, height: Int = 1) {
    gtk_grid_attach(native(), child.native(), gint(column), gint(row), gint(width), gint(height))
  }
}
