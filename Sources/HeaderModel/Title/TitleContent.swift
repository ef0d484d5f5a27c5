/// Says what the title shows: of a document, of a folder, of a page.
public struct TitleContent: Hashable, Sendable {
  public var name: String
  /// What tells this document from another open one of the same name: the nearest folder that differs. `nil` when not needed.
  public var place: String?
  public var isModified: Bool
  /// The full path as people write it; `nil` for none.
  public var tooltip: String?
  /// The name of a small symbolic icon before the name; `nil` for none.
  public var icon: String?
  /// Whether the title opens a popover, and so is a button with a chevron.
  public var hasMenu: Bool
  /// Whether the title is a document's, for assistive technology; a folder's is not.
  public var isDocument: Bool

  public init(
    name: String, place: String? = nil, isModified: Bool = false, tooltip: String? = nil, icon: String? = nil, hasMenu: Bool = false,
    isDocument: Bool = true
  ) {
    self.name = name
    self.place = place
    self.isModified = isModified
    self.tooltip = tooltip
    self.icon = icon
    self.hasMenu = hasMenu
    self.isDocument = isDocument
  }
}
