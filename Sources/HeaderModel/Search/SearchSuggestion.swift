/// One thing that a search offers (spec §7.2). All texts are ready for people.
public struct SearchSuggestion: Hashable, Sendable, Identifiable {
  /// Tells it from all others of the search, and stays while one goes on typing: the choice follows it.
  public let id: String
  public var title: String
  /// The parts of the title that fit, in Unicode scalars.
  public var highlights: [Range<Int>]
  /// A line under the title; `nil` for none.
  public var detail: String?
  /// The name of a symbolic icon; `nil` for none.
  public var icon: String?
  /// The keys of a command as GTK writes them; `nil` for none.
  public var accelerator: String?
  /// Whether it can be chosen now.
  public var isEnabled: Bool
  /// How well it fits: the best of all is the one that Return takes. Greater is better.
  public var score: Int

  public init(
    id: String, title: String, highlights: [Range<Int>] = [], detail: String? = nil, icon: String? = nil, accelerator: String? = nil,
    isEnabled: Bool = true, score: Int = 0
  ) {
    self.id = id
    self.title = title
    self.highlights = highlights
    self.detail = detail
    self.icon = icon
    self.accelerator = accelerator
    self.isEnabled = isEnabled
    self.score = score
  }
}

/// Suggestions of one kind under a heading.
public struct SuggestionSection: Hashable, Sendable, Identifiable {
  public let id: String
  public var title: String
  public var suggestions: [SearchSuggestion]

  public init(id: String, title: String, _ suggestions: [SearchSuggestion]) {
    self.id = id
    self.title = title
    self.suggestions = suggestions
  }
}
