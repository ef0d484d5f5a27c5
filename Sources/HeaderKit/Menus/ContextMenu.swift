import GLibKit
import GtkKit

extension PopoverMenu {
  /// Opens the menu at a widget, or at a place in it; it goes away some time after it has closed.
  public func open(at widget: some Widget, pointing place: Rectangle? = nil) {
    ClosedMenu.remove(from: widget)
    setParent(widget)
    setHasArrow(place == nil)
    if let place { setPointing(to: place) }
    widget.keep(ClosedMenu(self, of: widget), for: ClosedMenu.key)
    popUpWhole()
  }
}

/// The last menu of a widget, which stays its child when it has closed, until the next one opens or the widget goes.
///
/// A press that closes a menu may be the last that GTK 4.8 hears of the pointer, and it goes on to take the menu for what the pointer is
/// over: it asks it for its surface at the next layout, and dies when that is gone.
private final class ClosedMenu {
  static let key = "masthead-last-menu"

  private let menu: Weak<PopoverMenu>
  private var connection: SignalConnection?

  init(_ menu: PopoverMenu, of widget: some Widget) {
    self.menu = Weak(menu)
    connection = widget.onDestroy { [menu = self.menu] in menu.object?.unparent() }
  }

  static func remove(from widget: some Widget) {
    guard let last = widget.ref.kept(for: key) as? ClosedMenu else { return }
    last.connection?.disconnect()
    last.menu.object?.unparent()
    widget.keep(nil, for: key)
  }
}
