// Owns: what opens over the window.

import CGLib
import CGLibShim
import CGtk
public import GLibKit

/// A popover of any kind.
public protocol PopoverWidget: Widget {}

/// On which side of its place something opens (GtkPositionType).
public enum Side: UInt32, Sendable { case left, right, top, bottom }

extension PopoverWidget {
  private var gtk: UnsafeMutablePointer<GtkPopover> { native() }

  /// Sets what is inside.
  public func setChild(_ child: (any Widget)?) { gtk_popover_set_child(gtk, child.map { $0.native() }) }
  /// Opens it. What it stands on shows no tooltip until it has closed: GTK would lay one over it.
  public func popUp() {
    quietTooltipsBehind()
    gtk_popover_popup(gtk)
  }
  private func quietTooltipsBehind() {
    var behind: [Weak<AnyWidget>] = []
    var next = parent
    while let widget = next {
      if gtk_widget_get_has_tooltip(widget.native()) != 0 {
        gtk_widget_set_has_tooltip(widget.native(), 0)
        behind.append(Weak(widget))
      }
      next = widget.parent
    }
    guard !behind.isEmpty else { return }
    var connection: SignalConnection?
    connection = onClosed {
      for widget in behind.compactMap(\.object) { gtk_widget_set_has_tooltip(widget.native(), 1) }
      connection?.disconnect()
      connection = nil
    }
  }

  /// Closes it.
  public func popDown() { gtk_popover_popdown(gtk) }
  /// Sets the place that it points to, in the parent's coordinates; nil for the whole parent.
  public func setPointing(to place: Rectangle?) {
    guard let place else { return gtk_popover_set_pointing_to(gtk, nil) }
    var rectangle = GdkRectangle(x: gint(place.x), y: gint(place.y), width: gint(place.width), height: gint(place.height))
    gtk_popover_set_pointing_to(gtk, &rectangle)
  }
  /// On which side it opens, where there is room.
  public func setSide(_ side: Side) { gtk_popover_set_position(gtk, GtkPositionType(rawValue: side.rawValue)) }
  /// Whether there is an arrow.
  public func setHasArrow(_ hasArrow: Bool) { gtk_popover_set_has_arrow(gtk, hasArrow ? 1 : 0) }
  /// Whether a press outside closes it; the press is eaten.
  public func setAutohides(_ autohides: Bool) { gtk_popover_set_autohide(gtk, autohides ? 1 : 0) }
  /// Moves it by some pixels.
  public func setOffset(x: Int, y: Int) { gtk_popover_set_offset(gtk, gint(x), gint(y)) }
  /// Whether closing it closes the popovers around it too.
  public func setCascades(_ cascades: Bool) { gtk_popover_set_cascade_popdown(gtk, cascades ? 1 : 0) }
  /// Places it again; for custom layouts that have popovers as children.
  public func presentPopover() { gtk_popover_present(gtk) }

  /// Lets the focus go back, when it closes, to what had it before: GTK leaves it at the button, where the next letter is lost. Stays out of the
  /// way when something else has taken the focus meanwhile, as what was chosen may do.
  public func returnFocus() {
    var before: FocusOrigin?
    let held = Weak(self)
    onMap { before = held.object.map { FocusOrigin(around: $0) } }
    onClosed {
      guard let origin = before else { return }
      before = nil
      MainLoop.next {
        guard let popover = held.object, let window = popover.window else { return }
        let now = window.focus
        let isLeft = now.map { now in now.isInside(popover) || popover.parent.map { now.isInside($0) } ?? false } ?? true
        if isLeft { origin.giveBack() }
      }
    }
  }

  /// Runs a handler when it has closed.
  @discardableResult
  public func onClosed(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("closed", handler) }
}

/// A popover.
public struct Popover: PopoverWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_popover_get_type() }

  /// Makes a popover; give it to a menu button or a parent.
  public init(_ child: (any Widget)? = nil) {
    ref = adopted(gtk_popover_new())
    if child != nil { setChild(child) }
  }
}

/// A menu in a popover.
public struct PopoverMenu: PopoverWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_popover_menu_get_type() }

  /// Makes a menu; submenus slide in, or open beside it when nested.
  public init(_ menu: (any MenuModel)?, isNested: Bool = false) {
    let shown = menu?.ref ?? Menu().ref
    ref = adopted(
      gtk_popover_menu_new_from_model_full(
        UnsafeMutablePointer(OpaquePointer(shown.pointer)), isNested ? GTK_POPOVER_MENU_NESTED : GtkPopoverMenuFlags(rawValue: 0)))
  }

  /// Opens a menu that was just made, as soon as it is whole.
  ///
  /// GTK puts the lines between sections in later, and a popover that is open already does not grow: its last entry would be cut off.
  public func popUpWhole() {
    let held = Weak(self)
    MainLoop.whenIdle { if let menu = held.object, menu.parent != nil { menu.popUp() } }
  }

  /// Sets another menu.
  public func setMenu(_ menu: (any MenuModel)?) { gtk_popover_menu_set_menu_model(native(), menu.map { $0.native() }) }

  /// Turns to the page of a submenu by its title; nil goes back to the first page.
  public func show(submenu title: String?) {
    withValue(MASTHEAD_TYPE_STRING) { value in
      g_value_set_string(value, title ?? "main")
      g_object_set_property(native(), "visible-submenu", value)
    }
  }

  /// Puts a widget in the place of the item with this `custom` id; returns whether there is one.
  @discardableResult
  public func add(_ child: any Widget, id: String) -> Bool { gtk_popover_menu_add_child(native(), child.native(), id) != 0 }

  /// Takes such a widget away.
  @discardableResult
  public func remove(_ child: any Widget) -> Bool { gtk_popover_menu_remove_child(native(), child.native()) != 0 }
}

/// A bar of menus.
public struct PopoverMenuBar: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_popover_menu_bar_get_type() }

  /// Makes a bar whose items are the submenus of a menu.
  public init(_ menu: (any MenuModel)?) { ref = adopted(gtk_popover_menu_bar_new_from_model(menu.map { $0.native() })) }

  /// Sets other menus.
  public func setMenu(_ menu: (any MenuModel)?) { gtk_popover_menu_bar_set_menu_model(native(), menu.map { $0.native() }) }
}
