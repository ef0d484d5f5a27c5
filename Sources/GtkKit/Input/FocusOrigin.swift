// Owns: the way back of the focus from what has it for a while: a menu, a search, a name that is being changed.

import GLibKit

/// The widget that had the focus before something else took it.
public struct FocusOrigin {
  private let widget: Weak<AnyWidget>?

  /// Remembers the focus of the window in which a widget is.
  public init(around widget: some Widget) { self.widget = widget.window?.focus.map { Weak($0) } }

  /// Gives the focus back; returns false when what had it has gone or is out of sight.
  @discardableResult
  public func giveBack() -> Bool {
    guard let origin = widget?.object, origin.isMapped else { return false }
    return origin.grabFocus()
  }
}
