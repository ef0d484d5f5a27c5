import GLibKit
import GtkKit
import HeaderModel

/// Drags groups between palette and bar (spec §4.3).
///
/// A drag changes nothing before it is over: until then the bar shows a preview. So Escape, and whatever else ends a drag, puts
/// everything back, and no widget that a drag began from goes away under it.
final class GroupDragging {
  private struct Held {
    let id: GroupID
    /// What the drop means, once there was one; `nil` in it: nothing.
    var outcome: LayoutEdit??
    /// What the neighbours have made room for last.
    var preview: Preview = .none
  }

  private enum Preview: Equatable {
    case none
    case before(GroupID?)
    case outside
  }

  private unowned let mode: CustomizingMode
  private var held: Held?
  private var source: DragSource?
  private var targets: [(widget: AnyWidget, target: TokenDropTarget)] = []

  init(_ mode: CustomizingMode) { self.mode = mode }

  /// The group that is held now.
  var heldID: GroupID? { held?.id }
  var isActive: Bool { held != nil }

  /// Lets a group be dragged by a widget.
  @discardableResult
  func addSource(of id: GroupID, to widget: some Widget) -> DragSource {
    let source = DragSource(.move)
    let place = Weak(AnyWidget(widget))
    var hotspot = (x: 0, y: 0)
    source.onPrepare { x, y in
      hotspot = (Int(x), Int(y))
      return .token(id.rawValue)
    }
    let held = Weak(source)
    source.onBegin { [weak self] in
      guard let self, let source = held.object, let widget = place.object else { return }
      source.setIcon(pictureOf: widget, x: hotspot.x, y: hotspot.y)
      self.begin(id, source)
    }
    source.onFailure { [weak self] failure in self?.fail(failure) ?? false }
    source.onEnd { [weak self] _ in self?.finish() }
    widget.add(source)
    return source
  }

  /// Lets groups be dropped in the bar, and on what is outside it.
  func addTargets(bar: some Widget, outside: [AnyWidget]) {
    let inside = TokenDropTarget()
    inside.onMove { [weak self] x, _ in self?.hover(x) ?? false }
    inside.onLeave { [weak self] in self?.leave() }
    inside.onDrop { [weak self] x, _ in self?.dropInBar(x) ?? false }
    add(inside, to: AnyWidget(bar))
    for widget in outside {
      let target = TokenDropTarget()
      target.onMove { [weak self] _, _ in
        // A quick hand is outside before the bar has noticed.
        self?.leave()
        return self?.held != nil
      }
      target.onDrop { [weak self] _, _ in self?.dropOutside() ?? false }
      add(target, to: widget)
    }
  }

  func removeTargets() {
    for (widget, target) in targets { widget.remove(target) }
    targets = []
  }

  /// Takes a drag back.
  func cancel() {
    if held != nil { source?.cancel() }
    held = nil
  }

  private func add(_ target: TokenDropTarget, to widget: AnyWidget) {
    widget.add(target)
    targets.append((widget, target))
  }

  private func begin(_ id: GroupID, _ source: DragSource) {
    self.source = source
    held = Held(id: id)
    mode.follow()
  }

  /// Lets the neighbours make room for what is held over the bar.
  private func hover(_ x: Double) -> Bool {
    guard let held else { return false }
    show(.before(insertionPoint(x, held.id)))
    return true
  }

  private func insertionPoint(_ x: Double, _ id: GroupID) -> GroupID? {
    let strip = mode.header.strip
    let place = strip.widget.isRightToLeft ? strip.widget.width - Int(x) : Int(x)
    return mode.model.insertionPoint(at: place, among: strip.spans(without: id))
  }

  private func leave() {
    guard let held, held.outcome == nil else { return }
    show(.outside)
  }

  private func show(_ preview: Preview) {
    guard let held, held.preview != preview else { return }
    self.held?.preview = preview
    let model = mode.model
    switch preview {
    case .none: mode.header.refresh()
    case .before(let before): mode.header.preview(model.preview(dragging: held.id, before: before), concealing: nil)
    // What can go has gone; what cannot shows where it will spring back to. A group from the palette never was in the bar.
    case .outside: mode.header.preview(model.inBar, concealing: model.canRemove(held.id) ? held.id : nil)
    }
  }

  private func dropInBar(_ x: Double) -> Bool {
    guard let held else { return false }
    self.held?.outcome = .some(mode.model.dropInBar(held.id, before: insertionPoint(x, held.id)))
    return true
  }

  private func dropOutside() -> Bool {
    guard let held else { return false }
    self.held?.outcome = .some(mode.model.dropOutside(held.id))
    return true
  }

  /// Answers whether the picture under the pointer simply goes, rather than flying back.
  private func fail(_ failure: DragFailure) -> Bool {
    guard let held, failure == .noTarget else { return false }
    // Let go over another window or none: outside the bar all the same.
    let edit = mode.model.dropOutside(held.id)
    self.held?.outcome = .some(edit)
    return edit != nil
  }

  private func finish() {
    guard let held else { return }
    self.held = nil
    source = nil
    if case .some(.some(let edit)) = held.outcome { mode.apply(edit) }
    // Also when the layout has changed: what was concealed or held is shown again.
    mode.header.refresh()
  }
}
