import CGLib
import GLibKit
import XCTest

/// Signals reach Swift with the right values, and their closures are freed once.
final class SignalTests: XCTestCase {
  func testAHandlerHearsItsSignalUntilItIsDisconnected() {
    onMainActor {
      let action = SimpleAction("save")
      var heard: [Variant?] = []
      let connection = action.onActivate { heard.append($0) }
      action.activate()
      XCTAssertTrue(connection.isConnected)
      connection.disconnect()
      connection.disconnect()
      XCTAssertFalse(connection.isConnected)
      action.activate()
      XCTAssertEqual(heard, [nil])
    }
  }

  func testArgumentsArriveInOrderAndTrailingOnesMayBeLeftOut() {
    onMainActor {
      let menu = Menu()
      var all: [[Int32]] = []
      var firsts: [Int32] = []
      menu.connect("items-changed") { (position: Int32, removed: Int32, added: Int32) in all.append([position, removed, added]) }
      menu.connect("items-changed") { (position: Int32) in firsts.append(position) }
      menu.append(MenuItem("One"))
      menu.append(MenuItem("Two"))
      menu.remove(at: 0)
      XCTAssertEqual(all, [[0, 0, 1], [1, 0, 1], [0, 1, 0]])
      XCTAssertEqual(firsts, [0, 1, 0])
    }
  }

  func testAnAnswerReachesTheEmitter() {
    onMainActor {
      let observer = GObjectRef(adopting: UnsafeMutableRawPointer(g_dbus_auth_observer_new()!))
      var asked: [String] = []
      observer.answer("allow-mechanism") { (mechanism: String) -> Bool in
        asked.append(mechanism)
        return mechanism == "EXTERNAL"
      }
      XCTAssertEqual(g_dbus_auth_observer_allow_mechanism(OpaquePointer(observer.pointer), "EXTERNAL"), 1)
      XCTAssertEqual(g_dbus_auth_observer_allow_mechanism(OpaquePointer(observer.pointer), "ANONYMOUS"), 0)
      XCTAssertEqual(asked, ["EXTERNAL", "ANONYMOUS"])
    }
  }

  func testObjectsAndMissingObjectsAreTold() {
    onMainActor {
      // The signal of a file monitor brings an object, an object or NULL, and an enumeration.
      let folder = File(path: "/tmp")
      let monitor = GObjectRef(adopting: UnsafeMutableRawPointer(g_file_monitor_directory(folder.native(), G_FILE_MONITOR_NONE, nil, nil)!))
      var heard: [String] = []
      monitor.connect("changed") { (file: File, other: File?, kind: Int32) in
        heard.append("\(file.path ?? "") \(other?.path ?? "-") \(kind)")
      }
      let one = File(path: "/tmp/one")
      let two = File(path: "/tmp/two")
      let native = monitor.pointer.assumingMemoryBound(to: GFileMonitor.self)
      g_file_monitor_emit_event(native, one.native(), nil, G_FILE_MONITOR_EVENT_CREATED)
      g_file_monitor_emit_event(native, one.native(), two.native(), G_FILE_MONITOR_EVENT_RENAMED)
      _ = MainLoop.turn(until: { heard.count >= 2 })
      XCTAssertEqual(heard, ["/tmp/one - 3", "/tmp/one /tmp/two 8"])
    }
  }

  func testAHandlerMayDisconnectItselfAndDropTheEmitter() {
    onMainActor {
      let before = LiveObjects.closureCount
      var action: SimpleAction? = SimpleAction("once")
      var connection: SignalConnection?
      var count = 0
      let payload = Payload()
      connection = action?.onActivate { _ in
        count += 1
        connection?.disconnect()
        action = nil
        XCTAssertEqual(payload.value, 7)
      }
      action?.activate()
      XCTAssertEqual(count, 1)
      XCTAssertNil(action)
      connection = nil
      XCTAssertEqual(LiveObjects.closureCount, before)
    }
  }

  func testTheEndOfTheEmitterFreesItsClosures() {
    onMainActor {
      let before = LiveObjects.closureCount
      weak var kept: Payload?
      var connections: [SignalConnection] = []
      do {
        let payload = Payload()
        kept = payload
        let action = SimpleAction("save")
        for _ in 0..<10 { connections.append(action.onActivate { _ in payload.value += 1 }) }
        action.activate()
        XCTAssertEqual(payload.value, 17)
        XCTAssertEqual(LiveObjects.closureCount, before + 10)
      }
      XCTAssertTrue(connections.allSatisfy { !$0.isConnected })
      connections.first?.disconnect()
      XCTAssertEqual(connections.first?.blocked { 3 }, 3)
      connections = []
      XCTAssertNil(kept)
      XCTAssertEqual(LiveObjects.closureCount, before)
    }
  }

  func testABlockedHandlerHearsNothing() {
    onMainActor {
      let action = SimpleAction("save")
      var count = 0
      let connection = action.onActivate { _ in count += 1 }
      connection.blocked { action.activate() }
      XCTAssertEqual(count, 0)
      action.activate()
      XCTAssertEqual(count, 1)
    }
  }
}

private final class Payload {
  var value = 7
}
