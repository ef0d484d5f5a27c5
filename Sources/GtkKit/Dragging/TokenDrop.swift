// Owns: drops of what only this program understands (`DragContent.token`), and why a drag failed.

import CGLib
import CGtk
public import GLibKit

/// Lets the user drop a token on a widget, whatever other forms its drag offers. What it stands for is known to whoever began the drag; it is not read back.
public struct TokenDropTarget: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_drop_target_async_get_type() }

  /// Makes a target of one kind of token.
  public init(_ kind: TokenKind = .token) {
    let formats = withCStrings([kind.type]) { gdk_content_formats_new($0, 1) }
    // The target takes the formats over.
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_drop_target_async_new(formats, GDK_ACTION_MOVE)!))
  }

  /// Runs a handler when a token comes over the widget and whenever it moves there; it says whether a drop would be taken.
  public func onMove(_ handler: @escaping (_ x: Double, _ y: Double) -> Bool) {
    for signal in ["drag-enter", "drag-motion"] {
      ref.answer(signal) { (_: AnyObjectWrapper, x: Double, y: Double) -> UInt32 in
        handler(x, y) ? DragActions.move.rawValue : 0
      }
    }
  }

  /// Runs a handler when the token leaves, or has been dropped.
  @discardableResult
  public func onLeave(_ handler: @escaping () -> Void) -> SignalConnection {
    ref.connect("drag-leave") { (_: AnyObjectWrapper) in handler() }
  }

  /// Runs a handler when a token is dropped; it says whether it was taken.
  @discardableResult
  public func onDrop(_ handler: @escaping (_ x: Double, _ y: Double) -> Bool) -> SignalConnection {
    ref.answer("drop") { (drop: AnyObjectWrapper, x: Double, y: Double) -> Bool in
      guard handler(x, y) else { return false }
      gdk_drop_finish(drop.native(), GDK_ACTION_MOVE)
      return true
    }
  }
}

/// Says why a drag ended without a drop (GdkDragCancelReason).
public enum DragFailure: Int32, Sendable {
  /// It was let go over nothing that takes it.
  case noTarget = 0
  /// The user took it back, as by Escape.
  case takenBack = 1
  case error = 2
}

extension DragSource {
  /// Runs a handler when the drag failed, and says why; true skips the animation of the return.
  @discardableResult
  public func onFailure(_ handler: @escaping (DragFailure) -> Bool) -> SignalConnection {
    ref.answer("drag-cancel") { (_: AnyObjectWrapper, reason: Int32) -> Bool in handler(DragFailure(rawValue: reason) ?? .error) }
  }
}
