// Owns: the switches of the find bar: the menu that shows them, the keys that turn them, and what was looked for lately.

import GLibKit
import GtkKit

/// The options of finding in one window.
final class FindOptions {
  /// The actions, under the prefix `find`.
  let group = SimpleActionGroup()
  let keys = ShortcutController(.managed)
  /// Runs when an option has another value.
  var onChange: () -> Void = {}
  /// Runs when one asks to look in the selection only, or no longer.
  var onScope: (Bool) -> Void = { _ in }
  /// Runs when one chooses what was looked for before.
  var onRecent: (String) -> Void = { _ in }
  private let memory: FindMemory
  private var toggles: [String: SimpleAction] = [:]

  init(_ memory: FindMemory) {
    self.memory = memory
    toggle("case") { [memory] in memory.query.matchesCase = $0 }
    toggle("words") { [memory] in memory.query.wholeWords = $0 }
    toggle("expression") { [memory] in memory.query.isExpression = $0 }
    toggle("preserve-case") { [memory] in memory.preservesCase = $0 }
    toggles["selection"] = group.addToggle("selection", false) { [weak self] in self?.onScope($0) }
    group.addAction("recent", taking: String.self) { [weak self] in self?.onRecent($0) }
    for (key, name) in [("c", "case"), ("w", "words"), ("r", "expression"), ("s", "selection"), ("p", "preserve-case")] {
      keys.add("<Alt>" + key, action: "find." + name)
    }
  }

  private func toggle(_ name: String, _ set: @escaping (Bool) -> Void) {
    toggles[name] = group.addToggle(name, false) { [weak self] isOn in
      set(isOn)
      self?.onChange()
    }
  }

  /// Brings the switches up to date: another window may have turned them.
  func show(isScoped: Bool, mayScope: Bool) {
    let states = [
      "case": memory.query.matchesCase, "words": memory.query.wholeWords, "expression": memory.query.isExpression,
      "preserve-case": memory.preservesCase, "selection": isScoped,
    ]
    for (name, isOn) in states where toggles[name]?.state?.bool != isOn { toggles[name]?.state = isOn.variant }
    if toggles["selection"]?.isEnabled != mayScope { toggles["selection"]?.isEnabled = mayScope }
  }

  /// The menu of the switches and of what was looked for lately.
  func menu(replaces: Bool) -> Menu {
    func item(_ label: String, _ name: String, _ key: String) -> MenuItem {
      var item = MenuItem(label, action: "find." + name)
      item.accelerator = "<Alt>" + key
      return item
    }
    var sections = [
      MenuItem.section(
        nil,
        [
          item(tr("Match Case"), "case", "c"), item(tr("Whole Words"), "words", "w"), item(tr("Regular Expression"), "expression", "r"),
          item(tr("In Selection"), "selection", "s"),
        ])
    ]
    if replaces { sections.append(.section(nil, [item(tr("Preserve Capitals"), "preserve-case", "p")])) }
    let recent = memory.searches.prefix(8).map { words in
      MenuItem(words.replacing("_", with: "__"), action: "find.recent", target: Variant(words))
    }
    if !recent.isEmpty { sections.append(.section(nil, [.submenu(tr("Recent Searches"), Array(recent))])) }
    return Menu(sections)
  }
}
