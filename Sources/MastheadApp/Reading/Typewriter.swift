// Owns: typewriter scrolling: the line that is written stays in the middle of the view.

import GLibKit
import GtkKit
import TextModel

/// Keeps the caret in the middle while somebody writes or moves it by key.
@MainActor
final class Typewriter {
  private let view: SourceView
  private var isKey = false
  private var after: ScheduledCall?

  var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      view.scrollsPastEnds = isOn
      if isOn { follow() }
    }
  }

  init(_ document: Document, _ view: SourceView) {
    self.view = view
    let keys = KeyController(.capture)
    keys.onPress { [weak self] _, _ in
      self?.pressed()
      return false
    }
    view.widget.add(keys)
    document.buffer.onSelectionChange { [weak self] in self?.caretMoved() }
    document.onTextChange { [weak self] _, _ in self?.caretMoved() }
  }

  isolated deinit { after?.cancel() }

  /// Only keys move the text: whoever presses with the pointer looks at the place already.
  private func pressed() {
    isKey = true
    after?.cancel()
    after = MainLoop.after(seconds: 0.3) { [weak self] in self?.isKey = false }
  }

  private func caretMoved() { if isOn, isKey { follow() } }

  private func follow() { view.scroll(to: view.buffer.selection.head, share: 0.5) }
}
