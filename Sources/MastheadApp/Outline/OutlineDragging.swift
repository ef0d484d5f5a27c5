// Owns: dragging sections: within the outline to a new place, into the text as links, and to other programs as Markdown.

import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Lets sections be dragged.
final class OutlineDragging {
  /// What targets of this program know dragged sections by.
  static let kind = TokenKind("sections")

  private unowned let pane: OutlinePane
  private let work: OutlineWork
  private let line = Box(.horizontal)
  /// The outline with the line that shows where a drop would go.
  let widget: Overlay
  private var dragged: [Int] = []
  private var goal: Goal?
  /// Opens a closed section on which a drag rests.
  private var opening: (row: Int, call: ScheduledCall)?

  /// Where a drop would go.
  private struct Goal: Equatable {
    let place: SectionPlace
    /// The section that it would go into; nil for a gap between rows.
    let inside: Int?
  }

  init(_ pane: OutlinePane, work: OutlineWork) {
    self.pane = pane
    self.work = work
    widget = Overlay()
    line.addClass("outline-drop")
    line.verticalAlignment = .start
    line.canTarget = false
    line.isVisible = false
    addSource()
    addTarget()
    addTextTarget()
  }

  /// Puts the line over the list, which must have no parent yet.
  func cover(_ list: some Widget) -> Overlay {
    widget.setChild(list)
    widget.addOverlay(line)
    return widget
  }

  private func addSource() {
    let source = DragSource([.copy, .move])
    let held = Weak(source)
    source.onPrepare { [weak self] x, y in self?.prepare(atX: x, y: y) }
    source.onBegin { [weak self] in
      guard let self else { return }
      held.object?.setIcon(self.icon, x: -8, y: -8)
      self.pane.ringed = self.dragged
    }
    source.onEnd { [weak self] _ in self?.end() }
    source.onCancel { [weak self] in
      self?.end()
      return false
    }
    pane.scroller.add(source)
  }

  private func prepare(atX x: Double, y: Double) -> DragContent? {
    guard let position = pane.position(atX: x, y: y) else { return nil }
    let edits = pane.upToDate()
    guard position < pane.rows.visible.count else { return nil }
    dragged = edits.sections.roots(pane.selection.isSelected(position) ? pane.selected : [pane.rows.visible[position]])
    return .marked(Self.kind, edits.text(of: dragged))
  }

  private var icon: Label {
    let label = Label(
      dragged.count == 1
        ? pane.rows.sections[dragged[0]].heading.title.oneLine
        : ngettext("%s section", "%s sections", dragged.count).filled(Format.number(dragged.count)))
    label.cut = .end
    label.setWidth(maximum: 30)
    label.addClass("outline-drag")
    return label
  }

  private func end() {
    dragged = []
    pane.ringed = []
    show(nil)
  }

  // MARK: In the outline

  private func addTarget() {
    let target = TokenDropTarget(Self.kind)
    target.onMove { [weak self] x, y in
      guard let self else { return false }
      let goal = self.goal(atX: x, y: y)
      self.show(goal)
      return goal != nil
    }
    target.onLeave { [weak self] in self?.show(nil) }
    target.onDrop { [weak self] x, y in
      guard let self, let goal = self.goal(atX: x, y: y) else { return false }
      let chosen = self.dragged
      self.end()
      // Not while the drop is being told: the text and the list change.
      MainLoop.next { [weak self] in self?.work.move(chosen, to: goal.place) }
      return true
    }
    pane.scroller.add(target)
  }

  private func goal(atX x: Double, y: Double) -> Goal? {
    guard !dragged.isEmpty, work.canEdit else { return nil }
    let rows = pane.rows
    let sections = rows.sections
    guard let position = pane.position(atX: x, y: y), let bounds = pane.bounds(ofRowAt: position) else {
      guard let last = rows.visible.indices.last else { return nil }
      return gap(after: last, x: x)
    }
    let section = rows.visible[position]
    let share = (y - bounds.y) / max(bounds.height, 1)
    let isMoved = dragged.contains { $0 <= section && section < sections[$0].end }
    if share < 0.28 { return gap(after: position - 1, x: x) }
    if share > 0.72 || isMoved { return isMoved && share <= 0.72 ? nil : gap(after: position, x: x) }
    let place = sections.place(inside: section)
    return place.level <= 6 ? Goal(place: place, inside: section) : nil
  }

  /// The place in the gap after a row (-1: before the first); how far right says how deep.
  private func gap(after position: Int, x: Double) -> Goal? {
    let rows = pane.rows
    let sections = rows.sections
    let above = position >= 0 ? rows.visible[position] : nil
    // What is inside a closed section comes before the gap.
    let before = above.map { rows.isClosed($0) ? sections[$0].end : $0 + 1 } ?? 0
    guard !dragged.contains(where: { $0 < before && before < sections[$0].end }) else { return nil }
    let levels = sections.levels(between: above, andBefore: before, moving: dragged)
    let depth = Int((x - 20) / 16)
    let depthAbove = above.map { sections[$0].depth } ?? 0
    let levelAbove = above.map { sections[$0].level } ?? levels.lowerBound
    let level = min(max(levelAbove + depth - depthAbove, levels.lowerBound), levels.upperBound)
    return Goal(place: SectionPlace(before: before, level: level), inside: nil)
  }

  private func show(_ next: Goal?) {
    guard next != goal else { return }
    goal = next
    pane.ringed = dragged + (next?.inside.map { [$0] } ?? [])
    openSoon(next?.inside)
    guard let next, next.inside == nil, let y = height(of: next.place) else { return line.isVisible = false }
    let depth = pane.rows.sections.depth(of: next.place)
    line.setMargins(top: max(0, Int(y) - 1), start: 12 + 16 * min(depth, 12), end: 10)
    line.isVisible = true
  }

  /// The height of the gap before a section in the list's scroller.
  private func height(of place: SectionPlace) -> Double? {
    let rows = pane.rows
    if place.before < rows.sections.count, let row = rows.row(of: place.before), rows.visible[row] == place.before,
      let bounds = pane.bounds(ofRowAt: row)
    {
      return bounds.y
    }
    let row = place.before > 0 ? rows.row(of: place.before - 1) : nil
    return row.flatMap { pane.bounds(ofRowAt: $0) }.map { $0.y + $0.height }
  }

  private func openSoon(_ section: Int?) {
    guard opening?.row != section else { return }
    opening?.call.cancel()
    opening = nil
    guard let section, pane.rows.isClosed(section) else { return }
    opening = (section, MainLoop.after(seconds: 0.7) { [weak self] in self?.pane.setClosed(false, [section]) })
  }

  // MARK: Into the text

  private func addTextTarget() {
    let target = TokenDropTarget(Self.kind)
    target.phase = .capture
    let view = pane.editor.view
    target.onMove { [weak self, weak view] x, y in
      guard let self, let view, !self.dragged.isEmpty, self.work.canEdit else { return false }
      view.showDropPlace(view.offset(atX: x, y: y))
      return true
    }
    target.onLeave { [weak view] in view?.showDropPlace(nil) }
    target.onDrop { [weak self, weak view] x, y in
      guard let self, let view, !self.dragged.isEmpty else { return false }
      let offset = view.offset(atX: x, y: y)
      view.showDropPlace(nil)
      let plan = self.pane.upToDate().insertLinks(to: self.dragged, at: offset)
      self.end()
      MainLoop.next { [weak view] in
        guard let view, view.buffer.apply(plan) else { return }
        view.widget.grabFocus()
      }
      return true
    }
    view.widget.add(target)
  }
}
