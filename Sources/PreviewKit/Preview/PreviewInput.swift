// Owns: the preview's mouse, touch and keys.

internal import GLibKit
internal import GtkKit
internal import Typesetting

/// What the pointer is doing.
struct PreviewPointer {
  /// Where a drag began, in the view's pixels.
  var start: (x: Double, y: Double)?
  /// The source byte where a selection began.
  var origin: Int?
  /// True once the drag selected something: its end is no click.
  var hasSelected = false
}

extension PreviewView {
  func listen(to area: Scrollable) {
    let motion = MotionController()
    motion.onMove { [weak self] x, y in self?.hover(x, y) }
    motion.onLeave { [weak self] in self?.area.object?.setPointer(nil) }
    area.add(motion)

    let drag = DragGesture()
    drag.onBegin { [weak self] x, y in self?.beginDrag(x, y) }
    drag.onMove { [weak self] dx, dy in self?.drag(dx, dy) }
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

    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
    area.add(keys)
  }

  /// Tells what is at a point of the view.
  func hit(_ x: Double, _ y: Double) -> GalleyHit? {
    settle()
    guard area.object != nil else { return nil }
    return galley.hit(x: x - columnX, y: y + position - edge)
  }

  private func hover(_ x: Double, _ y: Double) {
    guard let area = area.object else { return }
    let hit = hit(x, y)
    if hit?.link != nil || hit?.task != nil {
      area.setPointer("pointer")
    } else {
      area.setPointer(hit?.isOnText == true ? "text" : nil)
    }
    // A link shows where it leads before anybody follows it.
    let address = hit?.link ?? hit?.picture
    let words = address.map { String(decoding: $0.prefix(300), as: UTF8.self) }
    if area.tooltip != words { area.tooltip = words }
  }

  // MARK: Mouse

  private func beginDrag(_ x: Double, _ y: Double) {
    pointer = PreviewPointer(start: (x, y), origin: hit(x, y)?.source)
  }

  private func drag(_ dx: Double, _ dy: Double) {
    guard let start = pointer.start, let origin = pointer.origin else { return }
    guard pointer.hasSelected || abs(dx) + abs(dy) > Double(DesktopSettings.dragThreshold) else { return }
    guard let end = hit(start.x + dx, start.y + dy)?.source else { return }
    pointer.hasSelected = true
    galley.selection = min(origin, end)..<max(origin, end)
    area.object?.queueDraw()
  }

  private func click(_ x: Double, _ y: Double) {
    if pointer.hasSelected { return }
    if galley.selection != nil {
      galley.selection = nil
      area.object?.queueDraw()
    }
    guard let hit = hit(x, y) else { return }
    if let task = hit.task {
      delegate?.preview(self, toggleTaskAt: task)
    } else if let link = hit.link {
      follow(link)
    }
  }

  private func showSource(_ x: Double, _ y: Double) {
    if let hit = hit(x, y), hit.link == nil, hit.task == nil { delegate?.preview(self, showSourceAt: hit.source) }
  }

  /// Follows a link: to a heading of this document by itself, to everything else through the delegate.
  func follow(_ address: [UInt8]) {
    let target = LinkTarget(address, folder: folder)
    if case .heading(let name) = target {
      if let position = galley.position(ofHeading: name) { scroll(toSource: Double(position)) }
      return
    }
    delegate?.preview(self, follow: target, address: String(decoding: address, as: UTF8.self))
  }

  // MARK: Keys

  private func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard let area = area.object else { return false }
    let page = Double(area.height)
    let line = galley.sheet.size * 3
    switch (key, modifiers) {
    case (.down, []): return scroll(by: line)
    case (.up, []): return scroll(by: -line)
    case (.pageDown, []), (.space, []): return scroll(by: page * 0.9)
    case (.pageUp, []), (.space, .shift): return scroll(by: -page * 0.9)
    case (.home, []), (.home, .control): return scroll(by: -.infinity)
    case (.end, []), (.end, .control): return scroll(by: .infinity)
    case (Key(rawValue: 0x63), .control):
      copy()
      return true
    case (Key(rawValue: 0x61), .control):
      selectAll()
      return true
    case (.escape, []) where galley.selection != nil:
      galley.selection = nil
      area.queueDraw()
      return true
    default: return false
    }
  }

  private func scroll(by distance: Double) -> Bool {
    let adjustment = widget.vertical
    adjustment.value = max(0, min(adjustment.value + distance, adjustment.upper - adjustment.pageSize))
    return true
  }

  // MARK: Selection

  /// The selected words as they read; nil when nothing is selected.
  public var selectedText: String? {
    guard let range = galley.selection, !range.isEmpty else { return nil }
    return galley.plainText(of: range)
  }

  /// Puts the selected words on the clipboard.
  public func copy() {
    if let text = selectedText { Clipboard.set(text) }
  }

  /// Selects the whole document.
  public func selectAll() {
    settle()
    galley.selection = 0..<max(1, galley.sourceLength)
    area.object?.queueDraw()
  }

  // MARK: Menu

  private func openMenu(_ x: Double, _ y: Double) {
    guard let area = area.object else { return }
    let hit = hit(x, y)
    var items: [MenuItem] = []
    let actions = SimpleActionGroup()
    if let address = hit?.link ?? hit?.picture {
      let words = String(decoding: address, as: UTF8.self)
      let target = LinkTarget(address, folder: folder)
      if target != .unopened {
        items.append(MenuItem(tr("Open Link"), action: "preview.open"))
        actions.addAction("open") { [weak self] in self?.follow(address) }
      }
      items.append(MenuItem(tr("Copy Address"), action: "preview.copy-address"))
      actions.addAction("copy-address") { Clipboard.set(words) }
    }
    if selectedText != nil {
      items.append(MenuItem(tr("Copy"), action: "preview.copy"))
      actions.addAction("copy") { [weak self] in self?.copy() }
    }
    items.append(MenuItem(tr("Select All"), action: "preview.select-all"))
    actions.addAction("select-all") { [weak self] in self?.selectAll() }
    if let source = hit?.source {
      items.append(MenuItem(tr("Show in Source"), action: "preview.show-source"))
      actions.addAction("show-source") { [weak self] in
        guard let self else { return }
        delegate?.preview(self, showSourceAt: source)
      }
    }
    area.insertActionGroup("preview", actions)
    let popover = PopoverMenu(Menu(items))
    popover.setParent(area)
    popover.setPointing(to: Rectangle(x: x, y: y, width: 1, height: 1))
    popover.setHasArrow(false)
    popover.onClosed { [weak popoverRef = popover.ref] in
      // The chosen action runs after the menu has closed: unparent later.
      MainLoop.whenIdle { if let popoverRef { PopoverMenu(ref: popoverRef).unparent() } }
    }
    popover.popUp()
  }
}
