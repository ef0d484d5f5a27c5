// Owns: what every widget has. A wrapper is a value over one reference; see docs/decisions on wrappers without state.

import CGLib
import CGtk
import CGtkShim
public import GLibKit

/// A GTK widget.
public protocol Widget: GObjectWrapper {}

/// A widget of no particular type.
public struct AnyWidget: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_widget_get_type() }

  /// Forgets the type of a widget.
  public init(_ widget: some Widget) { ref = widget.ref }
}

/// Where a widget lies in the room that it is given (GtkAlign).
public enum Alignment: UInt32, Sendable { case fill, start, end, center, baseline }

/// The direction in which something runs (GtkOrientation).
public enum Orientation: UInt32, Sendable { case horizontal, vertical }

/// A rectangle in pixels.
public struct Rectangle: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  /// Makes a rectangle.
  public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Tells whether a point is inside.
  public func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}

func adopted(_ widget: UnsafeMutablePointer<GtkWidget>?) -> GObjectRef {
  guard let widget else { fatalError("GTK made no widget") }
  return GObjectRef(adopting: UnsafeMutableRawPointer(widget))
}

func retained(_ widget: UnsafeMutablePointer<GtkWidget>?) -> AnyWidget? {
  GObjectRef(retaining: widget.map { UnsafeMutableRawPointer($0) }).map { AnyWidget(ref: $0) }
}

extension Widget {
  var widget: UnsafeMutablePointer<GtkWidget> { native() }

  // MARK: Being seen

  /// Whether the widget takes room and is drawn.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    nonmutating set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether a container draws the widget; it still counts when sizes are asked. For custom layouts.
  public var isChildVisible: Bool {
    get { gtk_widget_get_child_visible(widget) != 0 }
    nonmutating set { gtk_widget_set_child_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget is on screen as far as GTK knows: it and all its parents are shown.
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  /// Whether the widget belongs to a window that has been realized.
  public var isRealized: Bool { gtk_widget_get_realized(widget) != 0 }

  /// Whether the widget takes input.
  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    nonmutating set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// How opaque the widget is drawn, 0 to 1.
  public var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    nonmutating set { gtk_widget_set_opacity(widget, newValue) }
  }

  /// The text that appears when the pointer rests here; nil for none.
  public var tooltip: String? {
    get { String(copying: gtk_widget_get_tooltip_text(widget)) }
    // Setting it, to nothing even, has GTK ask the X server where the pointer is.
    nonmutating set { if newValue != tooltip { gtk_widget_set_tooltip_text(widget, newValue) } }
  }

  /// The name in style sheets and for debugging.
  public var name: String {
    get { String(cString: gtk_widget_get_name(widget)) }
    nonmutating set { gtk_widget_set_name(widget, newValue) }
  }

  // MARK: Room

  /// Where the widget lies across.
  public var horizontalAlignment: Alignment {
    get { Alignment(rawValue: gtk_widget_get_halign(widget).rawValue) ?? .fill }
    nonmutating set { gtk_widget_set_halign(widget, GtkAlign(rawValue: newValue.rawValue)) }
  }

  /// Where the widget lies down.
  public var verticalAlignment: Alignment {
    get { Alignment(rawValue: gtk_widget_get_valign(widget).rawValue) ?? .fill }
    nonmutating set { gtk_widget_set_valign(widget, GtkAlign(rawValue: newValue.rawValue)) }
  }

  /// Whether the widget wants spare width.
  public var expandsHorizontally: Bool {
    get { gtk_widget_get_hexpand(widget) != 0 }
    nonmutating set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget wants spare height.
  public var expandsVertically: Bool {
    get { gtk_widget_get_vexpand(widget) != 0 }
    nonmutating set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
  }

  /// Sets the room around the widget, in pixels.
  public func setMargins(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) {
    gtk_widget_set_margin_top(widget, gint(top))
    gtk_widget_set_margin_bottom(widget, gint(bottom))
    gtk_widget_set_margin_start(widget, gint(start))
    gtk_widget_set_margin_end(widget, gint(end))
  }

  /// Sets the same room on all sides, in pixels.
  public func setMargins(_ margin: Int) { setMargins(top: margin, bottom: margin, start: margin, end: margin) }

  /// Asks for at least this size; -1 leaves a side to the widget.
  public func requestSize(width: Int = -1, height: Int = -1) { gtk_widget_set_size_request(widget, gint(width), gint(height)) }

  /// The width that the widget has, in pixels; 0 before it was laid out.
  public var width: Int { Int(gtk_widget_get_width(widget)) }

  /// The height that the widget has, in pixels; 0 before it was laid out.
  public var height: Int { Int(gtk_widget_get_height(widget)) }

  /// Whether children keep a common size and direction from right to left is in force.
  public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  /// How many device pixels one pixel is.
  public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

  /// The least and the wanted size in one direction, given the size in the other (-1 for any).
  public func measure(_ orientation: Orientation, for size: Int = -1) -> (minimum: Int, natural: Int) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(widget, GtkOrientation(rawValue: orientation.rawValue), gint(size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Gives the widget its place inside its parent; for custom layouts.
  public func allocate(x: Int, y: Int, width: Int, height: Int, baseline: Int = -1) {
    var place = GtkAllocation(x: gint(x), y: gint(y), width: gint(width), height: gint(height))
    gtk_widget_size_allocate(widget, &place, gint(baseline))
  }

  /// The widget's place in another one's coordinates, or nil when they share no window.
  public func bounds(in other: some Widget) -> Rectangle? {
    var rectangle = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, other.widget, &rectangle) != 0 else { return nil }
    return Rectangle(
      x: Double(rectangle.origin.x), y: Double(rectangle.origin.y), width: Double(rectangle.size.width),
      height: Double(rectangle.size.height))
  }

  /// A point of this widget in another one's coordinates, or nil when they share no window.
  public func translate(x: Double, y: Double, to other: some Widget) -> (x: Double, y: Double)? {
    var toX = 0.0
    var toY = 0.0
    guard gtk_widget_translate_coordinates(widget, other.widget, x, y, &toX, &toY) != 0 else { return nil }
    return (toX, toY)
  }

  /// The innermost widget at a point of this one, or nil.
  public func pick(x: Double, y: Double) -> AnyWidget? { retained(gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT)) }

  /// Asks for a new drawing.
  public func queueDraw() { gtk_widget_queue_draw(widget) }
  /// Asks for a new layout.
  public func queueResize() { gtk_widget_queue_resize(widget) }
  /// Asks for a new placing of the children; sizes stay.
  public func queueAllocate() { gtk_widget_queue_allocate(widget) }

  // MARK: The tree

  /// The container, or nil.
  public var parent: AnyWidget? { retained(gtk_widget_get_parent(widget)) }

  /// The window, or nil while the widget is in none.
  public var window: Window? { Window(casting: GObjectRef(retaining: gtk_widget_get_root(widget).map { UnsafeMutableRawPointer($0) })) }

  /// The widgets inside this one, in order.
  public var children: [AnyWidget] {
    var all: [AnyWidget] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      all.append(AnyWidget(ref: GObjectRef(retaining: UnsafeMutableRawPointer(child))))
      next = gtk_widget_get_next_sibling(child)
    }
    return all
  }

  /// Puts the widget directly inside another; for custom layouts and popovers. `unparent` takes it out.
  public func setParent(_ parent: some Widget) { gtk_widget_set_parent(widget, parent.widget) }

  /// Puts the widget inside another, before one of its children (nil: at the end).
  public func insert(into parent: some Widget, before sibling: (any Widget)?) {
    gtk_widget_insert_before(widget, parent.widget, sibling.map { $0.native() })
  }

  /// Takes the widget out of a parent that it was put into by `setParent`.
  public func unparent() { if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) } }

  /// Tells whether this widget is the other or inside it.
  public func isInside(_ other: some Widget) -> Bool { widget == other.widget || gtk_widget_is_ancestor(widget, other.widget) != 0 }

  /// The nearest container of a type, or nil.
  public func ancestor<Container: Widget>(_ type: Container.Type) -> Container? {
    guard let found = gtk_widget_get_ancestor(widget, Container.objectType) else { return nil }
    return Container(ref: GObjectRef(retaining: UnsafeMutableRawPointer(found)))
  }

  // MARK: Style

  /// Adds a class for style sheets.
  public func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
  /// Removes a class for style sheets.
  public func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }
  /// Adds or removes a class for style sheets.
  public func setClass(_ name: String, _ isOn: Bool) { isOn ? addClass(name) : removeClass(name) }
  /// Tells whether the widget has a class for style sheets.
  public func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }
  /// The classes for style sheets.
  public var classes: [String] { takeStrings(gtk_widget_get_css_classes(widget)) }

  /// The colour of text here.
  public var foreground: Colour {
    var colour = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
    return Colour(colour)
  }

  /// Shows a pointer by its name in style sheets ("text", "grab"); nil for the parent's.
  public func setPointer(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  // MARK: Focus

  /// Whether the widget can take the focus.
  public var isFocusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    nonmutating set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget or one inside it can take the focus.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(widget) != 0 }
    nonmutating set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
  }

  /// Whether the pointer can hit the widget.
  public var canTarget: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    nonmutating set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
  }

  /// Whether a click gives the widget the focus.
  public var focusesOnClick: Bool {
    get { gtk_widget_get_focus_on_click(widget) != 0 }
    nonmutating set { gtk_widget_set_focus_on_click(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget is the one that has the focus in its active window.
  public var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

  /// Whether the focus is on the widget or inside it, in this window.
  public var containsFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }

  /// Gives the widget the focus; returns whether it took it.
  @discardableResult
  public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

  /// Moves the focus among the widgets inside; returns whether there was one to go to.
  @discardableResult
  public func moveFocus(forward: Bool) -> Bool {
    gtk_widget_child_focus(widget, forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD) != 0
  }

  /// Sounds the bell, where the desktop has one for keys that do nothing.
  public func errorBell() { gtk_widget_error_bell(widget) }

  // MARK: Actions and input

  /// Lets the widgets inside run actions of a group under a prefix; nil takes the group away.
  public func insertActionGroup(_ prefix: String, _ group: (any ActionGroup)?) {
    gtk_widget_insert_action_group(widget, prefix, group.map { $0.native() })
  }

  /// Runs an action by its full name ("win.save") as seen from here; returns whether it was found and enabled.
  @discardableResult
  public func activateAction(_ name: String, _ target: Variant? = nil) -> Bool {
    gtk_widget_activate_action_variant(widget, name, target?.pointer) != 0
  }

  /// Enables or disables an action that the widget's own type has ("clipboard.cut").
  public func setActionEnabled(_ name: String, _ isEnabled: Bool) { gtk_widget_action_set_enabled(widget, name, isEnabled ? 1 : 0) }

  /// Presses the widget, as Return or Space would.
  @discardableResult
  public func activate() -> Bool { gtk_widget_activate(widget) != 0 }

  /// Adds a controller of input.
  public func add(_ controller: some EventController) {
    // The widget takes the reference over.
    g_object_ref(controller.ref.pointer)
    gtk_widget_add_controller(widget, controller.native())
  }

  /// Removes a controller of input.
  public func remove(_ controller: some EventController) { gtk_widget_remove_controller(widget, controller.native()) }

  // MARK: Life

  /// Keeps a controller alive until the widget is destroyed. It must refer to the widget by `Weak` only.
  public func keep(_ controller: AnyObject?, for key: String = "masthead-controller") { ref.keep(controller, for: key) }

  /// Runs a handler when the widget goes away.
  @discardableResult
  public func onDestroy(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("destroy", handler) }
  /// Runs a handler when the widget comes on screen.
  @discardableResult
  public func onMap(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("map", handler) }
  /// Runs a handler when the widget leaves the screen.
  @discardableResult
  public func onUnmap(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("unmap", handler) }

  /// Runs a handler before each frame, with the frame's time in seconds, until it returns false or the widget goes.
  @discardableResult
  public func onFrame(_ handler: @escaping (Double) -> Bool) -> FrameCallback {
    let box = FrameHandler(handler)
    let id = gtk_widget_add_tick_callback(
      widget,
      { _, clock, data in
        nonisolated(unsafe) let clock = clock
        nonisolated(unsafe) let data = data!
        return MainActor.assumeIsolated {
          let seconds = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
          return Unmanaged<FrameHandler>.fromOpaque(data).takeUnretainedValue().body(seconds)
        } ? 1 : 0
      }, Unmanaged.passRetained(box).toOpaque(),
      { data in
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated { Unmanaged<FrameHandler>.fromOpaque(data).takeRetainedValue().isRunning = false }
      })
    return FrameCallback(widget: Weak(AnyWidget(self)), id: id, handler: box)
  }
}

final class FrameHandler {
  let body: (Double) -> Bool
  var isRunning = true
  init(_ body: @escaping (Double) -> Bool) { self.body = body }
}

/// A handler that runs before each frame.
public struct FrameCallback {
  let widget: Weak<AnyWidget>
  let id: guint
  let handler: FrameHandler

  /// Stops the handler; does nothing when it has stopped.
  public func cancel() {
    guard handler.isRunning, let widget = widget.object else { return }
    gtk_widget_remove_tick_callback(widget.native(), id)
  }
}
