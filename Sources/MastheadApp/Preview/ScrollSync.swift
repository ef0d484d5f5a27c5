// Owns: that editor and preview show the same place.
// Rule: one pane leads: the preview while the person works in it, else the editor, wherever in the window they press, type or scroll. Where
// the pointer rests says nothing: who searches by keyboard has it lying anywhere. The pane that follows never leads by being moved.

import GLibKit
import GtkKit
import TextModel

/// Keeps editor and preview at the same place of the document.
final class ScrollSync {
  private let editor: EditorPane
  private let preview: PreviewPane
  /// Whether the panes follow each other.
  var isOn = true { didSet { if isOn { followEditor() } } }
  private var previewLeads = false
  private var isAboutToFollow = false
  /// The height at which both panes show the same place, as a share of the view: where people look.
  private static let readingLine = 0.25

  init(editor: EditorPane, preview: PreviewPane) {
    self.editor = editor
    self.preview = preview
    lead(AnyWidget(preview.widget), byPreview: true)
    editor.view.onScroll { [weak self] in self?.followEditorSoon() }
    preview.onScroll = { [weak self] in self?.followPreview() }
  }

  /// Hears what is done in the window that shows the panes: its parts hear after it, so that the preview has the last word.
  func listen(on window: some Widget) { lead(AnyWidget(window), byPreview: false) }

  private func lead(_ pane: AnyWidget, byPreview: Bool) {
    let press = ClickGesture(button: 0, .capture)
    press.onPress { [weak self] _, _, _ in self?.previewLeads = byPreview }
    pane.add(press)
    let scroll = ScrollController(.capture)
    scroll.onScroll { [weak self] _, _ in
      self?.previewLeads = byPreview
      return false
    }
    pane.add(scroll)
    let keys = KeyController(.capture)
    keys.onPress { [weak self] _, _ in
      self?.previewLeads = byPreview
      return false
    }
    pane.add(keys)
  }

  /// Follows before the next frame is laid out. The text view also scrolls while it is laid out and drawn, and a preview that is moved
  /// then would have no valid place in that frame and stay blank for it.
  private func followEditorSoon() {
    guard !isAboutToFollow, isOn, !previewLeads else { return }
    isAboutToFollow = true
    editor.widget.onFrame { [weak self] _ in
      self?.isAboutToFollow = false
      self?.followEditor()
      return false
    }
  }

  private func followEditor() {
    guard isOn, !previewLeads, preview.widget.isMapped, editor.widget.isMapped else { return }
    let height = Double(editor.widget.height) * Self.readingLine
    // At the very top there is nothing above the first line to read.
    if editor.widget.vertical.value <= 0 { return preview.view.scroll(toSource: 0, at: Double(preview.widget.height)) }
    let offset = editor.view.offset(atX: Double(editor.widget.width) / 2, y: height)
    preview.view.scroll(toSource: Double(offset.utf8), at: height)
  }

  private func followPreview() {
    guard isOn, previewLeads, preview.widget.isMapped, editor.widget.isMapped else { return }
    let height = Double(preview.widget.height) * Self.readingLine
    let position = preview.widget.vertical.value <= 0 ? 0 : preview.view.source(at: height)
    let text = editor.view.buffer.text
    let offset = text.boundary(atOrBefore: TextOffset(min(text.count, max(0, Int(position)))))
    editor.view.scroll(to: offset, share: preview.widget.vertical.value <= 0 ? 0 : Self.readingLine)
  }
}
