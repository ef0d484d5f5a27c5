import GLibKit
import HeaderModel

/// Supplies what the title opens and drags out (spec §5.2–5.5). The kit knows no files and no documents.
public protocol TitleDelegate: AnyObject {
  /// Returns what the head of the popover shows; `nil` for a title menu without a document. What takes long to count comes later, by
  /// `update`, in as many lines as there were: the popover opens without waiting.
  func properties(_ update: @escaping (DocumentProperties) -> Void) -> DocumentProperties?

  /// Returns the title menu: what can be done now, and nothing else.
  func titleMenu() -> [MenuElement]

  /// Returns the files that dragging the title drags out; none: there is nothing to drag. Asked when a drag begins.
  func draggedFiles() -> [File]
}

/// Decides about renaming where the title stands (spec §6.2).
public protocol RenameDelegate: AnyObject {
  /// Whether the document can be renamed now.
  var canRename: Bool { get }

  /// Returns the name to begin with, and how many of its Unicode scalars are selected: those before the extension.
  func firstName() -> (name: String, selected: Int)

  /// Returns why a name may not end the editing, in words; `nil` when it may.
  func problem(with name: String) -> String?

  /// Does the real rename, and changes the page's title when it has worked.
  func rename(to name: String)

  /// Is told that the focus has left the entry with a name that may not be: it was dropped.
  func droppedName(_ name: String, because problem: String)
}
