// Owns: the list of the document browser as a widget: rows or tiles, what is selected, dragging out, renaming in place.

import Documents
import GLibKit
import GtkKit

/// Shows items as rows or tiles.
final class BrowserList {
  let widget = Stack()
  private(set) var items: [BrowserItem] = []
  let keys = ListKeys()
  private let scroller = ScrolledWindow(nil, horizontal: .never)
  private let status = StatusPage(icon: "folder-documents-symbolic", title: "")
  private var list: LongList?
  private var isGrid: Bool?
  private let glances = Glances()
  /// The rows that show something now, by the keys of their items.
  private var rows: [String: BrowserRow] = [:]
  private(set) var renaming: RowRenaming?
  /// Whether something is being dragged out of the list.
  private(set) var isDragging = false

  /// Opens what was pressed twice, or Return on it.
  var onOpen: (BrowserItem) -> Void = { _ in }
  /// Shows the menu of what is selected at a place of a widget.
  var onMenu: (AnyWidget, Rectangle) -> Void = { _, _ in }
  var onSelectionChange: () -> Void = {}
  /// Whether an item has text that is not saved.
  var isUnsaved: (BrowserItem) -> Bool = { _ in false }
  /// Says where an item is, in lists of several folders; nil where that is plain.
  var place: (BrowserItem) -> String? = { _ in nil }

  init() {
    widget.add(scroller, name: "list")
    widget.add(status, name: "status")
    widget.setTransition(.none)
    widget.expandsVertically = true
    keys.onSelectionChange { [weak self] in self?.onSelectionChange() }
    scroller.vertical.onValueChange { [weak self] in self?.glanceSoon() }
    scroller.vertical.onRangeChange { [weak self] in self?.glanceSoon() }
  }

  /// The items that are selected, in order.
  var selection: [BrowserItem] { keys.selection.filter { $0 < items.count }.map { items[$0] } }

  /// Shows items; what is the same as before keeps its place and stays selected.
  func show(_ items: [BrowserItem]) {
    let selected = Set(selection.map(\.key))
    let old = self.items
    self.items = items
    keys.replace(old.map(\.key), with: items.map(\.key))
    for (index, item) in items.enumerated() {
      if !selected.isEmpty, selected.contains(item.key), !keys.isSelected(index) { keys.select(index, alone: false) }
      if !rows.isEmpty, let row = rows[item.key], row.item != item { fill(row, item) }
    }
    onSelectionChange()
    glanceSoon()
    if !items.isEmpty { widget.visibleName = "list" }
  }

  /// Says why there is nothing.
  func showNothing(icon: String, title: String, text: String?, child: (any Widget)? = nil) {
    status.setIcon(icon)
    status.setTitle(title)
    status.setDescription(text)
    status.setChild(child)
    widget.visibleName = "status"
  }

  /// Chooses between rows and tiles.
  func setGrid(_ isGrid: Bool) {
    guard isGrid != self.isGrid else { return }
    self.isGrid = isGrid
    renaming?.end()
    rows = [:]
    let list = LongList(
      keys, asTiles: isGrid, make: { [weak self] in self?.make($0, asTile: isGrid) }, fill: { [weak self] in self?.fill($0) },
      empty: { [weak self] in self?.empty($0) }, discard: { [weak self] in self?.discard($0) })
    list.onOpen { [weak self] index in
      guard let self, index < items.count else { return }
      onOpen(items[index])
    }
    list.addClass(isGrid ? "browser-grid" : "browser-list")
    list.setAccessibleLabel(tr("Documents"))
    self.list = list
    scroller.setChild(isGrid ? AnyWidget(list) : AnyWidget(Clamp(list, maximum: 1_000)))
  }

  func grabFocus() {
    // Within the list, asking for the focus would move it to the next row.
    guard let list, !items.isEmpty, !list.containsFocus else { return }
    if !list.moveFocus(forward: true) { list.grabFocus() }
  }

  /// Selects an item and brings it into sight.
  func reveal(_ key: String) {
    guard let index = items.firstIndex(where: { $0.key == key }) else { return }
    keys.select(index)
    list?.show(index)
  }

  /// Gives the row of an item in sight the focus.
  func focus(_ key: String) {
    if let row = rows[key]?.widget.parent { row.grabFocus() } else { grabFocus() }
  }

  /// Shows an item anew: something that the list does not know has changed.
  func redraw() { for row in rows.values { if let item = row.item { fill(row, item) } } }

  // MARK: Rows

  /// The rows that there are, by their widgets. A row keeps its widget, so the widget cannot keep the row.
  private var made: [UnsafeMutableRawPointer: BrowserRow] = [:]

  private func row(of place: LongListRow) -> BrowserRow? { place.child.flatMap { made[$0.ref.pointer] } }

  private func make(_ place: LongListRow, asTile: Bool) {
    let row = BrowserRow(asTile: asTile)
    place.setChild(row.widget)
    made[row.widget.ref.pointer] = row
    let press = ClickGesture(button: 3)
    press.onPress { [weak self, weak row] _, x, y in self?.openMenu(row, x, y) }
    row.widget.add(press)
    let drag = DragSource([.copy])
    let held = Weak(drag)
    drag.onPrepare { [weak self, weak row] _, _ in
      guard let self, let files = row.map(self.dragged)?.compactMap(\.path), !files.isEmpty else { return nil }
      return .files(files.map { File(uri: $0.address) })
    }
    drag.onBegin { [weak self, weak row] in
      guard let self else { return }
      isDragging = true
      if let icon = row.flatMap(dragIcon) { held.object?.setIcon(icon) }
    }
    drag.onEnd { [weak self] _ in self?.isDragging = false }
    row.widget.add(drag)
  }

  private func fill(_ place: LongListRow) {
    guard let row = row(of: place), let key = place.key, place.index < items.count, items[place.index].key == key else { return }
    rows[key] = row
    fill(row, items[place.index])
  }

  private func fill(_ row: BrowserRow, _ item: BrowserItem) {
    let glance =
      switch item.kind {
      case .entry(let entry): glances.known(of: entry)
      case .parked(let text): text.glance
      }
    row.show(item, glance: glance, isUnsaved: isUnsaved(item), where: place(item))
    glanceSoon()
  }

  // MARK: Glances

  private var glancing: ScheduledCall?

  /// Reads the beginnings of the documents in sight, a little later: a list has rows far beyond what is seen, and fills them again and again
  /// while it is being scrolled or is still growing.
  private func glanceSoon() {
    guard glancing?.isPending != true else { return }
    glancing = MainLoop.after(seconds: 0.05) { [weak self] in self?.glanceAtRowsInSight() }
  }

  private func glanceAtRowsInSight() {
    let height = Double(scroller.height)
    for row in rows.values {
      guard let item = row.item, case .entry(let entry) = item.kind, let bounds = row.widget.bounds(in: scroller),
        bounds.y < height, bounds.y + bounds.height > 0
      else { continue }
      glances.read(entry) { [weak self, weak row] in
        guard let self, let row, row.item == item else { return }
        row.show(item, glance: glances.known(of: entry), isUnsaved: isUnsaved(item), where: place(item))
        // What it shows may be higher than before, or lower: others come into sight.
        glanceSoon()
      }
    }
  }

  private func empty(_ place: LongListRow) {
    guard let row = row(of: place) else { return }
    if let key = row.item?.key, rows[key] === row { rows[key] = nil }
    row.clear()
  }

  private func discard(_ place: LongListRow) {
    guard let child = place.child else { return }
    made[child.ref.pointer] = nil
  }

  // MARK: Menu and drag

  private func openMenu(_ row: BrowserRow?, _ x: Double, _ y: Double) {
    guard let row, let item = row.item, let index = items.firstIndex(where: { $0.key == item.key }) else { return }
    if !keys.isSelected(index) { keys.select(index) }
    onMenu(AnyWidget(row.widget), Rectangle(x: x, y: y, width: 1, height: 1))
  }

  /// Opens the menu of what is selected, from the keyboard.
  func openMenuAtSelection() {
    guard let first = selection.first, let row = rows[first.key] else { return }
    onMenu(AnyWidget(row.widget), Rectangle(x: Double(row.widget.width) / 2, y: Double(row.widget.height) / 2, width: 1, height: 1))
  }

  /// The files that a drag from a row takes along: all that is selected when the row is, else the row's alone.
  private func dragged(_ row: BrowserRow) -> [BrowserItem] {
    guard renaming == nil, let item = row.item else { return [] }
    let chosen = selection
    return (chosen.contains { $0.key == item.key } ? chosen : [item]).filter { $0.path != nil }
  }

  /// What is seen under the pointer: the name, or how many there are.
  private func dragIcon(_ row: BrowserRow) -> Box? {
    let items = dragged(row)
    guard let first = items.first else { return nil }
    let image = Image()
    image.icon = first.icon
    let words = items.count == 1 ? first.name : ngettext("%s item", "%s items", items.count).filled(Format.number(items.count))
    let icon = Box(.horizontal, spacing: 6, [image, Label(words)])
    icon.addClass("browser-drag")
    return icon
  }

  // MARK: Renaming

  /// Renames an item where it stands.
  func rename(_ item: BrowserItem, problem: @escaping (String) -> String?, commit: @escaping (String) -> Void) {
    renaming?.end()
    guard let row = rows[item.key] else { return }
    let stem = item.isFolder ? item.name : DocumentName(item.name).stem
    renaming = RowRenaming(row, name: item.name, selected: stem.unicodeScalars.count, problem: problem, commit: commit) { [weak self] in
      self?.renaming = nil
      self?.grabFocus()
    }
  }
}
