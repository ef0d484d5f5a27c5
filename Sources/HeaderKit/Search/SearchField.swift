import GLibKit
import GtkKit
import HeaderModel

/// The field in which a search is typed: its pills, then the text.
final class SearchField {
  let widget: Box
  private let pills: Box
  /// An entry drawn as nothing: the bare text of one is unknown to assistive technology.
  private let text: Entry
  private let clear: Button
  private(set) var tokens: [SearchToken] = []
  /// The index of the pill that Delete would remove; `nil` when the caret is in the text.
  private(set) var selectedPill: Int?
  private var isQuiet = false

  /// Is run when text or pills have changed.
  var onChange: () -> Void = {}
  /// Hears the keys that do not edit the text; answers whether it took them.
  var onKey: (Key, Modifiers) -> Bool = { _, _ in false }

  init() {
    let icon = Image(icon: "system-search-symbolic")
    pills = Box(.horizontal, spacing: 4)
    text = Entry()
    text.expandsHorizontally = true
    text.setAccessibleLabel(tr("Search"))
    clear = Button()
    clear.setIcon("edit-clear-symbolic")
    clear.addClass("flat")
    clear.tooltip = tr("Clear")
    clear.setAccessibleLabel(tr("Clear"))
    clear.focusesOnClick = false
    widget = Box(.horizontal, spacing: 6, [icon, pills, text, clear])
    widget.addClass("header-search-field")
    widget.verticalAlignment = .center
    pills.isVisible = false
    text.onChange { [weak self] in self?.typed() }
    clear.onClick { [weak self] in self?.set(SearchRequest()) }
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
    text.add(keys)
    update()
  }

  /// What is typed now, without a scope.
  var request: SearchRequest { SearchRequest(text: text.text, tokens: tokens) }

  var containsFocus: Bool { widget.containsFocus }

  /// Puts the caret into the text, all of which is selected.
  func grabFocus() {
    text.grabFocus()
    text.select(from: 0, to: -1)
  }

  /// Puts the caret behind the text.
  func putCaretAtEnd() { text.select(from: -1, to: -1) }

  /// Says what can be typed.
  func setPlaceholder(_ placeholder: String) { text.setPlaceholder(placeholder) }

  /// Shows another request, the caret at its end.
  func set(_ request: SearchRequest) {
    isQuiet = true
    text.text = request.text
    isQuiet = false
    tokens = request.tokens
    selectedPill = nil
    update()
    text.grabFocus()
    text.select(from: -1, to: -1)
    onChange()
  }

  /// Takes tokens that were typed out of the text and makes pills of them.
  func takeTokens(of known: [SearchToken]) {
    var request = request
    var isTaken = false
    while request.takeToken(of: known) { isTaken = true }
    guard isTaken else { return }
    isQuiet = true
    text.text = request.text
    text.select(from: -1, to: -1)
    isQuiet = false
    tokens = request.tokens
    update()
  }

  private func typed() {
    guard !isQuiet else { return }
    selectedPill = nil
    onChange()
    update()
  }

  private func remove(_ index: Int) {
    guard tokens.indices.contains(index) else { return }
    tokens.remove(at: index)
    selectedPill = nil
    update()
    text.grabFocus()
    text.select(from: -1, to: -1)
    onChange()
  }

  // MARK: Pills by keyboard

  /// Left and Backspace at the start of the text go to the pills; there arrows move, and Delete and Backspace remove.
  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let isAtStart = text.caret == 0 && text.selection == nil
    if let pill = selectedPill, modifiers.isEmpty {
      switch key {
      case .left: select(max(0, pill - 1))
      case .right: select(pill + 1 < tokens.count ? pill + 1 : nil)
      case .delete, .backspace: remove(pill)
      case .home: select(0)
      case .end: select(nil)
      default:
        if key.character != nil { select(nil) }
        return onKey(key, modifiers)
      }
      return true
    }
    if isAtStart, !tokens.isEmpty, modifiers.isEmpty, key == .left || key == .backspace {
      select(tokens.count - 1)
      return true
    }
    return onKey(key, modifiers)
  }

  private func select(_ pill: Int?) {
    selectedPill = pill
    update()
  }

  private func update() {
    clear.opacity = text.text.isEmpty && tokens.isEmpty ? 0 : 1
    clear.canTarget = clear.opacity > 0
    for child in pills.children { pills.remove(child) }
    for (index, token) in tokens.enumerated() {
      let pill = Button()
      pill.setLabel(token.title)
      pill.addClass("header-pill")
      pill.setClass("selected", index == selectedPill)
      pill.canFocus = false
      pill.tooltip = tr("Remove “%s”").filled(token.title)
      pill.onClick { [weak self] in self?.remove(index) }
      pills.append(pill)
    }
    pills.isVisible = !tokens.isEmpty
  }
}
