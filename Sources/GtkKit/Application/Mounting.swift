// Owns: making the connection to a place of another computer, with the desktop's own questions for names and passwords.

import CGLib
import CGtk
public import GLibKit

extension File {
  /// Connects to the place that the file is in; the person may be asked for a name and a password.
  public func mount(over window: (any WindowWidget)?) async throws(GLibError) {
    try await mount(asking: GObjectRef(adopting: UnsafeMutableRawPointer(gtk_mount_operation_new(window.map { $0.native() })!)))
  }
}
