/// Says what the head of the title's popover shows of a document (spec §5.3). All texts are ready for people.
public struct DocumentProperties: Hashable, Sendable {
  public var name: String
  /// The name of a symbolic icon.
  public var icon: String
  /// Lines under the name: kind, size and place; words and reading time.
  public var lines: [String]

  public init(name: String, icon: String, lines: [String]) {
    self.name = name
    self.icon = icon
    self.lines = lines
  }
}
