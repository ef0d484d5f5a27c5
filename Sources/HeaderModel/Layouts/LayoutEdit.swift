/// Describes one change that a person makes to a layout.
public enum LayoutEdit: Hashable, Sendable {
  /// Brings a left-out group, or a new space, into the bar before another; `nil`: last.
  case insert(GroupID, before: GroupID?)
  /// Moves a shown group before another; `nil`: last.
  case move(GroupID, before: GroupID?)
  case remove(GroupID)
  case display(DisplayMode)
  /// Returns to what the application proposes.
  case reset
}

extension BarLayout {
  /// Returns the layout after a change, `nil` when the change is not allowed or changes nothing. A group that is not named
  /// keeps its place among the others.
  public func applying(_ edit: LayoutEdit, to groups: [ItemGroup]) -> BarLayout? {
    var layout = self
    switch edit {
    case .insert(let id, let before):
      guard !shown.contains(id), isCustomizable(id, in: groups) else { return nil }
      layout.put(id, before: before)
    case .move(let id, let before):
      guard id != before, let place = shown.firstIndex(of: id), isCustomizable(id, in: groups) else { return nil }
      layout.shown.remove(at: place)
      layout.put(id, before: before)
    case .remove(let id):
      guard let place = shown.firstIndex(of: id), canRemove(id, in: groups) else { return nil }
      layout.shown.remove(at: place)
    case .display(let mode):
      layout.display = mode
    case .reset:
      let proposal = BarLayout(defaultFor: groups)
      let ownIDs = Set(proposal.known)
      // What other versions know is not ours to forget; it goes to the end, in its order.
      let foreign = shown.filter { !ownIDs.contains($0) && $0.space == nil }
      layout.shown = proposal.shown + foreign
      layout.display = proposal.display
    }
    return layout == self ? nil : layout
  }

  /// Whether a person may take the group out of the bar.
  public func canRemove(_ id: GroupID, in groups: [ItemGroup]) -> Bool {
    id.space != nil || groups.contains { $0.id == id && $0.isOptional }
  }

  /// Returns the identifier of a space that is not in the bar yet.
  public func nextSpace(_ kind: SpaceKind) -> GroupID {
    let taken = Set(shown)
    var number = 1
    while taken.contains(kind.groupID(number)) { number += 1 }
    return kind.groupID(number)
  }

  private func isCustomizable(_ id: GroupID, in groups: [ItemGroup]) -> Bool {
    id.space != nil || groups.contains { $0.id == id && !$0.isFixed }
  }

  private mutating func put(_ id: GroupID, before: GroupID?) {
    let place = before.flatMap { shown.firstIndex(of: $0) } ?? shown.count
    shown.insert(id, at: place)
  }
}
