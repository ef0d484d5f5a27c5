import GLibKit
import GtkKit
import HeaderModel

/// Shows groups as tiles in rows that wrap: a face with a name under it.
final class TileBox {
  let widget = FlowBox(columnSpacing: 6, rowSpacing: 6, maximumPerRow: 6)
  var onTile: (PaletteEntry, AnyWidget) -> Void = { _, _ in }
  var onActivate: (GroupID) -> Void = { _ in }
  private var entries: [PaletteEntry] = []
  private var tiles: [AnyWidget] = []

  init() {
    widget.onActivate { [weak self] index in
      guard let self, self.entries.indices.contains(index) else { return }
      self.onActivate(self.entries[index].id)
    }
  }

  /// Shows other groups; nothing is made anew when they are the same.
  func show(_ entries: [PaletteEntry]) {
    guard entries != self.entries else { return }
    let focusedPlace = focused.flatMap { id in self.entries.firstIndex { $0.id == id } }
    self.entries = entries
    widget.removeAll()
    tiles = entries.map(makeTile)
    for (index, tile) in tiles.enumerated() {
      widget.append(tile)
      widget.item(at: index)?.setAccessibleLabel(Self.title(entries[index]))
      onTile(entries[index], tile)
    }
    if let focusedPlace, !entries.isEmpty { widget.item(at: min(focusedPlace, entries.count - 1))?.grabFocus() }
  }

  /// The group whose tile has the focus.
  var focused: GroupID? { tiles.firstIndex { $0.parent?.hasFocus ?? false }.map { entries[$0].id } }

  /// The tile of a group, `nil` when it is not here.
  func tile(of id: GroupID) -> AnyWidget? { entries.firstIndex { $0.id == id }.map { tiles[$0] } }

  private static func title(_ entry: PaletteEntry) -> String { entry.space?.title ?? entry.title }

  private func makeTile(_ entry: PaletteEntry) -> AnyWidget {
    let label = Label(Self.title(entry))
    label.cut = .end
    label.setWidth(maximum: 16)
    let tile = Box(.vertical, spacing: 6, [face(entry), label])
    tile.addClass("header-tile")
    tile.setPointer("grab")
    return AnyWidget(tile)
  }

  private func face(_ entry: PaletteEntry) -> AnyWidget {
    if let space = entry.space {
      let box = Box(.horizontal)
      box.addClass("header-tile-space")
      box.requestSize(width: space == .fixed ? 24 : 56, height: 16)
      box.horizontalAlignment = .center
      return AnyWidget(box)
    }
    guard let icon = entry.icon else { return AnyWidget(Label("Aa")) }
    return AnyWidget(Image(icon: icon))
  }
}
