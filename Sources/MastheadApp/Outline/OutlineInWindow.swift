// Owns: what the outline and the window around it tell each other.

import GLibKit
import GtkKit
import TextModel

extension DocumentWindow {
  /// Lets the outline tell the window what it shows, and be told of the window's keys; then spelling and the reading aids.
  func connectOutline() {
    outline.tell = { [weak self] in self?.tell($0) }
    outline.onShow = { [weak self] offset, takesFocus in self?.showSection(offset, takesFocus: takesFocus) }
    outline.onChange = { [weak self] isShown in
      self?.actions?.setState("toggle-outline", isShown)
      self?.application.sessionChanged()
    }
    outline.onWidth = { [weak self] width in self?.panes.widthBeside = width }
    panes.widthBeside = outline.widthBeside
    connectSpelling()
    connectReading()
  }

  /// Shows a heading that a link names, or says that there is none.
  func show(heading name: String) {
    Task { [weak self] in
      _ = await self?.document.settledTree()
      guard let self else { return }
      guard let place = preview.view.position(ofHeading: name) else { return tell(tr("There is no heading of that name.")) }
      showSection(TextOffset(place), takesFocus: true)
    }
  }

  /// Brings a section to the top of what is seen, the caret before its heading; the focus goes into the text when asked for.
  private func showSection(_ offset: TextOffset, takesFocus: Bool) {
    document.buffer.selection = TextSelection(caret: offset)
    editor.view.scroll(to: offset, share: 0.05)
    if panes.shownMode == .preview {
      preview.view.scroll(toSource: Double(offset.utf8), at: 0)
      if takesFocus { preview.grabFocus() }
    } else if takesFocus {
      editor.grabFocus()
    }
  }
}
