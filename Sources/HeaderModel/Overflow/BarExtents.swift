/// Holds the natural widths of one group in pixels: all that the solver knows of it.
public struct GroupExtent: Hashable, Sendable {
  public var id: GroupID
  /// The width of all members.
  public var full: Int
  /// The width of the representative; `nil`: the group cannot collapse.
  public var collapsed: Int?
  public var priority: Priority
  /// Whether only the representative is ever shown.
  public var showsRepresentative: Bool
  /// `nil` for a group of items.
  public var space: SpaceKind? { id.space }

  public init(_ id: GroupID, full: Int, collapsed: Int? = nil, priority: Priority = .standard, showsRepresentative: Bool = false) {
    self.id = id
    self.full = max(0, full)
    self.collapsed = collapsed.map { max(0, $0) }
    self.priority = priority
    self.showsRepresentative = showsRepresentative && collapsed != nil
  }
}

/// Holds all widths of a bar: what the solver is given (spec §3.1). Pixels.
public struct BarExtents: Hashable, Sendable {
  public var style: HeaderStyle
  /// The width that the bar can draw in.
  public var width: Int
  /// What is left and right of it in the same window, as the window's buttons: counted for centring and for "compact".
  public var outerLeading: Int
  public var outerTrailing: Int
  /// The back button or the history; 0: none.
  public var back: Int
  public var title: Int
  /// What the title keeps in the narrowest bar, when all that can leave has left.
  public var titleMinimum: Int
  public var leading: [GroupExtent]
  /// In the person's order.
  public var center: [GroupExtent]
  public var trailing: [GroupExtent]
  /// The pinned group; 0: none.
  public var pinned: Int
  public var overflowButton: Int
  /// Whether the overflow menu has something in it even when everything fits.
  public var overflowIsNeeded: Bool

  public init(
    style: HeaderStyle, width: Int, outerLeading: Int = 0, outerTrailing: Int = 0, back: Int = 0, title: Int, titleMinimum: Int = 48,
    leading: [GroupExtent] = [], center: [GroupExtent] = [], trailing: [GroupExtent] = [], pinned: Int = 0, overflowButton: Int = 34,
    overflowIsNeeded: Bool = false
  ) {
    self.style = style
    self.width = width
    self.outerLeading = outerLeading
    self.outerTrailing = outerTrailing
    self.back = back
    self.title = title
    self.titleMinimum = titleMinimum
    self.leading = leading
    self.center = center
    self.trailing = trailing
    self.pinned = pinned
    self.overflowButton = overflowButton
    self.overflowIsNeeded = overflowIsNeeded
  }

  /// The width of the whole bar, window buttons included.
  public var total: Int { outerLeading + width + outerTrailing }
  public var isCompact: Bool { total < BarMetrics.compactBelow }

  /// The narrowest that the bar can be with nothing clipped. Does not depend on `width`.
  public var minimum: Int {
    var others = 0
    var parts = 1
    for part in [back, pinned, overflowIsNeeded || !center.isEmpty || !trailing.isEmpty ? overflowButton : 0] where part > 0 {
      others += part
      parts += 1
    }
    let leadingWidth = leading.reduce(0) { $0 + $1.natural + BarMetrics.groupSpacing }
    let width = min(title, titleMinimum) + others + leadingWidth + BarMetrics.reserve
    let compact = width + BarMetrics.itemSpacing * parts
    // A bar that is never compact, since so much of it may not leave, keeps the wider spacing.
    return compact < BarMetrics.compactBelow / 2 ? compact : width + BarMetrics.groupSpacing * (parts + 1)
  }
}

extension GroupExtent {
  /// The width of what the group shows while it is not squeezed.
  var natural: Int { showsRepresentative ? collapsed! : full }
}

/// Holds the distances of the bar in pixels (spec §0, §1.5, §3.1).
public enum BarMetrics {
  /// Between items of one group.
  public static let itemSpacing = 6
  public static let groupSpacing = 12
  /// Empty bar that is always left to drag the window by.
  public static let reserve = 24
  /// A bar narrower than this is compact.
  public static let compactBelow = 600
  /// The title is not squeezed below this, or a fifth of the bar, while something else can give way.
  public static let titleFloor = 120
  public static let fixedSpace = 24
  /// What a flexible space keeps at least.
  public static let flexibleSpace = 0

  /// Returns the width below which the title is not squeezed in a bar of this width.
  public static func titleFloor(inBarOf width: Int) -> Int { max(titleFloor, width / 5) }
}
