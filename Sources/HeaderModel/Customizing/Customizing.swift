/// Says towards which end of the bar a group moves.
public enum MoveDirection: Sendable, CaseIterable {
  case towardsLeading
  case towardsTrailing
}

/// Names what a group's context menu and keys offer while customizing (spec §4.4).
public enum CustomizingCommand: Hashable, Sendable {
  case add
  case remove
  case move(MoveDirection)
}

/// Answers what customizing shows and what each gesture means (spec §4). A value: it changes nothing itself.
public struct Customizing: Hashable, Sendable {
  /// The centre groups as the page declares them.
  public let groups: [ItemGroup]
  public let layout: BarLayout

  public init(groups: [ItemGroup], layout: BarLayout) {
    self.groups = groups
    self.layout = layout
  }

  /// The groups that the bar draws, fixed ones first.
  public var inBar: [ItemGroup] { layout.arranged(groups).filter(\.isDrawn) }

  /// Those of them that can move.
  public var lifted: [ItemGroup] { inBar.filter { !$0.isFixed } }

  /// What the palette offers: the left-out groups, then one of each space.
  public var palette: [PaletteEntry] {
    layout.leftOut(of: groups).filter(\.isDrawn).map { PaletteEntry($0) }
      + SpaceKind.allCases.map { PaletteEntry(space: layout.nextSpace($0)) }
  }

  /// Returns the declared group or the space of this identifier.
  public func group(_ id: GroupID) -> ItemGroup? { groups.first { $0.id == id } ?? id.spaceGroup }

  public func title(of id: GroupID) -> String { group(id)?.displayTitle ?? "" }

  /// Whether the group is in the bar and can be taken out of it.
  public func canRemove(_ id: GroupID) -> Bool { layout.shown.contains(id) && layout.canRemove(id, in: groups) }

  // MARK: Dragging

  /// Returns the group that a dragged one would come before; `nil`: last.
  ///
  /// Neighbours make room while the pointer is over them, so the answer must not depend on where they have moved to: `spans` are
  /// the places of the other movable groups when the dragged one is not in the bar.
  public func insertionPoint(at x: Int, among spans: [(id: GroupID, span: Span)]) -> GroupID? {
    spans.first { x < $0.span.start + $0.span.width / 2 }?.id
  }

  /// Returns the movable groups as they stand while one is held over a place.
  public func preview(dragging id: GroupID, before: GroupID?) -> [ItemGroup] {
    let fixed = inBar.filter(\.isFixed)
    var others = lifted.filter { $0.id != id }
    guard let dragged = group(id) else { return fixed + others }
    others.insert(dragged, at: before.flatMap { target in others.firstIndex { $0.id == target } } ?? others.count)
    return fixed + others
  }

  /// Returns the change that dropping in the bar makes; `nil`: none, the group goes back to where it was.
  public func dropInBar(_ id: GroupID, before: GroupID?) -> LayoutEdit? {
    guard layout.shown.contains(id) else { return .insert(id, before: before) }
    let order = lifted.map(\.id)
    // Dropped where it was: the group that follows it, among those drawn, is the one that it was dropped before.
    if let place = order.firstIndex(of: id), (place + 1 < order.count ? order[place + 1] : nil) == before { return nil }
    return .move(id, before: before)
  }

  /// Returns the change that dropping outside the bar makes; `nil`: the group springs back.
  public func dropOutside(_ id: GroupID) -> LayoutEdit? { canRemove(id) ? .remove(id) : nil }

  // MARK: Keys and context menus

  /// Returns the change of a command; `nil` when it cannot be done now.
  public func edit(for command: CustomizingCommand, on id: GroupID) -> LayoutEdit? {
    switch command {
    case .add: layout.shown.contains(id) || group(id)?.isFixed ?? true ? nil : .insert(id, before: nil)
    case .remove: canRemove(id) ? .remove(id) : nil
    case .move(let direction): move(id, direction)
    }
  }

  /// Returns the commands that a group offers, in menu order, with whether each can be done now.
  public func commands(for id: GroupID) -> [(command: CustomizingCommand, isEnabled: Bool)] {
    guard layout.shown.contains(id) else { return [(.add, edit(for: .add, on: id) != nil)] }
    let commands: [CustomizingCommand] = [.move(.towardsLeading), .move(.towardsTrailing), .remove]
    return commands.map { ($0, edit(for: $0, on: id) != nil) }
  }

  private func move(_ id: GroupID, _ direction: MoveDirection) -> LayoutEdit? {
    let order = lifted.map(\.id)
    guard let place = order.firstIndex(of: id) else { return nil }
    switch direction {
    case .towardsLeading: return place > 0 ? .move(id, before: order[place - 1]) : nil
    case .towardsTrailing:
      guard place + 1 < order.count else { return nil }
      return .move(id, before: place + 2 < order.count ? order[place + 2] : nil)
    }
  }

  // MARK: Announcements

  /// Returns what to say after a change, with this value as it is after it.
  public func announcement(after edit: LayoutEdit) -> Announcement {
    switch edit {
    case .insert(let id, _): .added(title: title(of: id), position: position(of: id), count: lifted.count)
    case .move(let id, _): .moved(title: title(of: id), position: position(of: id), count: lifted.count)
    case .remove(let id): .removed(title: title(of: id))
    case .display(let mode): .display(mode)
    case .reset: .reset
    }
  }

  /// Returns what to say when a command could not be done.
  public func refusal(of command: CustomizingCommand, on id: GroupID) -> Announcement {
    if case .remove = command { .cannotRemove(title: title(of: id)) } else { .cannotMove(title: title(of: id)) }
  }

  private func position(of id: GroupID) -> Int { (lifted.firstIndex { $0.id == id } ?? -1) + 1 }
}

extension ItemGroup {
  /// The group's face in the palette.
  public var paletteIcon: String? { representative?.icon ?? visibleItems.lazy.compactMap(\.icon).first }
}
