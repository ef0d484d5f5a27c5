import GLibKit
import GtkKit
import HeaderModel

/// Puts a bar over pages: what fills a window (spec §1.4).
///
/// An application makes one `LayoutLibrary`, and for each window a frame, which it keeps as long as the window:
///
/// ```swift
/// let frame = HeaderFrame(layouts: library)
/// window.setContent(frame.widget)                      // an ApplicationWindow: it has no title bar of its own
/// let page = HeaderPage(
///   item: HeaderItem(
///     style: .editor, identifier: "editor", title: TitleContent(name: "Notes.md", icon: "text-x-generic-symbolic", hasMenu: true),
///     backAction: "win.back",
///     center: [
///       ItemGroup(BarItem("sync", title: "Sync Scrolling", icon: "…-symbolic", role: .toggle, action: "win.sync-scroll"), .fixed),
///       ItemGroup("lists", .optional(isInDefault: true), items: […], representative: BarItem("lists", title: "Lists", icon: "…")),
///     ],
///     pinned: ItemGroup(BarItem("menu", title: "Main menu", icon: "open-menu-symbolic", role: .menu([…])), .fixed)),
///   content: view)
/// frame.push(page)
/// page.item.title.isModified = true                   // the bar follows whatever is changed in `page.item`
/// ```
///
/// Items name actions; the application adds those to the window. The kit's own are in the group `bar` of the frame's widget:
/// `bar.customize`, `bar.reset`, `bar.properties`, `bar.rename`, `bar.search`. An item whose action does not exist is drawn insensitive; hide it by `isHidden`.
public final class HeaderFrame {
  /// What goes into the window.
  public let widget: AnyWidget
  /// The pages, the one on top last.
  public private(set) var pages: [HeaderPage] = []
  /// Is run when another page has come to the top.
  public var onPageChange: (() -> Void)?

  let bar: BarController
  private let stack: Stack
  private let layouts: LayoutLibrary
  private let actions = SimpleActionGroup()
  /// The bar, the row of menus when there is one, the pages.
  let column = Box(.vertical, spacing: 0)
  var menuBar: PopoverMenuBar?
  var shownMenus: [MenuElement] = []
  /// How many pages there have been: their names in the stack.
  private var number = 0

  /// Makes an empty frame that shares its layouts with other frames.
  public init(layouts: LayoutLibrary) {
    HeaderStyleSheet.install()
    self.layouts = layouts
    stack = Stack()
    stack.expandsVertically = true
    stack.expandsHorizontally = true
    let overlay = Overlay()
    overlay.setChild(stack)
    bar = BarController(layouts: layouts, overlay: overlay)
    column.append(bar.widget)
    column.append(overlay)
    widget = AnyWidget(column)
    widget.insertActionGroup("bar", actions)
    actions.addAction("customize") { [weak self] in self?.bar.beginCustomizing() }
    actions.addAction("properties") { [weak self] in self?.openTitle() }
    actions.addAction("rename") { [weak self] in self?.rename() }
    actions.addAction("search") { [weak self] in self?.search() }
    actions.addAction("reset") { [weak self] in self?.bar.resetLayout() }
    bar.onCustomizingChange = { [weak self] isOn in
      // The page rests: neither keys nor presses reach it.
      self?.stack.canFocus = !isOn
      self?.stack.canTarget = !isOn
    }
    watchBackKeys()
  }

  /// The page on top, `nil` before the first.
  public var top: HeaderPage? { pages.last }

  /// Shows a page over the others.
  public func push(_ page: HeaderPage) {
    bar.endCustomizing()
    pages.append(page)
    number += 1
    stack.add(page.content, name: "page-\(number)")
    present(page, isForward: true)
  }

  /// Leaves the page on top; returns whether there was one under it to go back to.
  @discardableResult
  public func pop() -> Bool {
    guard pages.count > 1, let gone = pages.popLast() else { return false }
    bar.endCustomizing()
    gone.onChange = nil
    present(pages[pages.count - 1], isForward: false)
    // It slides out first.
    MainLoop.after(seconds: 0.3) { [weak self] in self?.stack.remove(gone.content) }
    gone.onPop()
    return true
  }

  /// Goes one step back: runs the back action of the page on top, and without one pops it. Alt+Left, the mouse's back button and
  /// the chevron all do this.
  public func goBack() {
    guard let action = top?.item.backAction else {
      pop()
      return
    }
    widget.activateAction(action.name, action.target?.variant)
  }

  /// Starts customizing the bar of the page on top (spec §4.1); does nothing when it cannot be customized.
  public func customize() { bar.beginCustomizing() }

  /// Opens the title's popover (Alt+Return); does nothing for a page without a `titleDelegate`.
  public func openTitle() { bar.openTitle() }

  /// Starts renaming where the title stands (F2, a double click, the menu); does nothing where it is not offered.
  public func rename() { bar.rename() }

  /// Starts the search of the page on top (Ctrl+E), or narrows one that goes on to its next scope; does nothing for a page without a
  /// `searchDelegate`.
  public func search() { bar.search.begin() }

  /// Returns the bar of the page on top to its default layout; it can be undone while customizing.
  public func resetLayout() { bar.resetLayout() }

  private func present(_ page: HeaderPage, isForward: Bool) {
    for other in pages { other.onChange = nil }
    page.onChange = { [weak self, weak page] old in
      guard let self, let page else { return }
      self.bar.follow(page, from: old)
    }
    stack.setTransition(isForward ? .slideLeft : .slideRight)
    stack.visibleChild = page.content
    bar.show(page)
    page.onShow()
    onPageChange?()
  }

  private func watchBackKeys() {
    let keys = ShortcutController(.managed)
    keys.add("<Alt>Left") { [weak self] in
      self?.goBack()
      return true
    }
    widget.add(keys)
    let mouse = ClickGesture(button: 8)
    mouse.onPress { [weak self] _, _, _ in self?.goBack() }
    widget.add(mouse)
  }
}
