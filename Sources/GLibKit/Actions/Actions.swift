// Owns: actions: named things that menus, keys, buttons and the session bus can do.

import CGLib

/// One action of a group.
@MainActor
public struct SimpleAction: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { g_simple_action_get_type() }

  /// Makes an action; `parameter` is the type string of what it is activated with, nil for nothing.
  public init(_ name: String, parameter: String? = nil) {
    let type = parameter.map { VariantType($0) }
    ref = GObjectRef(adopting: g_simple_action_new(name, type?.pointer))
  }

  /// Makes an action with a state; `parameter` is the type string of what it is activated with, nil for a toggle.
  public init(_ name: String, parameter: String? = nil, state: some VariantConvertible) {
    let type = parameter.map { VariantType($0) }
    // A variable: a temporary would be released before the call.
    let first = state.variant
    ref = GObjectRef(adopting: g_simple_action_new_stateful(name, type?.pointer, first.pointer))
  }

  /// The name, without the prefix of the group.
  public var name: String { String(cString: g_action_get_name(native())) }

  /// Whether the action can be activated; insensitive controls and menu items follow it.
  public var isEnabled: Bool {
    get { g_action_get_enabled(native()) != 0 }
    nonmutating set { g_simple_action_set_enabled(native(), newValue ? 1 : 0) }
  }

  /// The state, or nil when the action has none.
  public var state: Variant? {
    get { g_action_get_state(native()).map { Variant(adopting: $0) } }
    nonmutating set { if let newValue { g_simple_action_set_state(native(), newValue.pointer) } }
  }

  /// The type string of the parameter, or nil when there is none.
  public var parameterType: String? { g_action_get_parameter_type(native()).flatMap { String(taking: g_variant_type_dup_string($0)) } }

  /// Runs a handler when the action is activated.
  ///
  /// Without it a stateful action toggles (Bool) or takes its parameter as its state.
  @discardableResult
  public func onActivate(_ handler: @escaping (Variant?) -> Void) -> SignalConnection {
    ref.connect("activate", handler)
  }

  /// Runs a handler when somebody asks for another state; the handler sets `state` if it agrees.
  @discardableResult
  public func onChangeState(_ handler: @escaping (Variant) -> Void) -> SignalConnection {
    ref.connect("change-state") { (state: Variant?) in if let state { handler(state) } }
  }

  /// Activates the action.
  public func activate(_ parameter: Variant? = nil) { g_action_activate(native(), parameter?.pointer) }
}

/// Holds actions that can be run by name: an application, an application window, or a group of its own.
@MainActor
public protocol ActionGroup: GObjectWrapper {}

extension ActionGroup {
  /// The names of all actions.
  public var actionNames: [String] { takeStrings(g_action_group_list_actions(native())) }

  /// Adds an action, in place of one with the same name.
  public func add(_ action: SimpleAction) { g_action_map_add_action(native(), action.native()) }

  /// Adds an action that takes nothing.
  @discardableResult
  public func addAction(_ name: String, _ handler: @escaping () -> Void) -> SimpleAction {
    let action = SimpleAction(name)
    action.ref.connect("activate", handler)
    add(action)
    return action
  }

  /// Adds an action that takes a value.
  @discardableResult
  public func addAction<Value: VariantConvertible>(
    _ name: String, taking: Value.Type, _ handler: @escaping (Value) -> Void
  ) -> SimpleAction {
    let action = SimpleAction(name, parameter: Value.variantType)
    action.onActivate { parameter in if let value = parameter.flatMap(Value.init(variant:)) { handler(value) } }
    add(action)
    return action
  }

  /// Adds an action that is on or off; the handler hears the new state after it was set.
  @discardableResult
  public func addToggle(_ name: String, _ isOn: Bool, _ handler: @escaping (Bool) -> Void) -> SimpleAction {
    let action = SimpleAction(name, state: isOn)
    add(action)
    return following(action, handler)
  }

  /// Adds an action that is one of several values; the handler hears the new value after it was set.
  @discardableResult
  public func addChoice<Value: VariantConvertible>(
    _ name: String, _ value: Value, _ handler: @escaping (Value) -> Void
  ) -> SimpleAction {
    let action = SimpleAction(name, parameter: Value.variantType, state: value)
    add(action)
    return following(action, handler)
  }

  private func following<Value: VariantConvertible>(
    _ action: SimpleAction, _ handler: @escaping (Value) -> Void
  ) -> SimpleAction {
    let held = Weak(action)
    action.onChangeState { state in
      guard let value = Value(variant: state) else { return }
      held.object?.state = state
      handler(value)
    }
    return action
  }

  /// Removes an action; does nothing when there is none of that name.
  public func removeAction(_ name: String) { g_action_map_remove_action(native(), name) }

  /// The action of a name, or nil.
  public func action(_ name: String) -> SimpleAction? {
    guard let found: OpaquePointer = g_action_map_lookup_action(native(), name) else { return nil }
    return SimpleAction(casting: GObjectRef(retaining: found))
  }

  /// Activates the action of a name; does nothing when there is none, or it is disabled.
  public func activateAction(_ name: String, _ parameter: Variant? = nil) {
    guard g_action_group_has_action(native(), name) != 0 else { return }
    g_action_group_activate_action(native(), name, parameter?.pointer)
  }

  /// Asks for another state of the action of a name; does nothing when there is none.
  public func changeActionState(_ name: String, _ state: Variant) {
    guard g_action_group_has_action(native(), name) != 0 else { return }
    g_action_group_change_action_state(native(), name, state.pointer)
  }

  /// The state of the action of a name, or nil.
  public func actionState(_ name: String) -> Variant? {
    guard g_action_group_has_action(native(), name) != 0 else { return nil }
    return g_action_group_get_action_state(native(), name).map { Variant(adopting: $0) }
  }

  /// Whether the action of a name exists and is enabled.
  public func isActionEnabled(_ name: String) -> Bool {
    g_action_group_has_action(native(), name) != 0 && g_action_group_get_action_enabled(native(), name) != 0
  }
}

/// A group of actions of its own, for a widget to carry under a prefix.
@MainActor
public struct SimpleActionGroup: ActionGroup {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { g_simple_action_group_get_type() }

  /// Makes an empty group.
  public init() { ref = GObjectRef(adopting: UnsafeMutableRawPointer(g_simple_action_group_new()!)) }
}
