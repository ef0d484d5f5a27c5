import TextModel

/// What an edit did to the tree.
public struct MarkdownChanges: Sendable {
  /// What else than blocks an edit may have changed, for those who keep something made from the whole document.
  public struct Aspects: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Headings came, went, moved past others or changed their text: the outline is to be made anew.
    public static let headings = Aspects(rawValue: 1)
    /// Link reference or footnote definitions changed.
    public static let definitions = Aspects(rawValue: 2)
    /// Footnotes or their references changed: numbers may differ.
    public static let footnotes = Aspects(rawValue: 4)
    public static let frontMatter = Aspects(rawValue: 8)
    /// A list became tight or loose.
    public static let spacing = Aspects(rawValue: 16)
  }

  /// The part of the old text whose blocks were parsed again.
  public internal(set) var oldRange: TextRange
  /// The same part of the new text.
  public internal(set) var newRange: TextRange
  /// The blocks that are gone or are no longer what they were, in document order.
  public internal(set) var removed: [BlockID] = []
  /// The blocks that are new, in document order.
  public internal(set) var inserted: [BlockID] = []
  /// Ranges of the new text outside `newRange` with inlines that changed because a definition did.
  public internal(set) var redefined: [TextRange] = []
  public internal(set) var aspects: Aspects = []
}
