// Owns: the pane with the sections of a document beside its text.
// Rule: the list shows the last version that was read through; headings are read away from the main thread after each change. Whoever is
// about to change the text reads it anew first (`upToDate`), so that no plan is made of an old version.

import GLibKit
import GtkKit
import Markdown
import MarkdownEditing
import TextModel

/// Shows the sections of a document as a tree of which several rows can be selected, and keeps it right while text changes.
final class OutlinePane {
  /// The width of the pane, in pixels.
  static let width = 250

  let widget: Box
  let document: Document
  let editor: EditorPane
  /// The rows that are shown.
  private(set) var rows = OutlineRows()
  let selection = MultiSelection()
  let list: ListView
  let scroller: ScrolledWindow
  private let filter: SearchEntry
  private let empty: Label
  private let pages: Stack
  /// The rows that GTK has made, by their list items.
  private var made: [UnsafeMutableRawPointer: OutlineRow] = [:]
  private var current: Int?
  /// Whether the list is still to be scrolled to the current section.
  private var isToFollow = false
  private var reading: Task<Void, Never>?
  private var isStale = true
  private var following: ScheduledCall?
  /// The rows that are still to come.
  private var growth: RowGrowth?
  /// The sections that an open menu will act on, by index.
  var ringed: [Int] = [] { didSet { if ringed != oldValue { refreshRings() } } }
  /// Shows a section in the text; `takesFocus` for those who go there to write.
  var onShow: (_ offset: TextOffset, _ takesFocus: Bool) -> Void = { _, _ in }
  /// Is told of the keys that mean something to sections.
  var onKey: (Key, Modifiers) -> Bool = { _, _ in false }

  /// Whether anybody sees the pane: otherwise nothing is read.
  var isShown = false {
    didSet {
      guard isShown != oldValue, isShown else { return }
      readSoon()
    }
  }

  init(_ document: Document, editor: EditorPane) {
    self.document = document
    self.editor = editor
    let factory = ListItemFactory()
    list = ListView(selection, rows: factory)
    list.addClass("navigation-sidebar")
    list.setAccessibleLabel(tr("Outline"))
    scroller = ScrolledWindow(list, horizontal: .never, vertical: .automatic)
    scroller.expandsVertically = true
    filter = SearchEntry(placeholder: tr("Filter headings"))
    filter.setAccessibleLabel(tr("Filter headings"))
    empty = Label()
    empty.wraps = true
    empty.centerLines()
    empty.addClass("dim-label")
    empty.setMargins(18)
    empty.verticalAlignment = .start
    pages = Stack()
    pages.add(scroller, name: "list")
    pages.add(empty, name: "empty")
    widget = Box(.vertical, [filter, pages])
    widget.addClass("outline")
    widget.requestSize(width: Self.width)
    connect(factory)
  }

  private func connect(_ factory: ListItemFactory) {
    factory.onSetup { [weak self] item in self?.setUp(item) }
    factory.onBind { [weak self] item in self?.bind(item) }
    factory.onUnbind { [weak self] item in self?.made[item.ref.pointer]?.endRenaming() }
    factory.onTeardown { [weak self] item in self?.made[item.ref.pointer] = nil }
    list.onActivate { [weak self] position in self?.activate(position, takesFocus: true) }
    let press = ClickGesture()
    let held = Weak(press)
    press.onRelease { [weak self] count, x, y in
      guard count == 1, held.object?.modifiers.isEmpty == true else { return }
      self?.pressed(atX: x, y: y)
    }
    scroller.add(press)
    // Before the list itself, and around it: that is where the focus is when the row that had it is gone.
    for place in [AnyWidget(list), AnyWidget(widget)] {
      let keys = KeyController()
      keys.onPress { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
      place.add(keys)
    }
    filter.onChange { [weak self] in self?.filterChanged() }
    filter.onStop { [weak self] in self?.leaveFilter() }
    filter.onActivate { [weak self] in self?.showFirstMatch() }
    let down = KeyController(.capture)
    down.onPress { [weak self] key, _ in
      guard key == .down else { return false }
      return self?.grabFocus() ?? false
    }
    filter.add(down)
    document.onTreeChange { [weak self] _ in self?.readSoon() }
    document.onLoad { [weak self] in self?.readSoon() }
    document.buffer.onSelectionChange { [weak self] in self?.followSoon() }
    editor.view.onScroll { [weak self] in self?.followSoon() }
  }

  // MARK: Reading

  private func readSoon() {
    isStale = true
    guard isShown, reading == nil else { return }
    reading = Task { [weak self] in
      while let self, self.isStale, self.isShown {
        self.isStale = false
        let tree = self.document.tree
        let content = await Task.detached(priority: .userInitiated) { OutlineContent(tree) }.value
        if !self.isStale { self.show(content) }
      }
      self?.reading = nil
    }
  }

  /// The edits of sections on the text as it is now; the rows are brought up to date first, if they are not.
  func upToDate() -> SectionEdits {
    // What an edit reached far away may still be on its way; a plan must not be made of less than the whole.
    let tree = document.isTreeSettled ? document.tree : MarkdownDocument(document.buffer.text)
    if isStale || reading != nil || !document.isTreeSettled {
      isStale = !document.isTreeSettled
      show(OutlineContent(tree))
    }
    return SectionEdits(tree, sections: rows.sections, selection: document.buffer.selection)
  }

  private func show(_ content: OutlineContent) {
    change { $0.show(content) }
    follow()
  }

  /// Changes the rows and lets the list have as many; what is selected stays so. Many new rows come frame by frame (`RowGrowth`): `follow`
  /// goes on when they are all there.
  private func change(_ body: (inout OutlineRows) -> Void) {
    let old = rows
    let hasFocus = list.containsFocus
    // Where the row with the focus stays in its place, all rows must be there.
    if hasFocus { growth?.finish() }
    let selected = selection.positions + (growth?.stop() ?? [])
    // Rows hold nothing, so without a focus to keep in place only their number counts: GTK takes long for many that come and go.
    let isFromEnd = !hasFocus && selected.isEmpty
    let oldIDs = isFromEnd ? [] : old.visible.map { old.content.ids[$0] }
    body(&rows)
    let newIDs = isFromEnd ? [] : rows.visible.map { rows.content.ids[$0] }
    let change = RowChange(oldIDs, newIDs)
    let kept = change.places(of: selected, in: oldIDs, now: newIDs)
    if rows.visible.isEmpty {
      empty.text = rows.isFiltered ? tr("No heading holds this.") : tr("The headings of the document will be listed here.")
    }
    pages.visibleName = rows.visible.isEmpty ? "empty" : "list"
    if hasFocus {
      if change.removed.count != change.added { selection.replace(change.removed, with: change.added) }
      selection.positions = kept
    } else {
      growth = RowGrowth(of: selection, to: rows.visible.count, selecting: kept, in: list) { [weak self] in self?.follow() }
    }
    refresh()
  }

  // MARK: Rows

  private func setUp(_ item: ListItem) {
    let row = OutlineRow(item)
    row.onToggle = { [weak self, weak row] in
      guard let self, let position = row?.position, position < self.rows.visible.count else { return }
      self.toggle([self.rows.visible[position]])
    }
    made[item.ref.pointer] = row
  }

  private func bind(_ item: ListItem) {
    guard let row = made[item.ref.pointer] else { return }
    refresh(row)
  }

  private func refresh() { for row in made.values { refresh(row) } }

  private func refresh(_ row: OutlineRow) {
    guard let position = row.position, position < rows.visible.count else { return }
    let section = rows.visible[position]
    let it = rows.sections[section]
    row.show(
      OutlineRow.Look(
        title: it.heading.title.oneLine, depth: it.depth, isOpen: rows.hasInside(section) ? !rows.isClosed(section) : nil,
        isCurrent: position == current, isBystander: rows.isBystander[position]))
    row.setRinged(ringed.contains(section))
  }

  private func refreshRings() { for row in made.values { refresh(row) } }

  /// The row whose widget is at a point of the list's scroller, by position.
  func position(atX x: Double, y: Double) -> Int? {
    guard let point = scroller.translate(x: x, y: y, to: list), let box = list.row(atX: point.x, y: point.y) else { return nil }
    return made.values.first { $0.box.isSame(as: box) }?.position
  }

  /// Where the row at a position is in the scroller; nil while it is out of sight.
  func bounds(ofRowAt position: Int) -> Rectangle? { made.values.first { $0.position == position }?.bounds(in: scroller) }

  /// The position of the row that has the focus; nil when none has.
  var focused: Int? { made.values.first { $0.hasFocus }?.position }

  /// The selected sections, in order.
  var selected: [Int] { selection.positions.filter { $0 < rows.visible.count }.map { rows.visible[$0] } }

  /// Selects the rows of sections that begin at some places of the text, and opens what is around them.
  func select(sectionsAt offsets: [TextOffset]) {
    let found = offsets.compactMap { rows.sections.index(at: $0) }
    var around: [Int] = []
    for section in found {
      var parent = rows.sections[section].parent
      while let it = parent {
        around.append(it)
        parent = rows.sections[it].parent
      }
    }
    change { $0.setClosed(false, around) }
    growth?.finish()
    let positions = found.compactMap { rows.row(of: $0) }
    selection.positions = positions
    if let first = positions.first { list.scroll(to: first) }
  }

  func toggle(_ sections: [Int]) {
    let isClosed = sections.contains { rows.hasInside($0) && !rows.isClosed($0) }
    setClosed(isClosed, sections)
  }

  func setClosed(_ isClosed: Bool, _ sections: some Sequence<Int>) {
    change { $0.setClosed(isClosed, sections) }
    follow()
  }

  /// Puts what shows a drag over the list.
  func cover(with dragging: OutlineDragging) {
    pages.remove(scroller)
    pages.add(dragging.cover(scroller), name: "list")
  }

  /// Whether the focus is in the pane, but not where something is typed.
  var listHasFocus: Bool { widget.containsFocus && !filter.containsFocus && !isRenaming }

  /// Whether a title is being changed in its row.
  var isRenaming: Bool { made.values.contains { $0.isRenaming } }

  /// Lets the title of a section be changed in its row.
  func rename(_ section: Int, done: @escaping (String?) -> Void) {
    guard let position = rows.row(of: section), rows.visible[position] == section else { return }
    growth?.finish()
    list.scroll(to: position)
    // The row is made when the list has been laid out.
    widget.onFrame { [weak self] _ in
      guard let self, let row = self.made.values.first(where: { $0.position == position }) else { return false }
      let edits = self.upToDate()
      guard section < edits.sections.count else { return false }
      row.rename(edits.title(of: section), done: done)
      return false
    }
  }

  // MARK: The current section

  private func followSoon() {
    guard isShown, following?.isPending != true else { return }
    following = MainLoop.next { [weak self] in self?.follow() }
  }

  /// Marks the section in which the caret is, or the one at the top of the text when the caret is out of sight.
  private func follow() {
    guard isShown, !isStale else { return }
    let caret = document.buffer.selection.head
    let visible = editor.view.visibleRange
    let isCaretSeen = !editor.widget.isMapped || (visible.lower <= caret && caret <= visible.upper)
    let section = rows.sections.index(at: isCaretSeen ? caret : visible.lower)
    let next = section.flatMap { rows.row(of: $0) }
    guard next != current || isToFollow else { return }
    if next != current {
      current = next
      refresh()
    }
    // Whoever works in the list is not to have it moved under the pointer.
    isToFollow = growth?.isRunning == true
    if let next, !isToFollow, !list.containsFocus { list.scroll(to: next) }
  }

  // MARK: Pointer and keys

  @discardableResult
  func grabFocus() -> Bool {
    guard !rows.visible.isEmpty else { return filter.grabFocus() }
    return list.grabFocus()
  }

  func focusFilter() { filter.grabFocus() }

  private func pressed(atX x: Double, y: Double) {
    guard let position = position(atX: x, y: y) else { return selection.positions = [] }
    activate(position, takesFocus: false)
  }

  private func activate(_ position: Int, takesFocus: Bool) {
    let edits = upToDate()
    guard position < rows.visible.count else { return }
    let heading = edits.sections[rows.visible[position]].heading
    onShow(heading.range.lower, takesFocus)
  }

  private func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard listHasFocus else { return false }
    let forward: Key = list.isRightToLeft ? .left : .right
    let back: Key = list.isRightToLeft ? .right : .left
    switch (key, modifiers) {
    case (forward, []), (back, []):
      guard let position = focused, position < rows.visible.count else { return false }
      let section = rows.visible[position]
      let isOpen = rows.hasInside(section) && !rows.isClosed(section)
      if key == forward {
        guard rows.isClosed(section) else { return isOpen ? focus(rowAt: position + 1) : false }
        setClosed(false, [section])
      } else if isOpen, !rows.isFiltered {
        setClosed(true, [section])
      } else if let parent = rows.sections[section].parent, let row = rows.row(of: parent) {
        return focus(rowAt: row)
      }
      return true
    default:
      return onKey(key, modifiers)
    }
  }

  private func focus(rowAt position: Int) -> Bool {
    guard position < rows.visible.count else { return false }
    growth?.finish()
    selection.positions = [position]
    list.scroll(to: position)
    made.values.first { $0.position == position }?.box.parent?.grabFocus()
    return true
  }

  // MARK: The filter

  /// Shows only the sections whose titles hold all words of a text.
  func setFilter(_ text: String) { filter.text = text }

  private func filterChanged() {
    change { $0.filter(filter.text) }
    follow()
  }

  private func leaveFilter() {
    if filter.text.isEmpty { onShow(document.buffer.selection.head, true) } else { filter.text = "" }
  }

  private func showFirstMatch() {
    guard rows.isFiltered, let first = rows.isBystander.firstIndex(of: false) else { return }
    activate(first, takesFocus: true)
  }
}
