import GLibKit
import GtkKit
import HeaderModel

/// Runs the search of one bar: the field that grows out of its button, and the suggestions under it (spec §7).
final class SearchController {
  private unowned let header: BarController
  private let overlay: Overlay
  /// What the bar lays out: the button, or the field in its place.
  let slot: Box
  private let button: Button
  let field = SearchField()
  let sheet = SuggestionSheet()
  private(set) var isActive = false
  private(set) var list = SuggestionList()
  private var scope: String?
  /// Whether the field stands in the bar; else it is on top of the sheet.
  private var isInline = false
  private var isMoving = false
  /// Counts requests, so that late answers to earlier ones are known.
  private var serial = 0
  private var isAnswered = false
  private var choosesWhenAnswered = false
  private var origin: FocusOrigin?
  private var focusWatch: SignalConnection?

  init(_ header: BarController, overlay: Overlay) {
    self.header = header
    self.overlay = overlay
    button = Button()
    button.addClass("flat")
    button.focusesOnClick = false
    slot = Box(.horizontal, [button])
    slot.addClass("header-search-slot")
    field.onChange = { [weak self] in self?.ask() }
    field.onKey = { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
    sheet.onPress = { [weak self] in self?.choose($0) }
    sheet.onScope = { [weak self] in self?.toggleScope($0) }
    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in
      guard key == .escape, modifiers.isEmpty else { return key == .down ? self?.backToField() ?? false : false }
      self?.end(.cancelled)
      return true
    }
    sheet.widget.add(keys)
  }

  private var delegate: (any SearchDelegate)? { header.page?.searchDelegate }

  /// Makes the button that starts the search look like an item of the bar.
  func prepare(_ item: BarItem, _ describe: (Button) -> Void) -> AnyWidget {
    button.setIcon(item.icon ?? "system-search-symbolic")
    describe(button)
    return AnyWidget(slot)
  }

  // MARK: Beginning and ending

  /// Starts the search; while it goes on, narrows it to the next scope.
  func begin() {
    guard !isActive else {
      if field.containsFocus { nextScope() } else { field.grabFocus() }
      return
    }
    guard let delegate, header.mode == nil, let window = header.widget.window else { return }
    isActive = true
    origin = FocusOrigin(around: header.widget)
    scope = nil
    delegate.searchBegan()
    field.setPlaceholder(tr("Search this document and all commands"))
    place()
    overlay.addOverlay(sheet.widget)
    field.set(SearchRequest())
    focusWatch = window.onFocusChange { [weak self] in MainLoop.next { self?.checkFocus() } }
  }

  /// Ends the search; does nothing when none goes on.
  func end(_ how: SearchEnd) {
    guard isActive else { return }
    let request = request
    isActive = false
    serial += 1
    focusWatch?.disconnect()
    focusWatch = nil
    choosesWhenAnswered = false
    if how != .left { origin?.giveBack() }
    origin = nil
    takeFieldOut()
    overlay.removeOverlay(sheet.widget)
    button.isVisible = true
    list = SuggestionList()
    sheet.show(list, saysNothing: false)
    delegate?.searchEnded(how, request)
  }

  /// The window that has lost the keyboard ends nothing; another widget of it that has taken the focus does.
  private func checkFocus() {
    guard isActive, !isMoving, let window = header.widget.window, window.isActive, let focus = window.focus else { return }
    if !focus.isInside(field.widget), !focus.isInside(sheet.widget) { end(.left) }
  }

  // MARK: Place

  private static let fieldWidths = 220...420
  private static let sheetWidth = 520

  /// Puts the field where there is room for it, and the sheet under it. Only the bar's being compact decides, so that the answer does not
  /// depend on what the field itself takes.
  private func place() {
    let isCompact = header.strip.placement?.isCompact ?? false
    let inline = !isCompact && slot.parent != nil
    if inline != isInline || field.widget.parent == nil {
      isMoving = true
      let hadFocus = field.containsFocus
      takeFieldOut()
      isInline = inline
      button.isVisible = !inline
      if inline { slot.append(field.widget) } else { sheet.setField(field.widget) }
      if hadFocus { field.grabFocus() }
      isMoving = false
    }
    fit()
  }

  private func takeFieldOut() {
    if isInline, field.widget.parent != nil { slot.remove(field.widget) }
    sheet.setField(nil)
  }

  /// Follows the size of the window.
  func fit() {
    guard isActive || field.widget.parent != nil else { return }
    let width = max(overlay.width, 1)
    let height = overlay.height
    if isInline {
      let total = header.widget.width
      field.widget.requestSize(width: min(Self.fieldWidths.upperBound, max(Self.fieldWidths.lowerBound, total / 3)))
      // The trailing edge of the field is the button's: only its other side moves.
      var gap = 6
      if let bounds = slot.bounds(in: overlay), bounds.width > 0 {
        gap = Int(overlay.isRightToLeft ? bounds.x : Double(width) - bounds.x - bounds.width)
      }
      sheet.widget.horizontalAlignment = .end
      sheet.widget.setMargins(end: max(6, gap))
      sheet.fit(width: min(Self.sheetWidth, max(240, width - max(6, gap) - 6)), height: min(560, height - 70))
    } else {
      field.widget.requestSize(width: -1)
      sheet.widget.horizontalAlignment = .fill
      sheet.widget.setMargins()
      sheet.fit(width: -1, height: height - 110)
    }
  }

  /// Follows a bar that was laid out anew.
  func follow() { if isActive { place() } }

  // MARK: Asking

  /// What is searched for now.
  var request: SearchRequest {
    var request = field.request
    request.scope = scope
    return request
  }

  private func ask() {
    guard isActive, let delegate else { return }
    field.takeTokens(of: delegate.searchTokens)
    let request = request
    serial += 1
    isAnswered = false
    let mine = serial
    sheet.show(delegate.searchScopes, active: scope, isVisible: !request.text.isEmpty || !request.tokens.isEmpty || scope != nil)
    delegate.suggest(for: request) { [weak self] sections in self?.answer(sections, to: mine) }
    // What says that nothing was found must not flash by while something still comes.
    MainLoop.after(seconds: 0.4) { [weak self] in
      guard let self, self.serial == mine, self.isActive, !self.isAnswered || self.list.suggestions.isEmpty else { return }
      if !self.isAnswered { self.list.show([], isNewRequest: true) }
      self.sheet.show(self.list, saysNothing: !request.text.isEmpty || !request.tokens.isEmpty)
    }
  }

  private func answer(_ sections: [SuggestionSection], to request: Int) {
    guard isActive, request == serial else { return }
    list.show(sections, isNewRequest: !isAnswered)
    isAnswered = true
    sheet.show(list, saysNothing: false)
    if choosesWhenAnswered, list.chosen != nil {
      choosesWhenAnswered = false
      chooseCurrent()
    }
  }

  // MARK: Scopes

  private func toggleScope(_ id: String) {
    scope = scope == id ? nil : id
    ask()
    backToField()
  }

  private func nextScope() {
    let all: [String?] = [nil] + (delegate?.searchScopes.map(\.id) ?? [])
    let now = all.firstIndex(of: scope) ?? 0
    scope = all[(now + 1) % all.count]
    ask()
  }

  @discardableResult
  private func backToField() -> Bool {
    guard !field.containsFocus else { return true }
    let kept = field.request
    field.grabFocus()
    if !kept.text.isEmpty { field.putCaretAtEnd() }
    return true
  }

  // MARK: Keys

  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (.escape, []): end(.cancelled)
    case (.down, []): move { $0.move(by: 1) }
    case (.up, []): move { $0.move(by: -1) }
    case (.pageDown, []): move { $0.page(by: 8) }
    case (.pageUp, []): move { $0.page(by: -8) }
    case (.return, []), (.keypadEnter, []), (.tab, []): chooseCurrent()
    case (.backTab, .shift), (.tab, .shift): sheet.focusScopes()
    default: return false
    }
    return true
  }

  private func move(_ change: (inout SuggestionList) -> Void) {
    change(&list)
    sheet.mark(list)
    delegate?.lookAt(list.chosen)
  }

  private func chooseCurrent() {
    // Return that is quicker than the first suggestions takes the best of them when they come.
    guard isAnswered, let suggestion = list.chosen else {
      choosesWhenAnswered = !isAnswered
      return
    }
    choose(suggestion)
  }

  private func choose(_ suggestion: SearchSuggestion) {
    guard isActive, let delegate, suggestion.isEnabled else { return }
    let request = request
    if let next = delegate.request(following: suggestion, in: request) {
      scope = next.scope
      field.set(next)
      return
    }
    end(.chosen)
    delegate.choose(suggestion, in: request)
  }
}
