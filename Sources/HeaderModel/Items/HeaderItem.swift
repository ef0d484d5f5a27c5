/// Chooses how a page's bar is arranged (spec §1).
public enum HeaderStyle: Sendable, CaseIterable {
  /// Title centred, centre groups in the overflow menu: pages that go deeper.
  case navigator
  /// Title leading, history at the leading edge: places one goes to and fro between.
  case browser
  /// Title leading, a chevron that runs the back action: one document.
  case editor
}

/// Describes all that one page shows in the bar.
public struct HeaderItem: Hashable, Sendable {
  public var style: HeaderStyle
  /// The name under which people's changes to the centre groups are kept; `nil` switches customizing off.
  public var identifier: BarID?
  public var title: TitleContent
  /// What the chevron of the `editor` and `navigator` styles runs; `nil` hides it.
  public var backAction: BarAction?
  /// What the second button of the `browser` style's history runs; `nil` hides it.
  public var forwardAction: BarAction?
  public var leading: [ItemGroup]
  public var center: [ItemGroup]
  public var trailing: [ItemGroup]
  /// Last at the trailing edge; never overflows.
  public var pinned: ItemGroup?
  /// What the page adds to the overflow menu.
  public var additionalOverflow: [MenuElement]

  public init(
    style: HeaderStyle, identifier: BarID? = nil, title: TitleContent = TitleContent(name: ""), backAction: BarAction? = nil,
    forwardAction: BarAction? = nil, leading: [ItemGroup] = [], center: [ItemGroup] = [], trailing: [ItemGroup] = [],
    pinned: ItemGroup? = nil, additionalOverflow: [MenuElement] = []
  ) {
    self.style = style
    self.identifier = identifier
    self.title = title
    self.backAction = backAction
    self.forwardAction = forwardAction
    self.leading = leading
    self.center = center
    self.trailing = trailing
    self.pinned = pinned
    self.additionalOverflow = additionalOverflow
  }

  public var isCustomizable: Bool { identifier != nil && center.contains { !$0.isFixed } }

  /// Changes the group of this identifier wherever it is; returns whether there is one.
  @discardableResult
  public mutating func changeGroup(_ id: GroupID, _ change: (inout ItemGroup) -> Void) -> Bool {
    for place in [\HeaderItem.leading, \.center, \.trailing] {
      if let index = self[keyPath: place].firstIndex(where: { $0.id == id }) {
        change(&self[keyPath: place][index])
        return true
      }
    }
    guard pinned?.id == id else { return false }
    change(&pinned!)
    return true
  }
}
