import GLibKit
import GtkKit
import HeaderModel

/// Runs the customizing of one bar, from entering the mode to leaving it (spec §4).
///
/// What each gesture means is `HeaderModel.Customizing`'s to say; this turns gestures into its questions, and its answers into
/// edits of the library, which tells every window.
final class CustomizingMode {
  let bar: BarID
  unowned let header: BarController
  let palette = PaletteSheet()
  private let overlay: Overlay
  private let shield = Box(.vertical)
  private let actions = SimpleActionGroup()
  private var windowKeys: KeyController?
  private let wiggles = DesktopSettings.animationsEnabled
  /// Where the focus was before.
  private let origin: FocusOrigin
  private(set) lazy var dragging = GroupDragging(self)

  /// Prepares the mode; `begin` enters it.
  init(_ header: BarController, bar: BarID, overlay: Overlay) {
    self.header = header
    self.bar = bar
    self.overlay = overlay
    origin = FocusOrigin(around: header.widget)
  }

  /// The model as it is now.
  var model: Customizing {
    Customizing(groups: header.item.center, layout: header.layouts.layout(of: bar, for: header.item.center))
  }

  // MARK: Beginning and ending

  /// Shows the palette and says what can be done.
  func begin() {
    addActions()
    let click = ClickGesture(button: 0)
    click.onPress { [weak self] _, _, _ in self?.header.endCustomizing() }
    shield.add(click)
    shield.addClass("header-shield")
    overlay.addOverlay(shield)
    palette.onAdd = { [weak self] id in self?.perform(.add, on: id) }
    palette.onContextMenu = { [weak self] id, place in self?.showContextMenu(for: id, at: place) }
    palette.onTile = { [weak self] id, tile in self?.dragging.addSource(of: id, to: tile) }
    palette.onKey = { [weak self] key, modifiers, id in self?.handle(key, modifiers, on: id) ?? false }
    overlay.addOverlay(palette.widget)
    dragging.addTargets(bar: header.strip.widget, outside: [AnyWidget(shield), AnyWidget(palette.widget)])
    header.strip.isAtRest = true
    header.strip.widget.addClass("customizing")
    header.strip.animatesMoves = wiggles
    watchEscape()
    follow()
    palette.widget.isRevealed = true
    palette.say(.began)
    // Once the palette is there to take it.
    MainLoop.next { [weak self] in
      guard let self else { return }
      if self.header.strip.center.first(where: { !$0.group.isFixed })?.shown?.grabFocus() != true { self.palette.focusFirst() }
    }
  }

  /// Takes everything of the mode away.
  func end() {
    dragging.cancel()
    header.strip.animatesMoves = false
    header.strip.isAtRest = false
    header.strip.widget.removeClass("customizing")
    dragging.removeTargets()
    if let windowKeys { header.widget.window?.remove(windowKeys) }
    overlay.removeOverlay(shield)
    overlay.removeOverlay(palette.widget)
    header.widget.insertActionGroup("customizing", nil)
    origin.giveBack()
  }

  private func addActions() {
    actions.addAction("undo") { [weak self] in self?.undo() }
    let display = SimpleAction("display", parameter: "s", state: model.layout.display.rawValue)
    display.onChangeState { [weak self] state in
      if let self, let mode = state.string.flatMap(DisplayMode.init(rawValue:)) { self.apply(.display(mode)) }
    }
    actions.add(display)
    actions.addAction("reset") { [weak self] in self?.apply(.reset) }
    actions.addAction("done") { [weak self] in self?.header.endCustomizing() }
    actions.addAction("command", taking: String.self) { [weak self] text in
      // "remove:lists": the command, then the group, whose name may hold a colon.
      guard let self, let colon = text.firstIndex(of: ":"), let command = CustomizingCommand(key: text[..<colon]) else { return }
      self.perform(command, on: GroupID(String(text[text.index(after: colon)...])))
    }
    header.widget.insertActionGroup("customizing", actions)
    palette.widget.insertActionGroup("customizing", actions)
  }

  /// Escape leaves the mode wherever the focus is; in the bubble phase, so that an open context menu has it first.
  private func watchEscape() {
    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in self?.handle(key, modifiers, on: nil) ?? false }
    header.widget.window?.add(keys)
    windowKeys = keys
  }

  // MARK: Following the layout

  /// Draws the mode over a bar that has been drawn anew.
  func follow() {
    let model = model
    actions.action("undo")?.isEnabled = header.layouts.canUndo(bar)
    actions.action("display")?.state = model.layout.display.rawValue.variant
    for (index, view) in header.strip.center.enumerated() { decorate(view, index) }
    let strip = header.strip
    for view in strip.leading + strip.trailing + (strip.pinned.map { [$0] } ?? []) { makeInert(view) }
    // The tile that is being dragged must live until the drag is over.
    if !dragging.isActive { palette.show(model.palette, inMenu: hiddenGroups) }
  }

  /// The groups that are in the bar by right, but in the menu for want of room.
  private var hiddenGroups: [PaletteEntry] {
    let inMenu = header.strip.placement?.inMenu ?? []
    return model.lifted.filter { inMenu.contains($0.id) }.map { PaletteEntry($0) }
  }

  private func makeInert(_ view: GroupView) {
    for box in view.widgets {
      for child in box.children {
        child.canTarget = false
        child.canFocus = false
      }
    }
  }

  private func decorate(_ view: GroupView, _ index: Int) {
    makeInert(view)
    guard !view.group.isFixed else { return }
    let id = view.group.id
    for box in view.widgets {
      box.setClass("header-wiggles", wiggles)
      box.setClass("header-wiggles-late", index % 2 == 1)
      box.setClass("header-held", dragging.heldID == id)
      guard !box.hasClass("header-lifted") else { continue }
      box.addClass("header-lifted")
      box.isFocusable = true
      box.setPointer("grab")
      box.tooltip = view.title
      addGestures(to: box, id)
    }
  }

  private func addGestures(to box: Box, _ id: GroupID) {
    let source = dragging.addSource(of: id, to: box)
    let held = Weak(box)
    let press = ClickGesture(button: 1)
    let heldPress = Weak(press)
    press.onPress { _, _, _ in
      held.object?.grabFocus()
      // The bar is what the window is moved by; a press on a group is not for that.
      heldPress.object?.setState(.claimed)
    }
    box.add(press)
    press.group(with: source)
    let menu = ClickGesture(button: 3)
    let heldMenu = Weak(menu)
    menu.onPress { [weak self] _, _, _ in
      heldMenu.object?.setState(.claimed)
      if let box = held.object { self?.showContextMenu(for: id, at: AnyWidget(box)) }
    }
    box.add(menu)
    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in self?.handle(key, modifiers, on: id) ?? false }
    box.add(keys)
  }

  // MARK: Changing the layout

  func apply(_ edit: LayoutEdit) {
    guard header.layouts.apply(edit, to: bar) else { return }
    palette.say(model.announcement(after: edit))
  }

  private func perform(_ command: CustomizingCommand, on id: GroupID) {
    let model = model
    guard let edit = model.edit(for: command, on: id) else {
      palette.say(model.refusal(of: command, on: id))
      return
    }
    let order = model.lifted.map(\.id)
    apply(edit)
    // The focus goes with the group; after it has gone, to its neighbour.
    switch command {
    case .add: break
    case .move: focus(id)
    case .remove:
      let place = order.firstIndex(of: id) ?? 0
      let left = order.filter { $0 != id }
      if left.isEmpty { palette.focusFirst() } else { focus(left[min(place, left.count - 1)]) }
    }
  }

  private func focus(_ id: GroupID) {
    MainLoop.next { [weak self] in
      guard let self else { return }
      self.header.widget.window?.showsFocus = true
      if self.header.strip.center.first(where: { $0.group.id == id })?.shown?.grabFocus() != true { self.palette.focus(id) }
    }
  }

  /// Moves the focus to the next group of the bar that is lifted; answers whether the group is in the bar at all.
  private func focusNeighbour(of id: GroupID, leading: Bool) -> Bool {
    let lifted = header.strip.center.filter { !$0.group.isFixed && $0.shown != nil }
    guard let place = lifted.firstIndex(where: { $0.group.id == id }) else { return false }
    let next = place + (leading ? -1 : 1)
    if lifted.indices.contains(next) {
      header.widget.window?.showsFocus = true
      lifted[next].shown?.grabFocus()
    }
    return true
  }

  private func undo() { palette.say(header.layouts.undo(bar) ? .undone : .nothingToUndo) }

  // MARK: Keys and context menus

  /// Answers whether a key meant something here.
  private func handle(_ key: Key, _ modifiers: Modifiers, on id: GroupID?) -> Bool {
    let isRightToLeft = header.strip.widget.isRightToLeft
    switch (key.lower, modifiers) {
    case (.escape, []): header.endCustomizing()
    case (Key(rawValue: 0x7a), .control): undo()
    case (.left, []), (.right, []): return id.map { focusNeighbour(of: $0, leading: (key == .left) != isRightToLeft) } ?? false
    case (.left, .control): if let id { perform(.move(isRightToLeft ? .towardsTrailing : .towardsLeading), on: id) }
    case (.right, .control): if let id { perform(.move(isRightToLeft ? .towardsLeading : .towardsTrailing), on: id) }
    case (.delete, []), (.backspace, []): if let id { perform(.remove, on: id) }
    case (.menu, []), (.f10, .shift):
      guard let id else { return false }
      let box = header.strip.center.first { $0.group.id == id }?.shown.map { AnyWidget($0) }
      guard let place = box ?? palette.tile(of: id) else { return false }
      showContextMenu(for: id, at: place)
    default: return false
    }
    return true
  }

  private func showContextMenu(for id: GroupID, at place: AnyWidget) {
    let isRightToLeft = header.strip.widget.isRightToLeft
    let items = model.commands(for: id).map { command, isEnabled in
      MenuItem(
        command.title(isRightToLeft: isRightToLeft),
        // An action that does not exist draws the entry as one that cannot be chosen now.
        action: isEnabled ? "customizing.command" : "customizing.unavailable", target: "\(command.key):\(id)".variant)
    }
    PopoverMenu(Menu(items)).open(at: place)
  }
}
