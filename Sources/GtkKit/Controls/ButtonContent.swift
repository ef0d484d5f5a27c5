// Owns: icon and text together on a button.

import CGLib
import CGtk
public import GLibKit

/// An icon with text beside it, for the inside of a button (AdwButtonContent).
public struct ButtonContent: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_button_content_get_type() }

  /// Makes the inside of a button.
  public init(icon: String, label: String) {
    ref = adopted(adw_button_content_new())
    adw_button_content_set_icon_name(native(), icon)
    adw_button_content_set_label(native(), label)
  }
}
