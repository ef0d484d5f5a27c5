// Owns: which words in sight are misspelled, in which language, and their marks.
// Rule: no dictionary is asked on the main thread. What is known is shown at once; words that nobody has asked for yet are looked up aside,
// and the marks come when the answer does. A word that is being typed is left alone.

import Commands
import GLibKit
import GtkKit
import Markdown
import MarkdownEditing
import Spelling
import TextModel

/// Checks the spelling of a document.
@MainActor
final class DocumentSpelling {
  private let document: Document
  private let view: SourceView
  private let dictionaries: Dictionaries
  private lazy var marks = VisibleMarks(view, name: "misspelling") { [weak self] range in self?.misspellings(in: range) ?? [] }

  /// The words of a block, from its start; a block that keeps its identity keeps its bytes.
  private struct Block {
    let words: [ProseWord]
    let start: TextOffset
  }
  private var blocks: [BlockID: Block] = [:]
  private var waiting: Set<String> = []
  private var looking: Task<Void, Never>?
  /// The word that is being typed touches this place.
  private var typing: TextOffset?
  private var guessed: (language: String?, words: Int)?
  private var guessing: Task<Void, Never>?
  private var isGuessWanted = false
  private var soon: ScheduledCall?
  private static let mostBlocks = 2_000
  /// Of a longer block only what is in sight is read: it may be the whole document.
  private static let longestKept = 16 << 10

  /// Whether misspelled words are marked.
  var isOn: Bool { didSet { if isOn != oldValue { settingsChanged() } } }
  /// The language that the person chose for the document; nil is the one that it seems to be written in.
  var chosenLanguage: String? { didSet { if chosenLanguage != oldValue { settingsChanged() } } }
  /// The language of all documents, when the person has set one; nil to guess.
  var standardLanguage: String? { didSet { if standardLanguage != oldValue { settingsChanged() } } }

  /// The language in which the text is checked; nil while none is known, or none fits.
  var language: String? { chosenLanguage ?? standardLanguage ?? guessed?.language }

  init(_ document: Document, _ view: SourceView, isOn: Bool, dictionaries: Dictionaries = .shared) {
    self.document = document
    self.view = view
    self.isOn = isOn
    self.dictionaries = dictionaries
    marks.look = HighlightTheme.Look(isMisspelled: true)
    document.onTreeChange { [weak self] _ in self?.treeChanged() }
    document.onTextChange { [weak self] change, _ in self?.textChanged(change) }
    document.onLoad { [weak self] in self?.loaded() }
    document.buffer.onSelectionChange { [weak self] in self?.caretMoved() }
    dictionaries.onChange(self) { [weak self] in self?.marks.invalidate() }
    if isOn { guessSoon() }
  }

  isolated deinit {
    dictionaries.forget(self)
    soon?.cancel()
  }

  // MARK: What is marked

  /// The misspelled words that touch a part of the text, as far as they are known.
  func misspellings(in range: TextRange) -> [TextRange] {
    guard isOn, !document.isLoading, let language else { return [] }
    var found: [TextRange] = []
    for leaf in document.tree.leafBlocks(in: range) where leaf.kind.holdsInlines {
      let block = words(of: leaf, in: range)
      let shift = leaf.range.lower - block.start
      for word in block.words {
        let place = word.range.shifted(by: shift)
        guard place.upper >= range.lower, place.lower <= range.upper else { continue }
        // Not asked for with each of its letters: what is no word takes a dictionary a long time.
        guard !isBeingTyped(place) else { continue }
        switch dictionaries.verdict(word.text, in: language) {
        case .some(true): break
        case .some(false): found.append(place)
        case .none: waiting.insert(word.text)
        }
      }
    }
    if !waiting.isEmpty { lookUp() }
    return found
  }

  private func words(of leaf: MarkdownNode, in range: TextRange) -> Block {
    guard leaf.range.count <= Self.longestKept, let id = leaf.id else {
      return Block(words: leaf.proseWords(in: range), start: leaf.range.lower)
    }
    if let known = blocks[id] { return known }
    if blocks.count > Self.mostBlocks { blocks.removeAll() }
    let block = Block(words: leaf.proseWords, start: leaf.range.lower)
    blocks[id] = block
    return block
  }

  private func lookUp() {
    guard looking == nil, let language else { return }
    looking = Task { [weak self] in
      while let self, !self.waiting.isEmpty, self.language == language {
        let words = Array(self.waiting)
        self.waiting = []
        guard await self.dictionaries.look(up: words, in: language) else { break }
        self.marks.invalidate()
      }
      self?.looking = nil
    }
  }

  // MARK: Following

  private func textChanged(_ change: SourceBuffer.Change) {
    let edit = change.edit
    // A letter or two where the caret is: somebody is typing.
    typing = change.cause == .edit && edit.newCount <= 4 && edit.range.count <= 4 ? edit.newRange.upper : nil
  }

  private func isBeingTyped(_ word: TextRange) -> Bool { typing.map { word.lower <= $0 && $0 <= word.upper } ?? false }

  private func caretMoved() {
    guard let place = typing, document.buffer.selection != TextSelection(caret: place) else { return }
    typing = nil
    marks.invalidate()
  }

  private func treeChanged() {
    guard isOn else { return }
    marks.invalidate()
    // The language of a few words says little: it is asked again as the text grows.
    if let guessed, guessed.words < 200, document.buffer.text.count > guessed.words * 14 + 40 { guess() }
  }

  private func loaded() {
    blocks.removeAll()
    guessed = nil
    settingsChanged()
  }

  private func settingsChanged() {
    marks.invalidate()
    if isOn, guessed == nil { guessSoon() }
  }

  // MARK: The language

  /// Guesses once the text is on the screen: to open a dictionary keeps a processor busy for as long as a window takes to appear.
  private func guessSoon() {
    guard soon?.isPending != true else { return }
    soon = MainLoop.whenIdle { [weak self] in
      guard let self, self.isOn, !self.document.isLoading else { return }
      self.guess()
    }
  }

  /// Finds out in which language the text is written, from what its front matter says or from words throughout it.
  private func guess() {
    isGuessWanted = true
    guard guessing == nil else { return }
    let preferred = Dictionaries.preferredLanguages
    guessing = Task { [weak self, dictionaries, document] in
      while self?.isGuessWanted == true {
        self?.isGuessWanted = false
        let tree = await document.settledTree()
        let (declared, words) = await Task.detached(priority: .utility) { (tree.declaredLanguage, tree.sampleOfWords) }.value
        let language: String?
        if let declared {
          language = LanguageTag.match(declared, among: await dictionaries.checker.languages())
        } else {
          language = await dictionaries.checker.language(of: words, preferred: preferred)
        }
        self?.guessed = (language, words.count)
        self?.marks.invalidate()
      }
      self?.guessing = nil
    }
  }

  // MARK: For the menu

  /// The misspelled word at a place; nil when there is none.
  func misspelling(at offset: TextOffset) -> (range: TextRange, word: String)? {
    guard isOn, let language, let leaf = document.tree.leafBlock(at: offset), leaf.kind.holdsInlines else { return nil }
    let word = leaf.proseWords(in: TextRange(at: offset)).first
    guard let word, dictionaries.verdict(word.text, in: language) == false else { return nil }
    return (word.range, word.text)
  }

  /// Takes a word for right from now on.
  func accept(_ word: String, forGood: Bool) {
    if let language { dictionaries.accept(word, in: language, forGood: forGood) }
  }
}

extension MarkdownDocument {
  /// The language that the front matter names (`lang: de`); nil when it names none.
  nonisolated var declaredLanguage: String? {
    guard let first = root.firstChild, first.kind == .frontMatter else { return nil }
    for line in text.string(in: first.range).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, ["lang", "language", "locale"].contains(parts[0].lowercased()) else { continue }
      let value = parts[1].filter { !" \t\"'".contains($0) }
      return value.isEmpty ? nil : value
    }
    return nil
  }

  /// Some hundreds of words from all over the text.
  nonisolated var sampleOfWords: [String] {
    var words: [String] = []
    // Thirty places are enough for any text.
    let step = max(text.count / 30, 2_000)
    var place = 0
    while place < text.count, words.count < 600 {
      let range = TextRange(place..<min(place + 2_000, text.count))
      for leaf in leafBlocks(in: range) where leaf.kind.holdsInlines { words += leaf.proseWords(in: range).lazy.map(\.text).prefix(60) }
      place += step
    }
    return words
  }
}
