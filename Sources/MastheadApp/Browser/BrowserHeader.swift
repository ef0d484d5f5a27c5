// Owns: the bar over the document browser: the place as its title, history, tools, the main menu.

import Commands
import Documents
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel

/// Shows where the document browser is, and its tools.
final class BrowserHeader {
  static let identifier: BarID = "browser"

  /// The bar with the page under it: what fills the window.
  var widget: AnyWidget { frame.widget }
  private let frame: HeaderFrame
  private let page: HeaderPage

  init(content: some Widget, application: MastheadApplication) {
    frame = HeaderFrame(layouts: application.layouts)
    let mainMenu = BarItem(
      "main-menu", title: tr("Main menu"), icon: "open-menu-symbolic", role: .menu(MenuElement.sections(Menus.mainOfBrowser)))
    page = HeaderPage(
      item: HeaderItem(
        style: .browser, identifier: Self.identifier, backAction: BarAction("win.back"), forwardAction: BarAction("win.forward"),
        center: Self.groups, trailing: BarItem(command: "win.browser-search").map { [ItemGroup($0, .fixed)] } ?? [],
        pinned: ItemGroup(mainMenu, .fixed)),
      content: content)
    frame.push(page)
  }

  /// The centre groups in default order.
  private static var groups: [ItemGroup] {
    func group(_ command: String, _ kind: ItemGroup.Kind, _ priority: Priority = .standard) -> ItemGroup? {
      BarItem(command: command).map { ItemGroup(GroupID($0.id), kind, priority: priority, items: [$0], isAlwaysAvailable: kind != .fixed) }
    }
    return [
      group("win.new-here", .fixed, .high),
      group("win.new-folder", .optional(isInDefault: true)),
      group("win.browse-as", .optional(isInDefault: true)),
      group("win.sort-by", .optional(isInDefault: true)),
      group("win.up", .optional(isInDefault: false)),
      group("win.trash", .optional(isInDefault: false)),
    ].compactMap { $0 }
  }

  func setTitle(_ delegate: BrowserWindow) { page.titleDelegate = delegate }

  func setMenuBar(_ menus: [MenuElement]) { frame.setMenuBar(menus) }
  func openTitle() { frame.openTitle() }
  func customize() { frame.customize() }
  func resetLayout() { frame.resetLayout() }

  /// Shows a place.
  func show(_ place: BrowserPlace, history: BrowsingHistory<BrowserPlace>) {
    var tooltip: String?
    if case .folder(let folder) = place { tooltip = Format.path(folder.description) }
    page.item.title = TitleContent(
      name: Self.name(of: place), tooltip: tooltip, icon: place == .recent ? "document-open-recent-symbolic" : "folder-symbolic",
      hasMenu: true, isDocument: false)
  }

  /// What a place is called.
  static func name(of place: BrowserPlace) -> String {
    switch place {
    case .recent: return tr("Recent Documents")
    case .folder(let folder):
      if folder == FilePath(Folders.home) { return tr("Home") }
      return folder.name.isEmpty ? tr("Computer") : folder.name
    case .document(_, let path): return path?.name ?? tr("Untitled")
    }
  }
}

extension BrowserWindow: TitleDelegate {
  func properties(_ update: @escaping (DocumentProperties) -> Void) -> DocumentProperties? { nil }

  func titleMenu() -> [MenuElement] { MenuElement.sections(Menus.titleOfBrowser) }

  func draggedFiles() -> [File] { folder.map { [File(uri: $0.address)] } ?? [] }
}
