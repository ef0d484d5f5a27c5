// Owns: the screen as a whole: styles, icons, dark and light, how much may move.

import CGLib
import CGtk
public import GLibKit

/// The default display.
public enum Display {
  /// Connects to the display; returns whether there is one. `Application.run` does it by itself; for tests and tools.
  public static func open() -> Bool {
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    gtk_source_init()
    return true
  }

  /// Whether there is a display.
  public static var exists: Bool { gdk_display_get_default() != nil }

  /// Adds a style sheet of the application's; later ones win. Returns a token to replace or remove it.
  @discardableResult
  public static func addStyle(_ css: String) -> StyleSheet {
    let sheet = StyleSheet()
    sheet.load(css)
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), sheet.native(), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    return sheet
  }

  /// Adds a style sheet from a file; returns nil when it cannot be read.
  @discardableResult
  public static func addStyle(path: String) -> StyleSheet? {
    var contents: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents(path, &contents, nil, nil) != 0, let css = String(taking: contents) else { return nil }
    return addStyle(css)
  }

  /// Takes a style sheet away.
  public static func remove(_ sheet: StyleSheet) {
    gtk_style_context_remove_provider_for_display(gdk_display_get_default(), sheet.native())
  }

  /// Looks for icons in one more folder (…/share/icons).
  public static func addIconFolder(_ path: String) { gtk_icon_theme_add_search_path(iconTheme, path) }

  /// Tells whether the icon theme has an icon of a name.
  public static func hasIcon(_ name: String) -> Bool { gtk_icon_theme_has_icon(iconTheme, name) != 0 }

  /// Reads an icon as an `Image` in place of a widget would show it, so that its first drawing need not wait for that (about 1 ms). It stays
  /// ready as long as what is returned is kept; nil when there is none.
  public static func prepareIcon(_ name: String, for widget: some Widget) -> GObjectRef? {
    // GTK reads an icon when it is first drawn. It finds again what was looked up by the same names: an image asks for more than the one
    // that it is given, as a GThemedIcon does. Its flag to read on another thread is part of what is compared, and images do not set it.
    let direction = widget.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
    let names = g_themed_icon_new(name)
    defer { g_object_unref(UnsafeMutableRawPointer(names)) }
    guard
      let icon = gtk_icon_theme_lookup_by_gicon(iconTheme, names, 16, gint(widget.scaleFactor), direction, GtkIconLookupFlags(0))
    else { return nil }
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(icon, snapshot, 16, 16)
    g_object_unref(UnsafeMutableRawPointer(snapshot))
    return GObjectRef(adopting: icon)
  }

  /// The icon that windows of this program have.
  public static func setDefaultIcon(_ name: String) { gtk_window_set_default_icon_name(name) }

  private static var iconTheme: OpaquePointer { gtk_icon_theme_get_for_display(gdk_display_get_default()) }

  /// Makes the display's bell sound.
  public static func beep() { gdk_display_beep(gdk_display_get_default()) }
}

/// A style sheet that is in use.
public struct StyleSheet: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_css_provider_get_type() }

  /// Makes an empty sheet.
  public init() { ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_css_provider_new()!)) }

  /// Replaces the contents. Wrong parts are skipped and reported on standard error.
  public func load(_ css: String) { gtk_css_provider_load_from_data(native(), css, -1) }
}

/// The look that the user chose for the desktop (AdwStyleManager).
public enum StyleManager {
  /// What the application asks for.
  public enum Variant: UInt32, Sendable {
    case system = 0
    case light = 1
    case dark = 4
  }

  private static var manager: OpaquePointer { adw_style_manager_get_default() }

  /// What the application asks for.
  public static var variant: Variant {
    get { Variant(rawValue: adw_style_manager_get_color_scheme(manager).rawValue) ?? .system }
    set { adw_style_manager_set_color_scheme(manager, AdwColorScheme(rawValue: newValue.rawValue)) }
  }

  /// Whether the windows are dark now.
  public static var isDark: Bool { adw_style_manager_get_dark(manager) != 0 }

  /// Whether high contrast is asked for.
  public static var isHighContrast: Bool { adw_style_manager_get_high_contrast(manager) != 0 }

  /// Runs a handler when dark or light changes.
  @discardableResult
  public static func onDarkChange(_ handler: @escaping () -> Void) -> SignalConnection {
    GObjectRef(retaining: manager).connect("notify::dark", handler)
  }

  /// Runs a handler when high contrast changes.
  @discardableResult
  public static func onHighContrastChange(_ handler: @escaping () -> Void) -> SignalConnection {
    GObjectRef(retaining: manager).connect("notify::high-contrast", handler)
  }
}

/// The desktop's settings for the toolkit (GtkSettings).
public enum DesktopSettings {
  private static var settings: UnsafeMutablePointer<GObject> {
    // gir: NULL only without a display, and then nothing here is called.
    UnsafeMutableRawPointer(gtk_settings_get_default()!).assumingMemoryBound(to: GObject.self)
  }

  /// Whether things may move on screen; false is reduced motion.
  public static var animationsEnabled: Bool {
    get { bool("gtk-enable-animations") }
    set { set("gtk-enable-animations", newValue) }
  }

  /// Whether the caret blinks.
  public static var caretBlinks: Bool {
    get { bool("gtk-cursor-blink") }
    set { set("gtk-cursor-blink", newValue) }
  }

  /// How far a press must move to be a drag, in pixels.
  public static var dragThreshold: Int { int("gtk-dnd-drag-threshold") }

  /// The longest time between two presses of a double click, in milliseconds.
  public static var doubleClickTime: Int { int("gtk-double-click-time") }

  /// Runs a handler when animations are switched on or off.
  @discardableResult
  public static func onAnimationsChange(_ handler: @escaping () -> Void) -> SignalConnection {
    GObjectRef(retaining: UnsafeMutableRawPointer(settings)).connect("notify::gtk-enable-animations", handler)
  }

  private static func bool(_ property: String) -> Bool {
    var result = false
    withValue(G_TYPE_BOOLEAN_ID) { value in
      g_object_get_property(settings, property, value)
      result = g_value_get_boolean(value) != 0
    }
    return result
  }

  private static func set(_ property: String, _ isOn: Bool) {
    withValue(G_TYPE_BOOLEAN_ID) { value in
      g_value_set_boolean(value, isOn ? 1 : 0)
      g_object_set_property(settings, property, value)
    }
  }

  private static func int(_ property: String) -> Int {
    var result = 0
    withValue(G_TYPE_INT_ID) { value in
      g_object_get_property(settings, property, value)
      result = Int(g_value_get_int(value))
    }
    return result
  }
}
