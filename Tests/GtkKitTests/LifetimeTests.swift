import CGLib
import CGtk
import GLibKit
import GtkKit
import XCTest

/// Nothing that a window needed outlives it.
nonisolated final class LifetimeTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testClosingAHundredWindowsFreesEverything() {
    onMainActor { closeAHundredWindows() }
  }
}

private func closeAHundredWindows() {
  func open() -> Int {
    let window = Window()
    let button = Button(label: "Press")
    let entry = Entry()
    let bar = HeaderBar()
    let menu = MenuButton(icon: "open-menu-symbolic", tooltip: "Main menu")
    menu.setMenu(Menu([MenuItem("One", action: "win.one"), .section("More", [MenuItem("Two", action: "win.two")])]))
    bar.packEnd(menu)
    let keys = KeyController()
    keys.onPress { _, _ in false }
    entry.add(keys)
    let shortcuts = ShortcutController()
    shortcuts.add("<Control>b") { true }
    window.add(shortcuts)
    window.setContent(Box(.vertical, [bar, button, entry, Banner()]))
    let group = SimpleActionGroup()
    group.addToggle("one", false) { _ in }
    window.insertActionGroup("win", group)
    window.keep(Controller(window, button))
    window.present()
    button.activate()
    let count = Finalizations.watch(AnyWidget(window))
    window.close()
    return count
  }
  // The first one makes what GTK keeps for good.
  _ = open()
  drain()
  let before = (LiveObjects.closureCount, LiveObjects.keptCount, LiveObjects.referenceCount)
  Finalizations.count = 0
  var made = 0
  for _ in 0..<100 { made += open() }
  drain()
  XCTAssertEqual(Finalizations.count, made)
  XCTAssertGreaterThan(made, 2000)
  XCTAssertEqual(Controller.living, 0)
  XCTAssertEqual(LiveObjects.closureCount, before.0)
  XCTAssertEqual(LiveObjects.keptCount, before.1)
  XCTAssertEqual(LiveObjects.referenceCount, before.2)
}

/// Counts widgets as they are finalized.
private enum Finalizations {
  static var count = 0

  /// Watches a widget and those inside it; returns how many they are.
  static func watch(_ widget: AnyWidget) -> Int {
    g_object_weak_ref(widget.native(), { _, _ in MainActor.assumeIsolated { Finalizations.count += 1 } }, nil)
    return widget.children.reduce(1) { $0 + watch($1) }
  }
}

private final class Controller {
  static var living = 0
  let window: Weak<Window>
  let button: Button
  var presses = 0

  init(_ window: Window, _ button: Button) {
    self.window = Weak(window)
    self.button = button
    Controller.living += 1
    button.onClick { [weak self] in self?.presses += 1 }
    window.onCloseRequest { [weak self] in self == nil }
  }

  isolated deinit { Controller.living -= 1 }
}
