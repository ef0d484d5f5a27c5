// Owns: the way by which a pane, bar or dialog of its own brings its commands into every window.

/// A part of a document's window with commands of its own, such as the find bar or the outline.
///
/// A part keeps its window unowned or weakly: the window owns it.
protocol WindowPart: AnyObject {
  /// What the part does for each command, by identifier; a command has one handler in the whole window.
  var handlers: [String: CommandHandler] { get }
  /// The document has left its window, and may come back: what stands over the window goes.
  func windowLeft()
}

extension WindowPart {
  func windowLeft() {}
}
