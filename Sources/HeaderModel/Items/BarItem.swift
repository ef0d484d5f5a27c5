/// Says what kind of thing an item is; it is announced as that.
public enum ItemRole: Hashable, Sendable {
  /// Runs its action.
  case button
  /// Shows the state of its action and switches it: a boolean one, or one whose state equals the item's target.
  case toggle
  /// Opens a menu.
  case menu([MenuElement])
  /// Shows a widget that the application makes. What it does must also be said as a menu, for a bar too narrow for it.
  case control(menuForm: [MenuElement])
  /// Grows into the field of the page's search (spec §7). Its action, where it has one, is what starts the search.
  case search
}

/// Describes one button or control of the bar (spec §2.3).
public struct BarItem: Hashable, Sendable {
  /// Tells the item from the others of its group.
  public var id: String
  /// The item's name: its tooltip, label and accessible name.
  public var title: String
  /// The name while customizing, which may be longer; `nil`: the title.
  public var paletteTitle: String?
  /// The name of a symbolic icon; `nil` shows the title.
  public var icon: String?
  /// The shortcut as GTK writes it, as `<Control>b`. It is shown, not installed.
  public var accelerator: String?
  public var role: ItemRole
  /// What the item runs or switches; `nil` for menus and controls.
  public var action: BarAction?
  /// How the item looks in a menu when the form that follows from its role is not wanted.
  public var menuForm: [MenuElement]?
  public var isHidden: Bool
  public var isEnabled: Bool

  public init(
    _ id: String, title: String, paletteTitle: String? = nil, icon: String? = nil, accelerator: String? = nil,
    role: ItemRole = .button, action: BarAction? = nil, menuForm: [MenuElement]? = nil, isHidden: Bool = false, isEnabled: Bool = true
  ) {
    self.id = id
    self.title = title
    self.paletteTitle = paletteTitle
    self.icon = icon
    self.accelerator = accelerator
    self.role = role
    self.action = action
    self.menuForm = menuForm
    self.isHidden = isHidden
    self.isEnabled = isEnabled
  }
}
