// Owns: what assistive technology hears of a widget.

import CGLib
import CGLibShim
import CGtk
import CGtkShim
import GLibKit

/// The roles that this program gives to widgets of its own (GtkAccessibleRole).
public enum AccessibleRole: Sendable {
  case alert, button, checkbox, dialog, group, heading, image, label, link, list, listItem, menu, menuItem, none, presentation
  case region, row, search, separator, slider, status, tab, toggleButton, toolbar, document, textBox

  var native: GtkAccessibleRole {
    switch self {
    case .alert: GTK_ACCESSIBLE_ROLE_ALERT
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .checkbox: GTK_ACCESSIBLE_ROLE_CHECKBOX
    case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .heading: GTK_ACCESSIBLE_ROLE_HEADING
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .label: GTK_ACCESSIBLE_ROLE_LABEL
    case .link: GTK_ACCESSIBLE_ROLE_LINK
    case .list: GTK_ACCESSIBLE_ROLE_LIST
    case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    case .menu: GTK_ACCESSIBLE_ROLE_MENU
    case .menuItem: GTK_ACCESSIBLE_ROLE_MENU_ITEM
    case .none: GTK_ACCESSIBLE_ROLE_NONE
    case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
    case .region: GTK_ACCESSIBLE_ROLE_REGION
    case .row: GTK_ACCESSIBLE_ROLE_ROW
    case .search: GTK_ACCESSIBLE_ROLE_SEARCH
    case .separator: GTK_ACCESSIBLE_ROLE_SEPARATOR
    case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
    case .status: GTK_ACCESSIBLE_ROLE_STATUS
    case .tab: GTK_ACCESSIBLE_ROLE_TAB
    // GTK 4.10 has a role of its own for it.
    case .toggleButton: GTK_ACCESSIBLE_ROLE_CHECKBOX
    case .toolbar: GTK_ACCESSIBLE_ROLE_TOOLBAR
    case .document: GTK_ACCESSIBLE_ROLE_DOCUMENT
    case .textBox: GTK_ACCESSIBLE_ROLE_TEXT_BOX
    }
  }
}

extension Widget {
  /// Names the widget for assistive technology.
  public func setAccessibleLabel(_ text: String) { update(GTK_ACCESSIBLE_PROPERTY_LABEL, text) }

  /// Describes the widget for assistive technology.
  public func setAccessibleDescription(_ text: String) { update(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

  /// Tells assistive technology the keys that work the widget ("Control+S").
  public func setAccessibleKeys(_ keys: String) { update(GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS, keys) }

  /// Tells assistive technology what the value of a slider means.
  public func setAccessibleValueText(_ text: String) { update(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text) }

  /// Tells assistive technology that the widget opens something.
  public func setAccessibleHasPopup(_ hasPopup: Bool) {
    withValue(MASTHEAD_TYPE_BOOLEAN) { value in
      g_value_set_boolean(value, hasPopup ? 1 : 0)
      var property = GTK_ACCESSIBLE_PROPERTY_HAS_POPUP
      gtk_accessible_update_property_value(native(), 1, &property, value)
    }
  }

  /// Tells assistive technology whether a toggle is on.
  public func setAccessiblePressed(_ isPressed: Bool) {
    state(GTK_ACCESSIBLE_STATE_PRESSED, gint((isPressed ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE).rawValue))
  }

  /// Keeps a widget that is there but not drawn from assistive technology.
  public func setAccessibleHidden(_ isHidden: Bool) { state(GTK_ACCESSIBLE_STATE_HIDDEN, isHidden ? 1 : 0) }

  /// Tells assistive technology whether something that folds is open.
  public func setAccessibleExpanded(_ isExpanded: Bool) { state(GTK_ACCESSIBLE_STATE_EXPANDED, isExpanded ? 1 : 0) }

  /// Tells assistive technology whether one of several is the chosen one.
  public func setAccessibleSelected(_ isSelected: Bool) { state(GTK_ACCESSIBLE_STATE_SELECTED, isSelected ? 1 : 0) }

  /// Tells assistive technology whether the contents are wrong.
  public func setAccessibleInvalid(_ isInvalid: Bool) {
    state(GTK_ACCESSIBLE_STATE_INVALID, gint((isInvalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE).rawValue))
  }

  /// Tells assistive technology that another widget names this one.
  public func setAccessibleLabelledBy(_ label: some Widget) { relate(GTK_ACCESSIBLE_RELATION_LABELLED_BY, label) }

  /// Tells assistive technology that another widget describes this one.
  public func setAccessibleDescribedBy(_ other: some Widget) { relate(GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, other) }

  /// Gives the widget another role; works only before the widget is first shown.
  public func setAccessibleRole(_ role: AccessibleRole) {
    withValue(gtk_accessible_role_get_type()) { value in
      g_value_set_enum(value, gint(role.native.rawValue))
      g_object_set_property(native(), "accessible-role", value)
    }
  }

  private func update(_ property: GtkAccessibleProperty, _ text: String) {
    withValue(MASTHEAD_TYPE_STRING) { value in
      g_value_set_string(value, text)
      var property = property
      gtk_accessible_update_property_value(native(), 1, &property, value)
    }
  }

  private func state(_ state: GtkAccessibleState, _ number: gint) {
    masthead_accessible_set_state(ref.pointer, state, number)
  }

  private func relate(_ relation: GtkAccessibleRelation, _ other: some Widget) {
    var relation = relation
    var value = GValue()
    gtk_accessible_relation_init_value(relation, &value)
    // gir: NULL is the empty list.
    let list = g_list_append(nil, other.ref.pointer)
    g_value_set_pointer(&value, list)
    // The relation takes the list over: GTK keeps it, and frees it with the widget.
    gtk_accessible_update_relation_value(native(), 1, &relation, &value)
    g_value_unset(&value)
  }
}

/// Runs a function with a fresh GValue of a type.
func withValue(_ type: GTypeID, _ body: (UnsafeMutablePointer<GValue>) -> Void) {
  var value = GValue()
  g_value_init(&value, type)
  body(&value)
  g_value_unset(&value)
}
