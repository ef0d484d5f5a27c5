// Owns: which groups the editor's bar has, in their default order. Identifiers are part of the outside contract.

import Commands
import GLibKit
import HeaderModel

/// The bar of the editor page.
enum EditorBar {
  static let identifier: BarID = "editor"

  /// The centre groups in default order. A group none of whose commands exists is not there; it appears with its commands.
  static func groups(textSize: BarItem?) -> [ItemGroup] {
    [
      single("win.sync-scroll", .fixed, priority: .high),
      single("win.heading", id: "headings", .movable, priority: .high),
      group(
        "text-format", isInDefault: false, ["win.bold", "win.italic", "win.underline"],
        representative: tr("Format"), icon: "masthead-format-symbolic"),
      group("emphasis", priority: .low, ["win.bold", "win.italic"], title: tr("Emphasis")),
      group(
        "lists", ["win.bullet-list", "win.numbered-list", "win.task-list"], representative: tr("Lists"),
        icon: "masthead-lists-symbolic"),
      single("win.link", id: "add-link", .optional(isInDefault: true), priority: .low),
      group(
        "insert", ["win.image", "win.table", "win.code-block", "win.footnote", "win.rule"], representative: C_("menu", "Insert"),
        icon: "masthead-insert-symbolic", isCollapsed: true),
      textSize.map { ItemGroup("text-size", .optional(isInDefault: true), priority: .low, items: [$0], isAlwaysAvailable: true) },
      single("win.view-mode", .optional(isInDefault: true), priority: .low),
      single("win.toggle-outline", id: "outline", .optional(isInDefault: false)),
      single("win.hide", .optional(isInDefault: false)),
      single("win.share-mail", id: "share", .optional(isInDefault: false)),
      single("win.focus-mode", id: "focus", .optional(isInDefault: false)),
    ].compactMap { $0 }
  }

  private static func single(_ command: String, id: String? = nil, _ kind: ItemGroup.Kind, priority: Priority = .standard) -> ItemGroup? {
    guard let item = BarItem(command: command) else { return nil }
    return ItemGroup(GroupID(id ?? item.id), kind, priority: priority, items: [item], isAlwaysAvailable: kind != .fixed)
  }

  private static func group(
    _ id: GroupID, isInDefault: Bool = true, priority: Priority = .standard, _ commands: [String], title: String? = nil,
    representative: String? = nil, icon: String? = nil, isCollapsed: Bool = false
  ) -> ItemGroup? {
    let items = commands.compactMap { BarItem(command: $0) }
    guard !items.isEmpty else { return nil }
    return ItemGroup(
      id, .optional(isInDefault: isInDefault), priority: priority, items: items,
      representative: representative.map { BarItem("\(id)", title: $0, icon: icon) }, showsRepresentative: isCollapsed,
      paletteTitle: title, isAlwaysAvailable: true)
  }
}
