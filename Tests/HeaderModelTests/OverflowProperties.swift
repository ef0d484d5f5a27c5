import HeaderModel
import Testing

/// Spec §3 and §4.8 over random bars at every width.
@Suite struct OverflowProperties {
  @Test(arguments: 0..<40) func everyGroupIsReachableAtAnyWidth(seed: Int) {
    var random = RandomBar(seed: seed)
    for _ in 0..<100 {
      let item = random.headerItem().registered().item
      let layout = random.layout(for: item.center)
      let arranged = layout.arranged(item.center)
      let extents = random.extents(of: item, arranged: arranged, width: Int.random(in: 200...2000, using: &random.generator))
      let placement = extents.solved()
      let menu = item.overflowMenu(arranged: arranged, inMenu: placement.inMenu, customizeTitle: "Customize…")
      let reachable = Set(menu.flatMap(\.actions))
      for group in arranged + item.trailing where group.isDrawn && group.id.space == nil {
        switch placement.presence(of: group.id) {
        case .full?, .collapsed?: break
        case .inMenu?: #expect(Set(group.memberElements.flatMap(\.actions)).isSubset(of: reachable), "seed \(seed)")
        case nil: Issue.record("\(group.id) is nowhere, seed \(seed)")
        }
      }
      for group in layout.leftOut(of: item.center) where group.isAlwaysAvailable && !group.isHidden {
        #expect(Set(group.memberElements.flatMap(\.actions)).isSubset(of: reachable), "seed \(seed)")
      }
      #expect((placement.overflow == nil) == menu.isEmpty, "the overflow button shows exactly when its menu has something; seed \(seed)")
    }
  }

  @Test(arguments: 0..<20) func nothingOverlapsOrIsClippedDownToTheMinimum(seed: Int) {
    var random = RandomBar(seed: 1000 + seed)
    for _ in 0..<100 {
      let item = random.headerItem().registered().item
      let arranged = random.layout(for: item.center).arranged(item.center)
      var extents = random.extents(of: item, arranged: arranged, width: 0)
      extents.width = Int.random(in: extents.minimum...extents.minimum + 1500, using: &random.generator)
      let placement = extents.solved()
      var spans = [placement.back, placement.title, placement.overflow, placement.pinned].compactMap { $0 }
      spans += (placement.leading + placement.center + placement.trailing).compactMap(\.span)
      spans.sort { ($0.start, $0.end) < ($1.start, $1.end) }
      #expect(spans.allSatisfy { $0.start >= 0 && $0.end <= extents.width && $0.width >= 0 }, "seed \(seed): \(placement) in \(extents)")
      for (a, b) in zip(spans, spans.dropFirst()) { #expect(a.end <= b.start, "seed \(seed): \(placement)") }
      #expect(placement.title.width >= min(extents.title, extents.titleMinimum), "seed \(seed)")
      let filled = spans.reduce(0) { $0 + $1.width }
      let flexible = placement.center.contains { $0.id.space == .flexible && $0.span != nil }
      #expect(flexible || extents.width - filled >= BarMetrics.reserve, "there is bar to drag the window by; seed \(seed)")
    }
  }

  @Test(arguments: 0..<20) func narrowingOnlyTakesAndWideningGivesBackTheSame(seed: Int) {
    var random = RandomBar(seed: 2000 + seed)
    func rank(_ presence: Presence) -> Int {
      switch presence {
      case .full: 2
      case .collapsed: 1
      case .inMenu: 0
      }
    }
    for _ in 0..<10 {
      let item = random.headerItem().registered().item
      let arranged = random.layout(for: item.center).arranged(item.center)
      var extents = random.extents(of: item, arranged: arranged, width: 1400)
      var narrower: [Int: Placement] = [:]
      var last: Placement?
      for width in stride(from: 1400, through: 300, by: -7) {
        extents.width = width
        let placement = extents.solved()
        narrower[width] = placement
        if let last {
          for (wide, narrow) in zip(last.center + last.trailing, placement.center + placement.trailing) {
            #expect(rank(narrow.presence) <= rank(wide.presence), "seed \(seed) at \(width)")
          }
        }
        last = placement
      }
      for width in stride(from: 1400 - 7 * 157, through: 1400, by: 7) {
        extents.width = width
        #expect(extents.solved() == narrower[width], "seed \(seed) at \(width)")
      }
    }
  }

  @Test(arguments: 0..<20) func aGroupNeverLeavesBeforeOneThatShouldGoFirst(seed: Int) {
    var random = RandomBar(seed: 3000 + seed)
    for _ in 0..<100 {
      let item = random.headerItem().registered().item
      let arranged = random.layout(for: item.center).arranged(item.center)
      let extents = random.extents(of: item, arranged: arranged, width: Int.random(in: 300...1500, using: &random.generator))
      let placement = extents.solved()
      guard !placement.isCompact, item.style != .navigator else { continue }
      let center = Array(zip(extents.center, placement.center)).filter { $0.0.space == nil }
      for (index, (extent, placed)) in center.enumerated() where placed.presence == .inMenu {
        for (later, (otherExtent, other)) in center.enumerated() where other.presence != .inMenu {
          let otherGoesFirst = otherExtent.priority < extent.priority || (otherExtent.priority == extent.priority && later > index)
          #expect(!otherGoesFirst, "seed \(seed): \(extent.id) left before \(otherExtent.id)")
        }
        for (otherExtent, other) in center where otherExtent.collapsed.map({ $0 < otherExtent.full }) ?? false {
          #expect(other.presence != .full, "seed \(seed): \(extent.id) left before \(otherExtent.id) collapsed")
        }
      }
      if placement.trailing.contains(where: { $0.presence == .inMenu }) {
        #expect(placement.center.allSatisfy { $0.presence == .inMenu }, "centre groups go first; seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<10) func theTitleIsSqueezedFirst(seed: Int) {
    var random = RandomBar(seed: 4000 + seed)
    for _ in 0..<200 {
      let item = random.headerItem().registered().item
      let arranged = random.layout(for: item.center).arranged(item.center)
      let extents = random.extents(of: item, arranged: arranged, width: Int.random(in: 300...1500, using: &random.generator))
      let placement = extents.solved()
      guard !placement.isCompact, item.style != .navigator else { continue }
      let gaveWay = zip(extents.center + extents.trailing, placement.center + placement.trailing).contains {
        $0.space == nil && $1.presence != ($0.showsRepresentative ? .collapsed : .full)
      }
      let floor = min(extents.title, BarMetrics.titleFloor(inBarOf: extents.total))
      if placement.title.width > floor { #expect(!gaveWay || placement.title.width <= extents.title) }
      if placement.title.width < min(extents.title, floor) {
        #expect(placement.center.allSatisfy { $0.presence == .inMenu }, "below its floor only when all have left; seed \(seed)")
      }
      #expect(placement.title.width <= extents.title)
    }
  }
}
