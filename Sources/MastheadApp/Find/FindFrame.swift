// Owns: where the find bar is: over the top of the page, so that the text does not move when it opens.
// Rule: as soon as the person scrolls, or something under the bar is to be seen, the bar gets room of its own and the panes are scrolled by
// as much in the same frame: again nothing moves, and every line can be reached.

import GLibKit
import GtkKit

/// Lays a bar over the top of the page.
final class FindFrame {
  let widget: CustomContainer
  private let revealer: Revealer
  private let panes: [ScrolledWindow]
  private let layout: FindLayout

  /// Makes the frame of a page whose panes scroll.
  init(page: some Widget, bar: some Widget, panes: [ScrolledWindow]) {
    self.panes = panes
    revealer = Revealer(bar)
    revealer.setDuration(milliseconds: 150)
    layout = FindLayout(page: AnyWidget(page), bar: AnyWidget(revealer))
    widget = CustomContainer(layout)
    widget.append(page)
    widget.append(revealer)
    widget.expandsVertically = true
    layout.heightChanged = { [weak self] in MainLoop.next { self?.followHeight() } }
    for pane in panes {
      pane.vertical.onValueChange { [weak self] in self?.scrolled() }
      // At the very top there is nothing to scroll, but something to uncover.
      let wheel = ScrollController(.capture)
      wheel.onScroll { [weak self] _, dy in
        if dy < 0 { self?.makeRoom() }
        return false
      }
      pane.add(wheel)
    }
  }

  /// Whether the bar is open.
  var isOpen: Bool {
    get { revealer.isRevealed }
    set {
      guard newValue != isOpen else { return }
      if !newValue { take(room: 0) }
      revealer.isRevealed = newValue
    }
  }

  /// How much of the top of the panes the bar covers, in pixels.
  var covered: Int { isOpen ? max(0, layout.barHeight - layout.room) : 0 }

  /// How far the panes were scrolled to make room for the bar, in pixels.
  var room: Int { layout.room }

  /// Gives the open bar room of its own; what is in sight stays where it is as far as there is text above it.
  func makeRoom() {
    if isOpen, layout.barHeight > 0 { take(room: layout.barHeight) }
  }

  private func scrolled() {
    guard covered > 0 else { return }
    MainLoop.next { [weak self] in self?.makeRoom() }
  }

  private func followHeight() {
    if layout.room > 0, isOpen { take(room: layout.barHeight) }
  }

  private func take(room: Int) {
    let growth = Double(room - layout.room)
    guard growth != 0 else { return }
    layout.room = room
    for pane in panes where pane.isMapped { pane.vertical.move(by: growth, pageGrowsBy: -growth) }
    widget.queueAllocate()
  }
}

private final class FindLayout: LayoutDelegate {
  let page: AnyWidget
  let bar: AnyWidget
  /// The height that the bar has for itself.
  var room = 0
  private(set) var barHeight = 0
  var heightChanged: () -> Void = {}

  init(page: AnyWidget, bar: AnyWidget) {
    self.page = page
    self.bar = bar
  }

  func measure(_ container: AnyWidget, _ orientation: Orientation, for size: Int) -> (minimum: Int, natural: Int) {
    let (page, bar) = (page.measure(orientation, for: size), bar.measure(orientation))
    switch orientation {
    case .horizontal: return (max(page.minimum, bar.minimum), max(page.natural, bar.natural))
    case .vertical: return (page.minimum + bar.minimum, page.natural)
    }
  }

  func allocate(_ container: AnyWidget, width: Int, height: Int, baseline: Int) {
    let found = bar.measure(.vertical, for: width).natural
    bar.allocate(x: 0, y: 0, width: width, height: found)
    page.allocate(x: 0, y: room, width: width, height: max(0, height - room))
    guard found != barHeight else { return }
    barHeight = found
    heightChanged()
  }
}
