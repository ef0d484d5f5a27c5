// Owns: windows.
// Rule: a window owns its controller (`keep`), and the controller refers to the window by `Weak`: a strong reference
// would keep a closed window alive for ever.

import CGLib
import CGtk
public import GLibKit

/// A window of any kind.
public protocol WindowWidget: Widget {}

/// A window.
public struct Window: WindowWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_window_get_type() }

  /// Makes an empty window without an application; for tests and dialogs.
  public init() { ref = adoptedWindow(adw_window_new()) }

  /// Sets what is inside.
  public func setContent(_ content: (any Widget)?) {
    if g_type_is_a(Self.objectType, adw_window_get_type()) != 0 || ref.isKind(of: adw_window_get_type()) {
      adw_window_set_content(native(), content.map { $0.native() })
    } else {
      gtk_window_set_child(native(), content.map { $0.native() })
    }
  }
}

/// A window of the application, which exports its actions on the session bus (AdwApplicationWindow).
public struct ApplicationWindow: WindowWidget, ActionGroup {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_application_window_get_type() }

  /// Makes a window of an application. It is shown by `present`.
  public init(_ application: Application) { ref = adoptedWindow(adw_application_window_new(application.native())) }

  /// Sets what is inside, header bar and all.
  public func setContent(_ content: (any Widget)?) { adw_application_window_set_content(native(), content.map { $0.native() }) }

  /// The number under which the window's actions are exported (…/window/1).
  public var id: UInt32 { gtk_application_window_get_id(native()) }
}

// GTK keeps a reference of its own to each toplevel, so ours is an additional one.
func adoptedWindow(_ widget: UnsafeMutablePointer<GtkWidget>?) -> GObjectRef {
  guard let widget else { fatalError("GTK made no window") }
  return GObjectRef(retaining: UnsafeMutableRawPointer(widget))
}

extension WindowWidget {
  private var gtk: UnsafeMutablePointer<GtkWindow> { native() }

  /// The title for the desktop's lists of windows.
  public var title: String {
    get { String(copying: gtk_window_get_title(gtk)) ?? "" }
    nonmutating set { gtk_window_set_title(gtk, newValue) }
  }

  /// The size that the window opens with, or has when it is not maximized, in pixels.
  public var defaultSize: (width: Int, height: Int) {
    get {
      var width: gint = 0
      var height: gint = 0
      gtk_window_get_default_size(gtk, &width, &height)
      return (Int(width), Int(height))
    }
    nonmutating set { gtk_window_set_default_size(gtk, gint(newValue.width), gint(newValue.height)) }
  }

  /// Shows the window and brings it to the front.
  public func present() { gtk_window_present(gtk) }

  /// Asks the window to close, as its close button would.
  public func close() { gtk_window_close(gtk) }

  /// Closes the window without asking, and takes it apart.
  public func destroy() { gtk_window_destroy(gtk) }

  /// Whether the window fills the screen.
  public var isMaximized: Bool {
    get { gtk_window_is_maximized(gtk) != 0 }
    nonmutating set { newValue ? gtk_window_maximize(gtk) : gtk_window_unmaximize(gtk) }
  }

  /// Whether the window covers the screen.
  public var isFullscreen: Bool {
    get { gtk_window_is_fullscreen(gtk) != 0 }
    nonmutating set { newValue ? gtk_window_fullscreen(gtk) : gtk_window_unfullscreen(gtk) }
  }

  /// Whether the window has the keyboard.
  public var isActive: Bool { gtk_window_is_active(gtk) != 0 }

  /// Keeps this window in front of another and blocks that one when modal.
  public func setTransient(for parent: (some WindowWidget)?, isModal: Bool = true) {
    gtk_window_set_transient_for(gtk, parent?.native())
    gtk_window_set_modal(gtk, isModal ? 1 : 0)
    gtk_window_set_destroy_with_parent(gtk, parent == nil ? 0 : 1)
  }

  /// Whether the user can change the size.
  public var isResizable: Bool {
    get { gtk_window_get_resizable(gtk) != 0 }
    nonmutating set { gtk_window_set_resizable(gtk, newValue ? 1 : 0) }
  }

  /// The widget that has the focus in this window, or nil.
  public var focus: AnyWidget? {
    get { retained(gtk_window_get_focus(gtk)) }
    nonmutating set { gtk_window_set_focus(gtk, newValue?.native()) }
  }

  /// Whether the focus is drawn (the user works by keyboard).
  public var showsFocus: Bool {
    get { gtk_window_get_focus_visible(gtk) != 0 }
    nonmutating set { gtk_window_set_focus_visible(gtk, newValue ? 1 : 0) }
  }

  /// The widget that Return presses.
  public func setDefaultWidget(_ widget: (any Widget)?) { gtk_window_set_default_widget(gtk, widget.map { $0.native() }) }

  /// Runs a handler when the window is about to close; true stops the closing.
  @discardableResult
  public func onCloseRequest(_ handler: @escaping () -> Bool) -> SignalConnection { ref.answer("close-request", handler) }

  /// Runs a handler when another widget gets the focus.
  @discardableResult
  public func onFocusChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::focus-widget", handler) }

  /// Runs a handler when the window gets or loses the keyboard.
  @discardableResult
  public func onActiveChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::is-active", handler) }
}
