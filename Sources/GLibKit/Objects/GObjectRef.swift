// Owns: one strong reference to a GObject.
// Rule: how a C function hands an object over decides the initializer: `adopting` for "transfer full" and for newly made
// widgets (floating), `retaining` for "transfer none".

import CGLib
import CGLibShim
import Synchronization

/// Holds one strong reference to a GObject for as long as it lives.
///
/// Any number of references to one object may exist; they carry no state of their own.
@MainActor
public final class GObjectRef {
  /// The instance, for the C calls of the modules above.
  public nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

  /// Takes over the reference that a "transfer full" function returned; a floating reference is sunk.
  public init(adopting instance: UnsafeMutableRawPointer) {
    if g_object_is_floating(instance) != 0 { g_object_ref_sink(instance) }
    pointer = instance
    LiveObjects.references.add(1, ordering: .relaxed)
  }

  /// Adds a reference to an object that somebody else owns ("transfer none"); a floating reference is sunk.
  public init(retaining instance: UnsafeMutableRawPointer) {
    g_object_ref_sink(instance)
    pointer = instance
    LiveObjects.references.add(1, ordering: .relaxed)
  }

  /// Takes over a returned reference, or is nil for NULL.
  public convenience init?(adopting instance: UnsafeMutableRawPointer?) {
    guard let instance else { return nil }
    self.init(adopting: instance)
  }

  /// Adds a reference, or is nil for NULL.
  public convenience init?(retaining instance: UnsafeMutableRawPointer?) {
    guard let instance else { return nil }
    self.init(retaining: instance)
  }

  /// Adopts what a C function returned as an incomplete type.
  public convenience init(adopting instance: OpaquePointer) { self.init(adopting: UnsafeMutableRawPointer(instance)) }

  /// Retains what a C function returned as an incomplete type.
  public convenience init(retaining instance: OpaquePointer) { self.init(retaining: UnsafeMutableRawPointer(instance)) }

  // Isolated: the last Swift reference may be dropped by a task on another thread, and an object of the toolkit must be
  // finalized on the main thread.
  isolated deinit {
    LiveObjects.references.subtract(1, ordering: .relaxed)
    g_object_unref(pointer)
  }

  /// The name of the object's type, such as "GtkButton".
  public var typeName: String { String(cString: g_type_name(masthead_instance_type(pointer))) }

  /// Tells whether the object is of a type, or of one derived from it.
  public func isKind(of type: GTypeID) -> Bool { g_type_is_a(masthead_instance_type(pointer), type) != 0 }

  /// Keeps a Swift object alive until this object is destroyed, or until something else is kept under the same key.
  ///
  /// What is kept must not hold a strong reference to this object: it would never go.
  public func keep(_ object: AnyObject?, for key: String) {
    guard let object else {
      g_object_set_data(native(), key, nil)
      return
    }
    LiveObjects.kept.add(1, ordering: .relaxed)
    g_object_set_data_full(native(), key, Unmanaged.passRetained(object).toOpaque()) { kept in
      guard let kept else { return }
      LiveObjects.kept.subtract(1, ordering: .relaxed)
      Unmanaged<AnyObject>.fromOpaque(kept).release()
    }
  }

  /// The Swift object that is kept under a key, or nil.
  public func kept(for key: String) -> AnyObject? {
    guard let kept = g_object_get_data(native(), key) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(kept).takeUnretainedValue()
  }

  func native() -> UnsafeMutablePointer<GObject> { pointer.assumingMemoryBound(to: GObject.self) }
}

/// The number by which GObject knows a type (`GType`).
public typealias GTypeID = UInt

/// Counts what Swift holds of GObject's world; tests compare the counts before and after.
public enum LiveObjects {
  static let references = Atomic<Int>(0)
  static let kept = Atomic<Int>(0)
  static let closures = Atomic<Int>(0)

  /// How many `GObjectRef` exist.
  public static var referenceCount: Int { references.load(ordering: .relaxed) }
  /// How many Swift objects are kept by GObjects.
  public static var keptCount: Int { kept.load(ordering: .relaxed) }
  /// How many Swift closures are held by signals, timers and asynchronous calls.
  public static var closureCount: Int { closures.load(ordering: .relaxed) }
}
