/// Chooses what the bar's buttons show (spec §2.9).
public enum DisplayMode: String, CaseIterable, Sendable {
  case icons
  case iconsAndLabels = "icons-and-labels"
  case labels
}

/// Holds what a person made of one bar: the order of the groups that can move, and how buttons look.
///
/// Fixed groups are no part of it: they lead, whatever is stored. Identifiers that this version does not know stay in their
/// place, unseen, so that another version finds its groups again (spec §4.7).
public struct BarLayout: Hashable, Sendable {
  /// The version of the stored form that this code writes.
  public static let currentVersion: UInt32 = 1

  /// The version that the layout was stored with; a newer one is kept.
  public internal(set) var version: UInt32
  /// What is in the bar, leading first. No identifier is in it twice.
  public internal(set) var shown: [GroupID]
  /// The groups that existed when the layout was last changed; others are new since.
  public internal(set) var known: [GroupID]
  public internal(set) var display: DisplayMode
  /// What a newer version has stored beside; carried along.
  public internal(set) var extra: [String: StoredValue]

  public init(
    shown: [GroupID], known: [GroupID], display: DisplayMode = .icons, version: UInt32 = BarLayout.currentVersion,
    extra: [String: StoredValue] = [:]
  ) {
    self.version = version
    self.shown = shown.uniqued()
    self.known = known.uniqued()
    self.display = display
    self.extra = extra
  }

  /// Makes the layout that the application proposes.
  public init(defaultFor groups: [ItemGroup]) {
    self.init(
      shown: groups.filter { !$0.isFixed && $0.isInDefault }.map(\.id), known: groups.filter { !$0.isFixed }.map(\.id))
  }

  /// Returns the declared groups as this layout shows them: fixed ones first, then the person's order; hidden ones are
  /// included, unknown and left-out ones are not. O(groups).
  public func arranged(_ groups: [ItemGroup]) -> [ItemGroup] {
    var byID: [GroupID: ItemGroup] = [:]
    for group in groups where !group.isFixed { byID[group.id] = group }
    return groups.filter(\.isFixed) + shown.compactMap { byID[$0] ?? $0.spaceGroup }
  }

  /// Returns the optional groups that wait in the palette, in the order of declaration.
  public func leftOut(of groups: [ItemGroup]) -> [ItemGroup] {
    let shown = Set(shown)
    return groups.filter { $0.isOptional && $0.id.space == nil && !shown.contains($0.id) }
  }
}

extension GroupID {
  /// The group that a space's identifier stands for.
  var spaceGroup: ItemGroup? {
    space == nil ? nil : ItemGroup(self, .optional(isInDefault: false), priority: .low, items: [])
  }
}

extension Array where Element: Hashable {
  /// Returns the elements without repetitions, the first of each.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
