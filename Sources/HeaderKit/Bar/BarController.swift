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

  init(layouts: LayoutLibrary) {
    self.layouts = layouts
    widget = HeaderBar()
    widget.setStrictCentering(false)
    title = TitleView(onPress: {})
    strip = BarStrip(bar: widget, title: title)
    widget.setTitle(strip.widget)
    widget.setAccessibleRole(.toolbar)
    strip.overflow.setCreatePopup { [weak self] button in
      guard let self else { return }
      button.setPopover(RenderedMenu(self.overflowElements).popover())
    }
    strip.onResize = { [weak self] in self?.strip.overflow.popDown() }
    layouts.observe(self) { [weak self] bar in
      guard let self, self.page?.item.identifier == bar else { return }
      self.refresh()
    }
    watchKeys()
  }

  isolated deinit { layouts.forget(self) }

  /// The page's item as the bar uses it.
  private(set) var item = HeaderItem(style: .navigator)

  /// Shows a page in the bar.
  func show(_ page: HeaderPage) {
    self.page = page
    register(page.item)
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
      refresh()
    }
  }

  /// Draws the bar anew by the present layout.
  func refresh(reusing: Bool = true) {
    let layout = layout
    let factory = ItemFactory(display: layout?.display ?? .icons) { [weak self] id in self?.page?.control(id) }
    strip.show(item, arranged: layout?.arranged(item.center) ?? item.center, factory: factory, reusing: reusing)
  }

  /// The layout of the page on top, `nil` when it cannot be customized.
  var layout: BarLayout? { item.identifier.map { layouts.layout(of: $0, for: item.center) } }

  private func register(_ described: HeaderItem) {
    let (item, problems) = described.registered()
    self.item = item
    for problem in problems { Log.warning("header bar \(item.identifier?.rawValue ?? ""): \(problem)") }
  }

  // MARK: The overflow menu

  var overflowElements: [MenuElement] {
    item.overflowMenu(arranged: strip.arranged, inMenu: strip.placement?.inMenu ?? [], customizeTitle: tr("Customize Toolbar…"))
  }

  // MARK: Customizing

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

  private func leave(_ window: Window, forward: Bool) -> Bool {
    // As many steps as there can be things to step over.
    for _ in 0..<400 {
      guard window.moveFocus(forward: forward) else { return true }
      if !widget.containsFocus { return true }
    }
    return true
  }
}
