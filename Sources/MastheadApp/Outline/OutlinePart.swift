// Owns: the outline as a part of a window: whether it is beside the page, over it, or hidden, its command, and its keys.

import Commands
import GLibKit
import GtkKit
import TextModel

/// The outline of a window's document, at the start of the page.
final class OutlinePart: WindowPart {
  let pane: OutlinePane
  private let work: OutlineWork
  private let menu: OutlineMenu
  private let dragging: OutlineDragging
  private let preferences: AppPreferences
  private let flap: Flap
  private let keys = KeyController()
  /// Whether the person wants it beside the page, where there is room.
  private var isWanted: Bool
  /// Hears that the outline came or went, for the action's state.
  var onChange: (Bool) -> Void = { _ in }
  /// Hears how much of the page's width the outline takes, in pixels.
  var onWidth: (Int) -> Void = { _ in }
  /// Shows a place of the document in the panes that are seen.
  var onShow: (_ offset: TextOffset, _ takesFocus: Bool) -> Void = { _, _ in }
  var tell: (String) -> Void = { _ in } { didSet { work.tell = tell } }

  /// The page with the outline, for the window.
  var widget: AnyWidget { AnyWidget(flap) }

  init(_ document: Document, editor: EditorPane, page: some Widget, preferences: AppPreferences) {
    self.preferences = preferences
    pane = OutlinePane(document, editor: editor)
    work = OutlineWork(pane)
    menu = OutlineMenu(pane, work: work)
    dragging = OutlineDragging(pane, work: work)
    pane.cover(with: dragging)
    flap = Flap(page, pane: pane.widget)
    isWanted = preferences[Preferences.showOutline]
    flap.onReveal { [weak self] in self?.revealed() }
    flap.onFold { [weak self] in self?.folded() }
    flap.isRevealed = isWanted
    pane.isShown = isWanted
    pane.onKey = { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
    pane.onShow = { [weak self] offset, takesFocus in self?.show(offset, takesFocus: takesFocus) }
    keys.phase = .capture
    keys.onPress { [weak self] key, modifiers in self?.pressInWindow(key, modifiers) ?? false }
  }

  var handlers: [String: CommandHandler] {
    [
      "toggle-outline": .toggle(initial: isShown) { [weak self] isOn in
        guard let self else { return }
        self.isShown = isOn
        if !self.flap.isFolded {
          self.isWanted = isOn
          self.preferences[Preferences.showOutline] = isOn
        }
      }
    ]
  }

  /// Whether the outline is seen, beside the page or over it.
  var isShown: Bool {
    get { flap.isRevealed }
    set { flap.isRevealed = newValue }
  }

  /// Takes up what an earlier run has left of this window.
  func restore(_ isShown: Bool) {
    isWanted = isShown
    if !flap.isFolded { self.isShown = isShown }
  }

  /// Whether it would be shown if there were room.
  var isKeptShown: Bool { flap.isFolded ? isWanted : isShown }

  var containsFocus: Bool { pane.widget.containsFocus }
  func grabFocus() { pane.grabFocus() }

  private func revealed() {
    let isShown = flap.isRevealed
    if !isShown, containsFocus { pane.editor.grabFocus() }
    pane.isShown = isShown
    if isShown, flap.isFolded { pane.grabFocus() }
    onChange(isShown)
    tellWidth()
  }

  /// Nobody asked for an outline over the text because the window became narrow.
  private func folded() {
    isShown = flap.isFolded ? false : isWanted
    tellWidth()
  }

  /// How much of the page's width the outline takes, in pixels.
  var widthBeside: Int { isShown && !flap.isFolded ? OutlinePane.width + 1 : 0 }

  private func tellWidth() { onWidth(widthBeside) }

  private func show(_ offset: TextOffset, takesFocus: Bool) {
    let isOver = flap.isFolded
    if isOver { isShown = false }
    onShow(offset, takesFocus || isOver)
  }

  private func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let chosen = pane.selected
    switch (key.lower, modifiers) {
    case (.delete, []) where !chosen.isEmpty: work.delete(chosen)
    case (.f2, []) where chosen.count == 1: work.rename(chosen[0])
    case (.menu, []), (.f10, .shift): menu.openForSelection()
    case (.escape, []):
      pane.editor.grabFocus()
      if flap.isFolded { isShown = false }
    case (.up, .alt) where !chosen.isEmpty: work.shift(chosen, down: false)
    case (.down, .alt) where !chosen.isEmpty: work.shift(chosen, down: true)
    case (Key(character: "["), .control) where !chosen.isEmpty: work.changeLevels(chosen, by: -1)
    case (Key(character: "]"), .control) where !chosen.isEmpty: work.changeLevels(chosen, by: 1)
    case (Key(character: "c"), .control) where !chosen.isEmpty: work.copy(chosen)
    case (Key(character: "d"), .control) where !chosen.isEmpty: work.duplicate(chosen)
    case (Key(character: "f"), .control): pane.focusFilter()
    case (Key(character: "z"), .control): work.undo()
    case (Key(character: "z"), [.control, .shift]): work.redo()
    default: return false
    }
    return true
  }

  /// F2 and Ctrl+F mean the document everywhere but in the outline.
  private func pressInWindow(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard pane.listHasFocus else { return false }
    switch (key.lower, modifiers) {
    case (.f2, []), (Key(character: "f"), .control), (.f10, .shift): return press(key, modifiers)
    default: return false
    }
  }

  /// Hears keys of the window before its accelerators do.
  func takeKeys(of window: some WindowWidget) { window.add(keys) }

  /// Hears them no longer: the window shows something else.
  func leaveKeys(of window: some WindowWidget) { window.remove(keys) }
}
