import GLibKit
import GtkKit
import HeaderModel

/// Makes the widgets of items (spec §2.3, §2.9).
struct ItemFactory {
  let display: DisplayMode
  /// Whether buttons that open menus have an arrow; the pinned main menu has none.
  var showsArrows = true
  /// Makes the widget of a custom control by the item's identifier; `nil`: it shows its menu form as a menu button.
  let control: (String) -> AnyWidget?
  /// Makes the widget of the page's search; `nil`: it is a button.
  var search: ((BarItem, _ describe: (Button) -> Void) -> AnyWidget)?

  /// Makes the widget of an item.
  func widget(for item: BarItem) -> AnyWidget {
    let made: AnyWidget
    switch item.role {
    case .button:
      let button = Button()
      fill(button, item)
      made = AnyWidget(button)
    case .toggle:
      let button = ToggleButton()
      fill(button, item)
      made = AnyWidget(button)
    case .menu(let elements): made = menuButton(item, elements)
    case .search:
      if let search {
        made = search(item) { button in
          describe(button, item)
          if let action = item.action { button.setAction(action) }
        }
        made.unparent()
      } else {
        let button = Button()
        fill(button, item)
        made = AnyWidget(button)
      }
    case .control(let form):
      if let widget = control(item.id) {
        // The application keeps the widget; it may still be where an earlier bar had put it.
        widget.unparent()
        made = widget
      } else {
        made = menuButton(item, form)
      }
    }
    made.isSensitive = item.isEnabled
    made.verticalAlignment = .center
    return made
  }

  /// Makes the widget that stands for a group: its representative.
  func representative(_ item: BarItem, of group: ItemGroup) -> AnyWidget {
    if item.action != nil || item.role != .button { return widget(for: item) }
    let button = menuButton(item, group.memberElements)
    button.isSensitive = item.isEnabled
    button.verticalAlignment = .center
    return button
  }

  private func fill(_ button: some ButtonWidget, _ item: BarItem) {
    switch (display, item.icon) {
    case (.icons, let icon?): button.setIcon(icon)
    case (.iconsAndLabels, let icon?): button.setChild(ButtonContent(icon: icon, label: item.title))
    default: button.setLabel(item.title)
    }
    button.addClass("flat")
    button.focusesOnClick = false
    describe(button, item)
    if let action = item.action { button.setAction(action) }
  }

  private func menuButton(_ item: BarItem, _ elements: [MenuElement]) -> AnyWidget {
    let button = MenuButton()
    switch (display, item.icon) {
    case (.icons, let icon?): button.setIcon(icon)
    case (.iconsAndLabels, let icon?): button.setChild(ButtonContent(icon: icon, label: item.title))
    default: button.setLabel(item.title.withoutMnemonic)
    }
    button.setShowsArrow(showsArrows)
    button.addClass("flat")
    button.focusesOnClick = false
    describe(button, item)
    // Made when it opens: an open menu is a picture of that moment (spec §3.6).
    button.setCreatePopup { button in button.setPopover(RenderedMenu(elements).popover()) }
    return AnyWidget(button)
  }

  private func describe(_ widget: some Widget, _ item: BarItem) {
    let keys = item.accelerator.flatMap(Accelerator.label)
    widget.tooltip = keys.map { "\(item.title) (\($0))" } ?? item.title
    widget.nameForAssistiveTechnology(item.title)
    if let keys { widget.setAccessibleKeys(keys) }
  }
}

extension Widget {
  /// Names a control for assistive technology. A menu button's focus is on a button inside it, which needs the name too.
  func nameForAssistiveTechnology(_ name: String) {
    setAccessibleLabel(name)
    for inner in children.compactMap({ ToggleButton(casting: $0) }) { inner.setAccessibleLabel(name) }
  }
}
