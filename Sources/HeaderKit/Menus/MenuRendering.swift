import GLibKit
import GtkKit
import HeaderModel

/// Turns menus that are values into what GTK draws: a `GMenu`, and the widgets that take places in it.
struct RenderedMenu {
  let model: Menu
  private(set) var rows: [(id: String, row: Box)] = []

  /// Renders the elements of a menu.
  init(_ elements: [MenuElement]) {
    model = Menu()
    append(elements, to: model)
  }

  /// Makes a popover that shows the menu. Rows of small entries do not close it.
  func popover() -> PopoverMenu {
    let popover = PopoverMenu(model)
    for (id, row) in rows { popover.add(row, id: id) }
    popover.returnFocus()
    return popover
  }

  private mutating func append(_ elements: [MenuElement], to menu: Menu) {
    for element in elements {
      switch element {
      case .entry(let entry): menu.append(MenuItem(entry))
      case .submenu(let title, _, let elements):
        let submenu = Menu()
        append(elements, to: submenu)
        menu.appendSubmenu(title.withoutMnemonic, submenu)
      case .section(let title, let elements):
        let section = Menu()
        append(elements, to: section)
        menu.appendSection(title?.withoutMnemonic, section)
      case .smallEntries(let title, let entries):
        let id = "small-\(rows.count)"
        let section = Menu([.custom(id)])
        menu.appendSection(title.isEmpty ? nil : title.withoutMnemonic, section)
        rows.append((id, smallRow(title, entries)))
      }
    }
  }

  private func smallRow(_ title: String, _ entries: [MenuEntry]) -> Box {
    let row = Box(.horizontal, spacing: 6)
    row.addClass("header-small-entries")
    row.setHomogeneous(true)
    row.setAccessibleLabel(title)
    for entry in entries {
      let button = Button()
      if let icon = entry.icon { button.setIcon(icon) } else { button.setLabel(entry.title) }
      button.addClass("flat")
      button.tooltip = entry.accelerator.flatMap(Accelerator.label).map { "\(entry.title) (\($0))" } ?? entry.title
      button.setAccessibleLabel(entry.title)
      if let action = entry.action { button.setAction(action) }
      row.append(button)
    }
    return row
  }
}

extension MenuItem {
  /// Describes a menu entry to GTK; it is not shown while its action does not exist.
  init(_ entry: MenuEntry) {
    self.init(entry.title.withoutMnemonic, action: entry.action?.name, target: entry.action?.target?.variant)
    accelerator = entry.accelerator
    hiddenWhen = "action-missing"
  }
}

extension ActionTarget {
  /// The target as actions take it.
  var variant: Variant {
    switch self {
    case .string(let text): Variant(text)
    case .int(let number): Variant(number)
    case .bool(let flag): Variant(flag)
    }
  }
}

extension String {
  /// The text for a place that reads an underscore as the mark of a mnemonic.
  var withoutMnemonic: String {
    contains("_") ? split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__") : self
  }
}

extension ButtonWidget {
  /// Makes the control run an action of the model's.
  func setAction(_ action: BarAction) {
    setAction(action.name, target: action.target?.variant)
  }
}
