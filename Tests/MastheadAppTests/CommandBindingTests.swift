import Commands
import Documents
import GLibKit
import GtkKit
import XCTest

@testable import MastheadApp

nonisolated final class CommandBindingTests: XCTestCase {
  func testEveryWindowCommandHasExactlyOneHandler() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let window = masthead.makeWindow(Document())
      defer { window.closeForGood() }
      let declared = Set(Catalogue.all.filter { $0.scope == .window && !$0.needs.contains(.browser) }.map(\.id))
      XCTAssertEqual(window.handledCommands, declared)
    }
  }

  func testEveryCommandOfTheBrowserHasAHandlerThere() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let browser = BrowserWindow(masthead, history: BrowsingHistory(at: .recent), in: nil)
      defer { browser.window?.destroy() }
      let handled = browser.handledCommands
      XCTAssertTrue(handled.isSuperset(of: Catalogue.all.filter { $0.needs.contains(.browser) }.map(\.id)))
      XCTAssertTrue(handled.isSubset(of: Catalogue.all.filter { $0.scope == .window }.map(\.id)))
      for name in (Menus.chosen + Menus.titleOfBrowser).joined() where name.hasPrefix("win.") {
        XCTAssertTrue(handled.contains(String(name.dropFirst(4))), name)
      }
    }
  }

  func testEveryApplicationCommandHasExactlyOneHandler() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let declared = Set(Catalogue.all.filter { $0.scope == .application }.map(\.id))
      XCTAssertEqual(Set(masthead.handlers().keys), declared)
    }
  }

  func testPreferencesStandInTheSchema() throws {
    try onMain {
      let preferences = try TestApplication.shared.get().preferences
      XCTAssertEqual(Set(preferences.settings.keys), Set(Preferences.keys + ["toolbar-layouts"]))
      for key in preferences.settings.keys { preferences.settings.reset(key) }
      XCTAssertEqual(preferences[Preferences.textSize], Preferences.textSize.standard)
      XCTAssertEqual(preferences[Preferences.viewMode], Preferences.viewMode.standard)
      XCTAssertEqual(preferences[Preferences.syncScroll], Preferences.syncScroll.standard)
      XCTAssertEqual(preferences[Preferences.styleVariant], Preferences.styleVariant.standard)
      XCTAssertEqual(preferences[Preferences.defaultFolder], Preferences.defaultFolder.standard)
      XCTAssertEqual(preferences[Preferences.browserView], Preferences.browserView.standard)
      XCTAssertEqual(preferences[Preferences.browserOrder], Preferences.browserOrder.standard)
      XCTAssertEqual(preferences[Preferences.menuBar], Preferences.menuBar.standard)
      XCTAssertEqual(preferences[Preferences.exportPaper], Preferences.exportPaper.standard)
      XCTAssertEqual(preferences[Preferences.exportMargins], Preferences.exportMargins.standard)
      XCTAssertEqual(preferences[Preferences.exportPDFTheme], Preferences.exportPDFTheme.standard)
      XCTAssertEqual(preferences[Preferences.exportHTMLTheme], Preferences.exportHTMLTheme.standard)
      XCTAssertEqual(preferences[Preferences.exportContents], Preferences.exportContents.standard)
      XCTAssertEqual(preferences[Preferences.exportLinked], Preferences.exportLinked.standard)
    }
  }
}

/// Runs a test on the main actor: XCTest calls it on the main thread.
nonisolated func onMain(_ body: @MainActor () throws -> Void) throws { try MainActor.assumeIsolated { try body() } }

/// The application of all tests of this process: there can be only one.
enum TestApplication {
  static let shared: Result<MastheadApplication, any Error> = Result {
    guard Display.open() else { throw XCTSkip("no display") }
    MainLoop.installMainActor()
    let masthead = MastheadApplication(preferences: try AppPreferences(), options: [.isNotUnique])
    masthead.application.register()
    return masthead
  }
}
