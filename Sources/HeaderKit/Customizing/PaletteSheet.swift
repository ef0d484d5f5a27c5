import GLibKit
import GtkKit
import HeaderModel

/// The sheet under the bar with what is left out of it (spec §4.2). A child of an overlay rather than a popover, so that its own
/// context menus are not popovers over a popover.
final class PaletteSheet {
  let widget: Revealer
  var onAdd: (GroupID) -> Void = { _ in }
  var onContextMenu: (GroupID, AnyWidget) -> Void = { _, _ in }
  /// Is run for every tile that is made, to let it be dragged.
  var onTile: (GroupID, AnyWidget) -> Void = { _, _ in }
  var onKey: (Key, Modifiers, GroupID?) -> Bool = { _, _, _ in false }
  private let leftOut = TileBox()
  private let inMenu = TileBox()
  private let inMenuTitle: Label
  private let tiles: Box
  /// Holds the tiles: as they are, or scrolling when there are many.
  private let place = Bin()
  private let status = Label(announcing: .status)

  init() {
    leftOut.widget.setAccessibleLabel(tr("Tools that are not in the toolbar"))
    inMenuTitle = Label(tr("In the menu, until there is room in the toolbar"))
    inMenuTitle.addClass("dim-label")
    inMenuTitle.addClass("caption")
    inMenuTitle.horizontalPosition = 0
    inMenuTitle.wraps = true
    inMenu.widget.setAccessibleLabel(inMenuTitle.text)
    status.addClass("dim-label")
    status.addClass("caption")
    status.wraps = true
    status.horizontalPosition = 0
    tiles = Box(.vertical, spacing: 6, [leftOut.widget, inMenuTitle, inMenu.widget])
    place.setChild(tiles)
    let sheet = Box(.vertical, spacing: 12, [place, Self.displayRow(), status, Self.buttonRow()])
    sheet.addClass("header-palette")
    widget = Revealer(Clamp(sheet, maximum: 620), .slideDown)
    widget.addClass("header-palette-place")
    widget.verticalAlignment = .start
    widget.horizontalAlignment = .fill
    widget.setAccessibleRole(.group)
    widget.setAccessibleLabel(tr("Customize toolbar"))
    for tiles in [leftOut, inMenu] {
      tiles.onTile = { [weak self] entry, tile in self?.prepare(entry, tile) }
    }
    leftOut.onActivate = { [weak self] id in self?.onAdd(id) }
    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in
      guard let self else { return false }
      return self.onKey(key, modifiers, self.leftOut.focused ?? self.inMenu.focused)
    }
    widget.add(keys)
  }

  /// Says something, to be seen and heard.
  func say(_ announcement: Announcement) { status.text = announcement.text }

  /// What was said last.
  var said: String { status.text }

  /// Shows what can be put into the bar, and what has no room in it.
  func show(_ palette: [PaletteEntry], inMenu hidden: [PaletteEntry]) {
    leftOut.show(palette)
    inMenu.show(hidden)
    scroll(palette.count + hidden.count > Self.mostAtOnce)
    inMenu.widget.isVisible = !hidden.isEmpty
    inMenuTitle.isVisible = !hidden.isEmpty
  }

  private static let mostAtOnce = 18

  private func scroll(_ isScrolling: Bool) {
    guard isScrolling != (ScrolledWindow(casting: place.child?.ref) != nil) else { return }
    if let scroller = ScrolledWindow(casting: place.child?.ref) { scroller.setChild(nil) }
    place.setChild(nil)
    guard isScrolling else { return place.setChild(tiles) }
    let scroller = ScrolledWindow(tiles, horizontal: .never)
    scroller.requestSize(height: 230)
    place.setChild(scroller)
  }

  /// The tile of a group, `nil` when it is not here.
  func tile(of id: GroupID) -> AnyWidget? { leftOut.tile(of: id) ?? inMenu.tile(of: id) }

  /// Gives the first tile the focus.
  func focusFirst() { leftOut.widget.item(at: 0)?.grabFocus() }

  /// Gives a group's tile the focus.
  func focus(_ id: GroupID) { tile(of: id)?.parent?.grabFocus() }

  private func prepare(_ entry: PaletteEntry, _ tile: AnyWidget) {
    onTile(entry.id, tile)
    let held = Weak(tile)
    let click = ClickGesture(button: 3)
    click.onPress { [weak self] _, _, _ in if let tile = held.object { self?.onContextMenu(entry.id, tile) } }
    tile.add(click)
  }

  private static func displayRow() -> Box {
    let choices = Box(.horizontal)
    choices.addClass("linked")
    for (mode, title) in [(DisplayMode.icons, tr("Icons")), (.iconsAndLabels, tr("Icons + Labels")), (.labels, tr("Labels"))] {
      let button = ToggleButton()
      button.setLabel(title)
      button.setAction(BarAction("customizing.display", target: .string(mode.rawValue)))
      choices.append(button)
    }
    return Box(.horizontal, spacing: 8, [Label(tr("Show")), choices])
  }

  private static func buttonRow() -> Box {
    func button(_ title: String, _ action: BarAction) -> Button {
      let button = Button()
      button.setLabel(title)
      button.setAction(action)
      return button
    }
    let reset = button(tr("Reset"), "customizing.reset")
    reset.expandsHorizontally = true
    reset.horizontalAlignment = .start
    let done = button(tr("Done"), "customizing.done")
    done.addClass("suggested-action")
    return Box(.horizontal, spacing: 6, [reset, button(tr("Undo"), "customizing.undo"), done])
  }
}
