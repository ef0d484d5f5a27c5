import TextModel

/// Tells that the parser met one of its bounds, so that something does not mean what it could.
public struct MarkdownDiagnostic: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    /// A table of more than `MarkdownBounds.tableColumns` columns was left as a paragraph.
    case tooManyColumns
    /// Blocks nested deeper than `MarkdownBounds.depth` were left as text.
    case tooDeep
    /// The sum of expanded references passed `MarkdownBounds.expansion`; the rest was written without address.
    case tooMuchExpansion
  }

  public let kind: Kind
  /// Where the bound was met.
  public let offset: TextOffset
}

/// The bounds that keep time and memory linear.
public enum MarkdownBounds {
  /// The columns of a table.
  public static let tableColumns = 128
  /// Blocks within blocks: a quote counts one, an item of a list two.
  public static let depth = 200_000
  /// Bytes that references may expand to in rendered output, at least; ten times the source when that is more.
  public static let expansion = 1 << 20
}
