// Owns: which panes of a document's window are seen, and how the focus goes from one to the next.

import GLibKit
import GtkKit
import TextModel

extension DocumentWindow {
  /// Shows editor, preview or both.
  func setMode(_ mode: ViewMode) {
    scrollSync.prepare(for: mode)
    panes.mode = mode
    actions?.setState("view-mode", mode.rawValue)
    if mode == .split, panes.shownMode == .editor { tell(tr("The window is too narrow for both; make it wider to see the preview.")) }
  }

  /// Puts the caret at a place of the text and brings it into sight.
  func showSource(_ offset: TextOffset) {
    if panes.shownMode == .preview {
      setMode(.split)
      scrollSync.isLedByPreview = false
    }
    document.buffer.selection = TextSelection(caret: offset)
    editor.view.scroll(to: offset, share: 0.3)
    editor.grabFocus()
  }

  /// Moves the focus from bar to editor to preview and round again.
  func focusNextPane() {
    let panes: [(isThere: Bool, hasFocus: Bool, focus: () -> Void)] = [
      (true, header.containsFocus, { [header] in header.grabFocus() }),
      (outline.isShown, outline.containsFocus, { [outline] in outline.grabFocus() }),
      (editor.widget.isVisible, editor.widget.containsFocus, { [editor] in editor.grabFocus() }),
      (preview.widget.isVisible, preview.containsFocus, { [preview] in preview.grabFocus() }),
    ].filter(\.isThere)
    let now = panes.firstIndex(where: \.hasFocus) ?? panes.count - 1
    panes[(now + 1) % panes.count].focus()
  }
}
