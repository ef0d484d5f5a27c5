// Owns: the widgets of the find bar. What they ask for is `Finding`'s.

import GLibKit
import GtkKit

/// The bar in which one types what to find and what to put in its place.
final class FindBar {
  /// What the bar can be asked to do.
  struct Answers {
    var search: () -> Void = {}
    var next: () -> Void = {}
    var previous: () -> Void = {}
    var replacement: () -> Void = {}
    var replace: () -> Void = {}
    var replaceAll: () -> Void = {}
    var showReplace: (Bool) -> Void = { _ in }
    var close: () -> Void = {}
    /// The text further back in the history of an entry, or less far; nil for none.
    var history: (_ isReplacement: Bool, _ back: Bool) -> String? = { _, _ in nil }
    /// The menu of options and of what was looked for lately.
    var options: () -> Menu = { Menu() }
  }

  let widget: AnyWidget
  var answers = Answers()
  let entry = Entry()
  let replaceEntry = Entry()
  private let count = Label(announcing: .status)
  private let message = Label(announcing: .status)
  private let replaceRow: Box
  private let replaceToggle = ToggleButton(icon: "edit-find-replace-symbolic", tooltip: tr("Find and Replace"))
  private let options = MenuButton(icon: "view-more-symbolic", tooltip: tr("Search options"))
  private let previousButton = Button(icon: "go-up-symbolic", tooltip: tr("Previous match"))
  private let nextButton = Button(icon: "go-down-symbolic", tooltip: tr("Next match"))
  private let replaceButton = Button(label: tr("Replace"))
  private let replaceAllButton = Button(label: tr("Replace _All"))
  private let content: Box

  init() {
    let close = Button(icon: "window-close-symbolic", tooltip: tr("Close search"))
    close.addClass("circular")
    let steps = Box(.horizontal, [previousButton, nextButton])
    steps.addClass("linked")
    for button in [AnyWidget(options), AnyWidget(replaceToggle), AnyWidget(close)] { button.addClass("flat") }
    let field = Overlay(entry)
    field.addOverlay(count)
    field.expandsHorizontally = true
    let row = Box(.horizontal, spacing: 6, [field, steps, replaceToggle, options, close])
    replaceRow = Box(.horizontal, spacing: 6, [replaceEntry, replaceButton, replaceAllButton])
    content = Box(.vertical, spacing: 6, [row, replaceRow, message])
    content.setMargins(top: 6, bottom: 6, start: 6, end: 6)
    let bar = Box(.vertical, [Clamp(content, maximum: 760)])
    bar.addClass("find-bar")
    widget = AnyWidget(bar)
    widget.setAccessibleLabel(tr("Find"))
    setUp()
    connect(close)
  }

  private func setUp() {
    entry.setStartIcon("edit-find-symbolic")
    entry.setPlaceholder(tr("Find"))
    entry.setAccessibleLabel(tr("Find"))
    entry.addClass("find-entry")
    entry.setWidth(characters: 3)
    replaceEntry.setStartIcon("edit-find-replace-symbolic")
    replaceEntry.setPlaceholder(tr("Replace with"))
    replaceEntry.setAccessibleLabel(tr("Replace with"))
    replaceEntry.expandsHorizontally = true
    replaceEntry.setWidth(characters: 4)
    count.horizontalAlignment = .end
    count.verticalAlignment = .center
    count.canTarget = false
    for name in ["dim-label", "numeric", "find-count"] { count.addClass(name) }
    message.horizontalPosition = 0
    message.cut = .end
    message.addClass("caption")
    message.isVisible = false
    replaceRow.isVisible = false
  }

  private func connect(_ close: Button) {
    entry.onChange { [weak self] in self?.answers.search() }
    replaceEntry.onChange { [weak self] in self?.answers.replacement() }
    previousButton.onClick { [weak self] in self?.answers.previous() }
    nextButton.onClick { [weak self] in self?.answers.next() }
    replaceButton.onClick { [weak self] in self?.answers.replace() }
    replaceAllButton.onClick { [weak self] in self?.answers.replaceAll() }
    replaceToggle.onToggle { [weak self] in
      guard let self, replaceToggle.isActive != replaceRow.isVisible else { return }
      answers.showReplace(replaceToggle.isActive)
    }
    close.onClick { [weak self] in self?.answers.close() }
    options.setCreatePopup { [weak self] button in if let self { button.setMenu(answers.options()) } }
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
    widget.add(keys)
  }

  private func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let (inFind, inReplace) = (entry.containsFocus, replaceEntry.containsFocus)
    switch (key, modifiers) {
    case (.escape, []): answers.close()
    case (.return, []), (.keypadEnter, []):
      if inFind { answers.next() } else if inReplace { answers.replace() } else { return false }
    case (.return, .shift), (.keypadEnter, .shift):
      guard inFind else { return false }
      answers.previous()
    // From one text to the other; the buttons come after both.
    case (.tab, []) where inFind && showsReplace: replaceEntry.grabFocus()
    case (.backTab, .shift) where inReplace, (.tab, .shift) where inReplace: entry.grabFocus()
    case (.up, []), (.down, []):
      guard inFind || inReplace else { return false }
      if let text = answers.history(inReplace, key == .up) {
        let field = inReplace ? replaceEntry : entry
        field.text = text
        field.caret = -1
      }
    default: return false
    }
    return true
  }

  // MARK: What is shown

  /// Whether the second row is shown.
  var showsReplace: Bool {
    get { replaceRow.isVisible }
    set {
      replaceRow.isVisible = newValue
      replaceToggle.isActive = newValue
    }
  }

  /// Lets keys and the menu turn the options.
  func add(_ options: FindOptions) {
    widget.insertActionGroup("find", options.group)
    widget.add(options.keys)
  }

  /// How many matches there are, in words; and whether that is bad news.
  func showCount(_ text: String, isError: Bool) {
    if count.text != text { count.text = text }
    entry.setClass("error", isError)
    entry.setAccessibleInvalid(isError)
  }

  /// What is wrong, or what the next replacement does, in a line of its own; nil for nothing.
  func showMessage(_ markup: String?, isError: Bool = false) {
    message.isVisible = markup != nil
    message.setMarkup(markup ?? "")
    message.setClass("error", isError)
    message.cut = isError ? .none : .end
    message.wraps = isError
    // The line is cut where it is too long.
    message.tooltip = markup == nil ? nil : message.text
  }

  /// What can be done now.
  func enable(steps: Bool, replace: Bool, replaceAll: Bool) {
    previousButton.isSensitive = steps
    nextButton.isSensitive = steps
    replaceButton.isSensitive = replace
    replaceAllButton.isSensitive = replaceAll
  }

  /// Shows that the search is not the plain one.
  func markOptions(_ isOn: Bool) { options.setClass("find-options-on", isOn) }

  func focusFind() {
    entry.grabFocus()
    entry.select(from: 0, to: -1)
  }

  func focusReplace() {
    replaceEntry.grabFocus()
    replaceEntry.select(from: 0, to: -1)
  }
}
