/// The suggestions on show and which of them is chosen.
///
/// Until somebody moves the choice it is on what fits best; once moved, it stays on its suggestion as long as that is there, whatever comes
/// in around it.
public struct SuggestionList: Hashable, Sendable {
  /// The sections with something in them, in their order.
  public private(set) var sections: [SuggestionSection] = []
  /// The identifier of the chosen suggestion; `nil` when there is none to choose.
  public private(set) var chosenID: String?
  /// Whether the choice was moved since the request changed.
  public private(set) var isMoved = false

  public init() {}

  /// All suggestions in order.
  public var suggestions: [SearchSuggestion] { sections.flatMap(\.suggestions) }

  /// The chosen suggestion.
  public var chosen: SearchSuggestion? { chosenID.flatMap { id in suggestions.first { $0.id == id } } }

  /// The place of the chosen suggestion among those that can be chosen, from 0, and how many there are.
  public var place: (index: Int, count: Int)? {
    let enabled = suggestions.filter(\.isEnabled)
    guard let index = enabled.firstIndex(where: { $0.id == chosenID }) else { return nil }
    return (index, enabled.count)
  }

  /// Shows other suggestions. `isNewRequest`: they answer another request, so the choice goes back to what fits best.
  public mutating func show(_ sections: [SuggestionSection], isNewRequest: Bool) {
    var seen: Set<String> = []
    // One thing found twice, as a command under two names, is shown once.
    self.sections = sections.compactMap { section in
      var section = section
      section.suggestions = section.suggestions.filter { seen.insert($0.id).inserted }
      return section.suggestions.isEmpty ? nil : section
    }
    if isNewRequest { isMoved = false }
    let enabled = suggestions.filter(\.isEnabled)
    if isMoved, enabled.contains(where: { $0.id == chosenID }) { return }
    isMoved = false
    chosenID = enabled.reduce(nil as SearchSuggestion?) { best, next in best.map { $0.score >= next.score } == true ? best : next }?.id
  }

  /// Moves the choice by a number of suggestions that can be chosen; from the last it goes to the first, and back.
  public mutating func move(by steps: Int) {
    let enabled = suggestions.filter(\.isEnabled)
    guard !enabled.isEmpty else { return }
    isMoved = true
    guard let index = enabled.firstIndex(where: { $0.id == chosenID }) else {
      chosenID = (steps > 0 ? enabled.first : enabled.last)?.id
      return
    }
    chosenID = enabled[((index + steps) % enabled.count + enabled.count) % enabled.count].id
  }

  /// Moves the choice by some suggestions and stops at the ends.
  public mutating func page(by steps: Int) {
    let enabled = suggestions.filter(\.isEnabled)
    guard !enabled.isEmpty else { return }
    isMoved = true
    let index = enabled.firstIndex { $0.id == chosenID } ?? 0
    chosenID = enabled[min(enabled.count - 1, max(0, index + steps))].id
  }

  /// Chooses one by its identifier; does nothing when it is not there or cannot be chosen.
  public mutating func choose(_ id: String) {
    guard suggestions.contains(where: { $0.id == id && $0.isEnabled }) else { return }
    chosenID = id
    isMoved = true
  }
}
