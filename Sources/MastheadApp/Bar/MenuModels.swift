// Owns: menus of GTK made from menu values.

import GLibKit
import HeaderModel

extension Menu {
  /// Makes a menu from menu elements.
  init(_ elements: [MenuElement]) { self.init(elements.map(\.item)) }
}

extension MenuElement {
  /// The element as an item of GTK's menus.
  var item: MenuItem {
    switch self {
    case .entry(let entry): entry.item
    case .submenu(let title, _, let elements): .submenu(title, elements.map(\.item))
    case .section(let title, let elements): .section(title, elements.map(\.item))
    case .smallEntries(let title, let entries): .section(title, entries.map(\.item), displayHint: "horizontal-buttons")
    }
  }
}

extension MenuEntry {
  fileprivate var item: MenuItem {
    var item = MenuItem(title, action: action?.name, target: action?.target?.variant, icon: icon)
    item.accelerator = accelerator
    return item
  }
}

extension ActionTarget {
  var variant: Variant {
    switch self {
    case .string(let text): Variant(text)
    case .int(let number): Variant(number)
    case .bool(let flag): Variant(flag)
    }
  }
}
