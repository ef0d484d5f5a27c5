// Owns: the text of one open document: a GtkSourceBuffer, which is the authority, its one mirror in UTF-8, and the undo history.
// Rule: the mirror changes in the handlers of insert-text and delete-range and nowhere else; everybody else reads it.
// Text changes by typing, by `apply`, by loading and by undo. Scalar offsets are the only currency with GTK: its line
// numbers depend on the history of edits. No GtkTextIter outlives the call that made it.

import CGLib
import CGtk
public import GLibKit
public import TextModel

/// Holds the text that is edited, its undo history, its caret, and whether it differs from what was saved.
public final class SourceBuffer {
  /// The GtkSourceBuffer, for the view.
  public let ref: GObjectRef

  /// What one step did to the text. All edits of a user action, or of an undo, arrive together.
  public struct Change {
    public let before: TextSnapshot
    public let after: TextSnapshot
    /// The edits in the order in which they were made; each speaks of the text that the one before it left.
    public let edits: [TextEdit]
    public let cause: Cause

    /// One edit that covers them all.
    public var edit: TextEdit { edits.dropFirst().reduce(edits[0]) { $0.followed(by: $1) } }
  }

  /// Says where a change came from: what answers typing must not answer undo.
  public enum Cause: Sendable {
    case edit
    case undo
    case redo
    case load
  }

  private var mirror = ChunkedText()
  private var revision = 0
  private var saved = ChunkedText()

  /// How many user actions, undos and redos are open; changes are told when the last one ends.
  private var openSteps = 0
  private var cause = Cause.edit
  private var edits: [UndoHistory.Edit] = []
  private var before = TextSnapshot(ChunkedText())
  private var selectionBefore = TextSelection(caret: .zero)
  private var isPlan = false
  private var history = UndoHistory()
  private var waiting: [Change] = []
  private var isTelling = false
  /// Whether the caret has moved in the step under way.
  private var hasMoved = false
  private var wasModified = false
  private var wasEditable = true
  private var couldUndo = (undo: false, redo: false)

  /// Is told where the caret is about to go, and what was changed in the step under way, of which nobody has heard yet.
  var caretHandler: (@MainActor (TextOffset, [TextEdit]) -> Void)?
  private var changeHandlers: [@MainActor (Change) -> Void] = []
  private var selectionHandlers: [@MainActor () -> Void] = []
  private var modifiedHandlers: [@MainActor () -> Void] = []
  private var editableHandlers: [@MainActor () -> Void] = []
  private var undoHandlers: [@MainActor () -> Void] = []

  var loading: TextLoading? {
    didSet { tellEditable() }
  }

  /// Whether an input method is composing in the view: only its own text may come into the buffer then.
  public internal(set) var isComposing = false

  /// Whether a large text is on its way in.
  var isInserting = false {
    didSet { tellEditable() }
  }

  /// Makes an empty buffer without GtkSourceView's own highlighting.
  public init() {
    let buffer = gtk_source_buffer_new(nil)!
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(buffer))
    gtk_source_buffer_set_highlight_syntax(buffer, 0)
    gtk_source_buffer_set_highlight_matching_brackets(buffer, 0)
    // Without a scheme of GtkSourceView the colours are the widget theme's, light and dark.
    gtk_source_buffer_set_style_scheme(buffer, nil)
    // The history is ours: GtkTextBuffer's brings no selection back and joins typing across saves (docs/decisions).
    gtk_text_buffer_set_enable_undo(native, 0)
    connectSignals()
  }

  var native: UnsafeMutablePointer<GtkTextBuffer> { ref.pointer.assumingMemoryBound(to: GtkTextBuffer.self) }

  // MARK: The text

  /// The text as it is now. O(1), and safe to take to another thread.
  public var snapshot: TextSnapshot { TextSnapshot(mirror, revision: revision) }
  /// The text as it is now, without its revision.
  public var text: ChunkedText { mirror }

  /// Makes a plan's changes as one user action and then sets the selection; returns false when the text may not be edited, or an input
  /// method is composing.
  ///
  /// Plans of more than 200 replacements are merged into one. NUL, which GtkTextBuffer cannot hold, becomes U+FFFD.
  @discardableResult
  public func apply(_ plan: EditPlan) -> Bool {
    guard isEditable, !isComposing else { return false }
    if plan.isEmpty {
      if let selection = plan.selection { self.selection = selection }
      return true
    }
    let after = plan.selection(after: selection)
    isPlan = true
    gtk_text_buffer_begin_user_action(native)
    for replacement in plan.merged(over: mirror).replacements.reversed() {
      replace(replacement.range, with: replacement.text)
    }
    selection = clamped(after)
    gtk_text_buffer_end_user_action(native)
    isPlan = false
    return true
  }

  /// Replaces the whole text as one ordinary user action that can be undone: reload and revert.
  ///
  /// Only what differs is touched, so that caret, scrolling and undo history keep their places; a caret inside the part that
  /// differs keeps its line and its column as far as they go. Returns false when the text may not be edited.
  @discardableResult
  public func replaceAll(with new: ChunkedText) -> Bool {
    guard isEditable else { return false }
    guard let edit = mirror.edit(to: new) else { return true }
    let old = selection
    func carry(_ offset: TextOffset) -> TextOffset {
      if offset <= edit.range.lower || offset >= edit.range.upper { return edit.map(offset) }
      let line = mirror.lines.line(at: offset)
      let column = mirror.lines.scalar(at: offset) - mirror.lines.scalar(at: mirror.lines.start(ofLine: line))
      let scalars = new.lines.scalars(of: new.lines.content(ofLine: min(line, new.lines.count - 1)))
      return new.lines.offset(ofScalar: min(scalars.lowerBound + column, scalars.upperBound))
    }
    let selection = TextSelection(anchor: carry(old.anchor), head: carry(old.head))
    return apply(EditPlan(replacing: edit.range, with: new.string(in: edit.newRange), selection: selection))
  }

  /// Replaces a range; the caller holds the user action. GTK reports the change to the handlers below.
  private func replace(_ range: TextRange, with string: String) {
    let scalars = mirror.lines.scalars(of: range)
    var start = iter(atScalar: scalars.lowerBound)
    if !range.isEmpty {
      var end = iter(atScalar: scalars.upperBound)
      gtk_text_buffer_delete(native, &start, &end)
    }
    if !string.isEmpty { insert(string, at: &start) }
  }

  func insert(_ string: String, at place: inout GtkTextIter) {
    var string = string.utf8.contains(0) ? string.replacingNULs() : string
    string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        gtk_text_buffer_insert(native, &place, $0.baseAddress, Int32($0.count))
      }
    }
  }

  // MARK: Caret and selection

  /// What is selected. Setting it does not scroll.
  public var selection: TextSelection {
    get {
      var head = GtkTextIter()
      var anchor = GtkTextIter()
      gtk_text_buffer_get_iter_at_mark(native, &head, gtk_text_buffer_get_insert(native))
      gtk_text_buffer_get_iter_at_mark(native, &anchor, gtk_text_buffer_get_selection_bound(native))
      return TextSelection(anchor: offset(of: anchor), head: offset(of: head))
    }
    set {
      var head = iter(at: newValue.head)
      var anchor = iter(at: newValue.anchor)
      // GtkTextView lays out the caret's line at once.
      if !isTelling { caretHandler?(newValue.head, edits.map(\.edit)) }
      gtk_text_buffer_select_range(native, &head, &anchor)
    }
  }

  /// Brings a selection made for another version into this one: within the text, and between scalars.
  func clamped(_ selection: TextSelection) -> TextSelection {
    TextSelection(anchor: mirror.boundary(atOrBefore: selection.anchor), head: mirror.boundary(atOrBefore: selection.head))
  }

  func iter(at offset: TextOffset) -> GtkTextIter { iter(atScalar: mirror.lines.scalar(at: offset)) }

  func iter(atScalar scalar: Int) -> GtkTextIter {
    var iter = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(native, &iter, Int32(scalar))
    return iter
  }

  func offset(of iter: GtkTextIter) -> TextOffset {
    var iter = iter
    return mirror.lines.offset(ofScalar: Int(gtk_text_iter_get_offset(&iter)))
  }

  // MARK: Undo

  /// Tells whether there is a step to take back, and the text may be edited.
  public var canUndo: Bool { isEditable && history.canUndo }
  /// Tells whether there is a step to make again, and the text may be edited.
  public var canRedo: Bool { isEditable && history.canRedo }

  /// Takes the last step back, with the selection that was there before it. There is no limit to the steps.
  public func undo() {
    if canUndo, !isComposing { follow(history.undo(in: mirror), .undo) }
  }

  /// Makes the step again that was taken back last, with the selection that was there after it.
  public func redo() {
    if canRedo, !isComposing { follow(history.redo(), .redo) }
  }

  private func follow(_ way: UndoHistory.Way?, _ cause: Cause) {
    guard let way else { return }
    self.cause = cause
    gtk_text_buffer_begin_user_action(native)
    for (range, text) in way.replacements { replace(range, with: text.string) }
    selection = clamped(way.selection)
    gtk_text_buffer_end_user_action(native)
  }

  func forgetHistory() {
    history.clear()
    tellUndo()
  }

  // MARK: Saved or not

  /// Tells whether the text differs from what was saved or loaded last, however it came to: undoing back to it counts.
  public var isModified: Bool { mirror != saved }

  /// Remembers a version as the one that is on disk; it need not be the newest.
  public func markSaved(_ snapshot: TextSnapshot) {
    saved = snapshot.text
    // Typing after the save is a step of its own, so that undo comes by what was saved.
    history.seal()
    tellModified()
  }

  // MARK: Editable or not

  /// Keeps anyone from editing; the text can be read, selected and copied.
  public var isReadOnly = false {
    didSet { tellEditable() }
  }
  /// Tells whether a text is still being loaded.
  public var isLoading: Bool { loading != nil }
  /// Tells whether the text may be edited: not while it is loading, or a large text is on its way in, and not when it is read-only.
  public var isEditable: Bool { !isReadOnly && !isLoading && !isInserting }

  // MARK: Being told

  /// Runs a handler after every change, when the buffer and the mirror agree again. It must not scroll or resize anything:
  /// that belongs in an idle call (GtkTextView aborts otherwise).
  public func onChange(_ handler: @escaping @MainActor (Change) -> Void) { changeHandlers.append(handler) }
  /// Runs a handler when the caret or the selection moved, or may have; of a step that edits too, after its change was told.
  public func onSelectionChange(_ handler: @escaping @MainActor () -> Void) { selectionHandlers.append(handler) }
  /// Runs a handler when `isModified` has changed.
  public func onModifiedChange(_ handler: @escaping @MainActor () -> Void) { modifiedHandlers.append(handler) }
  /// Runs a handler when `isEditable` has changed.
  public func onEditableChange(_ handler: @escaping @MainActor () -> Void) { editableHandlers.append(handler) }
  /// Runs a handler when `canUndo` or `canRedo` has changed.
  public func onUndoChange(_ handler: @escaping @MainActor () -> Void) { undoHandlers.append(handler) }

  private func connectSignals() {
    ref.connect("insert-text") { [weak self] (place: UnsafeMutableRawPointer, text: BorrowedText, count: Int32) in
      self?.willInsert(text, Int(count), at: place.assumingMemoryBound(to: GtkTextIter.self))
    }
    ref.connect("delete-range") { [weak self] (start: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer) in
      self?.willDelete(
        from: start.assumingMemoryBound(to: GtkTextIter.self), to: end.assumingMemoryBound(to: GtkTextIter.self))
    }
    ref.connect("insert-text", after: true) { [weak self] in self?.tellIfStepEnded() }
    ref.connect("delete-range", after: true) { [weak self] in self?.tellIfStepEnded() }
    ref.connect("begin-user-action") { [weak self] in self?.beginStep() }
    ref.connect("end-user-action") { [weak self] in self?.endStep() }
    ref.connect("mark-set") { [weak self] (_: UnsafeMutableRawPointer, mark: GObjectRef) in self?.didSet(mark) }
    ref.connect("notify::cursor-position") { [weak self] in self?.didMoveSelection() }
  }

  // MARK: The mirror

  private func willInsert(_ text: BorrowedText, _ count: Int, at place: UnsafeMutablePointer<GtkTextIter>) {
    guard count > 0 else { return }
    let range = TextRange(at: mirror.lines.offset(ofScalar: Int(gtk_text_iter_get_offset(place))))
    record(UndoHistory.Edit(TextEdit(range, newCount: count), removed: ChunkedText()))
    text.withBytes(count) { mirror.replace(range, with: $0) }
  }

  private func willDelete(from start: UnsafeMutablePointer<GtkTextIter>, to end: UnsafeMutablePointer<GtkTextIter>) {
    let one = Int(gtk_text_iter_get_offset(start))
    let other = Int(gtk_text_iter_get_offset(end))
    guard one != other else { return }
    let range = mirror.lines.range(ofScalars: min(one, other)..<max(one, other))
    record(UndoHistory.Edit(TextEdit(range, newCount: 0), removed: mirror.part(range)))
    mirror.replace(range, with: "")
  }

  private func record(_ edit: UndoHistory.Edit) {
    if edits.isEmpty {
      before = snapshot
      // A user action's selection was taken when it began; GTK may have moved the caret since.
      if openSteps == 0 { selectionBefore = selection }
    }
    edits.append(edit)
    revision += 1
  }

  /// Compares the mirror with the buffer and says where they part; nil when they agree. For tests and debug builds. O(n).
  public var flaw: String? {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(native, &start, &end)
    let slice = String(taking: gtk_text_buffer_get_slice(native, &start, &end, 1)) ?? ""
    guard let edit = mirror.edit(to: ChunkedText(slice)) else {
      let count = Int(gtk_text_buffer_get_char_count(native))
      return count == mirror.scalarCount ? nil : "GTK counts \(count) characters, the mirror \(mirror.scalarCount)"
    }
    return "the buffer differs from the mirror at \(edit)"
  }

  // MARK: Telling

  private func beginStep() {
    openSteps += 1
    if openSteps == 1 && edits.isEmpty { selectionBefore = selection }
  }

  private func endStep() {
    openSteps -= 1
    tellIfStepEnded()
  }

  private func tellIfStepEnded() {
    guard openSteps == 0, !edits.isEmpty else { return }
    let cause = isLoading ? .load : cause
    let change = Change(before: before, after: snapshot, edits: edits.map(\.edit), cause: cause)
    if cause == .edit {
      history.record(edits, in: mirror, before: selectionBefore, after: selection, isTyping: !isPlan)
    }
    edits = []
    self.cause = .edit
    waiting.append(change)
    // A handler that edits is answered after all handlers have heard of the change before.
    guard !isTelling else { return }
    isTelling = true
    while !waiting.isEmpty {
      let change = waiting.removeFirst()
      for handler in changeHandlers { handler(change) }
    }
    isTelling = false
    if hasMoved { tellSelection() }
    if !isLoading {
      tellModified()
      tellUndo()
    }
  }

  private func didSet(_ mark: GObjectRef) {
    let pointer = mark.pointer.assumingMemoryBound(to: GtkTextMark.self)
    if pointer == gtk_text_buffer_get_selection_bound(native) { didMoveSelection() }
  }

  private func didMoveSelection() {
    // Typing that goes on elsewhere, or after the caret went and came back, is a step of its own.
    if openSteps == 0, edits.isEmpty, !history.endsWith(selection) { history.seal() }
    // Half a step is a text that nobody wrote: it must not be read, let alone kept as a draft.
    if edits.isEmpty { tellSelection() } else { hasMoved = true }
  }

  private func tellSelection() {
    hasMoved = false
    for handler in selectionHandlers { handler() }
  }

  func tellModified() {
    guard isModified != wasModified else { return }
    wasModified.toggle()
    for handler in modifiedHandlers { handler() }
  }

  private func tellUndo() {
    let now = (undo: canUndo, redo: canRedo)
    guard now != couldUndo else { return }
    couldUndo = now
    for handler in undoHandlers { handler() }
  }

  private func tellEditable() {
    tellUndo()
    guard isEditable != wasEditable else { return }
    wasEditable.toggle()
    for handler in editableHandlers { handler() }
  }
}
