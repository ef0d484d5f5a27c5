import GLibKit
import GtkKit
import HeaderModel

/// The sheet under the bar with scopes and suggestions. A child of an overlay rather than a popover, so that the field keeps the focus and
/// nothing grabs the pointer.
final class SuggestionSheet {
  let widget: Box
  /// Where the field stands in a bar that is too narrow for it.
  private let fieldPlace = Bin()
  private let scopeRow: Box
  private let scroller: ScrolledWindow
  private let column: Box
  private let nothing: Label
  private let status = Label(announcing: .status)
  private var rows: [SuggestionRow] = []
  private var headings: [Label] = []
  private var shownRows: [String: SuggestionRow] = [:]

  /// Is run when a suggestion is pressed.
  var onPress: (SearchSuggestion) -> Void = { _ in }
  /// Is run when a scope is pressed.
  var onScope: (String) -> Void = { _ in }

  init() {
    scopeRow = Box(.horizontal, spacing: 6)
    scopeRow.addClass("header-scopes")
    column = Box(.vertical, spacing: 0)
    column.addClass("header-suggestions")
    column.setAccessibleRole(.list)
    column.setAccessibleLabel(tr("Suggestions"))
    nothing = Label(tr("Nothing Found"))
    nothing.addClass("dim-label")
    nothing.setMargins(top: 18, bottom: 18)
    scroller = ScrolledWindow(Box(.vertical, [column, nothing]), horizontal: .never)
    status.addClass("header-unseen")
    status.opacity = 0
    let statusPlace = Overlay(scroller)
    status.canTarget = false
    status.horizontalAlignment = .start
    status.verticalAlignment = .start
    statusPlace.addOverlay(status)
    statusPlace.setClips(status, true)
    widget = Box(.vertical, spacing: 0, [fieldPlace, scopeRow, statusPlace])
    widget.addClass("header-search-sheet")
    widget.verticalAlignment = .start
    widget.setAccessibleRole(.group)
    widget.setAccessibleLabel(tr("Search"))
  }

  /// Puts the field on top of the sheet, or takes it out.
  func setField(_ field: Box?) {
    fieldPlace.setChild(field)
    fieldPlace.isVisible = field != nil
  }

  /// Gives the sheet a width and a most height, in pixels.
  func fit(width: Int, height: Int) {
    widget.requestSize(width: width)
    scroller.fitContents(maximumHeight: max(80, height))
  }

  /// Shows the scopes and which of them is on.
  func show(_ scopes: [SearchScope], active: String?, isVisible: Bool) {
    if scopeRow.children.count != scopes.count {
      for child in scopeRow.children { scopeRow.remove(child) }
      for scope in scopes {
        let button = ToggleButton()
        button.setLabel(scope.title)
        button.addClass("header-scope")
        button.focusesOnClick = false
        button.onClick { [weak self] in self?.onScope(scope.id) }
        scopeRow.append(button)
      }
    }
    for (button, scope) in zip(scopeRow.children.compactMap({ ToggleButton(casting: $0) }), scopes)
    where button.isActive != (scope.id == active) {
      button.isActive = scope.id == active
    }
    scopeRow.isVisible = isVisible && !scopes.isEmpty
  }

  /// Gives the scopes the focus.
  func focusScopes() { scopeRow.children.first?.grabFocus() }

  var containsFocus: Bool { widget.containsFocus }

  /// Shows suggestions. `isComplete`: it may be said that there are none.
  func show(_ list: SuggestionList, saysNothing: Bool) {
    let count = list.sections.reduce(0) { $0 + $1.suggestions.count }
    while rows.count < count { rows.append(makeRow()) }
    while headings.count < list.sections.count { headings.append(makeHeading()) }
    shownRows = [:]
    var next = 0
    var before: AnyWidget?
    func place(_ child: some Widget) {
      child.isVisible = true
      column.reorder(child, after: before)
      before = AnyWidget(child)
    }
    for (heading, section) in zip(headings, list.sections) {
      heading.text = section.title
      place(heading)
      for suggestion in section.suggestions {
        let row = rows[next]
        next += 1
        row.show(suggestion)
        shownRows[suggestion.id] = row
        place(row.widget)
      }
    }
    for row in rows[next...] { row.widget.isVisible = false }
    for heading in headings[list.sections.count...] { heading.isVisible = false }
    column.isVisible = count > 0
    nothing.isVisible = count == 0 && saysNothing
    mark(list)
  }

  /// Shows which suggestion is chosen, brings it into sight and says it.
  func mark(_ list: SuggestionList) {
    for (id, row) in shownRows { row.setChosen(id == list.chosenID) }
    guard let id = list.chosenID, let row = shownRows[id] else { return }
    if list.isMoved, let suggestion = row.suggestion, let place = list.place {
      status.text = tr("%s, %s of %s").filled(suggestion.title, Format.number(place.index + 1), Format.number(place.count))
    }
    MainLoop.next { [weak self] in self?.bringIntoSight(row, isFirst: list.suggestions.first?.id == id) }
  }

  private func bringIntoSight(_ row: SuggestionRow, isFirst: Bool) {
    guard row.widget.isMapped, let place = row.widget.bounds(in: column) else { return }
    let page = scroller.vertical
    let top = isFirst ? 0 : place.y - 4
    let bottom = place.y + place.height + 4
    if top < page.value { page.value = max(0, top) } else if bottom > page.value + page.pageSize { page.value = bottom - page.pageSize }
  }

  private func makeRow() -> SuggestionRow {
    let row = SuggestionRow()
    row.onPress = { [weak self] in self?.onPress($0) }
    column.append(row.widget)
    return row
  }

  private func makeHeading() -> Label {
    let heading = Label()
    heading.addClass("header-suggestion-heading")
    heading.addClass("caption-heading")
    heading.addClass("dim-label")
    heading.horizontalPosition = 0
    column.append(heading)
    return heading
  }
}
