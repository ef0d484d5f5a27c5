// Owns: the widgets of one row of the outline.

import GLibKit
import GtkKit

/// A row that shows one section after another.
final class OutlineRow {
  /// What a row shows.
  struct Look: Equatable {
    var title: String
    var depth: Int
    /// Whether there is something inside that shows and hides; nil when there is nothing.
    var isOpen: Bool?
    /// Whether the caret, or what is read, is in this section.
    var isCurrent = false
    /// Whether the row is there only for what it holds.
    var isBystander = false
  }

  let box: Box
  private let item: ListItem
  private let arrow: Image
  private let label = Inscription()
  private var entry: Entry?
  private var look: Look?
  /// Whether the title is being changed here.
  private(set) var isRenaming = false

  /// What happens when the arrow is pressed.
  var onToggle: () -> Void = {}

  init(_ item: ListItem) {
    self.item = item
    arrow = Image(icon: "pan-down-symbolic")
    arrow.addClass("outline-arrow")
    label.expandsHorizontally = true
    // As high as one line: in more room it would break a long title, of which half would be seen.
    label.verticalAlignment = .center
    box = Box(.horizontal, spacing: 4, [arrow, label])
    item.setChild(box)
    let press = ClickGesture()
    let held = Weak(press)
    press.onPress { [weak self] _, _, _ in
      guard let self, self.look?.isOpen != nil else { return }
      held.object?.setState(.claimed)
      self.onToggle()
    }
    arrow.add(press)
  }

  /// The row's position in the list; nil while it stands for none.
  var position: Int? { item.position }

  /// The widget that has the focus when the row has it.
  private var frame: AnyWidget? { box.parent }

  var hasFocus: Bool { frame?.hasFocus ?? false }

  func show(_ next: Look) {
    guard next != look else { return }
    look = next
    label.text = next.title.isEmpty ? tr("Untitled section") : next.title
    label.setClass("dim-label", next.title.isEmpty || next.isBystander)
    box.setMargins(start: 16 * min(next.depth, 12))
    arrow.icon = next.isOpen == false ? (box.isRightToLeft ? "pan-start-symbolic" : "pan-end-symbolic") : "pan-down-symbolic"
    arrow.opacity = next.isOpen == nil ? 0 : 1
    frame?.setClass("current", next.isCurrent)
    frame?.setAccessibleLabel(label.text)
    if let isOpen = next.isOpen { frame?.setAccessibleExpanded(isOpen) }
    box.tooltip = next.title.count > 24 ? next.title : nil
  }

  func setRinged(_ isRinged: Bool) { frame?.setClass("ringed", isRinged) }

  /// The height of the row and where it is in another widget; nil while it is in none.
  func bounds(in other: some Widget) -> Rectangle? { frame?.bounds(in: other) }

  // MARK: Renaming

  /// Lets the title be changed where it stands; `done` gets the new one, or nil when it was taken back.
  func rename(_ title: String, done: @escaping (String?) -> Void) {
    endRenaming()
    let entry = Entry()
    self.entry = entry
    isRenaming = true
    entry.text = title
    entry.expandsHorizontally = true
    entry.addClass("outline-rename")
    entry.setAccessibleLabel(tr("New title of the section"))
    label.isVisible = false
    box.append(entry)
    let held = Weak(entry)
    let finish: (Bool) -> Void = { [weak self] isKept in
      guard let self, self.isRenaming else { return }
      self.isRenaming = false
      let text = held.object?.text
      let hadFocus = held.object?.containsFocus ?? false
      // Not while the entry is telling of the key.
      MainLoop.next { [weak self] in
        self?.endRenaming()
        if hadFocus { self?.frame?.grabFocus() }
        done(isKept ? text : nil)
      }
    }
    entry.onActivate { finish(true) }
    let keys = KeyController(.capture)
    keys.onPress { key, _ in
      guard key == .escape else { return false }
      finish(false)
      return true
    }
    entry.add(keys)
    let focus = FocusController()
    focus.onLeave { finish(true) }
    entry.add(focus)
    entry.grabFocus()
    entry.select(from: 0, to: -1)
  }

  /// Shows the title again; what was typed is given up.
  func endRenaming() {
    isRenaming = false
    guard let entry else { return }
    self.entry = nil
    box.remove(entry)
    label.isVisible = true
  }
}
