import GLibKit
import GtkKit

extension PopoverMenu {
  /// Opens the menu at a widget, or at a place in it; it goes away when it has closed.
  public func open(at widget: some Widget, pointing place: Rectangle? = nil) {
    setParent(widget)
    setHasArrow(place == nil)
    if let place { setPointing(to: place) }
    let held = Weak(self)
    onClosed {
      // Its entry's action runs after it has closed, and is looked up from here.
      MainLoop.whenIdle { held.object?.unparent() }
    }
    popUpWhole()
  }
}
