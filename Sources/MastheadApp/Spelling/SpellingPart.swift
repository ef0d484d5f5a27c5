// Owns: spelling as a part of a window: its switch, and what can be done about a misspelled word.

import Commands
import GLibKit
import GtkKit
import Spelling
import TextModel

/// Checks the spelling of a window's document and offers corrections.
final class SpellingPart: WindowPart, EditMenuContributor {
  let spelling: DocumentSpelling
  private let document: Document
  private let preferences: AppPreferences
  private let actions = SimpleActionGroup()
  private var suggestions: [String: [String]] = [:]
  private var languages: [String] = []
  private var fetching: Task<Void, Never>?
  /// What the menu that was opened last is about.
  private var target: (range: TextRange, word: String)?

  init(_ document: Document, editor: EditorPane, preferences: AppPreferences) {
    self.document = document
    self.preferences = preferences
    spelling = DocumentSpelling(document, editor.view, isOn: preferences[Preferences.checkSpelling])
    addActions()
    editor.text.insertActionGroup("spelling", actions)
    document.buffer.onSelectionChange { [weak self] in self?.fetchSoon() }
    Task { [weak self] in self?.languages = await Dictionaries.shared.checker.languages() }
  }

  var handlers: [String: CommandHandler] {
    [
      "check-spelling": .toggle(initial: preferences[Preferences.checkSpelling]) { [weak self] isOn in
        self?.preferences[Preferences.checkSpelling] = isOn
      }
    ]
  }

  /// Takes over what the person prefers.
  func preferencesChanged() {
    spelling.isOn = preferences[Preferences.checkSpelling]
    let language = preferences[Preferences.spellingLanguage]
    spelling.standardLanguage = language.isEmpty ? nil : language
  }

  private func addActions() {
    actions.addAction("correct", taking: String.self) { [weak self] in self?.correct($0) }
    actions.addAction("learn") { [weak self] in if let self, let target { spelling.accept(target.word, forGood: true) } }
    actions.addAction("ignore") { [weak self] in if let self, let target { spelling.accept(target.word, forGood: false) } }
    actions.addAction("language", taking: String.self) { [weak self] in self?.spelling.chosenLanguage = $0.isEmpty ? nil : $0 }
  }

  private func correct(_ word: String) {
    guard let target, target.range.upper <= document.buffer.text.end,
      document.buffer.text.string(in: target.range).contains(target.word.prefix(1))
    else { return }
    document.buffer.apply(
      EditPlan(replacing: target.range, with: word, selection: TextSelection(caret: target.range.lower + word.utf8.count)))
  }

  // MARK: Suggestions

  /// Asks for suggestions where the caret has come to rest on a misspelled word: the menu has them at hand then.
  private func fetchSoon() {
    guard let found = spelling.misspelling(at: document.buffer.selection.head), suggestions[found.word] == nil else { return }
    fetch(found.word) { _ in }
  }

  private func fetch(_ word: String, done: @escaping ([String]) -> Void) {
    guard let language = spelling.language else { return }
    Task { [weak self] in
      let found = await Dictionaries.shared.checker.suggestions(for: word, in: language)
      guard let self else { return }
      if suggestions.count > 500 { suggestions.removeAll() }
      suggestions[word] = found
      done(found)
    }
  }

  private func items(_ words: [String]) -> [MenuItem] {
    if words.isEmpty {
      var none = MenuItem(tr("No suggestions"))
      none.action = "spelling.none"
      return [none]
    }
    return words.map { MenuItem($0.withoutMnemonics, action: "spelling.correct", target: Variant($0)) }
  }

  /// The entries of the edit menu for a place: corrections of a misspelled word there, and the language of the text.
  func editMenuSections(at place: EditPlace) -> [MenuItem] {
    guard spelling.isOn else { return [] }
    target = spelling.misspelling(at: place.offset)
    guard let target else { return [] }
    var sections: [MenuItem] = []
    if let known = suggestions[target.word] {
      sections.append(.section(nil, items(known)))
    } else {
      // They come in a moment, before anybody has opened a submenu.
      let menu = Menu()
      var entry = MenuItem(tr("Suggestions"))
      entry.submenu = menu
      sections.append(.section(nil, [entry]))
      fetch(target.word) { [weak self] words in for item in self?.items(words) ?? [] { menu.append(item) } }
    }
    let choices =
      [MenuItem(tr("Automatic"), action: "spelling.language", target: Variant(""))]
      + languages.map { MenuItem(LanguageName.name($0), action: "spelling.language", target: Variant($0)) }
    sections.append(
      .section(
        nil,
        [
          MenuItem(tr("Add to Dictionary"), action: "spelling.learn"), MenuItem(tr("Ignore"), action: "spelling.ignore"),
          .submenu(tr("Language"), choices),
        ]))
    return sections
  }
}

extension String {
  /// The text for a menu, in which an underscore would mark a key.
  fileprivate var withoutMnemonics: String { split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__") }
}
