import HeaderModel

/// How a search comes to its end.
public enum SearchEnd: Sendable {
  /// A suggestion was chosen; what it does follows.
  case chosen
  /// It was taken back by Escape: everything should be as it was before.
  case cancelled
  /// The focus has gone elsewhere by itself.
  case left
}

/// Supplies what a search offers and does what is chosen (spec §7). The kit knows neither documents nor commands.
public protocol SearchDelegate: AnyObject {
  /// What the search can be narrowed to; shown from the first letter on.
  var searchScopes: [SearchScope] { get }

  /// What becomes a pill when it is typed with a colon.
  var searchTokens: [SearchToken] { get }

  /// Is told that a search begins: remember what to restore.
  func searchBegan()

  /// Supplies suggestions for a request, for the empty one too. What is there at once is shown at once; `show` may be called again, with
  /// all sections each time, as more is found. Calls for an older request are ignored. Long work belongs off the main thread.
  func suggest(for request: SearchRequest, _ show: @escaping ([SuggestionSection]) -> Void)

  /// Lets a person look at a suggestion that the choice was moved to by keys; `nil`: at none.
  func lookAt(_ suggestion: SearchSuggestion?)

  /// Returns the request that choosing a suggestion makes, for suggestions that go on with the search; `nil` for those that end it.
  func request(following suggestion: SearchSuggestion, in request: SearchRequest) -> SearchRequest?

  /// Is told that the search is over, before `choose`.
  func searchEnded(_ end: SearchEnd, _ request: SearchRequest)

  /// Does what a suggestion says.
  func choose(_ suggestion: SearchSuggestion, in request: SearchRequest)
}
