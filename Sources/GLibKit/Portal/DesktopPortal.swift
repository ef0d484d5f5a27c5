// Owns: the desktop's portals: what a desktop does for programs that ask over the session bus, in a sandbox or not.
// Rule: the answer to a request comes as a signal of an object whose name is known before; who listens only after asking may miss it.

import CGLib
import Glibc

/// Asks the desktop's portals for something (xdg-desktop-portal).
@MainActor
public enum DesktopPortal {
  /// How a request ended.
  public enum Answer: UInt32, Sendable {
    case done, cancelled, failed
  }

  /// Composes a mail with files attached, in the mail program that the person has chosen (org.freedesktop.portal.Email).
  ///
  /// - Parameter parent: the name of the window that asks, as other programs know it; may be empty.
  /// - Throws: when there is no portal, or it cannot do this; or a file cannot be opened.
  public static func composeMail(subject: String, attaching paths: [String], parent: String) async throws(GLibError) -> Answer {
    let files = try FileHandles(paths)
    let handles = g_variant_builder_new(handleList.pointer)
    for index in paths.indices { g_variant_builder_add_value(handles, g_variant_new_handle(gint32(index))) }
    let attached = Variant(adopting: g_variant_builder_end(handles))
    g_variant_builder_unref(handles)
    return try await request("Email", "ComposeEmail", [], ["subject": Variant(subject), "attachment_fds": attached], files, parent)
  }

  /// Opens a file in a program that the person is asked for (org.freedesktop.portal.OpenURI).
  ///
  /// - Parameter parent: the name of the window that asks, as other programs know it; may be empty.
  /// - Throws: when there is no portal, or it cannot do this; or the file cannot be opened.
  public static func openFile(_ path: String, parent: String) async throws(GLibError) -> Answer {
    try await request(
      "OpenURI", "OpenFile", [Variant(adopting: g_variant_new_handle(0))], ["ask": Variant(true)], try FileHandles([path]), parent)
  }

  /// Kept: a type that nobody holds is gone before C has read it.
  private static let handleList = VariantType("ah")
  private static var count = 0

  private static func request(
    _ interface: String, _ method: String, _ arguments: [Variant], _ options: [String: Variant], _ files: FileHandles,
    _ parent: String
  ) async throws(GLibError) -> Answer {
    let bus = try await bus()
    let connection = OpaquePointer(bus.pointer)
    count += 1
    let token = "masthead\(count)"
    let sender = String(cString: g_dbus_connection_get_unique_name(connection)).dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
    let answers = AsyncStream<Answer>.makeStream()
    let listener = PortalListener { answers.continuation.yield($0) }
    let subscription = listener.listen(connection, "/org/freedesktop/portal/desktop/request/\(sender)/\(token)")
    defer { g_dbus_connection_signal_unsubscribe(connection, subscription) }
    var options = options
    options["handle_token"] = Variant(token)
    let tuple = Variant(tuple: [Variant(parent)] + arguments + [Variant(options)])
    // An object is gone after its last use, and a pointer that was read from it is no use: held until the answer is here.
    defer { withExtendedLifetime((bus, tuple, files)) {} }
    try await awaitResult {
      g_dbus_connection_call_with_unix_fd_list(
        connection, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.\(interface)", method,
        tuple.pointer, nil, G_DBUS_CALL_FLAGS_NONE, 10_000, files.list, nil, $0, $1)
    } finish: { source, result, error in
      if let reply = g_dbus_connection_call_with_unix_fd_list_finish(OpaquePointer(source!), nil, result, error) { g_variant_unref(reply) }
    }
    for await answer in answers.stream { return answer }
    return .failed
  }

  private static func bus() async throws(GLibError) -> GObjectRef {
    let bus = try await awaitResult {
      g_bus_get(G_BUS_TYPE_SESSION, nil, $0, $1)
    } finish: { _, result, error in
      g_bus_get_finish(result, error).map { GObjectRef(adopting: UnsafeMutableRawPointer($0)) }
    }
    guard let bus else { throw GLibError(domain: "g-io-error-quark", code: 0, message: "no session bus") }
    return bus
  }
}

/// Open files on their way over the bus.
@MainActor
private final class FileHandles {
  let list: UnsafeMutablePointer<GUnixFDList>

  init(_ paths: [String]) throws(GLibError) {
    list = g_unix_fd_list_new()
    for path in paths {
      let handle = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      guard handle >= 0 else {
        let code = errno
        g_object_unref(UnsafeMutableRawPointer(list))
        throw GLibError(
          domain: "g-io-error-quark", code: Int32(g_io_error_from_errno(code).rawValue), message: String(cString: g_strerror(code)))
      }
      // The list takes a copy.
      g_unix_fd_list_append(list, handle, nil)
      close(handle)
    }
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(list)) }
}

/// Hears the answer to one request.
@MainActor
private final class PortalListener {
  private let body: (DesktopPortal.Answer) -> Void

  init(_ body: @escaping (DesktopPortal.Answer) -> Void) { self.body = body }

  func listen(_ connection: OpaquePointer, _ path: String) -> guint {
    g_dbus_connection_signal_subscribe(
      connection, "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Request", "Response", path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        nonisolated(unsafe) let parameters = parameters!
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated {
          let code = Variant(retaining: parameters).children.first?.uint32 ?? 2
          Unmanaged<PortalListener>.fromOpaque(data).takeUnretainedValue().body(DesktopPortal.Answer(rawValue: code) ?? .failed)
        }
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated { Unmanaged<PortalListener>.fromOpaque(data).release() }
      })
  }
}
