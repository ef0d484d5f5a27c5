import GLibKit
import GtkKit
import HeaderModel

/// Edits the name where the title stands (spec §6).
final class RenameEntry {
  let entry = Entry()
  private unowned let title: TitleView
  private let delegate: any RenameDelegate
  private let first: (name: String, selected: Int)
  private let words = Label(announcing: .alert)
  private let bubble: Popover
  /// What had the focus before, and gets it back.
  private let origin: FocusOrigin
  private var isOver = false
  /// In characters.
  private var width = 0
  private let onEnd: () -> Void

  /// Puts the entry in the title's place; `onEnd` is run when it has gone.
  init(in title: TitleView, _ delegate: any RenameDelegate, onEnd: @escaping () -> Void) {
    self.title = title
    self.delegate = delegate
    self.onEnd = onEnd
    first = delegate.firstName()
    origin = FocusOrigin(around: title.widget)
    bubble = Popover(words)
    bubble.setAutohides(false)
    entry.text = first.name
    entry.verticalAlignment = .center
    entry.setAccessibleLabel(tr("Rename document"))
    fit()
    title.widget.append(entry)
    title.isRenaming = true
    bubble.setParent(entry)
    entry.onChange { [weak self] in self?.check() }
    entry.onActivate { [weak self] in self?.commit() }
    watchKeys()
    let focus = FocusController()
    focus.onLeave { [weak self] in self?.focusLeft() }
    entry.add(focus)
    entry.grabFocus()
    entry.select(from: 0, to: first.selected)
  }

  /// Why the present text may not be the name; `nil` when it may.
  private var problem: String? { isUnchanged ? nil : delegate.problem(with: entry.text) }

  /// Whether the name is what it was, to the byte: names that look alike can be different ones.
  private var isUnchanged: Bool { entry.text.utf8.elementsEqual(first.name.utf8) }

  private func check() {
    let problem = problem
    fit()
    entry.setClass("error", problem != nil)
    entry.setAccessibleInvalid(problem != nil)
    words.text = problem ?? ""
    problem == nil ? bubble.popDown() : bubble.popUp()
  }

  /// Makes the entry as wide as the name needs, within bounds. It grows and does not shrink: the bar would follow each key.
  private func fit() {
    let needed = max(12, min(40, entry.text.unicodeScalars.count + 2))
    guard needed > width else { return }
    width = needed
    entry.setWidth(characters: needed)
  }

  /// Ends the editing with the name, if it may be one: what Return does.
  func commit() {
    // Somebody may have taken the name since the last key.
    check()
    guard problem == nil else { return }
    let (name, isUnchanged) = (entry.text, isUnchanged)
    end()
    if !isUnchanged { delegate.rename(to: name) }
  }

  /// The focus has gone elsewhere in the window; when the window itself has lost it, nothing happens (spec §6.4).
  private func focusLeft() {
    guard !isOver, let window = entry.window, window.isActive, !entry.containsFocus else { return }
    guard let problem else { return commit() }
    let name = entry.text
    end()
    delegate.droppedName(name, because: problem)
  }

  private func watchKeys() {
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, modifiers in
      guard let self, modifiers.isEmpty else { return false }
      switch key {
      case .escape: self.end()
      case .f2: self.toggleSelection()
      default: return false
      }
      return true
    }
    entry.add(keys)
  }

  /// Selects the whole name, or the name without its extension.
  private func toggleSelection() {
    let scalars = Array(entry.text.unicodeScalars)
    let stem = scalars.lastIndex(of: ".").flatMap { $0 > 0 ? $0 : nil } ?? scalars.count
    entry.select(from: 0, to: entry.selection == 0..<stem ? scalars.count : stem)
  }

  /// Puts the title back.
  func end() {
    guard !isOver else { return }
    isOver = true
    let hadFocus = entry.containsFocus
    bubble.popDown()
    bubble.unparent()
    entry.isVisible = false
    title.isRenaming = false
    title.retire(entry)
    if hadFocus || title.button.window?.focus == nil, !origin.giveBack() { title.button.grabFocus() }
    onEnd()
  }
}
