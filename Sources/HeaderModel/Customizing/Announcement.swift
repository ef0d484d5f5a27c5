/// Says what a change while customizing has done, for assistive technology; the words are the display's.
public enum Announcement: Hashable, Sendable {
  /// Positions count from 1 among the groups that can move.
  case added(title: String, position: Int, count: Int)
  case moved(title: String, position: Int, count: Int)
  case removed(title: String)
  /// The group is already first or last.
  case cannotMove(title: String)
  /// The group is one that stays.
  case cannotRemove(title: String)
  case display(DisplayMode)
  case reset
  case undone
  case nothingToUndo
  case began
  case ended
}
