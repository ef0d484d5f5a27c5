// Owns: that editor and preview show the same place.
// Rule: one pane leads: the preview while the person works in it, else the editor, wherever in the window they press, type or scroll. Where
// the pointer rests says nothing: who searches by keyboard has it lying anywhere. The pane that follows never leads by being moved.
// What is typed is to be seen in the preview: where a picture or the like is between it and the reading line, the caret is the line until
// somebody scrolls.

import GLibKit
import GtkKit
import TextModel

/// Keeps editor and preview at the same place of the document.
final class ScrollSync {
  private let editor: EditorPane
  private let preview: PreviewPane
  /// Whether the panes follow each other.
  var isOn = true { didSet { if isOn { followEditor() } } }
  /// Which pane leads.
  var isLedByPreview = false
  /// Whether something has moved that the other pane has not followed yet.
  private(set) var isAboutToFollow = false
  private var (wasEdited, wasScrolled, wasRead) = (false, false, false)
  private var followsCaret = false
  private var editorHeight = 0.0

  init(editor: EditorPane, preview: PreviewPane) {
    self.editor = editor
    self.preview = preview
    lead(AnyWidget(preview.widget), byPreview: true)
    editor.view.onScroll { [weak self] in
      self?.wasScrolled = true
      self?.followSoon()
    }
    editor.view.buffer.onChange { [weak self] _ in
      self?.wasEdited = true
      self?.followSoon()
    }
    preview.onScroll = { [weak self] in
      guard let self, isLedByPreview else { return }
      wasRead = true
      followSoon()
    }
  }

  /// Where both panes show the same place, in pixels from their upper edges.
  var readingHeight: Double { ReadingLine((isLedByPreview ? preview.widget : editor.widget).vertical).height }

  /// Hears what is done in the window that shows the panes: its parts hear after it, so that the preview has the last word.
  func listen(on window: some Widget) { lead(AnyWidget(window), byPreview: false) }

  private func lead(_ pane: AnyWidget, byPreview: Bool) {
    let press = ClickGesture(button: 0, .capture)
    press.onPress { [weak self] _, _, _ in
      self?.isLedByPreview = byPreview
      self?.followsCaret = false
    }
    pane.add(press)
    let scroll = ScrollController(.capture)
    scroll.onScroll { [weak self] _, _ in
      self?.isLedByPreview = byPreview
      self?.followsCaret = false
      return false
    }
    pane.add(scroll)
    let keys = KeyController(.capture)
    keys.onPress { [weak self] _, _ in
      self?.isLedByPreview = byPreview
      return false
    }
    pane.add(keys)
  }

  /// Follows before the next frame is laid out, once for all that happened since the last. The text view also scrolls while it is laid out and
  /// drawn, and a preview that is moved then would have no valid place in that frame and stay blank for it.
  private func followSoon() {
    guard !isAboutToFollow, isOn else { return }
    isAboutToFollow = true
    // The editor's frame clock is the window's; a pane that is not seen hears of no frames.
    let seen = editor.widget.isMapped ? editor.widget : preview.widget
    seen.onNextFrame { [weak self] in self?.follow() }
  }

  private func follow() {
    let (wasEdited, wasScrolled, wasRead) = (self.wasEdited, self.wasScrolled, self.wasRead)
    isAboutToFollow = false
    (self.wasEdited, self.wasScrolled, self.wasRead) = (false, false, false)
    // An edit alone moves nothing: the preview keeps the lines that are read where they are.
    if !followCaret(wasEdited), wasScrolled { followEditor() }
    if hasNewHeights() || wasRead { followPreview() }
  }

  /// Whether lines of the editor were measured since the last question, or wrap anew: what it shows has moved.
  private func hasNewHeights() -> Bool {
    defer { editorHeight = editor.widget.vertical.upper }
    return editorHeight != editor.widget.vertical.upper
  }

  /// Shows the caret's place in the preview, if it is the caret that the preview follows, or has to since an edit; tells whether so.
  private func followCaret(_ wasEdited: Bool) -> Bool {
    guard followsCaret || wasEdited, isOn, !isLedByPreview, areBothSeen else { return false }
    let caret = editor.view.buffer.selection.head
    let place = editor.view.place(of: caret)
    guard place.y >= 0, place.y + place.height <= editor.widget.height else {
      followsCaret = false
      return false
    }
    if !preview.view.isInSight(caret.utf8) { followsCaret = true }
    if followsCaret { preview.view.reveal(caret.utf8, share: Double(place.y) / Double(editor.widget.height)) }
    return followsCaret
  }

  /// In a window's first moment both panes are mapped, whatever it will show, and have no size: their places mean nothing then.
  private var areBothSeen: Bool { [editor.widget, preview.widget].allSatisfy { $0.isMapped && $0.height > 1 } }

  private func followEditor() {
    guard isOn, !isLedByPreview, areBothSeen else { return }
    let line = ReadingLine(editor.widget.vertical)
    preview.view.scroll(toSource: editor.view.position(atY: line.height), at: line.height)
  }

  /// Takes the place that is read along to a pane that is about to be shown: what was seen before leads until something is done in the window.
  func prepare(for mode: ViewMode) {
    guard isOn else { return }
    switch (editor.widget.isMapped, preview.widget.isMapped) {
    case (true, false) where mode != .editor && editor.widget.height > 1:
      let line = ReadingLine(editor.widget.vertical)
      isLedByPreview = false
      preview.view.scroll(toSource: editor.view.position(atY: line.height), at: line.height)
    case (false, true) where mode != .preview:
      let line = ReadingLine(preview.widget.vertical)
      isLedByPreview = true
      editor.view.scroll(toPosition: preview.view.source(at: line.height), share: line.share)
    default: break
    }
  }

  private func followPreview() {
    guard isOn, isLedByPreview, areBothSeen else { return }
    let line = ReadingLine(preview.widget.vertical)
    editor.view.bring(position: preview.view.source(at: line.height), to: line.share)
  }
}

/// The height at which both panes show the same place: where people look, which at the start of a document is the top of the page, and comes
/// to its bottom when its end is reached. So both panes begin and end together, however high each of them is.
struct ReadingLine: Equatable {
  /// From the top (0) to the bottom (1) of the view.
  let share: Double
  /// In pixels from the upper edge of the view.
  let height: Double
  /// Where people look when there is enough above and below.
  static let usual = 0.25

  /// Makes the line of a view that is scrolled so far, in pixels, has so much before its end, and shows a page of this height.
  init(passed: Double, left: Double, page: Double) {
    guard page > 0, passed + left > 0 else { (share, height) = (0, 0); return }
    let (before, after) = (min(page / 2, (passed + left) / 2), min(page, (passed + left) / 2))
    let share =
      passed < before ? Self.usual * passed / before : left < after ? 1 - (1 - Self.usual) * left / after : Self.usual
    self.share = min(max(share, 0), 1)
    height = self.share * page
  }

  init(_ adjustment: Adjustment) {
    let passed = adjustment.value - adjustment.lower
    self.init(
      passed: passed, left: adjustment.upper - adjustment.pageSize - adjustment.lower - passed, page: adjustment.pageSize)
  }
}
