extension BarExtents {
  /// Returns what the bar shows and where (spec §3.1, §3.2).
  ///
  /// The answer depends on these numbers alone, never on an earlier answer: groups give way along one fixed order of steps, and
  /// the bar takes the fewest steps with which everything fits. So the same width always gives the same bar, and a wider one
  /// takes back the steps in reverse. O(groups · log groups).
  public func solved() -> Placement {
    let compact = isCompact
    let center = Region(center, isEmptied: compact || style == .navigator)
    let trailing = Region(trailing, isEmptied: compact)
    var state = Fit(extents: self, center: center, trailing: trailing)
    for step in steps where !state.fits { state.take(step) }
    return placement(state, isCompact: compact)
  }

  /// The order in which groups give way: spaces; then collapsing, then leaving; centre before trailing; low priority first;
  /// among equals from the trailing end.
  private var steps: [Step] {
    func order(_ groups: [GroupExtent], _ isIncluded: (GroupExtent) -> Bool) -> [Int] {
      groups.indices.filter { isIncluded(groups[$0]) }.sorted {
        groups[$0].priority == groups[$1].priority ? $0 > $1 : groups[$0].priority < groups[$1].priority
      }
    }
    var steps: [Step] = order(center) { $0.space != nil }.map { .leave(.center, $0) }
    let collapses: (GroupExtent) -> Bool = { !$0.showsRepresentative && $0.collapsed.map { [full = $0.full] in $0 < full } ?? false }
    steps += order(center, collapses).map { .collapse(.center, $0) }
    steps += order(trailing, collapses).map { .collapse(.trailing, $0) }
    steps += order(center) { $0.space == nil }.map { .leave(.center, $0) }
    steps += order(trailing) { _ in true }.map { .leave(.trailing, $0) }
    return steps
  }

  private func placement(_ state: Fit, isCompact: Bool) -> Placement {
    let isCentred = isCompact || style == .navigator
    let gap = BarMetrics.groupSpacing
    var cursor = 0
    func put(_ width: Int, after spacing: Int) -> Span {
      let span = Span(start: cursor, width: width)
      cursor += width + spacing
      return span
    }

    let backSpan = back > 0 ? put(back, after: BarMetrics.itemSpacing) : nil
    let leadingPlaces = leading.map {
      PlacedGroup(id: $0.id, presence: $0.showsRepresentative ? .collapsed : .full, span: put($0.natural, after: gap))
    }

    // The trailing edge, from its end.
    var edge = width
    func putLast(_ width: Int, before spacing: Int) -> Span {
      let span = Span(start: edge - width, width: width)
      edge -= width + spacing
      return span
    }
    let pinnedSpan = pinned > 0 ? putLast(pinned, before: BarMetrics.itemSpacing) : nil
    var trailingPlaces: [PlacedGroup] = []
    for (group, presence) in zip(trailing, state.trailing.presences).reversed() {
      let span = presence == .inMenu ? nil : putLast(presence == .full ? group.full : group.collapsed!, before: BarMetrics.itemSpacing)
      trailingPlaces.append(PlacedGroup(id: group.id, presence: presence, span: span))
    }
    trailingPlaces.reverse()

    var titleSpan: Span
    var centerPlaces: [PlacedGroup] = []
    var overflowSpan: Span?
    if isCentred {
      overflowSpan = state.showsOverflow ? putLast(overflowButton, before: BarMetrics.itemSpacing) : nil
      centerPlaces = center.map { PlacedGroup(id: $0.id, presence: .inMenu, span: nil) }
      let room = max(0, edge - cursor)
      let titleWidth = min(title, max(0, room - BarMetrics.reserve))
      let ideal = (total - titleWidth) / 2 - outerLeading
      // The empty bar to drag by stays at the leading side of a title that fills its room.
      titleSpan = Span(start: max(cursor, min(ideal, edge - titleWidth)), width: titleWidth)
    } else {
      let spare = width - state.used
      let titleWidth = max(0, min(title, spare))
      titleSpan = put(titleWidth, after: gap)
      let flexible = zip(center, state.center.presences).filter { $0.space == .flexible && $1 != .inMenu }.count
      var leftOver = max(0, spare - titleWidth)
      var sharers = flexible
      for (group, presence) in zip(center, state.center.presences) {
        guard presence != .inMenu else {
          centerPlaces.append(PlacedGroup(id: group.id, presence: .inMenu, span: nil))
          continue
        }
        var width = presence == .full ? group.full : group.collapsed!
        if group.space == .flexible {
          let share = leftOver / sharers
          leftOver -= share
          sharers -= 1
          width += share
        }
        centerPlaces.append(PlacedGroup(id: group.id, presence: presence, span: put(width, after: gap)))
      }
      overflowSpan = state.showsOverflow ? put(overflowButton, after: gap) : nil
    }
    return Placement(
      isCompact: isCompact, back: backSpan, title: titleSpan, leading: leadingPlaces, center: centerPlaces, trailing: trailingPlaces,
      overflow: overflowSpan, pinned: pinnedSpan)
  }
}

/// Names one way of giving way.
private enum Step {
  enum Side { case center, trailing }
  case collapse(Side, Int)
  case leave(Side, Int)
}

/// Holds what the groups of one side show so far, and the sum of their widths with the spacing after each.
private struct Region {
  let groups: [GroupExtent]
  var presences: [Presence]

  init(_ groups: [GroupExtent], isEmptied: Bool) {
    self.groups = groups
    presences = groups.map { isEmptied ? .inMenu : $0.showsRepresentative ? .collapsed : .full }
  }

  func extent(_ index: Int) -> Int {
    switch presences[index] {
    case .full: groups[index].full
    case .collapsed: groups[index].collapsed!
    case .inMenu: 0
    }
  }

  /// How many groups have left, spaces not counted.
  var gone: Int { zip(groups, presences).filter { $0.space == nil && $1 == .inMenu }.count }

  func occupied(spacing: Int) -> Int {
    presences.indices.reduce(0) { $0 + (presences[$1] == .inMenu ? 0 : extent($1) + spacing) }
  }
}

/// Holds how far the bar has given way, and whether what is left fits. Every step is O(1).
private struct Fit {
  let extents: BarExtents
  var center: Region
  var trailing: Region
  private var centerWidth: Int
  private var trailingWidth: Int
  private var gone: Int
  private let constant: Int
  private let titleFloor: Int

  init(extents: BarExtents, center: Region, trailing: Region) {
    self.extents = extents
    self.center = center
    self.trailing = trailing
    centerWidth = center.occupied(spacing: BarMetrics.groupSpacing)
    trailingWidth = trailing.occupied(spacing: BarMetrics.itemSpacing)
    gone = center.gone + trailing.gone
    var constant = BarMetrics.groupSpacing + BarMetrics.reserve
    if extents.back > 0 { constant += extents.back + BarMetrics.itemSpacing }
    constant += extents.leading.reduce(0) { $0 + $1.natural + BarMetrics.groupSpacing }
    if extents.pinned > 0 { constant += extents.pinned }
    self.constant = constant
    titleFloor = min(extents.title, BarMetrics.titleFloor(inBarOf: extents.total))
  }

  var showsOverflow: Bool { extents.overflowIsNeeded || gone > 0 }

  /// Everything but the title, the spacing after it and the reserve included.
  var used: Int { constant + centerWidth + trailingWidth + (showsOverflow ? extents.overflowButton + BarMetrics.groupSpacing : 0) }
  var fits: Bool { used + titleFloor <= extents.width }

  mutating func take(_ step: Step) {
    switch step {
    case .collapse(.center, let index): change(\.center, \.centerWidth, index, to: .collapsed, spacing: BarMetrics.groupSpacing)
    case .collapse(.trailing, let index): change(\.trailing, \.trailingWidth, index, to: .collapsed, spacing: BarMetrics.itemSpacing)
    case .leave(.center, let index): change(\.center, \.centerWidth, index, to: .inMenu, spacing: BarMetrics.groupSpacing)
    case .leave(.trailing, let index): change(\.trailing, \.trailingWidth, index, to: .inMenu, spacing: BarMetrics.itemSpacing)
    }
  }

  private mutating func change(
    _ region: WritableKeyPath<Fit, Region>, _ width: WritableKeyPath<Fit, Int>, _ index: Int, to presence: Presence, spacing: Int
  ) {
    guard self[keyPath: region].presences[index] != .inMenu else { return }
    let before = self[keyPath: region].extent(index) + spacing
    self[keyPath: region].presences[index] = presence
    let after = presence == .inMenu ? 0 : self[keyPath: region].extent(index) + spacing
    self[keyPath: width] += after - before
    if presence == .inMenu, self[keyPath: region].groups[index].space == nil { gone += 1 }
  }
}
