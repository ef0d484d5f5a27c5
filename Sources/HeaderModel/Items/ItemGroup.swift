/// Orders groups by who keeps its place longest when space is short (spec §2.7).
public enum Priority: Int, Comparable, CaseIterable, Sendable {
  case low
  case standard
  case high

  public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
}

/// Holds items that move together (spec §2).
public struct ItemGroup: Hashable, Sendable {
  /// Says what a person may do with a group while customizing.
  public enum Kind: Hashable, Sendable {
    /// Comes first; neither moves nor goes.
    case fixed
    /// Moves, does not go.
    case movable
    /// Moves and goes. One that is not in the default waits in the palette.
    case optional(isInDefault: Bool)
  }

  public var id: GroupID
  public var kind: Kind
  public var priority: Priority
  public var items: [BarItem]
  /// Stands for the group when space is short and in the palette; apart from the members. Without an action of its own it
  /// opens a menu made of the members. `nil`: the group cannot collapse.
  public var representative: BarItem?
  /// Whether the group shows its representative at every width.
  public var showsRepresentative: Bool
  /// The group's name while customizing; `nil`: what its representative or members are called.
  public var paletteTitle: String?
  /// Whether the group stays in the overflow menu when a person has removed it from the bar.
  public var isAlwaysAvailable: Bool
  /// Whether this window leaves the group out. The layout, which all windows share, keeps its place.
  public var isHidden: Bool
  public var isEnabled: Bool

  public init(
    _ id: GroupID, _ kind: Kind, priority: Priority = .standard, items: [BarItem], representative: BarItem? = nil,
    showsRepresentative: Bool = false, paletteTitle: String? = nil, isAlwaysAvailable: Bool = false, isHidden: Bool = false,
    isEnabled: Bool = true
  ) {
    self.id = id
    self.kind = kind
    self.priority = priority
    self.items = items
    self.representative = representative
    self.showsRepresentative = showsRepresentative
    self.paletteTitle = paletteTitle
    self.isAlwaysAvailable = isAlwaysAvailable
    self.isHidden = isHidden
    self.isEnabled = isEnabled
  }

  /// Makes a group of one item, named like the item.
  public init(_ item: BarItem, _ kind: Kind, priority: Priority = .standard, isAlwaysAvailable: Bool = false) {
    self.init(GroupID(item.id), kind, priority: priority, items: [item], isAlwaysAvailable: isAlwaysAvailable)
  }

  /// Makes a space for a default layout; `number` tells several of one kind apart.
  public static func space(_ kind: SpaceKind, _ number: Int = 1) -> ItemGroup {
    ItemGroup(kind.groupID(number), .optional(isInDefault: true), priority: .low, items: [])
  }

  public var isFixed: Bool { kind == .fixed }
  public var isOptional: Bool { if case .optional = kind { true } else { false } }
  /// Whether the default layout shows the group.
  public var isInDefault: Bool { kind != .optional(isInDefault: false) }

  /// The members that this window shows now.
  public var visibleItems: [BarItem] { items.filter { !$0.isHidden } }

  /// Whether the bar has something to draw for the group: it is not hidden and has a visible member, or is a space.
  public var isDrawn: Bool { !isHidden && (id.space != nil || items.contains { !$0.isHidden }) }

  /// Whether the group can shrink to its representative, which saves space only for more than one member or a wide one.
  public var canCollapse: Bool { representative.map { !$0.isHidden } ?? false }

  /// The name of the group while customizing.
  public var displayTitle: String {
    if let paletteTitle { return paletteTitle }
    if let representative { return representative.paletteTitle ?? representative.title }
    return visibleItems.map { $0.paletteTitle ?? $0.title }.joined(separator: ", ")
  }
}
