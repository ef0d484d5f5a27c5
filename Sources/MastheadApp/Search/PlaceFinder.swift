// Owns: the search in the document's own text, away from the main thread, on the version that it had when the search began.

import GLibKit
import HeaderModel
import Markdown
import Searching
import TextModel

/// What was found in a document so far, in sections.
struct FoundPlaces: Sendable {
  /// What was found of one kind.
  struct Section: Sendable {
    let id: String
    let title: String
    let icon: String
    let places: [DocumentPlace]
  }

  var sections: [Section] = []
}

/// Looks for places in one version of a document.
final class PlaceFinder {
  let revision: Int
  private let preparation: Task<DocumentSearch, Never>
  /// The prepared search; nil until it is.
  private var search: DocumentSearch?

  /// Takes a version and begins to prepare for searches in it. O(1) here; the rest is done elsewhere.
  init(_ tree: MarkdownDocument, revision: Int) {
    self.revision = revision
    let preparation = Task.detached(priority: .userInitiated) { DocumentSearch(tree) }
    self.preparation = preparation
    Task { [weak self] in self?.search = await preparation.value }
  }

  /// How many headings are gone through on the main thread.
  private static let mostHeadingsAtOnce = 2_000

  /// Finds all that a request asks for, here and now; nil when it has not come to an end after some seconds, or would not.
  func findAtOnce(_ request: SearchRequest, headings: Int, lines: Int, within seconds: Double) -> FoundPlaces? {
    guard let search, search.headings.count <= Self.mostHeadingsAtOnce else { return nil }
    let end = MainLoop.now + seconds
    var isLate = false
    var found = FoundPlaces()
    for step in Self.steps(request) where !isLate {
      let places = Self.look(for: step, in: search, request, headings, lines, listed: found.lines) {
        isLate = isLate || MainLoop.now > end
        return isLate
      }
      found.append(step, places)
    }
    return isLate ? nil : found
  }

  /// Finds what a request asks for; `report` hears of it in steps, headings first, and with everything so far each time.
  func find(_ request: SearchRequest, headings: Int, lines: Int, _ report: (FoundPlaces) -> Void) async {
    let search = await preparation.value
    var found = FoundPlaces()
    for step in Self.steps(request) {
      let places = await Self.lookElsewhere(for: step, in: search, request, headings, lines, listed: found.lines)
      guard !Task.isCancelled else { return }
      found.append(step, places)
      report(found)
    }
  }

  // MARK: Steps

  fileprivate enum Step: Sendable {
    /// Headings, then the lines that hold the words.
    case headings, text
    /// What a token narrows the search to.
    case kind(DocumentSearch.Kind)
  }

  private static func steps(_ request: SearchRequest) -> [Step] {
    let kinds = Set(request.tokens.compactMap { DocumentSearch.Kind(rawValue: $0.id) })
    return kinds.isEmpty ? [.headings, .text] : DocumentSearch.Kind.allCases.filter(kinds.contains).map { .kind($0) }
  }

  /// `listed` holds the lines of what was found already.
  @concurrent private nonisolated static func lookElsewhere(
    for step: Step, in search: DocumentSearch, _ request: SearchRequest, _ headings: Int, _ lines: Int, listed: Set<Int>
  ) async -> [DocumentPlace] {
    look(for: step, in: search, request, headings, lines, listed: listed) { Task.isCancelled }
  }

  private nonisolated static func look(
    for step: Step, in search: DocumentSearch, _ request: SearchRequest, _ headings: Int, _ lines: Int, listed: Set<Int>,
    isCancelled: () -> Bool
  ) -> [DocumentPlace] {
    switch step {
    case .headings: return search.headings(Phrase(request.text), limit: headings)
    case .kind(.heading): return search.headings(Phrase(request.text), limit: lines)
    case .kind(let kind): return search.things([kind], Phrase(request.text), limit: lines, isCancelled: isCancelled)
    case .text:
      // A heading that is listed need not come a second time as a line.
      let places = search.text(request.text, limit: lines + listed.count, isCancelled: isCancelled).filter { !listed.contains($0.line) }
      return Array(places.prefix(lines))
    }
  }
}

extension FoundPlaces {
  fileprivate var lines: Set<Int> { Set(sections.flatMap(\.places).map(\.line)) }

  fileprivate mutating func append(_ step: PlaceFinder.Step, _ places: [DocumentPlace]) {
    switch step {
    case .headings: append(.kind(.heading), places)
    case .kind(let kind): sections.append(Section(id: kind.rawValue, title: kind.title, icon: kind.icon, places: places))
    case .text: sections.append(Section(id: "text", title: tr("In the Text"), icon: "edit-find-symbolic", places: places))
    }
  }
}

extension DocumentSearch.Kind {
  /// What a section and a pill of this kind are called.
  var title: String {
    switch self {
    case .heading: tr("Headings")
    case .link: tr("Links")
    case .task: tr("Tasks")
    case .code: C_("search", "Code")
    }
  }

  var icon: String {
    switch self {
    case .heading: "masthead-heading-symbolic"
    case .link: "insert-link-symbolic"
    case .task: "masthead-task-list-symbolic"
    case .code: "masthead-code-symbolic"
    }
  }
}
