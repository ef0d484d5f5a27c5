import GLibKit
import GtkKit
import HeaderModel
import XCTest

@testable import HeaderKit

/// A window with the bar in it, for one test.
final class TestWindow {
  let window: Window
  let frame: HeaderFrame
  let page: HeaderPage
  let actions = SimpleActionGroup()
  /// The actions that were run, in order.
  private(set) var log: [String] = []

  init(_ item: HeaderItem = .testEditor(), layouts: LayoutLibrary = LayoutLibrary(), width: Int = 1100) throws {
    try XCTSkipUnless(Display.open(), "no display")
    window = Window()
    DesktopSettings.animationsEnabled = false
    frame = HeaderFrame(layouts: layouts)
    page = HeaderPage(item: item, content: Label("page"))
    for name in ["bold", "italic", "underline", "sync"] { actions.addToggle(name, false) { _ in } }
    for name in ["bullets", "numbers", "tasks", "link", "image", "table", "back"] {
      actions.addAction(name) { [weak self] in self?.log.append(name) }
    }
    actions.addAction("zoom", taking: Int32.self) { [weak self] step in self?.log.append("zoom \(step)") }
    frame.widget.insertActionGroup("win", actions)
    page.control = { id in id == "slider" ? AnyWidget(Scale(.horizontal, from: 50, to: 200, step: 10)) : nil }
    frame.push(page)
    window.setContent(frame.widget)
    resize(width)
    window.present()
    settle()
  }

  /// Gives the window a width.
  func resize(_ width: Int) {
    window.defaultSize = (width, 300)
    settle()
  }

  /// Lets layouts, idles and frames happen.
  func settle(_ seconds: Double = 0.08) {
    var isOver = false
    MainLoop.after(seconds: seconds) { isOver = true }
    _ = MainLoop.turn(until: { isOver }, seconds: 2)
  }

  func close() {
    window.destroy()
    settle()
  }
}

extension HeaderItem {
  /// A bar with every kind of group.
  static func testEditor(_ identifier: BarID? = "editor") -> HeaderItem {
    func toggle(_ name: String) -> BarItem {
      BarItem(name, title: name.capitalized, icon: "format-text-\(name)-symbolic", role: .toggle, action: BarAction("win.\(name)"))
    }
    func button(_ name: String) -> BarItem {
      BarItem(name, title: name.capitalized, icon: "list-add-symbolic", accelerator: "<Control>k", action: BarAction("win.\(name)"))
    }
    return HeaderItem(
      style: .editor, identifier: identifier, title: TitleContent(name: "Notes.md", icon: "text-x-generic-symbolic", hasMenu: true),
      backAction: "win.back",
      center: [
        ItemGroup(
          "sync", .fixed, priority: .high,
          items: [BarItem("sync", title: "Sync", icon: "view-refresh-symbolic", role: .toggle, action: "win.sync")]),
        ItemGroup(
          "headings", .movable, priority: .high,
          items: [
            BarItem(
              "headings", title: "Heading", icon: "view-list-symbolic", role: .menu([.entry(MenuEntry("Heading 1", action: "win.link"))]))
          ]),
        ItemGroup("format", .optional(isInDefault: false), items: [toggle("bold"), toggle("italic"), toggle("underline")]),
        ItemGroup(
          "lists", .optional(isInDefault: true), items: [button("bullets"), button("numbers"), button("tasks")],
          representative: BarItem("lists-face", title: "Lists", icon: "view-list-symbolic"), isAlwaysAvailable: true),
        ItemGroup("link", .optional(isInDefault: true), priority: .low, items: [button("link")]),
        ItemGroup(
          "insert", .optional(isInDefault: true), items: [button("image"), button("table")],
          representative: BarItem("insert-face", title: "Insert", icon: "list-add-symbolic"), showsRepresentative: true),
        ItemGroup(
          "size", .optional(isInDefault: true), priority: .low,
          items: [
            BarItem(
              "slider", title: "Text Size",
              role: .control(menuForm: [
                .smallEntries(
                  title: "Text Size",
                  [
                    MenuEntry("Decrease", icon: "zoom-out-symbolic", action: BarAction("win.zoom", target: .int(-10))),
                    MenuEntry("Increase", icon: "zoom-in-symbolic", action: BarAction("win.zoom", target: .int(10))),
                  ])
              ]))
          ]),
      ],
      pinned: ItemGroup(
        BarItem("menu", title: "Main menu", icon: "open-menu-symbolic", role: .menu([.entry(MenuEntry("Link", action: "win.link"))])),
        .fixed))
  }
}

/// Runs a test's body on the main actor: XCTest runs synchronous tests on the process's main thread, without saying so.
nonisolated func onMain(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated { try body() }
}

extension TestWindow {
  /// What the bar shows: representatives in parentheses, "…" for the overflow button.
  var picture: String {
    guard let placement = frame.bar.strip.placement else { return "" }
    var parts = ["title"]
    for group in placement.center + placement.trailing {
      switch group.presence {
      case .full: parts.append("\(group.id)")
      case .collapsed: parts.append("(\(group.id))")
      case .inMenu: break
      }
    }
    if placement.overflow != nil { parts.append("…") }
    return parts.joined(separator: " ")
  }

  /// How many centre groups are in the bar.
  var shownGroups: Int { frame.bar.strip.center.filter { $0.presence != .inMenu }.count }

  func view(_ id: GroupID) -> GroupView { frame.bar.strip.center.first { $0.group.id == id }! }

  /// Checks what is really allocated: everything that is drawn has at least the room that it needs and is inside the bar.
  func checkNothingIsClipped(_ message: String, file: StaticString = #filePath, line: UInt = #line) {
    let strip = frame.bar.strip.widget!
    var ends = 0.0
    let places = strip.children.filter { $0.isVisible && $0.isChildVisible }.compactMap { child in
      child.bounds(in: strip).map { (child, $0) }
    }
    for (child, place) in places.sorted(by: { $0.1.x < $1.1.x }) {
      XCTAssertGreaterThanOrEqual(Int(place.width.rounded()), child.measure(.horizontal).minimum, message, file: file, line: line)
      XCTAssertGreaterThanOrEqual(place.x, ends, message, file: file, line: line)
      ends = place.x + place.width
    }
    XCTAssertLessThanOrEqual(ends, Double(strip.width), message, file: file, line: line)
  }
}

extension Widget {
  /// All widgets of a type inside this one.
  func descendants<Kind: Widget>(_ kind: Kind.Type) -> [Kind] {
    children.flatMap { child in (Kind(casting: child).map { [$0] } ?? []) + child.descendants(kind) }
  }
}
