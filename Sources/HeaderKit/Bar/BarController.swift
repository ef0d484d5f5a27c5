import GLibKit
import GtkKit
import HeaderModel

/// Draws the bar of one window: an AdwHeaderBar with the strip in it, the overflow menu, and customizing.
@MainActor
final class BarController {
  let widget: HeaderBar
  let strip: BarStrip
  let title: TitleView
  let layouts: LayoutLibrary
  private(set) weak var page: HeaderPage?
  private let overlay: Overlay
  /// The customizing that goes on, `nil` outside the mode.
  private(set) var mode: CustomizingMode?
  /// Is run when customizing begins or ends.
  var onCustomizingChange: ((Bool) -> Void)?
  private(set) lazy var search = SearchController(self, overlay: overlay)

  init(layouts: LayoutLibrary, overlay: Overlay) {
    self.layouts = layouts
    self.overlay = overlay
    widget = HeaderBar()
    widget.setStrictCentering(false)
    title = TitleView()
    strip = BarStrip(bar: widget, title: title)
    widget.setTitle(strip.widget)
    widget.setAccessibleRole(.toolbar)
    strip.overflow.setCreatePopup { [weak self] button in
      guard let self else { return }
      button.setPopover(RenderedMenu(self.overflowElements).popover())
    }
    strip.onResize = { [weak self] in
      self?.strip.overflow.popDown()
      self?.search.follow()
    }
    strip.onPlacementChange = { [weak self] in self?.mode?.follow() }
    layouts.observe(self) { [weak self] bar in
      guard let self, self.page?.item.identifier == bar else { return }
      self.refresh()
    }
    watchTitle()
    watchKeys()
    watchContextMenu()
  }

  isolated deinit { layouts.forget(self) }

  /// The page's item as the bar uses it.
  private(set) var item = HeaderItem(style: .navigator)

  /// Shows a page in the bar.
  func show(_ page: HeaderPage) {
    search.end(.left)
    self.page = page
    register(page.item)
    renaming?.end()
    refresh(reusing: false)
  }

  /// Follows a change of the page's item, drawing no more than has changed.
  func follow(_ page: HeaderPage, from old: HeaderItem) {
    var titleOnly = old
    titleOnly.title = page.item.title
    if titleOnly == page.item {
      item.title = page.item.title
      strip.show(item.title)
    } else {
      register(page.item)
      if mode?.bar != item.identifier { endCustomizing() }
      refresh()
    }
  }

  /// Draws the bar anew by the present layout.
  func refresh(reusing: Bool = true) {
    let layout = layout
    strip.show(item, arranged: layout?.arranged(item.center) ?? item.center, factory: factory, reusing: reusing)
    mode?.follow()
  }

  /// Draws the bar with its centre groups as they would be after a drop; a concealed one keeps its widgets and takes no room.
  func preview(_ arranged: [ItemGroup], concealing id: GroupID?) {
    strip.show(item, arranged: arranged, factory: factory, reusing: true, concealing: id)
    mode?.follow()
  }

  private var factory: ItemFactory {
    var factory = ItemFactory(display: layout?.display ?? .icons) { [weak self] id in self?.page?.control(id) }
    factory.search = { [search] item, describe in search.prepare(item, describe) }
    return factory
  }

  /// The layout of the page on top, `nil` when it cannot be customized.
  var layout: BarLayout? { item.identifier.map { layouts.layout(of: $0, for: item.center) } }

  private func register(_ described: HeaderItem) {
    let (item, problems) = described.registered()
    self.item = item
    for problem in problems { Log.warning("header bar \(item.identifier?.rawValue ?? ""): \(problem)") }
  }

  // MARK: The title

  private(set) var renaming: RenameEntry?
  /// The title's popover while it is open.
  private var titlePopover: TitlePopover?

  /// Opens the title's popover.
  func openTitle() {
    guard let delegate = page?.titleDelegate, renaming == nil, mode == nil, !title.isOpen else { return }
    // A second press is eaten by the popover, which closes: that is how it is recognised (spec §5.2). One that comes before the popover is
    // there is heard by the title.
    titlePopover = TitlePopover(at: title, delegate) { [weak self] wasSecondPress in
      MainLoop.next {
        self?.titlePopover = nil
        if wasSecondPress { self?.rename() }
      }
    }
  }

  /// Starts renaming in place; from the title's menu, once that has given the focus back.
  func rename() {
    if titlePopover == nil { startRenaming() } else { MainLoop.next { [weak self] in self?.startRenaming() } }
  }

  private func startRenaming() {
    guard let delegate = page?.renameDelegate, delegate.canRename, renaming == nil, mode == nil, item.title.hasMenu else { return }
    renaming = RenameEntry(in: title, delegate) { [weak self] in MainLoop.next { self?.renaming = nil } }
  }

  private func watchTitle() {
    title.onPress = { [weak self] in self?.openTitle() }
    title.onSecondPress = { [weak self] isDoubleClick in
      guard let self else { return }
      let renames = isDoubleClick && self.page?.renameDelegate?.canRename == true
      if let popover = self.titlePopover {
        guard popover.giveWay(to: renames) else { return }
        self.titlePopover = nil
      }
      if renames { self.rename() }
    }
    title.onDrag = { [weak self] in self?.page?.titleDelegate?.draggedFiles() ?? [] }
  }

  // MARK: The overflow menu

  var overflowElements: [MenuElement] {
    item.overflowMenu(arranged: strip.arranged, inMenu: strip.placement?.inMenu ?? [], customizeTitle: tr("Customize Toolbar…"))
  }

  // MARK: Customizing

  var isCustomizing: Bool { mode != nil }

  /// Enters the mode; does nothing when the bar cannot be customized.
  func beginCustomizing() {
    guard mode == nil, item.isCustomizable, let bar = item.identifier else { return }
    strip.overflow.popDown()
    search.end(.left)
    refresh(reusing: false)
    let mode = CustomizingMode(self, bar: bar, overlay: overlay)
    self.mode = mode
    mode.begin()
    onCustomizingChange?(true)
  }

  /// Leaves the mode; does nothing outside it.
  func endCustomizing() {
    guard let mode else { return }
    self.mode = nil
    onCustomizingChange?(false)
    mode.end()
    refresh(reusing: false)
  }

  func resetLayout() {
    guard let bar = item.identifier else { return }
    layouts.apply(.reset, to: bar)
  }

  // MARK: Keys

  /// The bar is one stop for Tab; arrows move inside it (spec §8.1). GTK moves by arrows itself.
  private func watchKeys() {
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, modifiers in
      guard let self, key == .tab || key == .backTab, modifiers.isSubset(of: .shift), let window = self.widget.window else { return false }
      return self.leave(window, forward: key == .tab && !modifiers.contains(.shift))
    }
    widget.add(keys)
  }

  /// The context menu of a centre group and of the room between them (spec §4.1); empty bar keeps the window's menu.
  private func watchContextMenu() {
    let press = ClickGesture(button: 3, .capture)
    let held = Weak(press)
    press.onPress { [weak self] _, x, y in
      guard let self, self.openContextMenu(x, y) else { return }
      held.object?.setState(.claimed)
    }
    strip.widget.add(press)
    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in
      guard let self, (key == .menu && modifiers.isEmpty) || (key == .f10 && modifiers == .shift),
        let box = self.strip.center.compactMap(\.shown).first(where: { $0.containsFocus }), let place = box.bounds(in: self.strip.widget)
      else { return false }
      return self.openContextMenu(place.x + place.width / 2, place.y + place.height)
    }
    strip.widget.add(keys)
  }

  /// Answers whether there is a menu for a place in the strip.
  private func openContextMenu(_ x: Double, _ y: Double) -> Bool {
    guard mode == nil, item.isCustomizable, let layout, let bar = item.identifier else { return false }
    let places = strip.center.compactMap { view in view.shown?.bounds(in: strip.widget).map { (view.group, $0) } }
    guard let first = places.map(\.1.x).min(), let last = places.map({ $0.1.x + $0.1.width }).max(), first...last ~= x else { return false }
    let menu = Menu()
    if let (group, _) = places.first(where: { $0.1.contains(x: x, y: $0.1.y) }), layout.canRemove(group.id, in: item.center) {
      menu.append(MenuItem(tr("Remove from Toolbar"), action: "bar.remove", target: Variant(group.id.rawValue)))
    }
    menu.append(MenuItem(tr("Customize Toolbar…"), action: "bar.customize"))
    let actions = SimpleActionGroup()
    actions.addAction("customize") { [weak self] in self?.beginCustomizing() }
    actions.addAction("remove", taking: String.self) { [weak self] id in self?.layouts.apply(.remove(GroupID(id)), to: bar) }
    let popover = PopoverMenu(menu)
    popover.insertActionGroup("bar", actions)
    popover.returnFocus()
    popover.open(at: strip.widget, pointing: Rectangle(x: x, y: y, width: 1, height: 1))
    return true
  }

  private func leave(_ window: Window, forward: Bool) -> Bool {
    // As many steps as there can be things to step over.
    for _ in 0..<400 {
      guard window.moveFocus(forward: forward) else { return true }
      if !widget.containsFocus { return true }
    }
    return true
  }
}
