// Owns: the preview's mouse and touch. Keys are in PreviewKeys, the menu in PreviewMenu.

internal import GLibKit
internal import GtkKit
internal import Typesetting

/// What the pointer is doing.
struct PreviewPointer {
  /// Where a drag began, in the view's pixels.
  var start: (x: Double, y: Double)?
  /// The source byte where a selection began.
  var origin: Int?
  /// The source byte where it ends.
  var head: Int?
  /// True once the drag selected something: its end is no click.
  var hasSelected = false
  /// Where the pointer is, in the view's pixels, while it drags beyond an edge.
  var place: (x: Double, y: Double)?
  /// Scrolls while the pointer is beyond an edge.
  var scrolling: ScheduledCall?
}

extension PreviewView {
  func listen(to area: Scrollable) {
    let motion = MotionController()
    motion.onMove { [weak self] x, y in self?.hover(x, y) }
    motion.onLeave { [weak self] in self?.area.object?.setPointer(nil) }
    area.add(motion)

    let drag = DragGesture()
    let held = Weak(drag)
    drag.onBegin { [weak self] x, y in self?.beginDrag(x, y, extends: held.object?.modifiers == .shift) }
    drag.onMove { [weak self] dx, dy in self?.drag(dx, dy) }
    drag.onEnd { [weak self] _, _ in self?.endDrag() }
    area.add(drag)

    let click = ClickGesture()
    click.onPress { [weak self] count, x, y in
      self?.area.object?.grabFocus()
      if count == 2 { self?.showSource(x, y) }
    }
    click.onRelease { [weak self] count, x, y in if count == 1 { self?.click(x, y) } }
    area.add(click)
    click.group(with: drag)

    let menu = ClickGesture(button: 3)
    menu.onPress { [weak self] _, x, y in self?.openMenu(x, y) }
    area.add(menu)
    let hold = LongPressGesture()
    hold.onPress { [weak self] x, y in self?.openMenu(x, y) }
    area.add(hold)

    let sideways = ScrollController()
    sideways.onScroll { [weak self] dx, dy in self?.scrollSideways(dx, dy) ?? false }
    area.add(sideways)
    listenToKeys(area)
  }

  /// Tells what is at a point of the view.
  func hit(_ x: Double, _ y: Double) -> GalleyHit? {
    settle()
    guard area.object != nil else { return nil }
    return galley.hit(x: x - columnX, y: y + position - edge)
  }

  private func hover(_ x: Double, _ y: Double) {
    pointerPlace = (x, y)
    guard let area = area.object else { return }
    let hit = hit(x, y)
    if hit?.link != nil || hit?.task != nil {
      area.setPointer("pointer")
    } else {
      area.setPointer(hit?.isOnText == true ? "text" : nil)
    }
    // A link shows where it leads before anybody follows it.
    show(address: hit?.link ?? hit?.picture)
  }

  /// Shows an address, or none, where the pointer rests.
  func show(address: [UInt8]?) {
    guard let area = area.object else { return }
    let words = address.map { String(decoding: $0.prefix(300), as: UTF8.self) }
    if area.tooltip != words { area.tooltip = words }
  }

  // MARK: Selecting

  /// Takes where a selection begins or, with Shift, ends.
  func beginDrag(_ x: Double, _ y: Double, extends: Bool) {
    // Where the last click was is a place of the text that is shown from now on.
    settle()
    pointer.start = (x, y)
    pointer.hasSelected = false
    if extends, pointer.origin != nil {
      pointer.place = (x, y)
      return reachPointer()
    }
    pointer.origin = hit(x, y)?.source
  }

  private func drag(_ dx: Double, _ dy: Double) {
    guard let start = pointer.start else { return }
    guard pointer.hasSelected || abs(dx) + abs(dy) > Double(DesktopSettings.dragThreshold) else { return }
    pointer.place = (start.x + dx, start.y + dy)
    reachPointer()
    let height = Double(area.object?.height ?? 0)
    let isBeyond = start.y + dy < 0 || start.y + dy > height
    if isBeyond, pointer.scrolling?.isPending != true {
      pointer.scrolling = MainLoop.every(seconds: 0.03) { [weak self] in self?.scrollWithPointer() }
    } else if !isBeyond {
      pointer.scrolling?.cancel()
    }
  }

  private func reachPointer() {
    guard let place = pointer.place, let end = hit(place.x, place.y)?.source, let origin = pointer.origin else { return }
    pointer.hasSelected = true
    select(from: origin, to: end)
  }

  /// The further beyond the edge, the faster.
  private func scrollWithPointer() {
    guard let place = pointer.place, let area = area.object else { return endDrag() }
    let beyond = place.y < 0 ? place.y : max(0, place.y - Double(area.height))
    scroll(by: max(-60, min(60, beyond * 0.5)))
    reachPointer()
  }

  private func endDrag() {
    pointer.scrolling?.cancel()
    pointer.scrolling = nil
    pointer.place = nil
    if pointer.hasSelected { offerSelection() }
  }

  // MARK: Clicks

  private func click(_ x: Double, _ y: Double) {
    if pointer.hasSelected { return }
    clearSelection()
    setFocus(nil)
    guard let hit = hit(x, y) else { return }
    if let task = hit.task {
      delegate?.preview(self, toggleTaskAt: task)
    } else if let link = hit.link {
      follow(link)
    } else if let picture = hit.picture, case .failed(let failure) = pictures.picture(at: picture),
      failure == .remote || failure == .outside
    {
      // What stands for a picture says what can be done about it.
      openMenu(x, y)
    }
  }

  private func showSource(_ x: Double, _ y: Double) {
    if let hit = hit(x, y), hit.link == nil, hit.task == nil { delegate?.preview(self, showSourceAt: hit.source) }
  }

  /// Follows a link: to a place of this document by itself, to everything else through the delegate.
  func follow(_ address: [UInt8]) {
    let target = LinkTarget(address, folder: folder)
    if case .heading(let name) = target {
      if let place = galley.position(ofHeading: name) {
        return reveal(place)
      }
    }
    delegate?.preview(self, follow: target, address: String(decoding: address, as: UTF8.self))
  }

  // MARK: Wide tables

  private func scrollSideways(_ dx: Double, _ dy: Double) -> Bool {
    // A wheel that only turns one way scrolls sideways with Shift; GTK turns that into the other direction already.
    guard abs(dx) > abs(dy), let place = pointerPlace else { return false }
    return scrollTable(at: place.y + position - edge, by: dx * 40)
  }

  /// Scrolls the wide table at a height of the galley; false when there is none or it is at its end.
  @discardableResult
  func scrollTable(at y: Double, by distance: Double) -> Bool {
    guard galley.scrollTable(atY: y, by: distance) else { return false }
    area.object?.queueDraw()
    return true
  }
}
