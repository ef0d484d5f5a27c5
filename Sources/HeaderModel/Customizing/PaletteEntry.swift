/// Describes one thing in the palette: what can be put into the bar.
public struct PaletteEntry: Hashable, Sendable {
  public var id: GroupID
  /// The name under the thing; empty for spaces, which the display names.
  public var title: String
  /// `nil`: the title alone.
  public var icon: String?
  public var space: SpaceKind? { id.space }

  /// Describes a group of the bar or the palette.
  public init(_ group: ItemGroup) {
    id = group.id
    title = group.id.space == nil ? group.displayTitle : ""
    icon = group.paletteIcon
  }

  /// Describes a space.
  init(space: GroupID) {
    id = space
    title = ""
    icon = nil
  }
}
