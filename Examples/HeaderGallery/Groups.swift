import HeaderModel

/// Every kind of group, in the default order of the gallery's editor.
enum Groups {
  static let all: [ItemGroup] = [
    ItemGroup(
      BarItem("sync-scroll", title: "Sync Scrolling", icon: "object-flip-vertical-symbolic", role: .toggle, action: "win.sync-scroll"),
      .fixed, priority: .high),
    ItemGroup(
      BarItem(
        "headings", title: "Heading", icon: "format-text-rich-symbolic",
        role: .menu(
          (1...6).map {
            .entry(MenuEntry("Heading \($0)", accelerator: "<Control>\($0)", action: BarAction("win.heading", target: .int($0))))
          })),
      .movable, priority: .high),
    ItemGroup(
      "text-format", .optional(isInDefault: false),
      items: [bold, italic, toggle("underline", "Underline"), toggle("strikethrough", "Strikethrough")],
      representative: BarItem("format", title: "Format", icon: "format-text-bold-symbolic"), isAlwaysAvailable: true),
    ItemGroup(
      "emphasis", .optional(isInDefault: true), priority: .low, items: [bold, italic], paletteTitle: "Emphasis", isAlwaysAvailable: true),
    ItemGroup(
      "lists", .optional(isInDefault: true),
      items: [
        BarItem("bullets", title: "Bullet List", icon: "view-list-bullet-symbolic", action: "win.bullets"),
        BarItem("numbers", title: "Numbered List", icon: "view-list-ordered-symbolic", action: "win.numbers"),
        BarItem("tasks", title: "Task List", icon: "checkbox-checked-symbolic", action: "win.tasks"),
      ], representative: BarItem("lists-face", title: "Lists", icon: "view-list-bullet-symbolic"), isAlwaysAvailable: true),
    ItemGroup(
      BarItem(
        "add-link", title: "Link", paletteTitle: "Add Link", icon: "insert-link-symbolic", accelerator: "<Control>k", action: "win.link"),
      .optional(isInDefault: true), priority: .low, isAlwaysAvailable: true),
    ItemGroup(
      "insert", .optional(isInDefault: true),
      items: [
        BarItem("image", title: "Image", icon: "insert-image-symbolic", action: "win.image"),
        BarItem("table", title: "Table", icon: "view-grid-symbolic", action: "win.table"),
        BarItem("rule", title: "Rule", icon: "list-remove-symbolic", action: "win.rule"),
      ], representative: BarItem("insert-face", title: "Insert", icon: "list-add-symbolic"), showsRepresentative: true,
      isAlwaysAvailable: true),
    ItemGroup(
      BarItem(
        "text-size", title: "Text Size", icon: "zoom-in-symbolic",
        role: .control(menuForm: [
          .smallEntries(
            title: "Text Size",
            [
              MenuEntry("Decrease", icon: "zoom-out-symbolic", action: BarAction("win.zoom", target: .int(-10))),
              MenuEntry("Reset", icon: "zoom-original-symbolic", action: BarAction("win.zoom", target: .int(0))),
              MenuEntry("Increase", icon: "zoom-in-symbolic", action: BarAction("win.zoom", target: .int(10))),
            ])
        ])), .optional(isInDefault: true), priority: .low, isAlwaysAvailable: true),
    ItemGroup(
      BarItem("outline", title: "Outline", icon: "view-dual-symbolic", role: .toggle, action: "win.outline"), .optional(isInDefault: false)),
    ItemGroup(BarItem("share", title: "Share", icon: "emblem-shared-symbolic", action: "win.share"), .optional(isInDefault: false)),
  ]

  private static let bold = toggle("bold", "Bold", "<Control>b")
  private static let italic = toggle("italic", "Italic", "<Control>i")

  private static func toggle(_ name: String, _ title: String, _ keys: String? = nil) -> BarItem {
    BarItem(name, title: title, icon: "format-text-\(name)-symbolic", accelerator: keys, role: .toggle, action: BarAction("win.\(name)"))
  }
}
