import HeaderModel
import Testing

/// Spec §4.7 and §4.8 over random groups and edits.
@Suite struct LayoutProperties {
  @Test(arguments: 0..<40) func anEditChangesNoOtherGroup(seed: Int) {
    var random = RandomBar(seed: seed)
    for _ in 0..<100 {
      let groups = random.groups()
      let layout = random.layout(for: groups)
      let edit = random.edit(of: layout, groups: groups)
      guard let after = layout.applying(edit, to: groups) else { continue }
      #expect(Set(after.shown).count == after.shown.count)
      switch edit {
      case .insert(let id, let before), .move(let id, let before):
        #expect(layout.shown.filter { $0 != id } == after.shown.filter { $0 != id }, "seed \(seed)")
        if let before, layout.shown.contains(before) {
          #expect(after.shown.firstIndex(of: id)! + 1 == after.shown.firstIndex(of: before)!, "seed \(seed)")
        } else {
          #expect(after.shown.last == id, "seed \(seed)")
        }
      case .remove(let id): #expect(after.shown == layout.shown.filter { $0 != id }, "seed \(seed)")
      case .display: #expect(after.shown == layout.shown)
      case .reset: #expect(after.shown.filter { id in groups.contains { $0.id == id } } == BarLayout(defaultFor: groups).shown)
      }
    }
  }

  @Test(arguments: 0..<40) func fixedGroupsLeadAndUnremovableOnesStay(seed: Int) {
    var random = RandomBar(seed: 500 + seed)
    for _ in 0..<100 {
      let groups = random.groups()
      let layout = random.layout(for: groups)
      let arranged = layout.arranged(groups)
      let fixed = groups.filter(\.isFixed)
      #expect(Array(arranged.prefix(fixed.count)) == fixed, "seed \(seed)")
      #expect(arranged.dropFirst(fixed.count).allSatisfy { !$0.isFixed })
      for group in groups where group.kind == .movable { #expect(arranged.contains(group), "seed \(seed)") }
      let inPalette = Set(layout.leftOut(of: groups).map(\.id))
      for group in groups where group.id.space == nil {
        #expect(arranged.contains(group) != inPalette.contains(group.id), "in the bar or in the palette, not both; seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<20) func storingIsTheIdentity(seed: Int) {
    var random = RandomBar(seed: 6000 + seed)
    for _ in 0..<100 {
      let groups = random.groups()
      let layout = random.layout(for: groups)
      #expect(BarLayout(stored: layout.stored) == layout, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<20) func resetThenUndoIsTheIdentityAndSoIsUndoingEverything(seed: Int) {
    var random = RandomBar(seed: 7000 + seed)
    for _ in 0..<60 {
      let groups = random.groups()
      let start = random.layout(for: groups)
      var history = LayoutHistory(start)
      var trail = [start]
      for _ in 0..<20 where history.apply(random.edit(of: history.layout, groups: groups), to: groups) { trail.append(history.layout) }
      if history.apply(.reset, to: groups) {
        let isUndone = history.undo()
        #expect(isUndone)
        #expect(history.layout == trail.last)
      }
      while let expected = trail.popLast() {
        #expect(history.layout == expected, "seed \(seed)")
        let isUndone = history.undo()
        #expect(isUndone == !trail.isEmpty)
      }
    }
  }

  @Test(arguments: 0..<20) func migratingTwiceIsMigratingOnce(seed: Int) {
    var random = RandomBar(seed: 8000 + seed)
    for _ in 0..<100 {
      let old = random.groups()
      let new = (old.filter { _ in random.generator.chance(70) } + random.groups(0...4, prefix: "n")).shuffled(using: &random.generator)
      let layout = random.layout(for: old)
      let once = layout.migrated(to: new)
      #expect(once.migrated(to: new) == once, "seed \(seed)")
      #expect(once.shown.filter { layout.shown.contains($0) } == layout.shown, "what was there keeps its order; seed \(seed)")
      for group in new where !group.isFixed && group.isInDefault && !layout.known.contains(group.id) {
        #expect(once.shown.contains(group.id), "new and in the default: comes in; seed \(seed)")
      }
      for id in layout.known where !layout.shown.contains(id) {
        let stays = new.first { $0.id == id }?.isOptional ?? true
        if stays { #expect(!once.shown.contains(id), "a removed group does not come back; seed \(seed)") }
      }
    }
  }

  @Test(arguments: 0..<20) func keyboardMovesAndDropsAgreeWithTheOrderShown(seed: Int) {
    var random = RandomBar(seed: 9000 + seed)
    for _ in 0..<100 {
      let groups = random.groups()
      let model = Customizing(groups: groups, layout: random.layout(for: groups))
      guard let group = model.lifted.randomElement(using: &random.generator) else { continue }
      let order = model.lifted.map(\.id)
      let place = order.firstIndex(of: group.id)!
      for (direction, target) in [(MoveDirection.towardsLeading, place - 1), (.towardsTrailing, place + 1)] {
        let edit = model.edit(for: .move(direction), on: group.id)
        #expect((edit != nil) == order.indices.contains(target))
        guard let edit else { continue }
        let after = Customizing(groups: groups, layout: model.layout.applying(edit, to: groups)!)
        #expect(after.lifted.map(\.id).firstIndex(of: group.id) == target, "seed \(seed)")
        #expect(after.announcement(after: edit) == .moved(title: group.displayTitle, position: target + 1, count: order.count))
      }
      let others = order.filter { $0 != group.id }
      let before = random.generator.chance(20) ? nil : others.randomElement(using: &random.generator)
      let preview = model.preview(dragging: group.id, before: before).filter { !$0.isFixed }.map(\.id)
      if let edit = model.dropInBar(group.id, before: before) {
        let after = Customizing(groups: groups, layout: model.layout.applying(edit, to: groups)!)
        #expect(after.lifted.map(\.id) == preview, "what was previewed is what is dropped; seed \(seed)")
      } else {
        #expect(preview == order, "seed \(seed)")
      }
    }
  }
}
