// Owns: what assistive technology reads in the preview: a childless widget with role and words for each block that is seen. GTK 4.8 knows no
// other way for a widget that draws its own text; GtkAccessibleText comes with 4.14.

internal import GLibKit
internal import GtkKit
internal import Typesetting

/// Keeps the widgets that speak for the blocks of a preview.
final class PreviewReading {
  private var blocks: [GalleyBlock] = []
  private var widgets: [Box] = []
  private var waiting: ScheduledCall?
  /// After so many seconds of rest the blocks are told: nobody reads while everything moves.
  private static let rest = 0.15

  /// Tells, after a rest, what is seen.
  func tellSoon(in area: Weak<Scrollable>, _ seen: @escaping () -> [GalleyBlock]) {
    waiting?.cancel()
    waiting = MainLoop.after(seconds: Self.rest) { [weak self] in
      guard let area = area.object, area.isMapped else { return }
      self?.tell(seen(), in: area)
    }
  }

  private func tell(_ seen: [GalleyBlock], in area: Scrollable) {
    guard seen != blocks else { return }
    if seen.map(\.kind) == blocks.map(\.kind) {
      for (index, block) in seen.enumerated() where block.words != blocks[index].words { widgets[index].setAccessibleLabel(block.words) }
    } else {
      for widget in widgets { widget.unparent() }
      widgets = seen.map { block in
        let widget = Box(.horizontal)
        widget.setAccessibleRole(block.kind.role)
        widget.setAccessibleLabel(block.words)
        widget.canTarget = false
        widget.setParent(area)
        return widget
      }
    }
    blocks = seen
    area.queueAllocate()
  }

  /// Puts the widgets where their blocks are; `x` and `y` are the galley's origin in the view.
  func allocate(x: Double, y: Double) {
    for (widget, block) in zip(widgets, blocks) {
      _ = widget.measure(.horizontal)
      widget.allocate(
        x: Int(block.rect.x + x), y: Int(block.rect.y + y), width: max(1, Int(block.rect.width)), height: max(1, Int(block.rect.height)))
    }
  }
}

extension GalleyBlock.Kind {
  fileprivate var role: AccessibleRole {
    switch self {
    case .heading: .heading
    case .item: .listItem
    case .separator: .separator
    case .link: .link
    case .row: .row
    case .paragraph, .code: .label
    }
  }
}
