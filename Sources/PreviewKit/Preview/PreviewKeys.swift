// Owns: the preview's keys: scrolling, selecting, and going from link to link.

internal import GtkKit
internal import Typesetting

extension PreviewView {
  func listenToKeys(_ area: Scrollable) {
    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
    area.add(keys)
    let focus = FocusController()
    focus.onLeave { [weak self] in self?.setFocus(nil) }
    area.add(focus)
  }

  private func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard area.object != nil else { return false }
    if let step = step(key, modifiers) {
      extend(step)
      return true
    }
    return scrollKey(key, modifiers) || actionKey(key, modifiers)
  }

  private func step(_ key: Key, _ modifiers: Modifiers) -> Galley.Step? {
    switch (key, modifiers) {
    case (.left, .shift): .character(forward: false)
    case (.right, .shift): .character(forward: true)
    case (.left, [.shift, .control]): .word(forward: false)
    case (.right, [.shift, .control]): .word(forward: true)
    case (.up, .shift): .line(forward: false)
    case (.down, .shift): .line(forward: true)
    case (.up, [.shift, .control]): .block(forward: false)
    case (.down, [.shift, .control]): .block(forward: true)
    case (.home, [.shift, .control]): .document(forward: false)
    case (.end, [.shift, .control]): .document(forward: true)
    default: nil
    }
  }

  private func scrollKey(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let page = Double(area.object?.height ?? 0)
    let line = galley.sheet.size * 3
    switch (key, modifiers) {
    case (.down, []): scroll(by: line)
    case (.up, []): scroll(by: -line)
    case (.pageDown, []): scroll(by: page * 0.9)
    case (.space, []) where galley.focus == nil: scroll(by: page * 0.9)
    case (.pageUp, []), (.space, .shift): scroll(by: -page * 0.9)
    case (.home, []), (.home, .control): scroll(by: -.infinity)
    case (.end, []), (.end, .control): scroll(by: .infinity)
    case (.left, []): return scrollFirstTable(by: -line)
    case (.right, []): return scrollFirstTable(by: line)
    default: return false
    }
    return true
  }

  private func scrollFirstTable(by distance: Double) -> Bool {
    let top = position - edge
    guard let y = galley.wideTable(from: top, to: top + Double(area.object?.height ?? 0)) else { return false }
    return scrollTable(at: y, by: distance)
  }

  private func actionKey(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (Key(rawValue: 0x63), .control): copy()
    case (Key(rawValue: 0x61), .control): selectAll()
    case (.tab, []): return focusNext(forward: true)
    case (.backTab, .shift), (.tab, .shift), (.backTab, []): return focusNext(forward: false)
    case (.return, []), (.keypadEnter, []), (.space, []): return activateFocus()
    case (.menu, []), (.f10, .shift): openMenuByKey()
    case (.escape, []) where galley.focus != nil: setFocus(nil)
    case (.escape, []) where !galley.selection.isEmpty: clearSelection()
    default: return false
    }
    return true
  }

  /// Scrolls the view by so many pixels, as far as it goes.
  func scroll(by distance: Double) {
    let adjustment = widget.vertical
    adjustment.value = max(0, min(adjustment.value + distance, adjustment.upper - adjustment.pageSize))
  }

  // MARK: From link to link

  /// Puts the keyboard at a link or a box.
  func setFocus(_ stop: GalleyStop?) {
    guard galley.focus != stop else { return }
    galley.focus = stop
    show(address: stop?.address)
    area.object?.queueDraw()
  }

  /// Goes to the next link or box; false at the end, where the focus leaves the preview.
  private func focusNext(forward: Bool) -> Bool {
    settle()
    let next: GalleyStop?
    if let now = galley.focus {
      next = galley.stop(after: now.source.lowerBound, forward: forward)
    } else {
      // What is seen first comes first.
      let top = Int(galley.source(atY: galley.y(of: anchor)))
      next = forward ? galley.stop(from: top) : galley.stop(after: top, forward: false)
    }
    setFocus(next)
    guard let next else { return false }
    bringIntoSight(next.source.lowerBound)
    return true
  }

  private func activateFocus() -> Bool {
    guard let stop = galley.focus else { return false }
    if let task = stop.task {
      delegate?.preview(self, toggleTaskAt: task)
    } else if let address = stop.address {
      follow(address)
    }
    return true
  }

  private func openMenuByKey() {
    settle()
    let place = galley.focus.map { $0.source.lowerBound } ?? pointer.head ?? Int(galley.source(atY: galley.y(of: anchor)))
    guard let rect = galley.rect(ofSource: place) else { return }
    openMenu(rect.x + columnX + 2, min(max(0, rect.y + rect.height / 2 - position + edge), Double(area.object?.height ?? 0)))
  }
}
