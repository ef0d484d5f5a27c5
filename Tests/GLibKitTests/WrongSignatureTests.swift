import CGLib
import GLibKit
import Testing

/// A handler with a wrong signature stops the program with a message; nothing is ever read as what it is not.
@Suite struct WrongSignatureTests {
  @Test(arguments: Mistake.allCases) func stops(_ mistake: Mistake) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      await MainActor.run { mistake.make() }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(mistake.message), "\(message)")
  }
}

enum Mistake: String, Codable, CaseIterable, Sendable {
  case noSuchSignal, otherType, otherSize, structureForObject, tooMany, noAnswer, otherAnswer, otherClass

  var message: String {
    switch self {
    case .noSuchSignal: "GSimpleAction has no signal \"explode\""
    case .otherType: "GSimpleAction::activate: argument 0 is a GVariant, the handler takes String"
    case .otherSize: "GMenu::items-changed: argument 1 is a gint, the handler takes Double"
    case .structureForObject: "GSimpleAction::notify: argument 0 is a GParam, the handler takes GObjectRef"
    case .tooMany: "GSimpleAction::activate brings 1 arguments; the handler takes more"
    case .noAnswer: "GDBusAuthObserver::allow-mechanism expects a gboolean; use answer()"
    case .otherAnswer: "GDBusAuthObserver::allow-mechanism expects a gboolean, the handler answers Int32"
    case .otherClass: "a signal brought a GMenu where the handler takes a GSimpleAction"
    }
  }

  @MainActor func make() {
    let action = SimpleAction("save")
    let observer = GObjectRef(adopting: UnsafeMutableRawPointer(g_dbus_auth_observer_new()!))
    switch self {
    case .noSuchSignal: action.connect("explode") {}
    case .otherType: action.connect("activate") { (_: String) in }
    case .otherSize: Menu().connect("items-changed") { (_: Int32, _: Double) in }
    case .structureForObject: action.connect("notify") { (_: GObjectRef) in }
    case .tooMany: action.connect("activate") { (_: Variant?, _: Int32) in }
    case .noAnswer: observer.connect("allow-mechanism") {}
    case .otherAnswer: observer.answer("allow-mechanism") { 1 as Int32 }
    case .otherClass:
      // The signal promises no more than a GObject, so that only what comes can tell.
      let group = GObjectRef(adopting: UnsafeMutableRawPointer(g_signal_group_new(AnyObjectWrapper.objectType)!))
      group.connect("bind") { (_: SimpleAction) in }
      let menu = Menu()
      g_signal_group_set_target(OpaquePointer(group.pointer), menu.ref.pointer)
    }
  }
}
