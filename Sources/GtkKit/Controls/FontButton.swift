// Owns: the choice of a font.

import CGLib
import CGtk
public import GLibKit

/// A button that shows a font and lets people choose another one.
public struct FontButton: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_font_button_get_type() }

  /// Makes a button.
  public init() {
    ref = adopted(gtk_font_button_new())
    gtk_font_button_set_modal(native(), 1)
  }

  /// The font, as Pango writes it ("Source Code Pro 11").
  public var font: String {
    get { String(taking: gtk_font_chooser_get_font(native())) ?? "" }
    nonmutating set { gtk_font_chooser_set_font(native(), newValue) }
  }

  /// Runs a handler when another font was chosen.
  @discardableResult
  public func onChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("font-set", handler) }
}
