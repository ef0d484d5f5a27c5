// Owns: one document: its text, the tree of it, the file that it stands on.
// Rule: the buffer is the authority for the text; the tree follows it edit by edit. Only a save that returned without an error makes the
// document unmodified.

import Documents
import GLibKit
import GtkKit
import Markdown
import TextModel

/// One document that is open in a window.
final class Document {
  /// Where the document is, or will be.
  enum Place: Equatable {
    /// It has never been saved; the number tells untitled documents apart.
    case untitled(Int)
    /// It stands on a file, or will be created there.
    case path(FilePath)
  }

  let buffer = SourceBuffer()
  private(set) var place: Place
  /// The file that the text stands on; nil while there is none on disk.
  private(set) var file: DocumentFile?
  /// Whether there is no file at the document's path yet: saving creates it.
  private(set) var isMissing = false
  /// Why the text can only be read; nil when it can be edited.
  private(set) var readOnlyReason: LoadedDocument.Reason?
  /// The legacy encodings that may fit a file that did not decode.
  private(set) var likelyEncodings: [FileEncoding] = []
  /// Figures of the text as it was loaded; they decide what is switched off for its sake.
  private(set) var traits: TextTraits?
  /// The structure of the text; follows every edit before anyone else hears of it. What an edit reaches far away is still as it was for
  /// a moment: see `isTreeSettled`.
  var tree: MarkdownDocument { parsing.tree }
  /// Whether the structure is that of the text to the last block.
  var isTreeSettled: Bool { parsing.isSettled }
  private let parsing = DocumentParsing()
  /// Whether a save, or something else that changes the file, is under way.
  private(set) var isSaving = false { didSet { progress.tell() } }
  /// Whether a text is on its way into the buffer; the tree does not follow the pieces.
  private(set) var isLoading = false { didSet { progress.tell() } }
  /// Something that takes its time has begun or ended.
  private let progress = Occasion()
  private var isTextComplete = false
  private var isTreeComplete = false

  private var textHandlers: [(SourceBuffer.Change, MarkdownChanges) -> Void] = []
  private var treeHandlers: [(MarkdownChanges) -> Void] = []
  private var loadHandlers: [() -> Void] = []
  private var stateHandlers: [() -> Void] = []
  private static var untitledCount = 0

  /// The folder in which an untitled document is saved first; nil for the person's usual one.
  var firstFolder: FilePath?

  /// The name under which unsaved text is kept.
  let draftID: Draft.ID
  /// Keeps unsaved text on disk.
  private(set) lazy var draft = DocumentDraft(self, id: draftID) { [weak self] trouble in
    Task { @MainActor in self?.draftTrouble = trouble }
  }
  /// Why unsaved text cannot be kept on disk just now; nil when it can.
  private(set) var draftTrouble: SystemError? { didSet { tellState() } }

  /// Makes an untitled document.
  convenience init() { self.init(draft: Draft.ID()) }

  /// Makes an untitled document with a draft from an earlier run.
  convenience init(draft: Draft.ID) {
    Self.untitledCount += 1
    self.init(place: .untitled(Self.untitledCount), draft: draft)
  }

  /// Makes an empty document that will be loaded from a path, or created there.
  convenience init(path: FilePath, draft: Draft.ID = Draft.ID()) { self.init(place: .path(path.absolute()), draft: draft) }

  private init(place: Place, draft: Draft.ID) {
    self.place = place
    draftID = draft
    parsing.onSettle = { [weak self] changes in self?.treeChanged(changes) }
    buffer.onChange { [weak self] change in self?.follow(change) }
    buffer.onModifiedChange { [weak self] in self?.tellState() }
    _ = self.draft
  }

  // MARK: What people see

  /// The name in the title.
  var name: String {
    switch place {
    case .untitled(1): tr("Untitled")
    case .untitled(let number): tr("Untitled %s").filled(Format.number(number))
    case .path(let path): path.name
    }
  }

  /// The path, or nil for an untitled document.
  var path: FilePath? {
    if case .path(let path) = place { path } else { nil }
  }

  /// The folder in which the document is, or nil for an untitled one.
  var folder: FilePath? { path?.folder }

  /// Whether a path leads to the document, as it is known or by the links in it.
  func stands(on path: FilePath) -> Bool { self.path == path || file?.target == path }

  var isModified: Bool { buffer.isModified }

  /// Whether nobody would miss the document: it is untitled and empty.
  var isPristine: Bool { path == nil && buffer.text.isEmpty }

  // MARK: Hearing of changes

  /// Runs a handler after each change of the text, when the tree has followed; it gets the blocks that changed. It must not scroll or
  /// resize the editor.
  func onTextChange(_ handler: @escaping (SourceBuffer.Change, MarkdownChanges) -> Void) { textHandlers.append(handler) }

  /// Runs a handler when the tree is another one: after each change of the text, and when what an edit reached has been parsed. For those
  /// who show something made from the tree.
  func onTreeChange(_ handler: @escaping (MarkdownChanges) -> Void) { treeHandlers.append(handler) }

  /// Runs a handler when another text was loaded and the tree was made anew.
  func onLoad(_ handler: @escaping () -> Void) { loadHandlers.append(handler) }

  /// Runs a handler when the name, the place, the access or whether it is modified has changed.
  func onStateChange(_ handler: @escaping () -> Void) { stateHandlers.append(handler) }

  private func tellState() { for handler in stateHandlers { handler() } }

  // MARK: Text and tree

  private func follow(_ change: SourceBuffer.Change) {
    guard !isLoading else { return }
    let edit = change.edit
    let changes = parsing.edit(to: change.after.text, replacing: edit.range, count: edit.newCount)
    for handler in textHandlers { handler(change, changes) }
    treeChanged(changes)
  }

  /// Gives the tree when it is that of the text to the last block; the text may have been edited on while this waited.
  func settledTree() async -> MarkdownDocument {
    while !isTreeSettled || isLoading { await progress.next() }
    return tree
  }

  /// Returns when the whole text is there.
  func untilLoaded() async { while isLoading { await progress.next() } }

  /// Returns when nothing changes the file.
  func untilSaved() async { while isSaving { await progress.next() } }

  /// Changes the file when nobody else does: a save and a rename at the same time would leave the text under the old name.
  func exclusively<Value, Failure: Error>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    await untilSaved()
    isSaving = true
    defer { isSaving = false }
    return try await work()
  }

  private func treeChanged(_ changes: MarkdownChanges) {
    for handler in treeHandlers { handler(changes) }
    progress.tell()
  }

  /// Tells whoever came late to a document that is loaded already.
  func tellLoaded() {
    guard !isLoading else { return }
    for handler in loadHandlers { handler() }
    tellState()
  }

  // MARK: Opening

  /// Loads the file at the document's path. Nothing is changed when it fails.
  func load(as encoding: FileEncoding? = nil, allowingLarge: Bool = false) async throws(LoadError) {
    guard let path else { return }
    let loaded: LoadedDocument
    do throws(LoadError) { loaded = try await Loader().open(path, as: encoding, allowingLarge: allowingLarge) } catch {
      if case .notFound = error {
        isMissing = true
        tellState()
      }
      throw error
    }
    isMissing = false
    file = loaded.file
    traits = loaded.traits
    likelyEncodings = loaded.likelyEncodings
    if case .readOnly(let reason) = loaded.access { readOnlyReason = reason } else { readOnlyReason = nil }
    await take(loaded.text)
  }

  /// The size in bytes from which a text is parsed away from the main actor, while its first piece is on screen already.
  private static let sizeToParseAside = 512 << 10

  private func take(_ text: ChunkedText) async {
    isLoading = true
    buffer.isReadOnly = false
    buffer.load(
      text,
      completion: { [weak self] in
        self?.isTextComplete = true
        self?.settle()
      })
    if text.count < Self.sizeToParseAside {
      parsing.start(with: MarkdownDocument(text))
    } else {
      // Nobody can edit until both have ended, so the tree is the text's.
      parsing.start(with: await Task.detached { MarkdownDocument(text) }.value)
    }
    isTreeComplete = true
    for handler in loadHandlers { handler() }
    settle()
  }

  /// Lets people write once the text and its tree are whole.
  private func settle() {
    buffer.isReadOnly = readOnlyReason != nil || !isTreeComplete
    if isTextComplete && isTreeComplete {
      isLoading = false
      isTextComplete = false
      isTreeComplete = false
    }
    tellState()
  }

  // MARK: Large pastes

  /// Puts text in place of the selection, with the line ends of the document, as one step. A large one comes in pieces, and is parsed
  /// away from the main actor; nobody can edit until it is whole.
  func insert(_ string: String) async {
    let range = buffer.selection.range
    let lines = buffer.text.lines
    let lineEnd = (lines.lineEnd(ofLine: lines.line(at: range.lower)) ?? lines.lineEnd(ofLine: 0) ?? .lf).string
    guard string.utf8.count >= Self.sizeToParseAside else {
      let text = string.withLineEnds(lineEnd)
      buffer.apply(EditPlan(replacing: range, with: text, selection: TextSelection(caret: range.lower + text.utf8.count)))
      return
    }
    guard buffer.isEditable, !isLoading else { return }
    isLoading = true
    buffer.isReadOnly = true
    let old = buffer.text
    let (text, next) = await Task.detached {
      let text = ChunkedText(string.withLineEnds(lineEnd).filter { $0 != "\0" })
      var whole = old
      whole.replace(range, with: text.string)
      return (text, MarkdownDocument(whole))
    }.value
    buffer.isReadOnly = false
    await buffer.insertInPieces(text, replacing: range)
    parsing.start(with: next)
    isLoading = false
    // The pieces were no draft each.
    draft.note()
    for handler in loadHandlers { handler() }
    tellState()
  }

  // MARK: What others do to the file

  /// Stands on other contents of the file from now on: the same bytes with another time, or a version that the next save may replace.
  func standOn(_ file: DocumentFile) {
    self.file = file
    draft.note()
  }

  /// The file holds this text by now: another program has written the same.
  func agree(with found: LoadedDocument) {
    file = found.file
    buffer.markSaved(buffer.snapshot)
    tellState()
  }

  /// Follows the file to another path; it stands on what `file` says of the contents.
  func moved(to file: DocumentFile) {
    self.file = file
    place = .path(file.path)
    draft.note()
    tellState()
  }

  /// Follows a folder, in which the document is, to another path.
  func followFolder(_ old: FilePath, to new: FilePath) {
    guard let path else { return }
    if let file {
      self.file = DocumentFile(
        path: file.path.following(old, to: new), target: file.target.following(old, to: new), encoding: file.encoding,
        fingerprint: file.fingerprint)
    }
    place = .path(path.following(old, to: new))
    draft.note()
    tellState()
  }

  /// Takes the text that another program has written, as one step that can be undone; one that could only be read is loaded anew.
  func replace(with found: LoadedDocument) async {
    await untilLoaded()
    guard readOnlyReason == nil else {
      try? await load(allowingLarge: true)
      return
    }
    // A text that could not be put in must not be saved over what is there.
    guard buffer.replaceAll(with: found.text) else { return }
    file = found.file
    traits = found.traits
    buffer.markSaved(buffer.snapshot)
    tellState()
  }

  /// Makes a plan's changes, as one step that can be undone, of a text that stands on another version of the file from then on.
  func take(_ plan: EditPlan, from found: LoadedDocument) {
    guard buffer.apply(plan) else { return }
    file = found.file
    if buffer.text == found.text { buffer.markSaved(buffer.snapshot) }
    draft.note()
    tellState()
  }

  // MARK: Recovering

  /// Brings back unsaved text from an earlier run, as a change of what is on disk (or of nothing) that can be undone.
  func recover(_ recovered: RecoveredDraft) async {
    // Should somebody have made a file where this one was going to be, saving asks.
    if case .untitled = recovered.situation { isMissing = path != nil } else { try? await load(allowingLarge: true) }
    await untilLoaded()
    if readOnlyReason != nil {
      // The file can only be read by now. The unsaved text is another matter, and nothing that stands for bytes must get into it.
      readOnlyReason = nil
      await take(ChunkedText())
      await untilLoaded()
    }
    if recovered.draft.file != nil { file = recovered.draft.file }
    draft.adopt()
    if buffer.replaceAll(with: recovered.draft.text) { buffer.selection = recovered.draft.selection }
    tellState()
  }

  // MARK: Saving

  /// Puts the text in order just before it is saved to a path, and says how a new file is encoded (nil: as it would be anyway).
  var beforeSaving: ((FilePath) async -> FileEncoding?)?

  /// Saves the text of this moment and stands on what was written from then.
  ///
  /// Without a path it goes over the file that the document stands on, or creates that file; the person has agreed to replace what is at a
  /// path when `basis` says so. Without an encoding it is the file's, or the one that is wanted for new files.
  func save(to path: FilePath? = nil, as encoding: FileEncoding? = nil, over basis: SaveBasis? = nil) async throws(SaveError) {
    try await exclusively { () async throws(SaveError) in
      guard let path = path?.absolute() ?? self.path else { return }
      try await write(to: path, as: encoding, over: basis ?? file.map { .document($0) } ?? .newFile)
    }
  }

  private func write(to path: FilePath, as chosen: FileEncoding?, over basis: SaveBasis) async throws(SaveError) {
    let forNewFile = await beforeSaving?(path)
    let encoding = chosen ?? file?.encoding ?? forNewFile ?? .utf8
    let snapshot = buffer.snapshot
    do throws(SaveError) {
      file = try await Saver(state: ProgramState.folder).save(snapshot.text, to: path, encoding: encoding, over: basis)
    } catch {
      // The text is in place; only the disk's word is missing.
      if case .unconfirmed(let written, _) = error {
        file = written
        stand(at: path)
        tellState()
      }
      throw error
    }
    stand(at: path)
    buffer.markSaved(snapshot)
    tellState()
  }

  /// Belongs to the file that has been written at a path.
  private func stand(at path: FilePath) {
    if path != self.path { standApart() }
    place = .path(path)
    isMissing = false
  }

  /// What was shown of a file that is no text has become a file of its own: it can be written on.
  private func standApart() {
    switch readOnlyReason {
    case .undecodable, .nul: readOnlyReason = nil
    case .tooManyMarks, nil: return
    }
    likelyEncodings = []
    buffer.isReadOnly = false
  }
}
