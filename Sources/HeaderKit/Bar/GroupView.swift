import GtkKit
import HeaderModel

/// Shows one group in the strip: its members in a row, or its representative. The strip decides which.
final class GroupView {
  let group: ItemGroup
  let display: DisplayMode
  /// The members side by side.
  let members: Box
  /// The representative in a box of its own, `nil` when the group has none.
  let representative: Box?
  private(set) var presence: Presence = .full

  /// Makes the widgets of a group.
  init(_ group: ItemGroup, factory: ItemFactory) {
    self.group = group
    display = factory.display
    members = Box(.horizontal, spacing: BarMetrics.itemSpacing)
    members.addClass("header-group")
    if let space = group.id.space {
      members.addClass("header-space")
      members.addClass(space.rawValue)
    }
    if group.showsRepresentative && group.canCollapse {
      // The members are never drawn; making them would cost for nothing.
    } else {
      for item in group.visibleItems { members.append(factory.widget(for: item)) }
    }
    if group.canCollapse, let item = group.representative {
      let box = Box(.horizontal, spacing: 0)
      box.addClass("header-group")
      box.append(factory.representative(item, of: group))
      representative = box
    } else {
      representative = nil
    }
    for box in widgets {
      box.verticalAlignment = .center
      box.setAccessibleRole(.group)
      box.setAccessibleLabel(title)
    }
    members.isSensitive = group.isEnabled
    representative?.isSensitive = group.isEnabled
    tellPresence()
  }

  /// What the solver needs to know of the group.
  var extent: GroupExtent {
    switch group.id.space {
    case .fixed?: return GroupExtent(group.id, full: BarMetrics.fixedSpace, priority: .low)
    case .flexible?: return GroupExtent(group.id, full: BarMetrics.flexibleSpace, priority: .low)
    case nil: break
    }
    let collapsed = representative.map { $0.measure(.horizontal).natural }
    let isCollapsed = group.showsRepresentative && collapsed != nil
    return GroupExtent(
      group.id, full: isCollapsed ? collapsed! : members.measure(.horizontal).natural, collapsed: collapsed, priority: group.priority,
      showsRepresentative: group.showsRepresentative)
  }

  /// What the group is called where it has to be told by a name.
  var title: String { group.id.space?.title ?? group.displayTitle }

  /// The widget that is drawn now, `nil` when the group is in the menu.
  var shown: Box? {
    switch presence {
    case .full: members
    case .collapsed: representative
    case .inMenu: nil
    }
  }

  /// Shows as much of the group as the solver says.
  func show(_ presence: Presence) {
    members.isChildVisible = presence == .full
    representative?.isChildVisible = presence == .collapsed
    guard presence != self.presence else { return }
    self.presence = presence
    tellPresence()
  }

  /// What is not drawn is not there for assistive technology either: GTK would show it at the place where it was last.
  private func tellPresence() {
    members.setAccessibleHidden(presence != .full)
    representative?.setAccessibleHidden(presence != .collapsed)
  }

  /// All widgets of the group that are in the strip.
  var widgets: [Box] { [members] + (representative.map { [$0] } ?? []) }
}
