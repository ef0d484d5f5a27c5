// Owns: finding and replacing in one window: what the bar shows, where the text goes, what is put in.
// Rule: the text moves only to show a match that somebody asked for. Until a match was chosen (Return, next, previous), closing the bar
// brings back what was in sight.

import Commands
import GLibKit
import GtkKit
import TextModel

/// The find bar of a window.
final class Finding: WindowPart {
  // Not the window: a search may end after it has closed.
  private let document: Document
  private let editor: EditorPane
  private let preview: PreviewPane
  private let panes: SplitPanes
  private let tell: (String) -> Void
  private let session: FindSession
  private let memory: FindMemory
  let bar = FindBar()
  private(set) lazy var frame = FindFrame(page: panes.widget, bar: bar.widget, panes: [editor.widget, preview.widget])
  private let marks: FindMarks
  private lazy var previewMarks = PreviewMarks(document, preview, panes)
  private let options: FindOptions
  private var walks = (find: HistoryWalk(), replace: HistoryWalk())
  /// Where things were when the bar opened, until a match was chosen.
  private var origin: (selection: TextSelection, top: Double, previewTop: Double)?
  /// The match that is shown, and that would be replaced next.
  private var current: TextRange?
  /// From where the first match is to be shown as soon as it is known.
  private var wanted: TextOffset?
  private var replacing: Task<Void, Never>?
  private var previewing: Task<Void, Never>?
  /// What the preview that is shown, or on its way, is of.
  private var previewed: Preview?

  private struct Preview: Equatable {
    let match: TextRange
    let template: ReplacementTemplate
    let revision: Int
  }

  init(_ owner: DocumentWindow) {
    (document, editor, preview, panes) = (owner.document, owner.editor, owner.preview, owner.panes)
    tell = { [weak owner] in owner?.tell($0) }
    memory = owner.application.findMemory
    session = FindSession(document)
    marks = FindMarks(editor.view, session)
    options = FindOptions(memory)
    bar.add(options)
    session.onChange = { [weak self] in self?.matchesChanged() }
    document.onTextChange { [weak self] change, _ in self?.textChanged(change) }
    document.buffer.onSelectionChange { [weak self] in self?.caretMoved() }
    document.buffer.onEditableChange { [weak self] in self?.update() }
    bar.answers = FindBar.Answers(
      search: { [weak self] in self?.typed() }, next: { [weak self] in self?.step(forward: true) },
      previous: { [weak self] in self?.step(forward: false) }, replacement: { [weak self] in self?.replacementTyped() },
      replace: { [weak self] in self?.replaceOne() }, replaceAll: { [weak self] in self?.replaceAll() },
      showReplace: { [weak self] in self?.showReplace($0) }, close: { [weak self] in self?.close() },
      history: { [weak self] in self?.history(isReplacement: $0, back: $1) },
      options: { [weak self] in self.map { $0.options.menu(replaces: $0.bar.showsReplace) } ?? Menu() })
    options.onChange = { [weak self] in self?.optionChanged() }
    options.onScope = { [weak self] in self?.lookInSelection($0) }
    options.onRecent = { [weak self] words in
      self?.bar.entry.text = words
      self?.bar.focusFind()
    }
  }

  var handlers: [String: CommandHandler] {
    [
      "find": .run { [weak self] in self?.open(replace: false) },
      "replace": .run { [weak self] in self?.open(replace: true) },
      "find-next": .run { [weak self] in self?.step(forward: true) },
      "find-previous": .run { [weak self] in self?.step(forward: false) },
    ]
  }

  private var buffer: SourceBuffer { document.buffer }

  // MARK: Opening and closing

  private func open(replace: Bool) {
    let wasOpen = frame.isOpen
    if !wasOpen {
      current = nil
      origin = (buffer.selection, editor.widget.vertical.value, preview.widget.vertical.value)
    }
    if !wasOpen || replace { bar.showsReplace = replace && buffer.isEditable }
    bar.replaceEntry.text = memory.replacement
    var query = memory.query
    if let selected = selectedWords, !wasOpen || editor.containsFocus {
      query.setWords(selected)
    }
    session.look(for: query, in: session.scope)
    if bar.entry.text != query.pattern { bar.entry.text = query.pattern }
    frame.isOpen = true
    if replace, wasOpen, bar.showsReplace, !editor.containsFocus { bar.focusReplace() } else { bar.focusFind() }
    update()
  }

  /// What is selected when it is worth looking for: a part of one line.
  private var selectedWords: String? {
    let range = buffer.selection.range
    guard !range.isEmpty, range.count <= 200 else { return nil }
    let words = buffer.text.string(in: range)
    return words.contains(where: \.isNewline) ? nil : words
  }

  private func close() {
    guard frame.isOpen else { return }
    replacing?.cancel()
    wanted = nil
    frame.isOpen = false
    previewMarks.update(memory.query, isOpen: frame.isOpen)
    goBack()
    origin = nil
    current = nil
    session.look(for: memory.query, in: nil)
    session.rest()
    markPreview()
    preview.view.clearSelection()
    if panes.shownMode == .preview { preview.grabFocus() } else { editor.grabFocus() }
  }

  /// Brings back what was in sight when the bar opened, unless a match was chosen since.
  private func goBack() {
    guard let origin else { return }
    editor.widget.vertical.value = origin.top + Double(frame.room)
    preview.widget.vertical.value = origin.previewTop + Double(frame.room)
  }

  private func showReplace(_ shows: Bool) {
    bar.showsReplace = shows
    if shows { bar.focusReplace() } else { bar.focusFind() }
    update()
  }

  // MARK: Searching

  private func typed() {
    guard frame.isOpen else { return }
    memory.query.pattern = bar.entry.text
    lookAgain()
  }

  /// Looks for what the bar says now and shows the first match from where one was.
  private func lookAgain() {
    current = nil
    wanted = (origin?.selection ?? buffer.selection).range.lower
    session.look(for: memory.query, in: session.scope)
    // Nothing new is heard of a query that is the old one.
    matchesChanged()
  }

  private func matchesChanged() {
    previewMarks.update(memory.query, isOpen: frame.isOpen)
    if let offset = wanted, session.countSoFar == nil {
      wanted = nil
      Task { [weak self] in
        guard let self else { return }
        let match = await session.next(after: nil, from: offset)
        guard frame.isOpen, wanted == nil else { return }
        if let match { show(match) } else { goBack() }
      }
    }
    markPreview()
    update()
  }

  /// Marks in the preview what is marked in the text.
  private func markPreview() {
    guard preview.widget.isMapped else { return }
    preview.view.mark(frame.isOpen ? session.matches.map(\.bytes) : [], current: frame.isOpen ? current?.bytes : nil)
  }

  private func textChanged(_ change: SourceBuffer.Change) {
    current = current.flatMap { match in
      change.edits.reduce(match as TextRange?) { match, edit in
        guard let match, !edit.range.touches(match) else { return nil }
        return match.lower >= edit.range.upper ? match.shifted(by: edit.delta) : match
      }
    }
    // What was in sight when the bar opened is gone: closing stays here.
    if frame.isOpen { origin = nil }
  }

  private func caretMoved() {
    guard frame.isOpen else { return }
    if buffer.selection.range != current, session.index(of: buffer.selection.range) != nil { current = buffer.selection.range }
    if editor.containsFocus { uncover(buffer.selection.head) }
    update()
  }

  /// Makes room for the bar when it covers a place.
  private func uncover(_ offset: TextOffset) {
    guard frame.covered > 0, editor.widget.isMapped else { return }
    let place = editor.view.place(of: offset)
    if place.y < frame.covered, place.y + place.height > 0 { frame.makeRoom() }
  }

  private func step(forward: Bool) {
    if !frame.isOpen {
      guard !memory.query.pattern.isEmpty else { return open(replace: false) }
      session.look(for: memory.query, in: nil)
      session.rest()
    }
    memory.noteSearch()
    let selection = buffer.selection.range
    let match = current ?? (session.index(of: selection) != nil ? selection : nil)
    // A match that is only shown is the first to be chosen.
    if let current, forward, current != selection, origin != nil { return choose(current) }
    Task { [weak self] in
      guard let self else { return }
      let found =
        forward
        ? await session.next(after: match, from: selection.upper) : session.previous(before: match, from: selection.lower)
      if let found { choose(found) } else { tellNothing() }
    }
  }

  private func tellNothing() {
    if frame.isOpen { bar.widget.errorBell() } else { tell(tr("“%s” was not found.").filled(memory.query.pattern)) }
  }

  /// Goes to a match for good.
  private func choose(_ match: TextRange) {
    guard match.upper <= buffer.text.end else { return }
    origin = nil
    show(match)
    buffer.selection = TextSelection(match)
  }

  /// Shows a match, moving the text only as far as needed.
  private func show(_ match: TextRange) {
    guard match.upper <= buffer.text.end else { return }
    current = match
    update()
    markPreview()
    if panes.shownMode == .preview { return preview.view.reveal(match.lower.utf8, share: 0.3) }
    uncover(match.lower)
    let (place, end) = (editor.view.place(of: match.lower), editor.view.place(of: match.upper))
    let isInSight = place.y >= frame.covered && end.y + end.height <= editor.widget.height
    if !isInSight { editor.view.scroll(to: match.lower, share: 0.35) }
  }

  // MARK: Replacing

  private func replacementTyped() {
    guard frame.isOpen else { return }
    memory.replacement = bar.replaceEntry.text
    update()
  }

  private var template: ReplacementTemplate? {
    guard let matcher = session.matcher else { return nil }
    guard memory.query.isExpression else { return ReplacementTemplate(literal: memory.replacement, preservesCase: memory.preservesCase) }
    let lineEnd = buffer.text.lines.lineEnd(ofLine: 0) ?? .lf
    return ReplacementTemplate(memory.replacement, for: matcher, lineEnd: lineEnd.string, preservesCase: memory.preservesCase)
  }

  private var mayReplace: Bool { buffer.isEditable && !editor.view.isComposing && replacing == nil }

  private func replaceOne() {
    guard mayReplace, let template, let search = session.textSearch else { return }
    memory.noteSearch()
    memory.noteReplacement()
    let caret = buffer.selection.range
    let revision = buffer.snapshot.revision
    replacing = Task { [weak self] in
      defer { self?.replacingEnded() }
      guard let self, let match = await chosen(from: caret.lower) else { return }
      let text = await Task.detached(priority: .userInitiated) { await search.replacement(of: match, by: template) }.value
      guard let text, buffer.snapshot.revision == revision, mayApply else { return }
      let end = match.lower + text.utf8.count
      buffer.apply(EditPlan(replacing: match, with: text, selection: TextSelection(caret: end)))
      // An empty match would be found again right behind what it was replaced by.
      let start = match.isEmpty && end < buffer.text.end ? buffer.text.boundary(atOrAfter: end + 1) : end
      if let next = await session.next(after: nil, from: start), frame.isOpen { choose(next) }
    }
    update()
  }

  private var mayApply: Bool { buffer.isEditable && !editor.view.isComposing && !Task.isCancelled && editor.widget.window != nil }

  private func chosen(from offset: TextOffset) async -> TextRange? {
    if let current { return current }
    return await session.next(after: nil, from: offset)
  }

  private func replaceAll() {
    guard mayReplace, let template, let search = session.textSearch else { return }
    memory.noteSearch()
    memory.noteReplacement()
    let revision = buffer.snapshot.revision
    replacing = Task { [weak self] in
      let outcome = await Task.detached(priority: .userInitiated) {
        () -> Result<(plan: EditPlan, merged: EditPlan, count: Int)?, SearchFailure> in
        do throws(SearchFailure) {
          guard let all = try await search.replacingAll(by: template) else { return .success(nil) }
          // Merged here: it reads the whole text.
          return .success((all.plan, all.plan.merged(over: search.text), all.count))
        } catch {
          return .failure(error)
        }
      }.value
      guard let self else { return }
      switch outcome {
      case .success(let all?): finish(all.plan, all.merged, count: all.count, revision)
      case .success(nil): break
      case .failure(let failure): tell(failure.wording(pattern: memory.query.pattern, text: search.text))
      }
      replacingEnded()
    }
    update()
  }

  private func finish(_ plan: EditPlan, _ merged: EditPlan, count: Int, _ revision: Int) {
    guard mayApply else { return }
    guard buffer.snapshot.revision == revision else {
      return tell(tr("Nothing was replaced, for the text changed meanwhile."))
    }
    if !plan.isEmpty { buffer.apply(EditPlan(merged.replacements, selection: plan.selection(after: buffer.selection))) }
    tell(ngettext("%s match was replaced.", "%s matches were replaced.", count).filled(Format.number(count)))
  }

  private func replacingEnded() {
    replacing = nil
    update()
  }

  // MARK: Options and history

  private func optionChanged() {
    if frame.isOpen, session.query != memory.query { lookAgain() } else { update() }
  }

  private func lookInSelection(_ isOn: Bool) {
    let range = buffer.selection.range
    let opened = origin?.selection.range
    let scope = range.isEmpty ? opened.flatMap { $0.isEmpty ? nil : $0 } : range
    session.look(for: memory.query, in: isOn ? scope : nil)
    current = nil
    wanted = session.scope?.lower ?? range.lower
    matchesChanged()
  }

  private func history(isReplacement: Bool, back: Bool) -> String? {
    isReplacement
      ? walks.replace.step(back: back, from: bar.replaceEntry.text, in: memory.replacements)
      : walks.find.step(back: back, from: bar.entry.text, in: memory.searches)
  }

  // MARK: What is shown

  private func update() {
    marks.update(current: frame.isOpen ? current : nil, scope: frame.isOpen ? session.scope : nil)
    guard frame.isOpen else { return }
    let query = memory.query
    options.show(
      isScoped: session.scope != nil, mayScope: session.scope != nil || !buffer.selection.isEmpty || origin?.selection.isEmpty == false)
    bar.markOptions(query.matchesCase || query.wholeWords || query.isExpression || session.scope != nil)
    let count = session.countSoFar ?? session.matches.count
    bar.enable(
      steps: !query.pattern.isEmpty && session.matcher != nil, replace: mayReplace && !session.matches.isEmpty,
      replaceAll: mayReplace && session.failure == nil && count > 0)
    let isEmpty = count == 0 && session.countSoFar == nil
    bar.showCount(countText(count), isError: !query.pattern.isEmpty && (session.failure != nil || isEmpty))
    showMessage()
  }

  private func countText(_ count: Int) -> String {
    if memory.query.pattern.isEmpty || session.matcher == nil { return "" }
    if session.countSoFar != nil { return count == 0 ? "" : Format.number(count) + "…" }
    if count == 0 { return tr("Not found") }
    let all = Format.number(count) + (session.isCut || session.failure != nil ? "+" : "")
    guard let current, let index = session.index(of: current) else { return all }
    return tr("%s of %s").filled(Format.number(index + 1), all)
  }

  private func showMessage() {
    let failure = session.failure
    guard failure == nil, bar.showsReplace, let current, let template, let search = session.textSearch else {
      previewing?.cancel()
      previewed = nil
      let words = failure.map { Label.escape($0.wording(pattern: memory.query.pattern, text: buffer.text)) }
      return bar.showMessage(words, isError: failure != nil)
    }
    let wanted = Preview(match: current, template: template, revision: buffer.snapshot.revision)
    guard wanted != previewed else { return }
    previewed = wanted
    previewing?.cancel()
    previewing = Task { [weak self] in
      let new = await Task.detached(priority: .userInitiated) { await search.replacement(of: current, by: template) }.value
      guard let self, wanted == previewed else { return }
      bar.showMessage(new.map { replacementPreview(search.text.string(in: current), $0) })
    }
  }
}
