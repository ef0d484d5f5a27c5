// Owns: the preferences window and its rows, and the windows that GNOME programs have: About, Keyboard Shortcuts.

import CGLib
import CGtk
public import GLibKit

/// The window of the preferences.
public struct PreferencesWindow: WindowWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_preferences_window_get_type() }

  /// Makes a window without pages.
  public init() { ref = adoptedWindow(adw_preferences_window_new()) }

  /// Adds a page.
  public func add(_ page: PreferencesPage) { adw_preferences_window_add(native(), page.native()) }

  /// Whether the window has a search.
  public func setSearchEnabled(_ isEnabled: Bool) { adw_preferences_window_set_search_enabled(native(), isEnabled ? 1 : 0) }

  /// Shows a short notice.
  public func show(_ toast: Toast) { adw_preferences_window_add_toast(native(), toast.handOver()) }
}

/// One page of the preferences.
public struct PreferencesPage: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_preferences_page_get_type() }

  /// Makes a page.
  public init(title: String, icon: String) {
    ref = adopted(adw_preferences_page_new())
    adw_preferences_page_set_title(native(), title)
    adw_preferences_page_set_icon_name(native(), icon)
  }

  /// Adds a group.
  public func add(_ group: PreferencesGroup) { adw_preferences_page_add(native(), group.native()) }
}

/// A titled list of rows.
public struct PreferencesGroup: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_preferences_group_get_type() }

  /// Makes a group.
  public init(title: String = "", description: String? = nil) {
    ref = adopted(adw_preferences_group_new())
    adw_preferences_group_set_title(native(), title)
    adw_preferences_group_set_description(native(), description)
  }

  /// Adds a row.
  public func add(_ row: any Widget) { adw_preferences_group_add(native(), row.native()) }
  /// Removes a row.
  public func remove(_ row: any Widget) { adw_preferences_group_remove(native(), row.native()) }
}

/// A row with a title and a control.
public struct ActionRow: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_action_row_get_type() }

  /// Makes a row. Title and subtitle are plain text.
  public init(title: String, subtitle: String? = nil) {
    ref = adopted(adw_action_row_new())
    adw_preferences_row_set_use_markup(native(), 0)
    adw_preferences_row_set_title(native(), title)
    if let subtitle { adw_action_row_set_subtitle(native(), subtitle) }
  }

  /// Puts a widget at the start.
  public func addPrefix(_ widget: any Widget) { adw_action_row_add_prefix(native(), widget.native()) }
  /// Puts a widget at the end.
  public func addSuffix(_ widget: any Widget) { adw_action_row_add_suffix(native(), widget.native()) }
  /// Lets a click on the row press a control in it.
  public func setActivatable(_ widget: any Widget) { adw_action_row_set_activatable_widget(native(), widget.native()) }

  /// The text under the title.
  public func setSubtitle(_ text: String) { adw_action_row_set_subtitle(native(), text) }

  /// Runs a handler when the row is pressed.
  @discardableResult
  public func onActivate(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("activated", handler) }
}

/// A row with a switch; made of an action row, since AdwSwitchRow came with libadwaita 1.4.
public struct SwitchRow: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_action_row_get_type() }

  /// Makes a row; the handler hears what the user switched to.
  public init(title: String, subtitle: String? = nil, isOn: Bool, _ handler: @escaping (Bool) -> Void) {
    let row = ActionRow(title: title, subtitle: subtitle)
    let control = Switch(isOn: isOn)
    control.verticalAlignment = .center
    row.addSuffix(control)
    row.setActivatable(control)
    control.setAccessibleLabel(title)
    control.onToggle(handler)
    ref = row.ref
    ref.keep(Held(control.ref.pointer), for: "masthead-switch")
  }

  /// Whether the switch is on.
  public var isOn: Bool {
    get { control.isOn }
    nonmutating set { control.isOn = newValue }
  }

  private var control: Switch {
    guard let held = ref.kept(for: "masthead-switch") as? Held else { fatalError("a row without its switch") }
    return Switch(ref: GObjectRef(retaining: held.pointer))
  }

  // The row owns the switch; a reference here would be a second owner.
  private final class Held {
    let pointer: UnsafeMutableRawPointer
    init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }
  }
}

/// A row with a choice among several texts.
public struct ComboRow: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_combo_row_get_type() }

  /// Makes a row.
  public init(title: String, subtitle: String? = nil, choices: [String], selected: Int) {
    ref = adopted(adw_combo_row_new())
    adw_preferences_row_set_title(native(), title)
    if let subtitle { adw_action_row_set_subtitle(native(), subtitle) }
    // gir: freed two lines below.
    let list = withCStrings(choices) { gtk_string_list_new($0) }
    adw_combo_row_set_model(native(), list)
    if let list { g_object_unref(UnsafeMutableRawPointer(list)) }
    adw_combo_row_set_selected(native(), guint(selected))
  }

  /// The index of what is chosen.
  public var selected: Int {
    get { Int(adw_combo_row_get_selected(native())) }
    nonmutating set { adw_combo_row_set_selected(native(), guint(newValue)) }
  }

  /// Runs a handler when something else is chosen.
  @discardableResult
  public func onSelect(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::selected", handler) }
}

/// A row that is an entry.
public struct EntryRow: Editable {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_entry_row_get_type() }

  /// Makes a row.
  public init(title: String) {
    ref = adopted(adw_entry_row_new())
    adw_preferences_row_set_title(native(), title)
  }

  /// Whether an apply button appears after a change.
  public func setShowsApply(_ shows: Bool) { adw_entry_row_set_show_apply_button(native(), shows ? 1 : 0) }

  /// Runs a handler when the change is applied.
  @discardableResult
  public func onApply(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("apply", handler) }
}

/// The window that says who made the program.
public struct AboutWindow: WindowWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_about_window_get_type() }

  /// Makes the window.
  public init(name: String, icon: String, version: String, developer: String, website: String, issues: String, translators: String) {
    ref = adoptedWindow(adw_about_window_new())
    adw_about_window_set_application_name(native(), name)
    adw_about_window_set_application_icon(native(), icon)
    adw_about_window_set_version(native(), version)
    adw_about_window_set_developer_name(native(), developer)
    adw_about_window_set_website(native(), website)
    adw_about_window_set_issue_url(native(), issues)
    adw_about_window_set_license_type(native(), GTK_LICENSE_GPL_3_0)
    adw_about_window_set_translator_credits(native(), translators)
  }
}

/// The window that lists the keys.
public struct ShortcutsWindow: WindowWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_shortcuts_window_get_type() }

  /// Some shortcuts under a title.
  public struct Group {
    /// The title of the group.
    public var title: String
    /// What each shortcut does, and its keys as GTK writes them ("<Control>s"), several ones apart by blanks.
    public var shortcuts: [(title: String, keys: String)]

    /// Describes a group.
    public init(title: String, shortcuts: [(title: String, keys: String)]) {
      self.title = title
      self.shortcuts = shortcuts
    }
  }

  /// Makes the window. GTK has no functions to fill it, so that the description is generated.
  public init(_ groups: [Group]) {
    var xml = "<interface><object class=\"GtkShortcutsWindow\" id=\"window\"><property name=\"modal\">1</property><child>"
    xml += "<object class=\"GtkShortcutsSection\"><property name=\"visible\">1</property><property name=\"section-name\">all</property>"
    for group in groups {
      xml += "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">\(escaped(group.title))</property>"
      for shortcut in group.shortcuts {
        xml += "<child><object class=\"GtkShortcutsShortcut\"><property name=\"title\">\(escaped(shortcut.title))</property>"
        xml += "<property name=\"accelerator\">\(escaped(shortcut.keys))</property></object></child>"
      }
      xml += "</object></child>"
    }
    xml += "</object></child></object></interface>"
    let builder = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_builder_new_from_string(xml, -1)!))
    guard let window = gtk_builder_get_object(OpaquePointer(builder.pointer), "window") else {
      fatalError("the shortcuts window was not made")
    }
    ref = GObjectRef(retaining: UnsafeMutableRawPointer(window))
  }
}

func escaped(_ text: String) -> String { String(taking: g_markup_escape_text(text, -1)) ?? "" }
