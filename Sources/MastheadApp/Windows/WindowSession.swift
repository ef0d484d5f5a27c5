// Owns: what of a window is kept for the next run, and how it comes back.

import Documents
import GLibKit
import GtkKit
import TextModel

extension DocumentWindow {
  /// Keeps the session in step with what is seen; a crash gives no time to write it.
  func keepSession() {
    panes.onArrange = { [weak self] in self?.application.sessionChanged() }
    editor.widget.vertical.onValueChange { [weak self] in self?.application.sessionChanged() }
  }

  /// What the next run needs to bring this window back.
  var sessionEntry: Session.Window {
    var entry = Session.Window(page: .document(file: document.path, draft: document.draftID))
    entry.selection = document.buffer.selection
    entry.folds = reading.folds.ranges
    entry.top = editor.widget.isMapped ? editor.view.visibleRange.lower : .zero
    if let window {
      (entry.width, entry.height) = window.defaultSize
      entry.isMaximized = window.isMaximized
    }
    entry.layout["view-mode"] = panes.mode.rawValue
    // In whole numbers, so that no decimal point gets in, and so fine that not a pixel is lost where a half is rounded.
    entry.layout["editor-share"] = String(Int((panes.share * 1e12).rounded()))
    entry.layout["outline"] = outline.isKeptShown ? "shown" : "hidden"
    return entry
  }

  /// Takes up what an earlier run has left of this window.
  func restore(_ entry: Session.Window) {
    if entry.width > 0, entry.height > 0 { window?.defaultSize = (width: entry.width, height: entry.height) }
    window?.isMaximized = entry.isMaximized
    if let word = entry.layout["outline"] { outline.restore(word == "shown") }
    if let share = entry.layout["editor-share"].flatMap({ Int($0) }) { panes.setShare(Double(share) / 1e12) }
    if let mode = entry.layout["view-mode"].flatMap({ ViewMode(rawValue: $0) }) { setMode(mode) }
  }

  /// Puts caret and scrolling back, once the text is there.
  func restorePlace(_ entry: Session.Window) {
    // The session may be newer than the draft, or the file another: what it says is data and may fit no more.
    let text = document.buffer.text
    func place(_ offset: TextOffset) -> TextOffset { text.boundary(atOrBefore: min(offset, text.end)) }
    document.buffer.selection = TextSelection(anchor: place(entry.selection.anchor), head: place(entry.selection.head))
    reading.folds.restore(entry.folds)
    let top = place(entry.top)
    guard !entry.folds.isEmpty else { return editor.view.scroll(to: top, share: 0) }
    // Lines are hidden in an idle moment; scrolled to before, the place would be shifted by what is hidden above it.
    MainLoop.whenIdle { [weak self] in self?.editor.view.scroll(to: top, share: 0) }
  }
}
