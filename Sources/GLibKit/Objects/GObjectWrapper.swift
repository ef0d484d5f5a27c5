// Owns: what every typed wrapper of a GObject has in common, and weak references.

import CGLib
import CGLibShim

/// Gives a GObject a Swift type. Wrappers are values over one `GObjectRef` and carry no state: any number of them may
/// stand for one object, and none of them is "the" object.
@MainActor
public protocol GObjectWrapper: SignalArgument {
  /// The reference that keeps the object alive.
  var ref: GObjectRef { get }
  /// Makes a wrapper of an object that is known to be of the right type.
  init(ref: GObjectRef)
  /// The type that objects of this wrapper have or derive from.
  static var objectType: GTypeID { get }
}

extension GObjectWrapper {
  /// Makes a wrapper of another one's object, or is nil when that is of another type.
  public init?(casting other: some GObjectWrapper) {
    guard other.ref.isKind(of: Self.objectType) else { return nil }
    self.init(ref: other.ref)
  }

  /// Makes a wrapper of any object, or is nil when that is of another type.
  public init?(casting ref: GObjectRef?) {
    guard let ref, ref.isKind(of: Self.objectType) else { return nil }
    self.init(ref: ref)
  }

  /// Tells whether two wrappers stand for one object.
  public func isSame(as other: (some GObjectWrapper)?) -> Bool { other.map { ref.pointer == $0.ref.pointer } ?? false }

  /// Connects a handler to a signal; see `GObjectRef.connect`.
  @discardableResult
  public func connect<each Argument: SignalArgument>(
    _ signal: String, after: Bool = false, _ handler: @escaping (repeat each Argument) -> Void
  ) -> SignalConnection {
    ref.connect(signal, after: after, handler)
  }

  /// Connects a handler that gives an answer; see `GObjectRef.answer`.
  @discardableResult
  public func answer<Result: SignalResult, each Argument: SignalArgument>(
    _ signal: String, after: Bool = false, _ handler: @escaping (repeat each Argument) -> Result
  ) -> SignalConnection {
    ref.answer(signal, after: after, handler)
  }

  /// Runs a handler whenever a property has changed.
  @discardableResult
  public func onChange(of property: String, _ handler: @escaping () -> Void) -> SignalConnection {
    ref.connect("notify::" + property, handler)
  }

  /// The instance as the derivable type that a C function wants.
  public func native<Instance>() -> UnsafeMutablePointer<Instance> { ref.pointer.assumingMemoryBound(to: Instance.self) }

  /// The instance as the incomplete type that a C function wants.
  public func native() -> OpaquePointer { OpaquePointer(ref.pointer) }

  public static func accepts(_ type: GTypeID) -> Bool {
    g_type_is_a(type, objectType) != 0 || g_type_is_a(objectType, type) != 0
  }

  public init(reading value: ValueReader) {
    let found = GObjectRef(reading: value)
    guard found.isKind(of: Self.objectType) else {
      fatalError("a signal brought a \(found.typeName) where the handler takes a \(String(cString: g_type_name(Self.objectType)))")
    }
    self.init(ref: found)
  }
}

/// Refers to an object without keeping it alive; for controllers that refer to the window that owns them.
@MainActor
public final class Weak<Wrapper: GObjectWrapper> {
  private nonisolated(unsafe) let place: UnsafeMutablePointer<GWeakRef>

  /// Refers to the object of a wrapper.
  public init(_ wrapper: Wrapper) {
    place = .allocate(capacity: 1)
    g_weak_ref_init(place, wrapper.ref.pointer)
  }

  deinit {
    g_weak_ref_clear(place)
    place.deallocate()
  }

  /// The object, or nil when it has been destroyed.
  public var object: Wrapper? {
    guard let instance = g_weak_ref_get(place) else { return nil }
    return Wrapper(ref: GObjectRef(adopting: instance))
  }
}

/// A GObject of no particular type.
public struct AnyObjectWrapper: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { MASTHEAD_TYPE_OBJECT }
}
