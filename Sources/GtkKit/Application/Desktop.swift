// Owns: what other programs of the desktop do for this one.

import CGLib
import CGtk
import GLibKit

/// The desktop around the program.
public enum Desktop {
  /// Opens an address in the program that the person has chosen for such addresses.
  public static func open(_ address: String, over window: (any WindowWidget)?) {
    gtk_show_uri(window.map { $0.native() }, address, guint32(GDK_CURRENT_TIME))
  }

  /// Opens an address, and returns whether a program for it could be started.
  public static func start(_ address: String, over window: (any WindowWidget)?) async -> Bool {
    await withCheckedContinuation { continuation in
      gtk_show_uri_full(
        window.map { $0.native() }, address, guint32(GDK_CURRENT_TIME), nil,
        { source, result, data in
          let isStarted =
            gtk_show_uri_full_finish(source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self) }, result, nil) != 0
          Unmanaged<Waiting<Bool>>.fromOpaque(data!).takeRetainedValue().resume(returning: isStarted)
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
  }
}
