// Owns: what other programs of the desktop do for this one.

import CGtk
import GLibKit

/// The desktop around the program.
public enum Desktop {
  /// Opens an address in the program that the person has chosen for such addresses.
  public static func open(_ address: String, over window: (any WindowWidget)?) {
    gtk_show_uri(window.map { $0.native() }, address, guint32(GDK_CURRENT_TIME))
  }
}
