// Owns: the menus of the outline: for the empty space, for one row, for several.
// Rule: a menu acts on the rows that have a ring while it is open: the selected ones when it was opened on one of them, else the one
// under the pointer; the selection stays as it is.

import GLibKit
import GtkKit

/// Opens menus on the outline.
final class OutlineMenu {
  private unowned let pane: OutlinePane
  private let work: OutlineWork
  private let actions = SimpleActionGroup()

  init(_ pane: OutlinePane, work: OutlineWork) {
    self.pane = pane
    self.work = work
    addActions()
    pane.widget.insertActionGroup("outline", actions)
    let press = ClickGesture(button: 3)
    press.onPress { [weak self] _, x, y in self?.open(atX: x, y: y) }
    pane.scroller.add(press)
    pane.widget.onDestroy { [weak self] in self?.opened?.object?.unparent() }
    let long = LongPressGesture()
    long.onPress { [weak self] x, y in self?.open(atX: x, y: y) }
    pane.scroller.add(long)
  }

  private func addActions() {
    func add(_ name: String, _ body: @escaping (OutlineWork, [Int]) -> Void) {
      actions.addAction(name) { [weak self] in
        guard let self else { return }
        body(self.work, self.targets)
      }
    }
    add("promote") { $0.changeLevels($1, by: -1) }
    add("demote") { $0.changeLevels($1, by: 1) }
    add("rename") { if let first = $1.first { $0.rename(first) } }
    add("duplicate") { $0.duplicate($1) }
    add("delete") { $0.delete($1) }
    add("copy-link") { $0.copyLinks($1) }
    add("copy") { $0.copy($1) }
    add("export") { work, chosen in Task { await work.export(chosen) } }
    add("new-section") { $0.insert(after: $1.last) }
    add("toggle") { [weak pane] _, chosen in pane?.toggle(chosen) }
    actions.addAction("expand-all") { [weak pane] in pane.map { $0.setClosed(false, $0.rows.sections.indices) } }
    actions.addAction("collapse-all") { [weak pane] in pane.map { $0.setClosed(true, $0.rows.sections.indices) } }
  }

  /// What the menu that was opened last acts on.
  private var targets: [Int] = []
  private var opened: Weak<PopoverMenu>?

  private func open(atX x: Double, y: Double) {
    let place = Rectangle(x: x, y: y, width: 1, height: 1)
    guard let position = pane.position(atX: x, y: y) else { return open([], at: place) }
    _ = pane.upToDate()
    guard position < pane.rows.visible.count else { return }
    open(pane.selection.isSelected(position) ? pane.selected : [pane.rows.visible[position]], at: place)
  }

  /// Opens the menu of what is selected, by key.
  func openForSelection() {
    _ = pane.upToDate()
    let bounds = pane.focused.flatMap { pane.bounds(ofRowAt: $0) }
    let place = bounds.map { Rectangle(x: $0.x + 24, y: $0.y + $0.height, width: 1, height: 1) }
    open(pane.selected, at: place ?? Rectangle(x: 12, y: 12, width: 1, height: 1))
  }

  private func open(_ chosen: [Int], at place: Rectangle) {
    // The last one stays until now: its entry's action ran after it had closed, and the button that chose it was let go after that.
    opened?.object?.unparent()
    targets = chosen
    pane.ringed = chosen
    update()
    let menu = PopoverMenu(Menu(items(chosen)))
    menu.setParent(pane.scroller)
    menu.setHasArrow(false)
    menu.horizontalAlignment = .start
    menu.setPointing(to: place)
    let held = Weak(menu)
    menu.onClosed { [weak pane] in pane?.ringed = [] }
    opened = held
    menu.popUpWhole()
  }

  private func update() {
    let canEdit = work.canEdit
    for name in ["promote", "demote", "rename", "duplicate", "delete", "new-section"] { actions.action(name)?.isEnabled = canEdit }
    for (name, step) in [("promote", -1), ("demote", 1)] where canEdit {
      actions.action(name)?.isEnabled = (try? pane.upToDate().changeLevels(targets, by: step)) != nil
    }
    let sections = pane.rows.sections
    actions.action("expand-all")?.isEnabled = sections.count > 0
    actions.action("collapse-all")?.isEnabled = sections.count > 0
  }

  private func items(_ chosen: [Int]) -> [MenuItem] {
    switch chosen.count {
    case 0:
      return [
        .section(
          nil, [MenuItem(tr("Expand All"), action: "outline.expand-all"), MenuItem(tr("Collapse All"), action: "outline.collapse-all")]),
        .section(nil, [MenuItem(tr("New Section"), action: "outline.new-section")]),
      ]
    case 1:
      var levels = [
        MenuItem(C_("heading", "Promote"), action: "outline.promote"), MenuItem(C_("heading", "Demote"), action: "outline.demote"),
      ]
      if pane.rows.hasInside(chosen[0]), !pane.rows.isFiltered {
        let isClosed = pane.rows.isClosed(chosen[0])
        levels.append(MenuItem(isClosed ? tr("Expand") : tr("Collapse"), action: "outline.toggle"))
      }
      return [
        .section(nil, levels),
        .section(
          nil,
          [
            MenuItem(tr("Rename"), action: "outline.rename"), MenuItem(tr("Duplicate"), action: "outline.duplicate"),
            MenuItem(tr("New Section"), action: "outline.new-section"),
          ]),
        .section(
          nil,
          [
            MenuItem(tr("Copy Link"), action: "outline.copy-link"), MenuItem(tr("Copy as Markdown"), action: "outline.copy"),
            MenuItem(tr("Export Section…"), action: "outline.export"),
          ]),
        .section(nil, [MenuItem(C_("section", "Delete"), action: "outline.delete")]),
      ]
    default:
      let count = chosen.count
      let number = Format.number(count)
      return [
        .section(
          nil,
          [
            MenuItem(ngettext("Promote %s Section", "Promote %s Sections", count).filled(number), action: "outline.promote"),
            MenuItem(ngettext("Demote %s Section", "Demote %s Sections", count).filled(number), action: "outline.demote"),
          ]),
        .section(
          nil, [MenuItem(ngettext("Duplicate %s Section", "Duplicate %s Sections", count).filled(number), action: "outline.duplicate")]),
        .section(
          nil,
          [
            MenuItem(ngettext("Copy %s Link", "Copy %s Links", count).filled(number), action: "outline.copy-link"),
            MenuItem(ngettext("Copy %s Section as Markdown", "Copy %s Sections as Markdown", count).filled(number), action: "outline.copy"),
            MenuItem(ngettext("Export %s Section…", "Export %s Sections…", count).filled(number), action: "outline.export"),
          ]),
        .section(nil, [MenuItem(ngettext("Delete %s Section", "Delete %s Sections", count).filled(number), action: "outline.delete")]),
      ]
    }
  }
}
