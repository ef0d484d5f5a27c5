// Owns: the search of a window: what it offers for what is typed, and what choosing does. The bar's kit draws it and asks here.
// Rule: typing waits for a few milliseconds at most. What is found in that time is drawn together with the letter; a longer search of the
// document, and that of the folder, go on away from the main thread, and what they find comes in as it is found.

import Commands
import Documents
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel
import Searching
import TextModel

/// Answers the bar's search for a document's window.
final class DocumentSearching: SearchDelegate, WindowPart {
  private unowned let owner: DocumentWindow
  private lazy var commands = CommandIndex()
  /// The icons of the commands, ready to be drawn.
  private var icons: [String: GObjectRef] = [:]
  private var finder: PlaceFinder?
  private var running: Task<Void, Never>?
  private var places: [String: TextRange] = [:]
  private var documents: [String: (path: FilePath, place: DocumentPlace?)] = [:]
  /// Caret and scrolling from before the search, to be restored once somebody has looked around; nil outside a search.
  private var before: (selection: TextSelection, scroll: Double)?
  private var hasLookedAround = false

  /// How long the key itself waits for the document's part of the answer, in seconds: what is found by then is drawn in the key's own frame.
  private static let haste = 0.003
  /// How long the first answer waits for it else: less than a frame, so that most answers come in one piece.
  private static let patience = 0.008

  init(_ owner: DocumentWindow) { self.owner = owner }

  private var document: Document { owner.document }

  var handlers: [String: CommandHandler] { ["search": .run { [weak self] in self?.owner.header.search() }] }

  // MARK: What there is

  private enum Scope: String, CaseIterable { case document, folder, commands }

  var searchScopes: [SearchScope] {
    Scope.allCases.compactMap { scope in
      switch scope {
      case .document: SearchScope(id: scope.rawValue, title: tr("This Document"))
      case .folder: document.folder == nil ? nil : SearchScope(id: scope.rawValue, title: tr("Folder"))
      case .commands: SearchScope(id: scope.rawValue, title: tr("Commands"))
      }
    }
  }

  let searchTokens = DocumentSearch.Kind.allCases.map { SearchToken(id: $0.rawValue, title: $0.title) }

  // MARK: The course of a search

  func searchBegan() {
    before = (document.buffer.selection, owner.editor.widget.vertical.value)
    hasLookedAround = false
    // Headings and icons are read now, so that they are there at the first letter.
    _ = currentFinder()
    var missing = Set(commands.entries.map(\.icon) + DocumentSearch.Kind.allCases.map(\.icon)).subtracting(icons.keys)
    MainLoop.repeatWhenIdle { [weak self] in
      guard let self, let name = missing.popFirst() else { return false }
      self.icons[name] = Display.prepareIcon(name, for: self.owner.header.widget)
      return true
    }
  }

  private func currentFinder() -> PlaceFinder {
    let revision = document.buffer.snapshot.revision
    if let finder, finder.revision == revision { return finder }
    let made = PlaceFinder(document.tree, revision: revision)
    finder = made
    return made
  }

  func searchEnded(_ end: SearchEnd, _ request: SearchRequest) {
    running?.cancel()
    running = nil
    finder = nil
    if end != .left { restore() }
    before = nil
  }

  private func restore() {
    guard hasLookedAround, let before else { return }
    hasLookedAround = false
    document.buffer.selection = before.selection
    owner.editor.widget.vertical.value = before.scroll
  }

  func lookAt(_ suggestion: SearchSuggestion?) {
    guard owner.editor.widget.isMapped else { return }
    guard let suggestion, let range = places[suggestion.id] else { return restore() }
    hasLookedAround = true
    show(range)
  }

  private func show(_ range: TextRange) {
    guard range.upper <= document.buffer.text.end else { return }
    document.buffer.selection = TextSelection(anchor: range.lower, head: range.upper)
    owner.editor.view.scroll(to: range.lower, share: 0.3)
  }

  // MARK: Suggestions

  func suggest(for request: SearchRequest, _ show: @escaping ([SuggestionSection]) -> Void) {
    running?.cancel()
    places = [:]
    documents = [:]
    let scope = request.scope.flatMap { Scope(rawValue: $0) }
    let phrase = Phrase(request.text)
    let isNarrowed = !request.tokens.isEmpty
    let wantsCommands = !isNarrowed && (scope == .commands || scope == nil && !phrase.isEmpty)
    let around = wantsCommands ? commandSection(phrase, isAlone: scope == .commands) : []
    let recent = scope == nil && !isNarrowed ? recentSections(phrase) : []
    guard isNarrowed || !phrase.isEmpty, scope != .commands || isNarrowed else {
      running = nil
      return show(around + recent + (scope == nil && phrase.isEmpty ? [tokenSection()] : []))
    }
    if scope == .folder, !isNarrowed { return searchFolder(request, show) }
    let isAlone = scope == .document || isNarrowed
    let (headings, lines) = isAlone ? (40, 100) : (5, 5)
    let finder = currentFinder()
    if let places = finder.findAtOnce(request, headings: headings, lines: lines, within: Self.haste) {
      running = nil
      return show(sections(places) + around + recent)
    }
    var found: [SuggestionSection] = []
    let waiting = MainLoop.after(seconds: Self.patience) { show(found + around + recent) }
    running = Task { [weak self] in
      await finder.find(request, headings: headings, lines: lines) { places in
        guard let self, !Task.isCancelled else { return }
        found = self.sections(places)
        if !waiting.isPending { show(found + around + recent) }
      }
      if waiting.isPending, !Task.isCancelled { show(found + around + recent) }
      waiting.cancel()
    }
  }

  private func sections(_ found: FoundPlaces) -> [SuggestionSection] {
    found.sections.map { section in
      let suggestions = section.places.map { place in
        let id = "\(section.id):\(place.range.lower)"
        places[id] = place.range
        return SearchSuggestion(
          id: id, title: place.excerpt, highlights: place.highlights, detail: tr("Line %s").filled(Format.number(place.line + 1)),
          icon: section.icon, score: place.score)
      }
      return SuggestionSection(id: section.id, title: section.title, suggestions)
    }
  }

  private func commandSection(_ phrase: Phrase, isAlone: Bool) -> [SuggestionSection] {
    let found = commands.suggestions(phrase, limit: isAlone ? 200 : 7) { [owner] in owner.canRun($0) }
    return [SuggestionSection(id: "commands", title: tr("Commands"), found)]
  }

  private func recentSections(_ phrase: Phrase) -> [SuggestionSection] {
    let recent = owner.application.recent
    var files: [SearchSuggestion] = []
    for entry in recent.documents.entries where entry.path != document.path && files.count < 5 {
      guard let match = phrase.match(FoldedText(entry.path.name)) else { continue }
      let id = "recent:\(entry.path)"
      documents[id] = (entry.path, nil)
      files.append(
        SearchSuggestion(
          id: id, title: entry.path.name, highlights: match.ranges, detail: Format.path(entry.path.folder.description),
          icon: "document-open-recent-symbolic", score: match.score))
    }
    var texts: [SearchSuggestion] = []
    for text in recent.searches.texts where texts.count < 5 {
      guard let match = phrase.match(FoldedText(text)) else { continue }
      // Whoever types it again has it already.
      texts.append(
        SearchSuggestion(
          id: "search:" + text, title: text, highlights: match.ranges, icon: "edit-find-symbolic",
          score: phrase == Phrase(text) ? 0 : match.score / 2))
    }
    return [
      SuggestionSection(id: "recent-documents", title: tr("Recent Documents"), files),
      SuggestionSection(id: "recent-searches", title: tr("Recent Searches"), texts.filter { $0.score != 0 || phrase.isEmpty }),
    ]
  }

  private func tokenSection() -> SuggestionSection {
    SuggestionSection(
      id: "tokens", title: tr("Look Only For"),
      searchTokens.map { token in
        SearchSuggestion(
          id: "token:" + token.id, title: token.title, detail: tr("Or type %s").filled(token.id + ":"),
          icon: DocumentSearch.Kind(rawValue: token.id)?.icon, score: -1)
      })
  }

  // MARK: The folder

  private func searchFolder(_ request: SearchRequest, _ show: @escaping ([SuggestionSection]) -> Void) {
    guard let folder = document.folder else { return show([]) }
    var names: [SearchSuggestion] = []
    var texts: [SearchSuggestion] = []
    var isShown = false
    func tell() {
      isShown = true
      show([
        SuggestionSection(id: "folder-names", title: tr("Documents in the Folder"), names),
        SuggestionSection(id: "folder-texts", title: tr("In Their Texts"), texts),
      ])
    }
    running = Task { [weak self] in
      await FolderFinder(folder).find(request.text) { found in
        guard let self, !Task.isCancelled else { return false }
        if let name = found.name {
          let id = "file:\(found.path)"
          self.documents[id] = (found.path, nil)
          names.append(
            SearchSuggestion(
              id: id, title: found.path.name, highlights: name.ranges, detail: found.place.isEmpty ? nil : found.place,
              icon: "text-x-generic-symbolic", score: name.score))
        }
        for place in found.places {
          let id = "file:\(found.path):\(place.range.lower)"
          self.documents[id] = (found.path, place)
          texts.append(
            SearchSuggestion(
              id: id, title: place.excerpt, highlights: place.highlights,
              detail: tr("%s, line %s").filled(found.place + found.path.name, Format.number(place.line + 1)), icon: "edit-find-symbolic",
              score: place.score))
        }
        tell()
        return names.count + texts.count < 120
      }
      if !isShown, !Task.isCancelled { tell() }
    }
  }

  // MARK: Choosing

  func request(following suggestion: SearchSuggestion, in request: SearchRequest) -> SearchRequest? {
    if suggestion.id.hasPrefix("search:") {
      return SearchRequest(text: String(suggestion.id.dropFirst("search:".count)), scope: request.scope)
    }
    guard suggestion.id.hasPrefix("token:"), let token = searchTokens.first(where: { "token:" + $0.id == suggestion.id }) else {
      return nil
    }
    return SearchRequest(text: request.text, scope: request.scope, tokens: request.tokens + [token])
  }

  func choose(_ suggestion: SearchSuggestion, in request: SearchRequest) {
    if let entry = commands.entry(suggestion.id) {
      run(entry)
    } else if let range = places[suggestion.id] {
      owner.application.recent.note(search: request.text)
      owner.showSource(range.lower)
      show(range)
    } else if let (path, place) = documents[suggestion.id] {
      owner.application.recent.note(search: request.text)
      owner.application.open(path, at: place, from: owner)
    }
  }

  /// Runs a command as its key would, with the focus where it needs it.
  private func run(_ entry: CommandIndex.Entry) {
    if entry.command.needs.contains(.textFocus) { owner.editor.grabFocus() }
    MainLoop.next { [weak owner] in
      let action = BarAction(entry.command, entry.parameter)
      owner?.header.widget.activateAction(action.name, action.target?.variant)
    }
  }
}
