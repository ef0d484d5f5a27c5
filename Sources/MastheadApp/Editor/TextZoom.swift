// Owns: the text's size by Ctrl and the wheel, and by two fingers, over editor and preview alike.

import GLibKit
import GtkKit

/// Changes the size of the text by wheel and fingers.
final class TextZoom {
  private let size: () -> Int32
  private let set: (Int32) -> Void
  private let step: (Int) -> Void
  private var start: Int32 = 100
  /// What a touchpad has scrolled since the last step.
  private var scrolled = 0.0

  /// `size` and `set` are in percent; `step` goes to the next larger or smaller size.
  init(size: @escaping () -> Int32, set: @escaping (Int32) -> Void, step: @escaping (Int) -> Void) {
    self.size = size
    self.set = set
    self.step = step
  }

  /// Listens over a widget, as long as that lives; gives the gesture of two fingers.
  @discardableResult
  func listen(on widget: some Widget) -> ZoomGesture {
    let wheel = ScrollController(.capture)
    let held = Weak(wheel)
    wheel.onScroll { [weak self] _, dy in
      guard let self, held.object?.modifiers == .control else { return false }
      self.scrolled += dy
      while abs(self.scrolled) >= 1 {
        self.step(self.scrolled < 0 ? 1 : -1)
        self.scrolled -= self.scrolled < 0 ? -1 : 1
      }
      return true
    }
    widget.add(wheel)
    let fingers = ZoomGesture()
    fingers.phase = .capture
    fingers.onBegin { [weak self] in self.map { $0.start = $0.size() } }
    fingers.onScale { [weak self] scale in
      guard let self else { return }
      // In steps of five: every other size sets the whole text anew.
      self.set(Int32((Double(self.start) * scale / 5).rounded() * 5))
    }
    widget.add(fingers)
    return fingers
  }
}
