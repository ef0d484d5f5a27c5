import HeaderModel
import Testing

@Suite struct StoredLayoutTests {
  @Test func theStoredFormIsTheContract() {
    let layout = BarLayout(shown: ["lists", "space:1", "insert"], known: ["lists", "insert", "outline"], display: .labels)
    #expect(
      layout.stored == [
        "version": .uint(1), "shown": .strings(["lists", "space:1", "insert"]), "known": .strings(["lists", "insert", "outline"]),
        "display": .string("labels"),
      ])
  }

  @Test func aNewerVersionIsCarriedAlong() throws {
    let stored: StoredLayout = [
      "version": .uint(7), "shown": .strings(["hologram", "lists"]), "known": .strings(["lists", "hologram"]),
      "display": .string("icons"), "rows": .other("<2>"),
    ]
    let layout = try #require(BarLayout(stored: stored))
    #expect(layout.stored == stored)
    let groups = [ItemGroup("lists", .optional(isInDefault: true), items: [BarItem("b", title: "Bullets")])]
    #expect(layout.arranged(groups).map(\.id) == ["lists"])
    let moved = try #require(layout.applying(.insert("space:1", before: "lists"), to: groups))
    #expect(moved.shown == ["hologram", "space:1", "lists"])
    #expect(moved.stored["rows"] == .other("<2>"))
  }

  @Test(
    arguments: [
      [:], ["version": .uint(0), "shown": .strings([]), "known": .strings([])],
      ["version": .string("1"), "shown": .strings([]), "known": .strings([])],
      ["version": .uint(1), "shown": .string("lists"), "known": .strings([])], ["version": .uint(1), "shown": .strings(["lists"])],
      ["version": .uint(1), "shown": .other("<@ax []>"), "known": .strings([])],
    ] as [StoredLayout])
  func damageFallsBackToTheDefault(stored: StoredLayout) { #expect(BarLayout(stored: stored) == nil) }

  @Test func repetitionsAndEmptyIdentifiersAreDropped() {
    let layout = BarLayout(stored: [
      "version": .uint(1), "shown": .strings(["a", "", "b", "a"]), "known": .strings(["", "a", "a"]), "display": .string("sideways"),
    ])
    #expect(layout?.shown == ["a", "b"])
    #expect(layout?.known == ["a"])
    #expect(layout?.display == .icons)
  }
}

@Suite struct RegistrationTests {
  private func item(_ id: String) -> BarItem { BarItem(id, title: id, action: BarAction("win.\(id)")) }

  @Test func theFirstOfADuplicateWins() {
    let bar = HeaderItem(
      style: .editor, identifier: "bar",
      center: [
        ItemGroup("a", .movable, items: [item("one")]), ItemGroup("a", .optional(isInDefault: true), items: [item("two")]),
      ], trailing: [ItemGroup("a", .fixed, items: [item("three")])])
    let (registered, problems) = bar.registered()
    #expect(registered.center.map(\.items) == [[item("one")]])
    #expect(registered.trailing.isEmpty)
    #expect(problems == [.duplicateGroup("a"), .duplicateGroup("a")])
  }

  @Test func anUnnamedGroupStaysInReach() {
    let bar = HeaderItem(
      style: .editor, identifier: "bar",
      center: [ItemGroup("", .movable, items: [item("one")]), ItemGroup("", .movable, items: [item("two")])])
    let (registered, problems) = bar.registered()
    #expect(registered.center.map(\.kind) == [.fixed, .fixed])
    #expect(Set(registered.center.map(\.id)).count == 2)
    #expect(problems.count == 2)
  }

  @Test func aControlMustSayItsMenuForm() {
    let bar = HeaderItem(
      style: .editor,
      center: [ItemGroup("size", .movable, items: [BarItem("slider", title: "Text Size", role: .control(menuForm: []))])])
    #expect(bar.registered().problems == [.controlWithoutMenuForm(item: "slider", group: "size")])
  }

  @Test func spacesHaveReservedNames() {
    let bar = HeaderItem(
      style: .editor, center: [.space(.fixed, 1), ItemGroup("space:2", .movable, items: [item("one")]), .space(.flexible, 1)])
    let (registered, problems) = bar.registered()
    #expect(registered.center.map(\.id) == ["space:1", "flexible-space:1"])
    #expect(problems == [.reservedIdentifier("space:2")])
    #expect(GroupID("space:x").space == nil)
    #expect(GroupID("spaceship").space == nil)
    #expect(GroupID("space:99999999999").space == nil)
  }
}

@Suite struct MenuTests {
  private let size = BarItem(
    "slider", title: "Text Size",
    role: .control(menuForm: [
      .smallEntries(
        title: "Text Size",
        [
          MenuEntry("Decrease", icon: "zoom-out-symbolic", action: BarAction("win.text-size-step", target: .int(-10))),
          MenuEntry("Increase", icon: "zoom-in-symbolic", action: BarAction("win.text-size-step", target: .int(10))),
        ])
    ]))

  @Test func everyRoleHasAMenuForm() {
    let bold = BarItem("bold", title: "Bold", icon: "b", accelerator: "<Control>b", role: .toggle, action: "win.bold")
    #expect(bold.menuElements == [.entry(MenuEntry("Bold", icon: "b", accelerator: "<Control>b", action: "win.bold"))])
    let heading = BarItem("h", title: "Heading", role: .menu([.entry(MenuEntry("1", action: "win.heading"))]))
    #expect(heading.menuElements == [.submenu(title: "Heading", [.entry(MenuEntry("1", action: "win.heading"))])])
    #expect(size.menuElements.flatMap(\.actions).count == 2)
  }

  @Test func aMenuBarHasNoSmallEntries() {
    #expect(
      size.menuElements.flatMap(\.plain) == [
        .section([
          .entry(MenuEntry("Decrease", icon: "zoom-out-symbolic", action: BarAction("win.text-size-step", target: .int(-10)))),
          .entry(MenuEntry("Increase", icon: "zoom-in-symbolic", action: BarAction("win.text-size-step", target: .int(10)))),
        ])
      ])
  }

  @Test func whatIsASectionIsNotPutIntoAnother() {
    let entries = [MenuEntry("Larger", action: "win.larger")]
    let size = BarItem("size", title: "Size", role: .control(menuForm: [.smallEntries(title: "Size", entries)]))
    #expect(ItemGroup("size", .movable, items: [size]).menuSection == .smallEntries(title: "Size", entries))
  }

  @Test func theMenuOffersNothingTwice() {
    func item(_ id: String) -> BarItem { BarItem(id, title: id, action: BarAction("win.\(id)")) }
    let bar = HeaderItem(
      style: .editor, identifier: "bar",
      center: [
        ItemGroup("emphasis", .optional(isInDefault: true), items: [item("bold"), item("italic")], isAlwaysAvailable: true),
        ItemGroup("format", .optional(isInDefault: false), items: [item("bold"), item("underline")], isAlwaysAvailable: true),
        ItemGroup("strong", .optional(isInDefault: false), items: [item("bold")], isAlwaysAvailable: true),
      ])
    let menu = bar.overflowMenu(arranged: [bar.center[0]], inMenu: ["emphasis"], customizeTitle: nil)
    let actions = menu.flatMap(\.actions)
    #expect(actions == ["win.bold", "win.italic", "win.underline"])
    #expect(menu.count == 2)
    let allInBar = bar.overflowMenu(arranged: [bar.center[0]], inMenu: [], customizeTitle: nil)
    let left = allInBar.flatMap(\.actions)
    #expect(left == ["win.bold", "win.underline"])
  }

  @Test func hiddenMembersAreNotInTheMenu() {
    var group = ItemGroup("g", .movable, items: [size])
    group.items[0].isHidden = true
    #expect(group.menuSection == nil)
    #expect(!group.isDrawn)
  }
}

@Suite struct BarPictures {
  private func editor(_ width: Int, title: Int = 260) -> Placement {
    BarExtents(
      style: .editor, width: width, outerTrailing: 100, back: 34, title: title,
      center: [
        GroupExtent("sync", full: 34, priority: .high), GroupExtent("headings", full: 50, priority: .high),
        GroupExtent("lists", full: 114, collapsed: 50), GroupExtent("link", full: 34, priority: .low),
        GroupExtent("insert", full: 234, collapsed: 50, showsRepresentative: true), GroupExtent("size", full: 160, priority: .low),
      ], trailing: [GroupExtent("search", full: 34, priority: .high)], pinned: 34, overflowIsNeeded: true
    ).solved()
  }

  private func picture(_ width: Int) -> String {
    editor(width).center.map {
      switch $0.presence {
      case .full: "\($0.id)"
      case .collapsed: "(\($0.id))"
      case .inMenu: ""
      }
    }
    .filter { !$0.isEmpty }.joined(separator: " ")
  }

  @Test func narrowingFollowsTheOrderOfTheSpec() {
    #expect(picture(1180) == "sync headings lists link (insert) size")
    #expect(editor(1180).title.width == 260)
    #expect(picture(920) == "sync headings lists link (insert) size")
    #expect(editor(920).title.width < 260)
    #expect(picture(740) == "sync headings (lists) link (insert)")
    #expect(picture(570) == "sync headings (lists) (insert)")
    #expect(editor(499).isCompact)
    #expect(picture(499) == "")
  }

  @Test func aCompactTitleIsCentredInTheWindow() {
    let placement = editor(480, title: 200)
    #expect(placement.title.start + placement.title.width / 2 == 290)
    #expect(editor(480).title.end < editor(480).overflow!.start, "a longer one is shifted rather than squeezed")
    #expect(editor(480).title.width == 260)
  }

  @Test func flexibleSpacesShareWhatIsLeft() {
    let placement = BarExtents(
      style: .editor, width: 1000, title: 100,
      center: [GroupExtent("flexible-space:1", full: 0), GroupExtent("a", full: 34), GroupExtent("flexible-space:2", full: 0)], pinned: 34
    ).solved()
    let widths = placement.center.map { $0.span!.width }
    #expect(abs(widths[0] - widths[2]) <= 1)
    #expect(placement.center.last!.span!.end <= 1000 - 34 - BarMetrics.reserve)
  }

  @Test func fortyGroupsAreSolvedInFarLessThanAMillisecond() {
    let groups = (0..<40).map { GroupExtent("g\($0)", full: 120, collapsed: 40, priority: Priority(rawValue: $0 % 3)!) }
    let extents = BarExtents(style: .editor, width: 1280, title: 200, center: groups, pinned: 34)
    let clock = ContinuousClock()
    let best = (0..<50).map { _ in clock.measure { _ = extents.solved() } }.min()!
    #expect(best < .milliseconds(1))
  }

  @Test func twoHundredGroupsStayReachable() {
    let title = String(repeating: "x", count: 200)
    let groups = (0..<200).map { number in
      ItemGroup("g\(number)", .movable, items: [BarItem("i\(number)", title: title, action: BarAction("win.a\(number)"))])
    }
    let item = HeaderItem(style: .editor, identifier: "bar", center: groups)
    let extents = BarExtents(
      style: .editor, width: 800, title: 100, center: groups.map { GroupExtent($0.id, full: 34) }, overflowIsNeeded: true)
    let placement = extents.solved()
    let menu = item.overflowMenu(arranged: groups, inMenu: placement.inMenu, customizeTitle: "Customize…")
    let shown = placement.center.filter { $0.presence == .full }
    #expect(shown.count > 5)
    #expect(shown.count + menu.count - 1 == 200, "the last section is customizing's")
    #expect(extents.minimum < 300)
  }
}
