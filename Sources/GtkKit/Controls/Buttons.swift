// Owns: what is pressed.

import CGLib
import CGtk
public import GLibKit

/// What can be pressed and may run an action.
public protocol ButtonWidget: Widget {}

extension ButtonWidget {
  /// Runs a handler when the button is pressed.
  @discardableResult
  public func onClick(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("clicked", handler) }

  /// The action that the button runs ("win.save"); it follows whether the action is enabled.
  public func setAction(_ name: String?, target: Variant? = nil) {
    gtk_actionable_set_action_name(native(), name)
    gtk_actionable_set_action_target_value(native(), target?.pointer)
  }

  /// The text on the button; nil for none.
  public func setLabel(_ text: String, mnemonic: Bool = false) {
    gtk_button_set_label(native(), text)
    gtk_button_set_use_underline(native(), mnemonic ? 1 : 0)
  }

  /// The icon on the button, in place of text.
  public func setIcon(_ name: String) { gtk_button_set_icon_name(native(), name) }

  /// The widget on the button, in place of text or icon.
  public func setChild(_ child: any Widget) { gtk_button_set_child(native(), child.native()) }

  /// Whether the button is drawn without a frame until the pointer is over it.
  public func setFlat(_ isFlat: Bool) { gtk_button_set_has_frame(native(), isFlat ? 0 : 1) }
}

/// A button.
public struct Button: ButtonWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_button_get_type() }

  /// Makes an empty button.
  public init() { ref = adopted(gtk_button_new()) }

  /// Makes a button with text; an underscore marks the mnemonic.
  public init(label: String) { ref = adopted(gtk_button_new_with_mnemonic(label)) }

  /// Makes a button with an icon; the tooltip names it for assistive technology too.
  public init(icon: String, tooltip: String) {
    ref = adopted(gtk_button_new_from_icon_name(icon))
    self.tooltip = tooltip
    setAccessibleLabel(tooltip)
  }
}

/// A button that stays pressed.
public struct ToggleButton: ButtonWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_toggle_button_get_type() }

  /// Makes a button that is not pressed.
  public init() { ref = adopted(gtk_toggle_button_new()) }

  /// Makes a button with an icon; the tooltip names it for assistive technology too.
  public init(icon: String, tooltip: String) {
    self.init()
    setIcon(icon)
    self.tooltip = tooltip
    setAccessibleLabel(tooltip)
  }

  /// Whether the button is pressed.
  public var isActive: Bool {
    get { gtk_toggle_button_get_active(native()) != 0 }
    nonmutating set { gtk_toggle_button_set_active(native(), newValue ? 1 : 0) }
  }

  /// Makes this button and another one exclude each other.
  public func setGroup(_ other: ToggleButton) { gtk_toggle_button_set_group(native(), other.native()) }

  /// Runs a handler when the button is pressed or released, by the user or the program.
  @discardableResult
  public func onToggle(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("toggled", handler) }
}

/// A button that opens a popover.
public struct MenuButton: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_menu_button_get_type() }

  /// Makes a button that opens nothing yet. Its tooltip is quiet while it is open: GTK would lay one over the menu.
  public init() {
    ref = adopted(gtk_menu_button_new())
    let held = Weak(self)
    ref.connect("notify::popover") { held.object?.quietTooltipWhileOpen() }
  }

  private func quietTooltipWhileOpen() {
    guard let popover else { return }
    let held = Weak(self)
    popover.ref.connect("show") { if let button = held.object { gtk_widget_set_has_tooltip(button.native(), 0) } }
    popover.onClosed {
      guard let button = held.object else { return }
      gtk_widget_set_has_tooltip(button.native(), gtk_widget_get_tooltip_text(button.native()) == nil ? 0 : 1)
    }
  }

  /// Makes a button with an icon; the tooltip names it for assistive technology too.
  public init(icon: String, tooltip: String) {
    self.init()
    setIcon(icon)
    self.tooltip = tooltip
    setAccessibleLabel(tooltip)
  }

  /// The icon on the button.
  public func setIcon(_ name: String) { gtk_menu_button_set_icon_name(native(), name) }
  /// The text on the button.
  public func setLabel(_ text: String) { gtk_menu_button_set_label(native(), text) }
  /// The widget on the button.
  public func setChild(_ child: any Widget) { gtk_menu_button_set_child(native(), child.native()) }
  /// Whether an arrow is drawn beside icon or text.
  public func setShowsArrow(_ shows: Bool) { gtk_menu_button_set_always_show_arrow(native(), shows ? 1 : 0) }
  /// Whether the button is drawn without a frame until the pointer is over it.
  public func setFlat(_ isFlat: Bool) { gtk_menu_button_set_has_frame(native(), isFlat ? 0 : 1) }
  /// Whether F10 opens it.
  public func setPrimary(_ isPrimary: Bool) { gtk_menu_button_set_primary(native(), isPrimary ? 1 : 0) }

  /// Opens a menu.
  public func setMenu(_ menu: (any MenuModel)?) { gtk_menu_button_set_menu_model(native(), menu.map { $0.native() }) }
  /// Opens a popover.
  public func setPopover(_ popover: (any PopoverWidget)?) { gtk_menu_button_set_popover(native(), popover.map { $0.native() }) }

  /// The popover that is opened, or nil.
  public var popover: Popover? {
    GObjectRef(retaining: gtk_menu_button_get_popover(native()).map { UnsafeMutableRawPointer($0) }).map { Popover(ref: $0) }
  }

  /// Fills menu or popover just before it opens; nil for nothing.
  public func setCreatePopup(_ handler: ((MenuButton) -> Void)?) {
    guard let handler else { return gtk_menu_button_set_create_popup_func(native(), nil, nil, nil) }
    let held = Unmanaged.passRetained(PopupMaker(handler)).toOpaque()
    gtk_menu_button_set_create_popup_func(
      native(),
      { button, data in
        nonisolated(unsafe) let button = UnsafeMutableRawPointer(button!)
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated {
          Unmanaged<PopupMaker>.fromOpaque(data).takeUnretainedValue().body(MenuButton(ref: GObjectRef(retaining: button)))
        }
      }, held,
      { data in
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated { Unmanaged<PopupMaker>.fromOpaque(data).release() }
      })
  }

  /// Opens the popover.
  public func popUp() { gtk_menu_button_popup(native()) }
  /// Closes the popover.
  public func popDown() { gtk_menu_button_popdown(native()) }

  /// Whether the popover is open. (The property `active` came with GTK 4.10.)
  public var isOpen: Bool { popover?.isVisible ?? false }

  /// Runs a handler when the popover opens or closes.
  @discardableResult
  public func onOpenChange(_ handler: @escaping () -> Void) -> SignalConnection? {
    // What is pressed is a toggle button inside this widget.
    children.lazy.compactMap { ToggleButton(casting: $0) }.first?.onToggle(handler)
  }
}

final class PopupMaker {
  let body: (MenuButton) -> Void
  init(_ body: @escaping (MenuButton) -> Void) { self.body = body }
}

/// A box with a tick.
public struct CheckButton: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_check_button_get_type() }

  /// Makes a box with text; an underscore marks the mnemonic.
  public init(label: String? = nil) { ref = adopted(gtk_check_button_new_with_mnemonic(label)) }

  /// Whether it is ticked.
  public var isActive: Bool {
    get { gtk_check_button_get_active(native()) != 0 }
    nonmutating set { gtk_check_button_set_active(native(), newValue ? 1 : 0) }
  }

  /// Makes this box and another one exclude each other.
  public func setGroup(_ other: CheckButton) { gtk_check_button_set_group(native(), other.native()) }

  /// The action that the box runs.
  public func setAction(_ name: String?, target: Variant? = nil) {
    gtk_actionable_set_action_name(native(), name)
    gtk_actionable_set_action_target_value(native(), target?.pointer)
  }

  /// Runs a handler when the tick comes or goes.
  @discardableResult
  public func onToggle(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("toggled", handler) }
}

/// A switch.
public struct Switch: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_switch_get_type() }

  /// Makes a switch.
  public init(isOn: Bool = false) {
    ref = adopted(gtk_switch_new())
    self.isOn = isOn
  }

  /// Whether it is on.
  public var isOn: Bool {
    get { gtk_switch_get_active(native()) != 0 }
    nonmutating set { gtk_switch_set_active(native(), newValue ? 1 : 0) }
  }

  /// Runs a handler when it was switched, by the user or the program.
  @discardableResult
  public func onToggle(_ handler: @escaping (Bool) -> Void) -> SignalConnection {
    let held = Weak(self)
    return ref.connect("notify::active") { if let control = held.object { handler(control.isOn) } }
  }
}
