// Owns: containers whose layout is written in Swift, without a GType of our own (GtkCustomLayout).

import CGLib
import CGtk
public import GLibKit

/// Says how large a container is and where its children go.
public protocol LayoutDelegate: AnyObject {
  /// The least and the wanted size in one direction, given the size in the other (-1 for any).
  func measure(_ container: AnyWidget, _ orientation: Orientation, for size: Int) -> (minimum: Int, natural: Int)
  /// Places the children (`Widget.allocate`); sizes in pixels.
  func allocate(_ container: AnyWidget, width: Int, height: Int, baseline: Int)
  /// Whether one size depends on the other; asked once, at the first layout.
  var heightFollowsWidth: Bool { get }
}

extension LayoutDelegate {
  public var heightFollowsWidth: Bool { false }
}

/// A container that a `LayoutDelegate` lays out.
public struct CustomContainer: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_widget_get_type() }

  static let key = "masthead-layout"

  /// Makes a container, which keeps its delegate alive; the delegate must not hold the container.
  ///
  /// It is a box whose own layout is replaced, since GtkWidget itself cannot be made.
  public init(_ delegate: any LayoutDelegate) {
    ref = adopted(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    ref.keep(delegate, for: Self.key)
    // The callbacks of a custom layout carry no data: the delegate is fetched from the widget.
    let layout = gtk_custom_layout_new(
      { widget in
        nonisolated(unsafe) let widget = widget!
        return MainActor.assumeIsolated {
          CustomContainer.delegate(of: widget)?.heightFollowsWidth == true
            ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE
        }
      },
      { widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
        nonisolated(unsafe) let widget = widget!
        nonisolated(unsafe) let minimum = minimum
        nonisolated(unsafe) let natural = natural
        MainActor.assumeIsolated {
          let container = AnyWidget(ref: GObjectRef(retaining: UnsafeMutableRawPointer(widget)))
          let sizes =
            CustomContainer.delegate(of: widget)?.measure(
              container, orientation == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical, for: Int(size)) ?? (minimum: 0, natural: 0)
          minimum?.pointee = gint(sizes.minimum)
          natural?.pointee = gint(max(sizes.minimum, sizes.natural))
        }
        minimumBaseline?.pointee = -1
        naturalBaseline?.pointee = -1
      },
      { widget, width, height, baseline in
        nonisolated(unsafe) let widget = widget!
        MainActor.assumeIsolated {
          let container = AnyWidget(ref: GObjectRef(retaining: UnsafeMutableRawPointer(widget)))
          CustomContainer.delegate(of: widget)?.allocate(container, width: Int(width), height: Int(height), baseline: Int(baseline))
        }
      })
    // The widget takes the layout over.
    gtk_widget_set_layout_manager(native(), layout)
  }

  private static func delegate(of widget: UnsafeMutablePointer<GtkWidget>) -> (any LayoutDelegate)? {
    guard let kept = g_object_get_data(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), key) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(kept).takeUnretainedValue() as? any LayoutDelegate
  }

  /// Adds a child at the end.
  public func append(_ child: any Widget) { gtk_widget_insert_before(child.native(), native(), nil) }

  /// Removes a child.
  public func remove(_ child: any Widget) { child.unparent() }
}
