/// Describes one thing in the palette: what can be put into the bar.
public struct PaletteEntry: Hashable, Sendable {
  public var id: GroupID
  /// The name under the thing; empty for spaces, which the display names.
  public var title: String
  /// `nil`: the title alone.
  public var icon: String?
  public var space: SpaceKind? { id.space }
}
