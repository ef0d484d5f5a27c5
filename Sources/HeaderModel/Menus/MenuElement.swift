/// Describes one choice of a menu.
public struct MenuEntry: Hashable, Sendable {
  public var title: String
  /// A symbolic icon: shown by small entries instead of the title, since menus draw one or the other.
  public var icon: String?
  public var accelerator: String?
  /// A boolean action draws a check mark, one with a target a radio mark.
  public var action: BarAction?

  public init(_ title: String, icon: String? = nil, accelerator: String? = nil, action: BarAction?) {
    self.title = title
    self.icon = icon
    self.accelerator = accelerator
    self.action = action
  }
}

/// Describes a part of a menu as a value; menus are compared, tested and derived as such.
public enum MenuElement: Hashable, Sendable {
  case entry(MenuEntry)
  case submenu(title: String, icon: String? = nil, [MenuElement])
  /// Draws a line around its elements, under a heading when it has a title.
  case section(title: String? = nil, [MenuElement])
  /// Shows entries side by side by their icons; pressing one keeps the menu open (spec §3.5).
  case smallEntries(title: String, [MenuEntry])

  /// The actions that this element reaches, in order.
  public var actions: [BarAction] {
    switch self {
    case .entry(let entry): entry.action.map { [$0] } ?? []
    case .submenu(_, _, let elements), .section(_, let elements): elements.flatMap(\.actions)
    case .smallEntries(_, let entries): entries.compactMap(\.action)
    }
  }

  /// Whether there is nothing to choose in it.
  public var isEmpty: Bool {
    switch self {
    case .entry: false
    case .submenu(_, _, let elements), .section(_, let elements): elements.allSatisfy(\.isEmpty)
    case .smallEntries(_, let entries): entries.isEmpty
    }
  }

  /// Whether it is drawn apart from its neighbours.
  var isSection: Bool {
    switch self {
    case .section, .smallEntries: true
    case .entry, .submenu: false
    }
  }

  /// Returns the element without the entries that do one of these actions, `nil` when nothing is left of it.
  func without(_ actions: Set<BarAction>) -> MenuElement? {
    let isOffered = { (entry: MenuEntry) in entry.action.map { !actions.contains($0) } ?? true }
    let element: MenuElement =
      switch self {
      case .entry(let entry): isOffered(entry) ? self : .section([])
      case .submenu(let title, let icon, let elements): .submenu(title: title, icon: icon, elements.compactMap { $0.without(actions) })
      case .section(let title, let elements): .section(title: title, elements.compactMap { $0.without(actions) })
      case .smallEntries(let title, let entries): .smallEntries(title: title, entries.filter(isOffered))
      }
    return element.isEmpty ? nil : element
  }

  /// The same menu without small entries, for a menu bar: each becomes an ordinary entry.
  public var plain: [MenuElement] {
    switch self {
    case .entry: [self]
    case .submenu(let title, let icon, let elements): [.submenu(title: title, icon: icon, elements.flatMap(\.plain))]
    case .section(let title, let elements): [.section(title: title, elements.flatMap(\.plain))]
    case .smallEntries(_, let entries): [.section(entries.map { .entry($0) })]
    }
  }
}

extension BarItem {
  /// How the item looks in a menu (spec §3.4).
  public var menuElements: [MenuElement] {
    if let menuForm { return menuForm }
    switch role {
    case .button, .toggle, .search: return [.entry(MenuEntry(title, icon: icon, accelerator: accelerator, action: action))]
    case .menu(let elements): return [.submenu(title: title, icon: icon, elements)]
    case .control(let form): return form
    }
  }
}

extension ItemGroup {
  /// What the representative opens when it has no action of its own: the members.
  public var memberElements: [MenuElement] { visibleItems.flatMap(\.menuElements) }

  /// The group as a section of the overflow menu, `nil` when it has nothing to offer.
  public var menuSection: MenuElement? {
    let elements = memberElements
    guard !isHidden, id.space == nil, !elements.isEmpty else { return nil }
    // A long group would bury the others: its representative's name becomes a submenu.
    if elements.count > 3, let representative {
      return .section([.submenu(title: representative.title, icon: representative.icon, elements)])
    }
    // What is a section by itself is not put into another: that would draw two lines.
    if elements.count == 1, elements[0].isSection { return elements[0] }
    return .section(elements)
  }
}
