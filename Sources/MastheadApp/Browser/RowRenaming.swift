// Owns: renaming an item where its name stands in the list.

import GLibKit
import GtkKit

/// Edits the name of a row in its place.
final class RowRenaming {
  private let row: BrowserRow
  private let first: String
  private let entry = Entry()
  private let words = Label(announcing: .alert)
  private let bubble: Popover
  private let problem: (String) -> String?
  private let commitName: (String) -> Void
  private let onEnd: () -> Void
  private var isOver = false

  /// Puts an entry in the place of a row's name.
  ///
  /// `problem` says why a name cannot be, `commit` hears of the new one, `onEnd` is run when the entry has gone.
  init(
    _ row: BrowserRow, name: String, selected: Int, problem: @escaping (String) -> String?, commit: @escaping (String) -> Void,
    onEnd: @escaping () -> Void
  ) {
    self.row = row
    self.problem = problem
    self.commitName = commit
    self.onEnd = onEnd
    first = name
    bubble = Popover(words)
    bubble.setAutohides(false)
    entry.text = name
    entry.setAccessibleLabel(tr("Rename document"))
    entry.expandsHorizontally = true
    row.name.isVisible = false
    row.nameBox.append(entry)
    bubble.setParent(entry)
    entry.onChange { [weak self] in self?.check() }
    entry.onActivate { [weak self] in self?.commit() }
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, _ in
      guard key == .escape else { return false }
      self?.end()
      return true
    }
    entry.add(keys)
    let focus = FocusController()
    focus.onLeave { [weak self] in self?.focusLeft() }
    entry.add(focus)
    entry.grabFocus()
    entry.select(from: 0, to: selected)
  }

  private var trouble: String? { entry.text == first ? nil : problem(entry.text) }

  private func check() {
    let trouble = trouble
    entry.setClass("error", trouble != nil)
    entry.setAccessibleInvalid(trouble != nil)
    words.text = trouble ?? ""
    trouble == nil ? bubble.popDown() : bubble.popUp()
  }

  private func commit() {
    guard !isOver, trouble == nil else { return }
    let name = entry.text
    end()
    if name != first { commitName(name) }
  }

  /// A good name is taken when one goes on with something else; a bad one is dropped. A window that lost the focus waits.
  private func focusLeft() {
    guard !isOver, entry.window?.isActive == true else { return }
    MainLoop.next { [weak self] in
      guard let self, !isOver else { return }
      trouble == nil ? commit() : end()
    }
  }

  /// Takes the entry away.
  func end() {
    guard !isOver else { return }
    isOver = true
    bubble.popDown()
    bubble.unparent()
    row.nameBox.remove(entry)
    row.name.isVisible = true
    onEnd()
  }
}
