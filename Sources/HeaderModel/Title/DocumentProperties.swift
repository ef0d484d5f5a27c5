/// Says what the head of the title's popover shows of a document (spec §5.3). All texts are ready for people.
public struct DocumentProperties: Hashable, Sendable {
  public var name: String
  /// The name of a symbolic icon.
  public var icon: String
  /// Lines under the name: kind, size and place; times; words and reading time.
  public var lines: [String]
  /// What the button at the head does; `nil`: there is none.
  public var button: HeadButton?

  /// The button beside the name.
  public enum HeadButton: Hashable, Sendable {
    /// Runs an action and closes the popover, as saving a document that has no file.
    case run(MenuEntry)
    /// Turns the popover to the page of a submenu of its menu, named by the submenu's title.
    case turn(to: String, icon: String)
  }

  public init(name: String, icon: String, lines: [String], button: HeadButton? = nil) {
    self.name = name
    self.icon = icon
    self.lines = lines
    self.button = button
  }
}
