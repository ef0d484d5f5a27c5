import HeaderKit
import HeaderModel

/// Finds fruit: what the bar's search asks for, without any document.
final class GallerySearch: SearchDelegate {
  private unowned let page: HeaderPage
  private let fruit = ["Apple", "Apricot", "Banana", "Blackberry", "Cherry", "Damson", "Elderberry", "Fig", "Grape", "Pear", "Plum"]

  init(_ page: HeaderPage) { self.page = page }

  let searchScopes = [SearchScope(id: "short", title: "Short Names"), SearchScope(id: "long", title: "Long Names")]
  let searchTokens = [SearchToken(id: "berry", title: "Berries")]

  func searchBegan() {}
  func searchEnded(_ end: SearchEnd, _ request: SearchRequest) {}
  func lookAt(_ suggestion: SearchSuggestion?) { page.item.title.place = suggestion?.title }

  func suggest(for request: SearchRequest, _ show: @escaping ([SuggestionSection]) -> Void) {
    let found = fruit.filter { name in
      (request.text.isEmpty || name.lowercased().contains(request.text.lowercased())) && (request.tokens.isEmpty || name.hasSuffix("berry"))
        && (request.scope == nil || (name.count < 6) == (request.scope == "short"))
    }
    let suggestions = found.map { SearchSuggestion(id: $0, title: $0, detail: "A fruit", icon: "emblem-favorite-symbolic") }
    show([SuggestionSection(id: "fruit", title: "Fruit", suggestions)])
  }

  func request(following suggestion: SearchSuggestion, in request: SearchRequest) -> SearchRequest? { nil }
  func choose(_ suggestion: SearchSuggestion, in request: SearchRequest) { page.item.title.place = suggestion.title }
}
