extension Catalogue {
  /// The commands of the document browser. Those of single documents (rename, trash, …) act there on what is selected.
  static let browser: [Command] = [
    Command(
      "back", tr("Back"), long: tr("Back to the Documents"), icon: "go-previous-symbolic", keywords: [tr("browser"), tr("documents")],
      keys: [.init("<Alt>Left")], subject: .navigation),
    Command("forward", tr("Forward"), icon: "go-next-symbolic", keys: [.init("<Alt>Right")], needs: .placeAhead, subject: .navigation),
    Command(
      "up", tr("Parent Folder"), icon: "go-up-symbolic", keywords: [tr("folder")], needs: .browser, subject: .navigation),
    Command(
      "new-here", tr("New Document Here"), icon: "document-new-symbolic", keywords: [tr("create")], needs: .browser, subject: .document),
    Command(
      "browser-search", tr("Search Documents"), icon: "system-search-symbolic", keywords: [tr("find")], needs: .browser,
      subject: .navigation),
    Command("new-folder", tr("New Folder…"), icon: "folder-new-symbolic", keywords: [tr("create")], needs: .browser, subject: .document),
    Command("open-chosen", tr("Open"), icon: "document-open-symbolic", needs: [.browser, .chosen], subject: .document),
    Command(
      "open-chosen-apart", tr("Open in New Window"), icon: "window-new-symbolic", needs: [.browser, .chosen], subject: .document),
    Command(
      "browse-as", C_("menu", "View"), long: tr("List or Grid"), icon: "view-grid-symbolic", keywords: [tr("list"), tr("grid")],
      role: .choice([
        .init(value: "list", title: C_("view", "List"), icon: "view-list-symbolic"),
        .init(value: "grid", title: C_("view", "Grid"), icon: "view-grid-symbolic"),
      ]), needs: .browser, subject: .view),
    Command(
      "sort-by", C_("menu", "Sort"), long: tr("Sort Documents"), icon: "view-sort-ascending-symbolic", keywords: [tr("order")],
      role: .choice([
        .init(value: "name", title: C_("sort", "By Name"), icon: nil),
        .init(value: "modified", title: C_("sort", "Newest First"), icon: nil),
        .init(value: "size", title: C_("sort", "Largest First"), icon: nil),
      ]), needs: .browser, subject: .view),
  ]
}
