// Owns: the way from a GObject signal to a Swift closure.
// Rule: one generic marshaller reads typed GValues, and the signature is compared with the signal's own description when
// the handler is connected. A wrong one stops the program there, with a message; it is never undefined behaviour.
// The closure is retained when connected and released once, in GLib's finalize notify. Capture `[weak self]`.

import CGLib
import CGLibShim
import Synchronization

/// Stands for one connected handler.
@MainActor
public struct SignalConnection {
  let closure: SignalClosure

  /// Whether the handler is still connected: its object lives and nobody has disconnected it.
  public var isConnected: Bool { closure.instance != nil }

  /// Disconnects the handler; does nothing when it is gone already.
  public func disconnect() {
    guard let instance = closure.instance else { return }
    g_signal_handler_disconnect(instance, closure.handler)
  }

  /// Runs something while the handler does not hear the signal.
  public func blocked<Result>(while body: () throws -> Result) rethrows -> Result {
    guard let instance = closure.instance else { return try body() }
    g_object_ref(instance)
    g_signal_handler_block(instance, closure.handler)
    defer {
      if closure.instance != nil { g_signal_handler_unblock(instance, closure.handler) }
      g_object_unref(instance)
    }
    return try body()
  }
}

/// What a GClosure holds: the Swift function, and the object while the connection lasts.
@MainActor
final class SignalClosure {
  typealias Body = (_ result: UnsafeMutablePointer<GValue>?, _ arguments: UnsafePointer<GValue>) -> Void
  let body: Body
  nonisolated(unsafe) var instance: UnsafeMutableRawPointer?
  nonisolated(unsafe) var handler: gulong = 0

  init(instance: UnsafeMutableRawPointer, body: @escaping Body) {
    self.instance = instance
    self.body = body
    LiveObjects.closures.add(1, ordering: .relaxed)
  }

  deinit { LiveObjects.closures.subtract(1, ordering: .relaxed) }
}

extension GObjectRef {
  /// Connects a handler to a signal ("clicked", "notify::title").
  ///
  /// The handler takes the signal's arguments in order and without the emitter; trailing ones may be left out.
  /// Stops the program when the signal does not exist, has other arguments, or expects an answer (see `answer`).
  @discardableResult
  public func connect<each Argument: SignalArgument>(
    _ signal: String, after: Bool = false, _ handler: @escaping (repeat each Argument) -> Void
  ) -> SignalConnection {
    check(signal, takes: { visit in repeat visit((each Argument).self) }, answers: nil)
    return attach(signal, after: after) { _, arguments in
      var reader = ArgumentReader(next: arguments)
      handler(repeat reader.read((each Argument).self))
    }
  }

  /// Connects a handler whose answer the emitter uses ("close-request": true stops the closing).
  ///
  /// Stops the program when the signal does not exist, has other arguments, or expects another kind of answer.
  @discardableResult
  public func answer<Result: SignalResult, each Argument: SignalArgument>(
    _ signal: String, after: Bool = false, _ handler: @escaping (repeat each Argument) -> Result
  ) -> SignalConnection {
    check(signal, takes: { visit in repeat visit((each Argument).self) }, answers: Result.self)
    return attach(signal, after: after) { result, arguments in
      var reader = ArgumentReader(next: arguments)
      let answer = handler(repeat reader.read((each Argument).self))
      if let result { answer.write(to: ValueWriter(pointer: result)) }
    }
  }

  private typealias Visitor = (_ type: any SignalArgument.Type) -> Void

  private func check(_ signal: String, takes visit: (Visitor) -> Void, answers: (any SignalResult.Type)?) {
    var id: guint = 0
    var detail: GQuark = 0
    guard g_signal_parse_name(signal, masthead_instance_type(pointer), &id, &detail, 1) != 0 else {
      fatalError("\(typeName) has no signal \"\(signal)\"")
    }
    var query = GSignalQuery()
    g_signal_query(id, &query)
    var count = 0
    visit { type in
      guard count < Int(query.n_params) else {
        fatalError("\(typeName)::\(signal) brings \(query.n_params) arguments; the handler takes more")
      }
      let offered = masthead_signal_type(query.param_types[count])
      guard type.accepts(offered) else {
        fatalError("\(typeName)::\(signal): argument \(count) is a \(String(cString: g_type_name(offered))), the handler takes \(type)")
      }
      count += 1
    }
    let expected = masthead_signal_type(query.return_type)
    if let answers {
      guard answers.provides(expected) else {
        fatalError("\(typeName)::\(signal) expects a \(String(cString: g_type_name(expected))), the handler answers \(answers)")
      }
    } else {
      guard expected == MASTHEAD_TYPE_NONE else {
        fatalError("\(typeName)::\(signal) expects a \(String(cString: g_type_name(expected))); use answer()")
      }
    }
  }

  private func attach(_ signal: String, after: Bool, _ body: @escaping SignalClosure.Body) -> SignalConnection {
    let held = SignalClosure(instance: pointer, body: body)
    let data = Unmanaged.passRetained(held).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
    g_closure_set_marshal(closure) { closure, result, _, arguments, _, _ in
      nonisolated(unsafe) let result = result
      nonisolated(unsafe) let arguments = arguments!
      let held = Unmanaged<SignalClosure>.fromOpaque(closure!.pointee.data)
      // Kept for the call: the handler may disconnect itself.
      _ = held.retain()
      // The first value is the emitter.
      MainActor.assumeIsolated { held._withUnsafeGuaranteedRef { $0.body(result, arguments + 1) } }
      held.release()
    }
    g_closure_add_invalidate_notifier(closure, data) { data, _ in
      Unmanaged<SignalClosure>.fromOpaque(data!)._withUnsafeGuaranteedRef { $0.instance = nil }
    }
    g_closure_add_finalize_notifier(closure, data) { data, _ in Unmanaged<SignalClosure>.fromOpaque(data!).release() }
    held.handler = g_signal_connect_closure(pointer, signal, closure, after ? 1 : 0)
    return SignalConnection(closure: held)
  }
}

/// Reads the arguments of one emission in order.
@MainActor
private struct ArgumentReader {
  var next: UnsafePointer<GValue>

  mutating func read<Argument: SignalArgument>(_: Argument.Type) -> Argument {
    defer { next += 1 }
    return Argument(reading: ValueReader(pointer: next))
  }
}
