// Owns: what the small windows beside a document have in common: a flat bar over their content, the document's window behind them, and
// Escape to close them.

import GLibKit
import GtkKit

extension Window {
  /// Makes a window that stays beside another, lets the person work in both, and closes with Escape.
  init(title: String, content: any Widget, beside parent: (some WindowWidget)?) {
    self.init()
    self.title = title
    let bar = HeaderBar()
    bar.addClass("flat")
    setContent(Box(.vertical, [bar, content]))
    setTransient(for: parent, isModal: false)
    let window = Weak(self)
    let keys = KeyController()
    keys.onPress { key, _ in
      guard key == .escape else { return false }
      window.object?.close()
      return true
    }
    add(keys)
  }
}
