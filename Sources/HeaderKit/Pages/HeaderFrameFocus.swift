import GtkKit

extension HeaderFrame {
  /// Whether the keyboard's focus is in the bar.
  public var barContainsFocus: Bool { bar.widget.containsFocus }

  /// Gives the focus to the first thing in the bar that takes it; returns whether there was one.
  @discardableResult
  public func focusBar() -> Bool { bar.widget.moveFocus(forward: true) }
}
