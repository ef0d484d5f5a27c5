/// Says how much of a group is in the bar.
public enum Presence: Hashable, Sendable {
  case full
  case collapsed
  case inMenu
}

/// Holds a stretch of the bar in pixels from its leading edge.
public struct Span: Hashable, Sendable {
  public var start: Int
  public var width: Int

  public init(start: Int, width: Int) {
    self.start = start
    self.width = width
  }

  public var end: Int { start + width }
}

/// Says where one group is.
public struct PlacedGroup: Hashable, Sendable {
  public var id: GroupID
  public var presence: Presence
  /// `nil` when the group is in the menu.
  public var span: Span?
}

/// Says what a bar of one width shows and where: the solver's answer.
public struct Placement: Hashable, Sendable {
  public var isCompact: Bool
  /// `nil` when there is none, as for the other parts.
  public var back: Span?
  public var title: Span
  public var leading: [PlacedGroup]
  public var center: [PlacedGroup]
  public var trailing: [PlacedGroup]
  public var overflow: Span?
  public var pinned: Span?

  /// The groups that have left the bar, spaces not counted.
  public var inMenu: Set<GroupID> {
    Set((center + trailing).filter { $0.presence == .inMenu && $0.id.space == nil }.map(\.id))
  }

  /// Returns how much of a group is in the bar, `nil` for a group that is no part of it.
  public func presence(of id: GroupID) -> Presence? {
    (leading + center + trailing).first { $0.id == id }?.presence
  }

  /// The stretch from the end of the title to the first thing at the trailing edge: the centre region, empty bar included.
  public var centerRegion: Span {
    let start = title.end
    let end = trailing.compactMap(\.span?.start).min() ?? pinned?.start ?? overflow?.start ?? start
    return Span(start: start, width: max(0, end - start))
  }
}
