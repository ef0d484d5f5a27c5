// Owns: what tells the user something without asking: toasts, status pages, banners.

import CGLib
import CGtk
public import GLibKit

/// A short notice that goes by itself.
public struct Toast: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_toast_get_type() }

  /// Makes a notice of plain text that stays some seconds (0: until it is closed).
  public init(_ text: String, seconds: Int = 5) {
    // The title is markup.
    ref = GObjectRef(adopting: adw_toast_new(escaped(text)))
    adw_toast_set_timeout(native(), guint(seconds))
  }

  /// Adds a button.
  public func setButton(_ label: String, action: String, target: Variant? = nil) {
    adw_toast_set_button_label(native(), label)
    adw_toast_set_action_name(native(), action)
    adw_toast_set_action_target_value(native(), target?.pointer)
  }

  /// Adds a button with a handler of its own.
  public func setButton(_ label: String, _ handler: @escaping () -> Void) {
    adw_toast_set_button_label(native(), label)
    ref.connect("button-clicked", handler)
  }

  /// Takes the notice away.
  public func dismiss() { adw_toast_dismiss(native()) }

  /// The instance with one more reference, for functions that take one over.
  func handOver() -> OpaquePointer {
    g_object_ref(ref.pointer)
    return native()
  }
}

/// A widget over which toasts appear.
public struct ToastOverlay: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_toast_overlay_get_type() }

  /// Makes an overlay over a widget.
  public init(_ child: (any Widget)? = nil) {
    ref = adopted(adw_toast_overlay_new())
    setChild(child)
  }

  /// Sets the widget below.
  public func setChild(_ child: (any Widget)?) { adw_toast_overlay_set_child(native(), child.map { $0.native() }) }

  /// Shows a notice, after those that wait.
  public func show(_ toast: Toast) { adw_toast_overlay_add_toast(native(), toast.handOver()) }
}

/// A page that says that there is nothing, and what to do.
public struct StatusPage: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_status_page_get_type() }

  /// Makes a page.
  public init(icon: String, title: String, description: String? = nil) {
    ref = adopted(adw_status_page_new())
    adw_status_page_set_icon_name(native(), icon)
    adw_status_page_set_title(native(), title)
    adw_status_page_set_description(native(), description)
  }

  /// The icon over the title.
  public func setIcon(_ name: String?) { adw_status_page_set_icon_name(native(), name) }

  /// The title, as plain text.
  public func setTitle(_ text: String) { adw_status_page_set_title(native(), escaped(text)) }

  /// The text under the title.
  public func setDescription(_ text: String?) { adw_status_page_set_description(native(), text) }

  /// The widget under the text.
  public func setChild(_ child: (any Widget)?) { adw_status_page_set_child(native(), child.map { $0.native() }) }
}

/// A line across the page with a message and buttons, which stays until it is answered.
///
/// AdwBanner came with libadwaita 1.3; this one has the same looks and may have several buttons.
public struct Banner: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_revealer_get_type() }

  /// Makes a hidden banner.
  public init() {
    let revealer = Revealer(nil, .slideDown)
    let label = Label(announcing: .alert)
    label.wraps = true
    label.expandsHorizontally = true
    label.horizontalPosition = 0
    label.addClass("banner-message")
    let row = FoldingRow(label, Box(.horizontal, spacing: 6))
    row.addClass("banner")
    row.isVisible = false
    revealer.setChild(row)
    ref = revealer.ref
    let held = Weak(revealer)
    revealer.onRevealed { if let revealer = held.object { Banner(ref: revealer.ref).settle() } }
  }

  /// Takes what has slid away from the screen readers, which would go on finding it.
  private func settle() {
    if !revealer.isRevealed, !revealer.isChildRevealed { row.isVisible = false }
  }

  private var revealer: Revealer { Revealer(ref: ref) }
  private var row: AnyWidget { children[0] }
  private var label: Label { Label(ref: row.children[0].ref) }
  private var buttons: Box { Box(ref: row.children[1].ref) }

  /// One answer.
  public struct Choice {
    /// What the button says.
    public let label: String
    /// Whether it is what most people want.
    public let isSuggested: Bool
    /// Runs when it is pressed.
    public let handler: () -> Void

    /// Describes an answer.
    public init(_ label: String, isSuggested: Bool = false, _ handler: @escaping () -> Void) {
      self.label = label
      self.isSuggested = isSuggested
      self.handler = handler
    }
  }

  /// The message that is shown, or empty.
  public var message: String { isRevealed ? label.text : "" }

  /// Whether the banner is shown.
  public var isRevealed: Bool { revealer.isRevealed }

  /// Shows a message with its answers, in place of what was shown.
  public func show(_ message: String, _ choices: [Choice] = []) {
    buttons.removeAll()
    for choice in choices {
      let button = Button(label: choice.label)
      if choice.isSuggested { button.addClass("suggested-action") }
      button.verticalAlignment = .center
      button.onClick(choice.handler)
      buttons.append(button)
    }
    label.text = message
    row.isVisible = true
    revealer.isRevealed = true
  }

  /// Hides the banner.
  public func hide() {
    revealer.isRevealed = false
    settle()
  }
}
