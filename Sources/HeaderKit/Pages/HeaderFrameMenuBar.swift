import GLibKit
import GtkKit
import HeaderModel

extension HeaderFrame {
  /// Shows a row of menus under the bar (spec §5.8), or none for an empty list: submenus of which each is one menu of the row. Entries that
  /// stand side by side elsewhere become plain ones. Does nothing when the menus are those that are shown.
  public func setMenuBar(_ menus: [MenuElement]) {
    guard menus != shownMenus else { return }
    shownMenus = menus
    guard !menus.isEmpty else {
      if let menuBar { column.remove(menuBar) }
      menuBar = nil
      return
    }
    let model = RenderedMenu(menus.flatMap(\.plain)).model
    if let menuBar { return menuBar.setMenu(model) }
    let made = PopoverMenuBar(model)
    made.addClass("header-menu-bar")
    column.insert(made, after: bar.widget)
    menuBar = made
  }
}
