// Owns: the search in the document's own text, away from the main thread, on the version that it had when the search began.

import GLibKit
import HeaderModel
import Markdown
import Searching
import TextModel

/// What was found in a document so far, in sections.
struct FoundPlaces: Sendable {
  var sections: [(id: String, title: String, icon: String, places: [DocumentPlace])] = []
}

/// Looks for places in one version of a document.
final class PlaceFinder {
  let revision: Int
  private let search: Task<DocumentSearch, Never>

  /// Takes a version and begins to prepare for searches in it. O(1) here; the rest is done elsewhere.
  init(_ tree: MarkdownDocument, revision: Int) {
    self.revision = revision
    search = Task.detached(priority: .userInitiated) { DocumentSearch(tree) }
  }

  /// Finds what a request asks for; `report` hears of it in steps, headings first, and with everything so far each time.
  func find(_ request: SearchRequest, headings: Int, lines: Int, _ report: (FoundPlaces) -> Void) async {
    let search = await search.value
    var found = FoundPlaces()
    let kinds = Set(request.tokens.compactMap { DocumentSearch.Kind(rawValue: $0.id) })
    if !kinds.isEmpty {
      for kind in DocumentSearch.Kind.allCases where kinds.contains(kind) {
        let places =
          kind == .heading
          ? await Self.headings(search, request.text, limit: lines) : await Self.things(search, kind, request.text, limit: lines)
        guard !Task.isCancelled else { return }
        found.sections.append((kind.rawValue, kind.title, kind.icon, places))
        report(found)
      }
      return
    }
    let titles = await Self.headings(search, request.text, limit: headings)
    guard !Task.isCancelled else { return }
    found.sections.append(
      (DocumentSearch.Kind.heading.rawValue, DocumentSearch.Kind.heading.title, DocumentSearch.Kind.heading.icon, titles))
    report(found)
    // A heading that is listed need not come a second time as a line.
    let listed = Set(titles.map(\.line))
    let texts = await Self.text(search, request.text, limit: lines + titles.count).filter { !listed.contains($0.line) }.prefix(lines)
    guard !Task.isCancelled else { return }
    found.sections.append(("text", tr("In the Text"), "edit-find-symbolic", Array(texts)))
    report(found)
  }

  @concurrent private nonisolated static func headings(_ search: DocumentSearch, _ text: String, limit: Int) async -> [DocumentPlace] {
    search.headings(Phrase(text), limit: limit)
  }

  @concurrent private nonisolated static func things(
    _ search: DocumentSearch, _ kind: DocumentSearch.Kind, _ text: String, limit: Int
  ) async -> [DocumentPlace] {
    search.things([kind], Phrase(text), limit: limit) { Task.isCancelled }
  }

  @concurrent private nonisolated static func text(_ search: DocumentSearch, _ text: String, limit: Int) async -> [DocumentPlace] {
    search.text(text, limit: limit) { Task.isCancelled }
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
