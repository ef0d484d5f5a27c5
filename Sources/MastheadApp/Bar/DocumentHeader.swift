// Owns: the bar over a document: its title, the tools, the main menu.

import Commands
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel

/// Shows the document's name and the tools over its page.
final class DocumentHeader {
  /// The bar with the page under it: what fills the window.
  var widget: AnyWidget { frame.widget }
  private let frame: HeaderFrame
  private let page: HeaderPage
  private let document: Document
  private let textSize: TextSizeSlider

  init(_ document: Document, content: some Widget, application: MastheadApplication) {
    self.document = document
    textSize = TextSizeSlider(application)
    frame = HeaderFrame(layouts: application.layouts)
    let mainMenu = BarItem(
      "main-menu", title: tr("Main menu"), icon: "open-menu-symbolic", role: .menu(MenuElement.sections(Menus.main)))
    // The search opens from the bar at every width, so it is not one of the groups that people arrange.
    let search = BarItem(command: "win.search", role: .search)
    page = HeaderPage(
      item: HeaderItem(
        style: .editor, identifier: EditorBar.identifier, title: TitleContent(name: document.name), backAction: BarAction("win.back"),
        center: EditorBar.groups(textSize: TextSizeSlider.item),
        trailing: search.map { [ItemGroup($0, .fixed, priority: .high)] } ?? [], pinned: ItemGroup(mainMenu, .fixed)),
      content: content)
    page.control = { [textSize] id in id == TextSizeSlider.item?.id ? textSize.widget : nil }
    frame.push(page)
  }

  /// Whether the focus is on the bar, but not where somebody types.
  var containsFocusOutsideEntries: Bool {
    guard frame.barContainsFocus else { return false }
    return widget.window?.focus.map(isTextEntry) != true
  }

  var containsFocus: Bool { frame.barContainsFocus }

  /// Lets the title open, rename and drag out the document.
  func setTitle(_ title: DocumentTitle) {
    page.titleDelegate = title
    page.renameDelegate = title
  }

  /// Lets the bar search the document and the commands.
  func setSearch(_ search: DocumentSearching) { page.searchDelegate = search }

  /// Whether the document's own page is on top, and not one that goes deeper.
  var showsDocument: Bool { frame.pages.count < 2 }

  /// Shows a page over the document's own.
  func push(_ page: HeaderPage) { frame.push(page) }

  /// Leaves a page over the document's own; returns whether there was one.
  @discardableResult
  func pop() -> Bool { frame.pop() }

  /// Shows a row of menus under the bar; an empty one hides it.
  func setMenuBar(_ menus: [MenuElement]) { frame.setMenuBar(menus) }

  func openTitle() { frame.openTitle() }
  func search() { frame.search() }
  func rename() { frame.rename() }
  func customize() { frame.customize() }
  func resetLayout() { frame.resetLayout() }

  func grabFocus() { frame.focusBar() }

  /// Shows the document's name, its state, and the folder that tells it from another of that name.
  func update(place folder: String?) {
    page.item.title = TitleContent(
      name: document.name, place: folder, isModified: document.isModified,
      tooltip: document.path.map { Format.path($0.description) }, icon: "text-x-generic-symbolic", hasMenu: true)
  }
}

/// Whether a widget is one in which text is typed.
private func isTextEntry(_ widget: AnyWidget) -> Bool { widget.ref.typeName == "GtkText" || widget.ref.typeName == "GtkTextView" }
