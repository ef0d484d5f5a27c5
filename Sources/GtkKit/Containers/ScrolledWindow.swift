// Owns: scrolling.

import CGLib
import CGtk
public import GLibKit

/// Scrolls one widget.
public struct ScrolledWindow: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_scrolled_window_get_type() }

  /// When there is a bar (GtkPolicyType).
  public enum Policy: UInt32, Sendable { case always, automatic, never, external }

  /// Makes a scroller of a widget.
  public init(_ child: (any Widget)? = nil, horizontal: Policy = .automatic, vertical: Policy = .automatic) {
    ref = adopted(gtk_scrolled_window_new())
    setChild(child)
    setPolicy(horizontal: horizontal, vertical: vertical)
  }

  /// Sets the widget.
  public func setChild(_ child: (any Widget)?) { gtk_scrolled_window_set_child(native(), child.map { $0.native() }) }

  /// Sets when there are bars.
  public func setPolicy(horizontal: Policy, vertical: Policy) {
    gtk_scrolled_window_set_policy(native(), GtkPolicyType(rawValue: horizontal.rawValue), GtkPolicyType(rawValue: vertical.rawValue))
  }

  /// Lets the scroller be as large as its child up to a height, in pixels.
  public func fitContents(maximumHeight: Int) {
    gtk_scrolled_window_set_propagate_natural_height(native(), 1)
    gtk_scrolled_window_set_max_content_height(native(), gint(maximumHeight))
  }

  /// The least height of the contents, in pixels.
  public func setMinimumHeight(_ height: Int) { gtk_scrolled_window_set_min_content_height(native(), gint(height)) }

  /// The position down the page.
  public var vertical: Adjustment {
    Adjustment(ref: GObjectRef(retaining: UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(native())!)))
  }

  /// The position across the page.
  public var horizontal: Adjustment {
    Adjustment(ref: GObjectRef(retaining: UnsafeMutableRawPointer(gtk_scrolled_window_get_hadjustment(native())!)))
  }
}

/// A number in a range, with a page that is seen of it.
public struct Adjustment: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_adjustment_get_type() }

  /// Makes a number in a range.
  public init(value: Double, lower: Double, upper: Double, step: Double = 1, page: Double = 10, pageSize: Double = 0) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_adjustment_new(value, lower, upper, step, page, pageSize)!))
  }

  /// The number.
  public var value: Double {
    get { gtk_adjustment_get_value(native()) }
    nonmutating set { gtk_adjustment_set_value(native(), newValue) }
  }
  /// The least number.
  public var lower: Double { gtk_adjustment_get_lower(native()) }
  /// The end of the range.
  public var upper: Double {
    get { gtk_adjustment_get_upper(native()) }
    nonmutating set { gtk_adjustment_set_upper(native(), newValue) }
  }
  /// How much is seen at once.
  public var pageSize: Double { gtk_adjustment_get_page_size(native()) }

  /// Moves the page and changes its size in one step, for a view that grows or shrinks by as much in the same frame.
  public func move(by distance: Double, pageGrowsBy growth: Double) {
    let page = max(0, pageSize + growth)
    gtk_adjustment_configure(
      native(), value + distance, lower, upper, gtk_adjustment_get_step_increment(native()), gtk_adjustment_get_page_increment(native()),
      page)
  }

  /// Runs a handler when the number changes.
  @discardableResult
  public func onValueChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("value-changed", handler) }
  /// Runs a handler when the range changes.
  @discardableResult
  public func onRangeChange(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("changed", handler) }
}
