extension MenuEntry {
  /// The action that the kit itself provides: enters customizing.
  public static let customizeAction: BarAction = "bar.customize"
}

extension HeaderItem {
  /// Returns the sections of the overflow menu: what did not fit in bar order, what was removed but stays available, what the
  /// page adds, and customizing.
  ///
  /// - Parameters:
  ///   - arranged: the centre groups as the layout shows them.
  ///   - inMenu: the groups that have left the bar.
  ///   - customizeTitle: the wording of the entry that starts customizing; `nil` leaves it out.
  public func overflowMenu(arranged: [ItemGroup], inMenu: Set<GroupID>, customizeTitle: String?) -> [MenuElement] {
    var sections = (arranged + trailing).filter { inMenu.contains($0.id) }.compactMap(\.menuSection)
    let shown = Set(arranged.map(\.id))
    // Groups may share items; what the menu has already is not offered again by a group that was taken out.
    for group in center where group.isAlwaysAvailable && !shown.contains(group.id) {
      if let section = group.menuSection?.without(Set(sections.flatMap(\.actions))) { sections.append(section) }
    }
    let additional = additionalOverflow.filter { !$0.isEmpty }
    if !additional.isEmpty { sections.append(.section(additional)) }
    if isCustomizable, let customizeTitle {
      sections.append(.section([.entry(MenuEntry(customizeTitle, action: MenuEntry.customizeAction))]))
    }
    return sections
  }

  /// Whether the overflow menu has something in it even when every shown group fits.
  public func overflowIsNeeded(arranged: [ItemGroup]) -> Bool {
    if isCustomizable || additionalOverflow.contains(where: { !$0.isEmpty }) { return true }
    let shown = Set(arranged.map(\.id))
    return center.contains { $0.isAlwaysAvailable && !shown.contains($0.id) && $0.menuSection != nil }
  }
}
