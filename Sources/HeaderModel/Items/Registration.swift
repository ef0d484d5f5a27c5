/// Names what was wrong with a header item when it was registered (spec §2.2, §3.4).
public enum RegistrationProblem: Hashable, Sendable {
  /// The group is left out; the first of this identifier stays.
  case duplicateGroup(GroupID)
  /// The group stays, but fixed, since nothing could be stored about it.
  case emptyIdentifier(title: String)
  /// The identifier is one that spaces use; the group is left out.
  case reservedIdentifier(GroupID)
  /// The item would be out of reach in a narrow bar.
  case controlWithoutMenuForm(item: String, group: GroupID)
}

extension HeaderItem {
  /// Returns the item as the bar will use it, with what was wrong with it. Every group of the result has its own identifier.
  public func registered() -> (item: HeaderItem, problems: [RegistrationProblem]) {
    var item = self
    var problems: [RegistrationProblem] = []
    var seen: Set<GroupID> = []
    var unnamed = 0

    func admit(_ group: ItemGroup, isSpaceAllowed: Bool) -> ItemGroup? {
      var group = group
      if group.id.rawValue.isEmpty {
        problems.append(.emptyIdentifier(title: group.displayTitle))
        unnamed += 1
        group.id = GroupID("unnamed:\(unnamed)")
        group.kind = .fixed
      }
      if group.id.space != nil, !isSpaceAllowed || !group.items.isEmpty || group.isFixed {
        problems.append(.reservedIdentifier(group.id))
        return nil
      }
      guard seen.insert(group.id).inserted else {
        problems.append(.duplicateGroup(group.id))
        return nil
      }
      for member in group.items {
        if case .control(let form) = member.role, form.isEmpty, member.menuForm?.isEmpty ?? true {
          problems.append(.controlWithoutMenuForm(item: member.id, group: group.id))
        }
      }
      return group
    }

    item.leading = leading.compactMap { admit($0, isSpaceAllowed: false) }
    item.center = center.compactMap { admit($0, isSpaceAllowed: true) }
    item.trailing = trailing.compactMap { admit($0, isSpaceAllowed: false) }
    item.pinned = pinned.flatMap { admit($0, isSpaceAllowed: false) }
    return (item, problems)
  }
}
