// Owns: menus as data (GMenu): labels, actions, sections, submenus. What draws them is in GtkKit.

import CGLib

/// A menu that something shows.
@MainActor
public protocol MenuModel: GObjectWrapper {}

extension MenuModel {
  /// How many items there are.
  public var count: Int { Int(g_menu_model_get_n_items(native())) }

  /// A text attribute of an item ("label", "action", "custom"), or nil.
  public func attribute(_ name: String, of index: Int) -> String? {
    g_menu_model_get_item_attribute_value(native(), gint(index), name, nil).map { Variant(adopting: $0) }?.string
  }

  /// A link of an item ("section", "submenu"), or nil.
  public func link(_ name: String, of index: Int) -> AnyMenu? {
    GObjectRef(adopting: g_menu_model_get_item_link(native(), gint(index), name)).map { AnyMenu(ref: $0) }
  }
}

/// A menu that somebody else made.
@MainActor
public struct AnyMenu: MenuModel {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { g_menu_model_get_type() }
}

/// A menu that can be changed; what shows it follows.
@MainActor
public struct Menu: MenuModel {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { g_menu_get_type() }

  /// Makes an empty menu.
  public init() { ref = GObjectRef(adopting: g_menu_new()) }

  /// Makes a menu of items.
  public init(_ items: [MenuItem]) {
    self.init()
    for item in items { append(item) }
  }

  /// Adds an item at the end.
  public func append(_ item: MenuItem) { insert(item, at: -1) }

  /// Adds an item that runs an action ("win.save", "win.heading(int32 2)").
  public func append(_ label: String, _ action: String) { append(MenuItem(label, action: action)) }

  /// Adds a section, with or without a heading.
  public func appendSection(_ label: String? = nil, _ section: Menu) { g_menu_append_section(native(), label, section.native()) }

  /// Adds a submenu.
  public func appendSubmenu(_ label: String, _ submenu: Menu) { g_menu_append_submenu(native(), label, submenu.native()) }

  /// Adds an item before the one at an index; at the end for -1.
  public func insert(_ item: MenuItem, at index: Int) {
    let made = item.make()
    g_menu_insert_item(native(), gint(index), made)
    g_object_unref(UnsafeMutableRawPointer(made))
  }

  /// Removes the item at an index.
  public func remove(at index: Int) { g_menu_remove(native(), gint(index)) }

  /// Removes all items.
  public func removeAll() { g_menu_remove_all(native()) }
}

/// What one item of a menu says and does.
@MainActor
public struct MenuItem {
  /// The label; an underscore marks the mnemonic.
  public var label: String?
  /// The action with its prefix ("win.save"), or in full with its target ("win.view-mode::split").
  public var action: String?
  /// The value that the action is activated with, or nil when it takes none or `action` says it.
  public var target: Variant?
  /// The name of an icon, for menus that draw icons (side-by-side rows).
  public var icon: String?
  /// The keys that are shown beside the label, as GTK writes them ("<Control>s"); nil for those of the action.
  public var accelerator: String?
  /// The id under which a widget takes the item's place, or nil.
  public var custom: String?
  /// "action-disabled", "action-missing" or "macos-menubar": when the item is not shown; nil for always shown.
  public var hiddenWhen: String?
  /// The section that the item stands for, or nil.
  public var section: Menu?
  /// The submenu that the item opens, or nil.
  public var submenu: Menu?
  /// How a section is drawn: "horizontal-buttons", "inline-buttons", "circular-buttons"; nil for a plain list.
  public var displayHint: String?

  /// Describes an item.
  public init(_ label: String? = nil, action: String? = nil, target: Variant? = nil, icon: String? = nil) {
    self.label = label
    self.action = action
    self.target = target
    self.icon = icon
  }

  /// Describes a section.
  public static func section(_ label: String? = nil, _ items: [MenuItem], displayHint: String? = nil) -> MenuItem {
    var item = MenuItem(label)
    item.section = Menu(items)
    item.displayHint = displayHint
    return item
  }

  /// Describes a submenu.
  public static func submenu(_ label: String, _ items: [MenuItem]) -> MenuItem {
    var item = MenuItem(label)
    item.submenu = Menu(items)
    return item
  }

  /// Describes the place of a widget in a popover's menu.
  public static func custom(_ id: String) -> MenuItem {
    var item = MenuItem()
    item.custom = id
    return item
  }

  func make() -> OpaquePointer {
    // gir: the caller gets the reference.
    let item: OpaquePointer = g_menu_item_new(label, nil)
    if let action {
      if let target {
        g_menu_item_set_action_and_target_value(item, action, target.pointer)
      } else {
        g_menu_item_set_detailed_action(item, action)
      }
    }
    func set(_ attribute: String, _ value: String?) {
      if let value { g_menu_item_set_attribute_value(item, attribute, g_variant_new_string(value)) }
    }
    if let icon {
      let themed: OpaquePointer = g_themed_icon_new(icon)
      g_menu_item_set_icon(item, themed)
      g_object_unref(UnsafeMutableRawPointer(themed))
      // Side-by-side rows take the icon from this name.
      set("verb-icon", icon)
    }
    set("accel", accelerator)
    set("custom", custom)
    set("hidden-when", hiddenWhen)
    set("display-hint", displayHint)
    if let section { g_menu_item_set_section(item, section.native()) }
    if let submenu { g_menu_item_set_submenu(item, submenu.native()) }
    return item
  }
}
