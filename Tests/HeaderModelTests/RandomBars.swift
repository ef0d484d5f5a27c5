import HeaderModel
import RandomTexts

extension SeededGenerator {
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Makes bars as no one would design them.
struct RandomBar {
  var generator: SeededGenerator
  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  mutating func item(_ id: String) -> BarItem {
    let action = BarAction("win.\(id)")
    let role: ItemRole =
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: .toggle
      case 1: .menu([.entry(MenuEntry("Sub \(id)", action: action))])
      case 2:
        .control(menuForm: [.smallEntries(title: id, [MenuEntry("Less", action: action), MenuEntry("More", action: action)])])
      default: .button
      }
    return BarItem(
      id, title: generator.chance(3) ? String(repeating: "عنوان ", count: 40) : "Item \(id)", icon: "icon-\(id)", role: role,
      action: action, isHidden: generator.chance(10))
  }

  mutating func group(_ number: Int, prefix: String = "g") -> ItemGroup {
    let id = "\(prefix)\(number)"
    let kinds: [ItemGroup.Kind] = [
      .fixed, .movable, .optional(isInDefault: true), .optional(isInDefault: true), .optional(isInDefault: false),
    ]
    let items = (0..<Int.random(in: 0...5, using: &generator)).map { item("\(id)-\($0)") }
    return ItemGroup(
      GroupID(id), kinds.randomElement(using: &generator)!, priority: Priority.allCases.randomElement(using: &generator)!, items: items,
      representative: generator.chance(50) ? BarItem("\(id)-face", title: "Face \(id)", icon: "face") : nil,
      showsRepresentative: generator.chance(20), isAlwaysAvailable: generator.chance(50), isHidden: generator.chance(10))
  }

  mutating func groups(_ count: ClosedRange<Int> = 0...14, prefix: String = "g") -> [ItemGroup] {
    var groups = (0..<Int.random(in: count, using: &generator)).map { group($0, prefix: prefix) }
    if prefix == "g", generator.chance(30) {
      groups.insert(.space(.flexible, 1), at: Int.random(in: 0...groups.count, using: &generator))
      groups.insert(.space(.fixed, 1), at: Int.random(in: 0...groups.count, using: &generator))
    }
    return groups
  }

  mutating func headerItem() -> HeaderItem {
    HeaderItem(
      style: HeaderStyle.allCases.randomElement(using: &generator)!, identifier: generator.chance(80) ? "bar" : nil,
      title: TitleContent(name: "Notes.md"), leading: groups(0...2, prefix: "l"), center: groups(), trailing: groups(0...4, prefix: "t"),
      pinned: generator.chance(70) ? group(0, prefix: "p") : nil)
  }

  mutating func edit(of layout: BarLayout, groups: [ItemGroup]) -> LayoutEdit {
    let ids = (groups.map(\.id) + layout.shown + ["nobody", layout.nextSpace(.fixed), layout.nextSpace(.flexible)])
    let id = ids.randomElement(using: &generator)!
    let before = generator.chance(25) ? nil : ids.randomElement(using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...2: return .insert(id, before: before)
    case 3...5: return .move(id, before: before)
    case 6...7: return .remove(id)
    case 8: return .display(DisplayMode.allCases.randomElement(using: &generator)!)
    default: return .reset
    }
  }

  mutating func layout(for groups: [ItemGroup]) -> BarLayout {
    var history = LayoutHistory(BarLayout(defaultFor: groups))
    for _ in 0..<Int.random(in: 0...12, using: &generator) { _ = history.apply(edit(of: history.layout, groups: groups), to: groups) }
    return history.layout
  }

  mutating func extents(of item: HeaderItem, arranged: [ItemGroup], width: Int) -> BarExtents {
    func extent(_ group: ItemGroup) -> GroupExtent {
      if let space = group.id.space {
        return GroupExtent(group.id, full: space == .fixed ? BarMetrics.fixedSpace : BarMetrics.flexibleSpace, priority: .low)
      }
      let width = group.visibleItems.map { if case .control = $0.role { 140 } else { 34 } }.reduce(0) { $0 + $1 + 6 } - 6
      return GroupExtent(
        group.id, full: width, collapsed: group.canCollapse ? 40 : nil, priority: group.priority,
        showsRepresentative: group.showsRepresentative)
    }
    return BarExtents(
      style: item.style, width: width, outerTrailing: generator.chance(50) ? 100 : 0, back: generator.chance(50) ? 34 : 0,
      title: Int.random(in: 20...900, using: &generator), leading: item.leading.filter(\.isDrawn).map(extent),
      center: arranged.filter(\.isDrawn).map(extent), trailing: item.trailing.filter(\.isDrawn).map(extent),
      pinned: item.pinned == nil ? 0 : 34, overflowIsNeeded: item.overflowIsNeeded(arranged: arranged))
  }
}
