// Owns: what only shows: text, pictures, waiting.

import CGLib
import CGtk
public import GLibKit

/// A piece of text.
public struct Label: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_label_get_type() }

  /// Where a text that is too long is cut (PangoEllipsizeMode).
  public enum Cut: UInt32, Sendable { case none, start, middle, end }

  /// Makes a label of plain text.
  public init(_ text: String = "") { ref = adopted(gtk_label_new(text)) }

  /// Makes a label whose changes are read out by assistive technology: politely (`status`) or at once (`alert`).
  public init(announcing role: AccessibleRole) {
    self.init()
    setAccessibleRole(role)
  }

  /// The text.
  public var text: String {
    get { String(cString: gtk_label_get_text(native())) }
    nonmutating set { gtk_label_set_text(native(), newValue) }
  }

  /// Sets text with Pango's markup; values in it must be escaped by `escape`.
  public func setMarkup(_ markup: String) { gtk_label_set_markup(native(), markup) }

  /// Escapes a text for use in markup.
  public static func escape(_ text: String) -> String { escaped(text) }

  /// Sets text whose underscore marks the mnemonic of another widget.
  public func setMnemonic(_ text: String, for widget: any Widget) {
    gtk_label_set_text_with_mnemonic(native(), text)
    gtk_label_set_mnemonic_widget(native(), widget.native())
  }

  /// Where a text that is too long is cut.
  public var cut: Cut {
    get { Cut(rawValue: gtk_label_get_ellipsize(native()).rawValue) ?? .none }
    nonmutating set { gtk_label_set_ellipsize(native(), PangoEllipsizeMode(rawValue: newValue.rawValue)) }
  }

  /// Whether the text goes on in the next line.
  public var wraps: Bool {
    get { gtk_label_get_wrap(native()) != 0 }
    nonmutating set {
      gtk_label_set_wrap(native(), newValue ? 1 : 0)
      gtk_label_set_wrap_mode(native(), PANGO_WRAP_WORD_CHAR)
    }
  }

  /// Where the text lies in its room, 0 (start) to 1 (end).
  public var horizontalPosition: Double {
    get { Double(gtk_label_get_xalign(native())) }
    nonmutating set { gtk_label_set_xalign(native(), Float(newValue)) }
  }

  /// How the lines of a text lie to each other (GtkJustification): left, right, center, fill.
  public func centerLines() { gtk_label_set_justify(native(), GTK_JUSTIFY_CENTER) }

  /// The least and the greatest width, in characters; -1 for none.
  public func setWidth(characters: Int = -1, maximum: Int = -1) {
    gtk_label_set_width_chars(native(), gint(characters))
    gtk_label_set_max_width_chars(native(), gint(maximum))
  }

  /// The greatest number of lines of a text that wraps and is cut; -1 for any.
  public func setLines(_ count: Int) { gtk_label_set_lines(native(), gint(count)) }

  /// Whether the user can select and copy the text.
  public func setSelectable(_ isSelectable: Bool) { gtk_label_set_selectable(native(), isSelectable ? 1 : 0) }
}

/// One line of text in a place whose size does not depend on it: what many rows show, for nothing is measured when the text changes.
public struct Inscription: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_inscription_get_type() }

  /// Makes a line that is cut at its end where there is no room; it lies at the start and half-way down its place.
  public init(_ text: String = "") {
    ref = adopted(gtk_inscription_new(text))
    gtk_inscription_set_text_overflow(native(), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
    gtk_inscription_set_min_lines(native(), 1)
    gtk_inscription_set_xalign(native(), 0)
    gtk_inscription_set_yalign(native(), 0.5)
  }

  /// The text.
  public var text: String {
    get { String(copying: gtk_inscription_get_text(native())) ?? "" }
    nonmutating set { gtk_inscription_set_text(native(), newValue) }
  }
}

/// An icon.
public struct Image: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_image_get_type() }

  /// Makes an image of an icon of the theme; nil for none yet.
  public init(icon: String? = nil) { ref = adopted(gtk_image_new_from_icon_name(icon)) }

  /// The name of the icon, or nil.
  public var icon: String? {
    get { String(copying: gtk_image_get_icon_name(native())) }
    nonmutating set { gtk_image_set_from_icon_name(native(), newValue) }
  }

  /// Shows the icon of a kind of file ("text/markdown").
  public func setContentType(_ type: String) {
    let icon = g_content_type_get_icon(type)
    gtk_image_set_from_gicon(native(), icon)
    if let icon { g_object_unref(UnsafeMutableRawPointer(icon)) }
  }

  /// The size in pixels; -1 for the style's.
  public var pixelSize: Int {
    get { Int(gtk_image_get_pixel_size(native())) }
    nonmutating set { gtk_image_set_pixel_size(native(), gint(newValue)) }
  }
}

/// A sign that something is going on.
public struct Spinner: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_spinner_get_type() }

  /// Makes a spinner that stands still.
  public init() { ref = adopted(gtk_spinner_new()) }

  /// Whether it turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(native()) != 0 }
    nonmutating set { gtk_spinner_set_spinning(native(), newValue ? 1 : 0) }
  }
}

/// A bar that says how far something is.
public struct ProgressBar: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_progress_bar_get_type() }

  /// Makes an empty bar.
  public init() { ref = adopted(gtk_progress_bar_new()) }

  /// How far it is, 0 to 1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(native()) }
    nonmutating set { gtk_progress_bar_set_fraction(native(), newValue) }
  }
}
