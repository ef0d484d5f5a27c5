extension BarLayout {
  /// Returns the layout brought up to the groups of this version: a group that is new and in the default comes in once, at its
  /// default place; a group that may not be removed comes back in; the rest is as it was (spec §4.7). Doing it twice changes
  /// nothing more.
  public func migrated(to groups: [ItemGroup]) -> BarLayout {
    var layout = self
    let customizable = groups.filter { !$0.isFixed }
    let order = customizable.map(\.id)
    let wasKnown = Set(known)
    var present = Set(shown)
    for (index, group) in customizable.enumerated() where !present.contains(group.id) {
      let isMissing = group.isOptional ? group.isInDefault && !wasKnown.contains(group.id) : true
      guard isMissing else { continue }
      layout.shown.insert(group.id, at: layout.defaultPlace(of: index, in: order))
      present.insert(group.id)
    }
    let newcomers = order.filter { !wasKnown.contains($0) }
    layout.known += newcomers
    return layout
  }

  /// Returns where a group comes in: after the nearest default predecessor that is shown, else before the nearest successor,
  /// else last.
  private func defaultPlace(of index: Int, in order: [GroupID]) -> Int {
    for predecessor in order[..<index].reversed() {
      if let place = shown.firstIndex(of: predecessor) { return place + 1 }
    }
    for successor in order[(index + 1)...] {
      if let place = shown.firstIndex(of: successor) { return place }
    }
    return shown.count
  }
}
