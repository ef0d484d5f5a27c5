// Owns: input: keys, pointer, focus, gestures.

import CGLib
import CGLibShim
import CGtk
public import GLibKit

/// Hears input of the widget that it is added to.
public protocol EventController: GObjectWrapper {}

/// When a controller hears an event (GtkPropagationPhase): before the widgets inside, after them, or only here.
public enum Phase: UInt32, Sendable { case none, capture, bubble, target }

/// Keys that are held while something else is pressed (GdkModifierType).
public struct Modifiers: OptionSet, Sendable {
  public let rawValue: UInt32
  public nonisolated init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let shift = Modifiers(rawValue: 1 << 0)
  public static let control = Modifiers(rawValue: 1 << 2)
  public static let alt = Modifiers(rawValue: 1 << 3)
  public static let `super` = Modifiers(rawValue: 1 << 26)
  /// Those that keys are told apart by.
  public static let all: Modifiers = [.shift, .control, .alt, .super]
}

extension EventController {
  /// When it hears events.
  public var phase: Phase {
    get { Phase(rawValue: gtk_event_controller_get_propagation_phase(native()).rawValue) ?? .bubble }
    nonmutating set { gtk_event_controller_set_propagation_phase(native(), GtkPropagationPhase(rawValue: newValue.rawValue)) }
  }

  /// The keys that are held during the event that is being handled.
  public var modifiers: Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(native()).rawValue).intersection(.all)
  }

  /// The time of the event that is being handled, in milliseconds; 0 outside one.
  public var time: UInt32 { gtk_event_controller_get_current_event_time(native()) }

  /// Forgets a gesture that has begun.
  public func reset() { gtk_event_controller_reset(native()) }
}

/// Hears keys.
public struct KeyController: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_event_controller_key_get_type() }

  /// Makes a controller.
  public init(_ phase: Phase = .bubble) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_event_controller_key_new()!))
    self.phase = phase
  }

  /// Runs a handler when a key goes down; true keeps the key from everybody else.
  @discardableResult
  public func onPress(_ handler: @escaping (Key, Modifiers) -> Bool) -> SignalConnection {
    ref.answer("key-pressed") { (value: UInt32, _: UInt32, state: UInt32) -> Bool in
      handler(Key(rawValue: value), Modifiers(rawValue: state).intersection(.all))
    }
  }

  /// Runs a handler when a key goes up.
  @discardableResult
  public func onRelease(_ handler: @escaping (Key, Modifiers) -> Void) -> SignalConnection {
    ref.connect("key-released") { (value: UInt32, _: UInt32, state: UInt32) in
      handler(Key(rawValue: value), Modifiers(rawValue: state).intersection(.all))
    }
  }
}

/// A key by its meaning (GDK's key values, which are X11's).
public struct Key: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public nonisolated init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let escape = Key(rawValue: 0xff1b)
  public static let `return` = Key(rawValue: 0xff0d)
  public static let keypadEnter = Key(rawValue: 0xff8d)
  public static let tab = Key(rawValue: 0xff09)
  public static let backTab = Key(rawValue: 0xfe20)
  public static let backspace = Key(rawValue: 0xff08)
  public static let delete = Key(rawValue: 0xffff)
  public static let space = Key(rawValue: 0x20)
  public static let left = Key(rawValue: 0xff51)
  public static let up = Key(rawValue: 0xff52)
  public static let right = Key(rawValue: 0xff53)
  public static let down = Key(rawValue: 0xff54)
  public static let home = Key(rawValue: 0xff50)
  public static let end = Key(rawValue: 0xff57)
  public static let pageUp = Key(rawValue: 0xff55)
  public static let pageDown = Key(rawValue: 0xff56)
  public static let menu = Key(rawValue: 0xff67)
  public static let f2 = Key(rawValue: 0xffbf)
  public static let f6 = Key(rawValue: 0xffc3)
  public static let f10 = Key(rawValue: 0xffc7)

  /// The key that types a character of Latin-1 without Shift.
  public init(character: Character) { self.init(rawValue: character.unicodeScalars.first!.value) }

  /// The character that the key types, or nil.
  public var character: Character? {
    let scalar = gdk_keyval_to_unicode(rawValue)
    return scalar == 0 ? nil : Unicode.Scalar(scalar).map { Character($0) }
  }

  /// The same key without Shift.
  public var lower: Key { Key(rawValue: gdk_keyval_to_lower(rawValue)) }
}

/// Hears presses of the pointer.
public struct ClickGesture: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_gesture_click_get_type() }

  /// Makes a gesture for a button: 1 the first, 3 the one for menus, 8 back, 9 forward, 0 any.
  public init(button: Int = 1, _ phase: Phase = .bubble) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_gesture_click_new()!))
    gtk_gesture_single_set_button(native(), guint(button))
    self.phase = phase
  }

  /// The button that is being handled.
  public var button: Int { Int(gtk_gesture_single_get_current_button(native())) }

  /// Whether Shift is held in what is being handled.
  var extendsSelection: Bool { gtk_event_controller_get_current_event_state(native()).rawValue & GDK_SHIFT_MASK.rawValue != 0 }

  /// Runs a handler on a press: how many in quick succession, and where.
  @discardableResult
  public func onPress(_ handler: @escaping (_ count: Int, _ x: Double, _ y: Double) -> Void) -> SignalConnection {
    ref.connect("pressed") { (count: Int32, x: Double, y: Double) in handler(Int(count), x, y) }
  }

  /// Runs a handler on a release.
  @discardableResult
  public func onRelease(_ handler: @escaping (_ count: Int, _ x: Double, _ y: Double) -> Void) -> SignalConnection {
    ref.connect("released") { (count: Int32, x: Double, y: Double) in handler(Int(count), x, y) }
  }

  /// Runs a handler when the press became something else.
  @discardableResult
  public func onStop(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("stopped", handler) }
}

/// Hears drags of the pointer inside the window.
public struct DragGesture: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_gesture_drag_get_type() }

  /// Makes a gesture for a button.
  public init(button: Int = 1, _ phase: Phase = .bubble) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_gesture_drag_new()!))
    gtk_gesture_single_set_button(native(), guint(button))
    self.phase = phase
  }

  /// Runs a handler when the pointer goes down; gets the place.
  @discardableResult
  public func onBegin(_ handler: @escaping (_ x: Double, _ y: Double) -> Void) -> SignalConnection { ref.connect("drag-begin", handler) }
  /// Runs a handler when the pointer moves; gets the way from the start.
  @discardableResult
  public func onMove(_ handler: @escaping (_ dx: Double, _ dy: Double) -> Void) -> SignalConnection { ref.connect("drag-update", handler) }
  /// Runs a handler when the pointer goes up; gets the way from the start.
  @discardableResult
  public func onEnd(_ handler: @escaping (_ dx: Double, _ dy: Double) -> Void) -> SignalConnection { ref.connect("drag-end", handler) }
}

/// What becomes of the presses that a gesture follows (GtkEventSequenceState).
public enum GestureState: UInt32, Sendable { case none, claimed, denied }

extension EventController {
  /// Claims the press for this gesture, or leaves it to others; does nothing for controllers that are no gestures.
  public func setState(_ state: GestureState) {
    guard ref.isKind(of: gtk_gesture_get_type()) else { return }
    gtk_gesture_set_state(native(), GtkEventSequenceState(rawValue: state.rawValue))
  }

  /// Makes gestures of one widget belong together: when one claims a press, the others keep it.
  public func group(with other: some EventController) { gtk_gesture_group(other.native(), native()) }
}

/// Hears a long press of a finger.
public struct LongPressGesture: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_gesture_long_press_get_type() }

  /// Makes a gesture.
  public init(touchOnly: Bool = true) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_gesture_long_press_new()!))
    gtk_gesture_single_set_touch_only(native(), touchOnly ? 1 : 0)
  }

  /// Runs a handler when the press was long enough.
  @discardableResult
  public func onPress(_ handler: @escaping (_ x: Double, _ y: Double) -> Void) -> SignalConnection { ref.connect("pressed", handler) }
}

/// Hears two fingers moving apart or together.
public struct ZoomGesture: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_gesture_zoom_get_type() }

  /// Makes a gesture.
  public init() { ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_gesture_zoom_new()!)) }

  /// Runs a handler when two fingers have come down.
  @discardableResult
  public func onBegin(_ handler: @escaping () -> Void) -> SignalConnection {
    ref.connect("begin", handler)
  }

  /// Runs a handler when the fingers move; gets the scale since the start.
  @discardableResult
  public func onScale(_ handler: @escaping (Double) -> Void) -> SignalConnection { ref.connect("scale-changed", handler) }

  /// Tells the handlers what GTK tells them when two fingers come down and move apart. For tests: no display without hands can do it.
  package func pretend(scale: Double) {
    func emit(_ signal: String, _ type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void) {
      var values = [GValue(), GValue()]
      g_value_init(&values[0], gtk_gesture_zoom_get_type())
      g_value_set_object(&values[0], ref.pointer)
      g_value_init(&values[1], type)
      fill(&values[1])
      g_signal_emitv(values, g_signal_lookup(signal, gtk_gesture_zoom_get_type()), 0, nil)
      for index in values.indices { g_value_unset(&values[index]) }
    }
    emit("begin", gdk_event_sequence_get_type()) { _ in }
    emit("scale-changed", MASTHEAD_TYPE_DOUBLE) { g_value_set_double($0, scale) }
  }
}

/// Hears the pointer coming, moving and going.
public struct MotionController: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_event_controller_motion_get_type() }

  /// Makes a controller.
  public init() { ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_event_controller_motion_new()!)) }

  /// Whether the pointer is over the widget.
  public var containsPointer: Bool { gtk_event_controller_motion_contains_pointer(native()) != 0 }

  /// Runs a handler when the pointer comes.
  @discardableResult
  public func onEnter(_ handler: @escaping (_ x: Double, _ y: Double) -> Void) -> SignalConnection { ref.connect("enter", handler) }
  /// Runs a handler when the pointer moves.
  @discardableResult
  public func onMove(_ handler: @escaping (_ x: Double, _ y: Double) -> Void) -> SignalConnection { ref.connect("motion", handler) }
  /// Runs a handler when the pointer goes.
  @discardableResult
  public func onLeave(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("leave", handler) }
}

/// Hears the wheel and two-finger scrolling.
public struct ScrollController: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_event_controller_scroll_get_type() }

  /// Makes a controller of both directions; discrete ones hear whole steps only.
  public init(discrete: Bool = false, _ phase: Phase = .bubble) {
    let flags = GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue | (discrete ? GTK_EVENT_CONTROLLER_SCROLL_DISCRETE.rawValue : 0)
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(rawValue: flags))!))
    self.phase = phase
  }

  /// Runs a handler when there is scrolling; true keeps it from everybody else.
  @discardableResult
  public func onScroll(_ handler: @escaping (_ dx: Double, _ dy: Double) -> Bool) -> SignalConnection { ref.answer("scroll", handler) }
}

/// Hears the focus coming into a widget and leaving it.
public struct FocusController: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_event_controller_focus_get_type() }

  /// Makes a controller.
  public init() { ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_event_controller_focus_new()!)) }

  /// Whether the focus is on the widget or inside it.
  public var containsFocus: Bool { gtk_event_controller_focus_contains_focus(native()) != 0 }

  /// Runs a handler when the focus comes into the widget.
  @discardableResult
  public func onEnter(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("enter", handler) }
  /// Runs a handler when the focus leaves the widget.
  @discardableResult
  public func onLeave(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("leave", handler) }
}

/// Runs functions or actions on keys.
public struct ShortcutController: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_shortcut_controller_get_type() }

  /// Where the focus must be (GtkShortcutScope): inside the widget, inside its nearest window-like container, in the window.
  public enum Scope: UInt32, Sendable { case local, managed, global }

  /// Makes a controller without shortcuts.
  public init(_ scope: Scope = .local, _ phase: Phase = .bubble) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_shortcut_controller_new()!))
    gtk_shortcut_controller_set_scope(native(), GtkShortcutScope(rawValue: scope.rawValue))
    self.phase = phase
  }

  /// Runs a handler on keys ("<Control>z|<Control><Shift>z"); true keeps the key from everybody else.
  public func add(_ keys: String, _ handler: @escaping () -> Bool) {
    let held = Unmanaged.passRetained(ShortcutHandler(handler)).toOpaque()
    // gir: `add` passes it on to the shortcut.
    let action = gtk_callback_action_new(
      { _, _, data in
        nonisolated(unsafe) let data = data!
        return MainActor.assumeIsolated { Unmanaged<ShortcutHandler>.fromOpaque(data).takeUnretainedValue().body() } ? 1 : 0
      }, held,
      { data in
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated { Unmanaged<ShortcutHandler>.fromOpaque(data).release() }
      })
    add(keys, action: action)
  }

  /// Runs an action on keys, by its full name.
  public func add(_ keys: String, action: String, target: Variant? = nil) {
    let named = gtk_named_action_new(action)
    // The shortcut takes trigger and action over, and the controller the shortcut.
    guard let shortcut = gtk_shortcut_new(trigger(keys), named) else { return }
    if let target { gtk_shortcut_set_arguments(shortcut, target.pointer) }
    gtk_shortcut_controller_add_shortcut(native(), shortcut)
  }

  private func add(_ keys: String, action: OpaquePointer?) {
    // The shortcut takes trigger and action over, and the controller the shortcut.
    guard let shortcut = gtk_shortcut_new(trigger(keys), action) else { return }
    gtk_shortcut_controller_add_shortcut(native(), shortcut)
  }

  private func trigger(_ keys: String) -> OpaquePointer {
    // gir: the caller gets the reference.
    guard let trigger = gtk_shortcut_trigger_parse_string(keys) else { fatalError("not a shortcut: \(keys)") }
    return trigger
  }
}

final class ShortcutHandler {
  let body: () -> Bool
  init(_ body: @escaping () -> Bool) { self.body = body }
}

/// A shortcut as people read it.
public enum Accelerator {
  /// Writes a shortcut ("<Control>s") in the user's language ("Ctrl+S"); nil when it is not one.
  public static func label(_ keys: String) -> String? {
    var key: guint = 0
    var modifiers = GdkModifierType(rawValue: 0)
    guard gtk_accelerator_parse(keys, &key, &modifiers) != 0, key != 0 else { return nil }
    return String(taking: gtk_accelerator_get_label(key, modifiers))
  }
}
