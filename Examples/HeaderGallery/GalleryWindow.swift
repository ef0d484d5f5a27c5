import GLibKit
import GtkKit
import HeaderKit
import HeaderModel

/// One window of the gallery: a browser page, from which one opens an editor page and a navigator page.
final class GalleryWindow {
  private let window: ApplicationWindow
  private let frame: HeaderFrame
  /// The documents of the editor pages; the pages refer to them weakly.
  private var documents: [GalleryDocument] = []
  private var searches: [GallerySearch] = []

  init(_ application: Application, _ layouts: LayoutLibrary) {
    window = ApplicationWindow(application)
    frame = HeaderFrame(layouts: layouts)
    window.title = "Header Gallery"
    window.defaultSize = (1180, 560)
    window.setContent(frame.widget)
    addActions()
    frame.push(browser())
    if Environment["GALLERY_PAGE"] != "browser" { frame.push(editor()) }
    window.present()
  }

  // MARK: Pages

  /// Title leading, history at the leading edge.
  private func browser() -> HeaderPage {
    HeaderPage(
      item: HeaderItem(
        style: .browser, identifier: "gallery-browser", title: TitleContent(name: "Notes", icon: "folder-symbolic"),
        center: [
          ItemGroup(BarItem("open", title: "Open", icon: "document-open-symbolic", action: "win.open"), .movable),
          ItemGroup(
            "view", .optional(isInDefault: true),
            items: [
              BarItem(
                "list", title: "List", icon: "view-list-symbolic", role: .toggle, action: BarAction("win.view", target: .string("list"))),
              BarItem(
                "grid", title: "Grid", icon: "view-grid-symbolic", role: .toggle, action: BarAction("win.view", target: .string("grid"))),
            ], representative: BarItem("view-face", title: "View", icon: "view-grid-symbolic")),
        ], pinned: mainMenu()),
      content: page(
        "A browser page", "Title leading, history at the leading edge.",
        buttons: [("Open a Document", "win.open"), ("Preferences", "win.settings")]))
  }

  /// Title leading, the chevron runs the back action; every kind of group.
  private func editor() -> HeaderPage {
    let page = HeaderPage(
      item: HeaderItem(
        style: .editor, identifier: "gallery-editor",
        title: TitleContent(
          name: "Meeting notes.md", isModified: true, tooltip: "~/Documents/Meeting notes.md", icon: "text-x-generic-symbolic",
          hasMenu: true),
        backAction: "win.back", center: Groups.all,
        trailing: [
          ItemGroup(
            BarItem(
              "search", title: "Search", icon: "system-search-symbolic", accelerator: "<Control>e", role: .search, action: "bar.search"),
            .fixed, priority: .high)
        ], pinned: mainMenu(),
        additionalOverflow: [.entry(MenuEntry("Statistics", action: "win.statistics"))]),
      content: self.page(
        "An editor page", "Every kind of group; make the window narrow, or customize the toolbar.",
        buttons: [("Modified", "win.modified"), ("Hide Emphasis", "win.hide-emphasis")]))
    let slider = Scale(.horizontal, from: 50, to: 200, step: 10)
    slider.value = 100
    slider.requestSize(width: 120)
    slider.setAccessibleLabel("Text size")
    page.control = { id in id == "text-size" ? AnyWidget(slider) : nil }
    let document = GalleryDocument(page)
    documents.append(document)
    page.titleDelegate = document
    page.renameDelegate = document
    let search = GallerySearch(page)
    searches.append(search)
    page.searchDelegate = search
    return page
  }

  /// Title centred, centre groups in the overflow menu.
  private func navigator() -> HeaderPage {
    HeaderPage(
      item: HeaderItem(
        style: .navigator, title: TitleContent(name: "Preferences"), backAction: "win.back",
        center: [ItemGroup(BarItem("reset", title: "Reset All", action: "win.reset-all"), .fixed)]),
      content: page("A navigator page", "Title centred; groups live in the overflow menu.", buttons: [("Deeper", "win.settings")]))
  }

  private func page(_ title: String, _ text: String, buttons: [(String, String)]) -> Box {
    let heading = Label(title)
    heading.addClass("title-1")
    let label = Label(text)
    label.addClass("dim-label")
    label.wraps = true
    label.centerLines()
    let box = Box(.vertical, spacing: 18, [heading, label])
    box.addClass("view")
    for (title, action) in buttons {
      let button = Button(label: title)
      button.setAction(action)
      button.addClass("pill")
      button.horizontalAlignment = .center
      box.append(button)
    }
    box.verticalAlignment = .fill
    heading.setMargins(top: 120)
    return box
  }

  private func mainMenu() -> ItemGroup {
    ItemGroup(
      BarItem(
        "menu", title: "Main menu", icon: "open-menu-symbolic",
        role: .menu([
          .section([.entry(MenuEntry("New Window", accelerator: "<Control><Shift>n", action: "app.new-window"))]),
          .section([.entry(MenuEntry("Preferences", action: "win.settings"))]),
        ])), .fixed)
  }

  // MARK: Actions

  private func addActions() {
    window.addAction("back") { [weak self] in self?.frame.pop() }
    window.addAction("open") { [weak self] in if let self { self.frame.push(self.editor()) } }
    window.addAction("settings") { [weak self] in if let self { self.frame.push(self.navigator()) } }
    window.addAction("customize-toolbar") { [weak self] in self?.frame.customize() }
    window.addToggle("modified", true) { [weak self] isOn in self?.frame.top?.item.title.isModified = isOn }
    window.addToggle("hide-emphasis", false) { [weak self] isOn in
      self?.frame.top?.item.changeGroup("emphasis") { $0.isHidden = isOn }
    }
    window.addChoice("view", "list") { _ in }
    for name in ["sync-scroll", "bold", "italic", "underline", "strikethrough", "outline"] { window.addToggle(name, false) { _ in } }
    for name in ["bullets", "numbers", "tasks", "link", "image", "table", "rule", "statistics", "reset-all", "share"] {
      window.addAction(name) {}
    }
    window.addAction("zoom", taking: Int32.self) { _ in }
    window.addChoice("heading", Int32(0)) { _ in }
  }
}
