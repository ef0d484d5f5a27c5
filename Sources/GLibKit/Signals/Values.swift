// Owns: how a signal's arguments and results pass between GValue and Swift.
// Rule: a type says which GTypes it can be read from (`accepts`); that is checked once, when a handler is connected, so
// that reading is never a guess.

import CGLib
import CGLibShim

/// One argument of a signal, as GObject passes it.
public struct ValueReader {
  let pointer: UnsafePointer<GValue>

  /// The type of the value that is held.
  public var type: GTypeID { masthead_value_type(pointer) }
}

/// The place where a signal's result goes.
public struct ValueWriter {
  let pointer: UnsafeMutablePointer<GValue>
}

/// A Swift type that can be an argument of a signal's handler.
@MainActor
public protocol SignalArgument {
  /// Tells whether values of a GObject type can be read as this type.
  static func accepts(_ type: GTypeID) -> Bool
  /// Reads the argument.
  init(reading value: ValueReader)
}

/// A Swift type that can be the answer of a signal's handler.
@MainActor
public protocol SignalResult {
  /// Tells whether this type can be written where a GObject type is expected.
  static func provides(_ type: GTypeID) -> Bool
  /// Writes the answer.
  func write(to value: ValueWriter)
}

@inline(__always) private func fundamental(_ type: GTypeID) -> GTypeID { g_type_fundamental(type) }

extension Bool: SignalArgument, SignalResult {
  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_BOOLEAN }
  public init(reading value: ValueReader) { self = g_value_get_boolean(value.pointer) != 0 }
  public static func provides(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_BOOLEAN }
  public func write(to value: ValueWriter) { g_value_set_boolean(value.pointer, self ? 1 : 0) }
}

/// Integers and enumerations.
extension Int32: SignalArgument, SignalResult {
  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_INT || fundamental(type) == MASTHEAD_TYPE_ENUM }
  public init(reading value: ValueReader) {
    self = value.type == MASTHEAD_TYPE_INT ? g_value_get_int(value.pointer) : g_value_get_enum(value.pointer)
  }
  public static func provides(_ type: GTypeID) -> Bool { accepts(type) }
  public func write(to value: ValueWriter) {
    if masthead_value_type(value.pointer) == MASTHEAD_TYPE_INT {
      g_value_set_int(value.pointer, self)
    } else {
      g_value_set_enum(value.pointer, self)
    }
  }
}

/// Unsigned integers and flags.
extension UInt32: SignalArgument, SignalResult {
  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_UINT || fundamental(type) == MASTHEAD_TYPE_FLAGS }
  public init(reading value: ValueReader) {
    self = value.type == MASTHEAD_TYPE_UINT ? g_value_get_uint(value.pointer) : g_value_get_flags(value.pointer)
  }
  public static func provides(_ type: GTypeID) -> Bool { accepts(type) }
  public func write(to value: ValueWriter) {
    if masthead_value_type(value.pointer) == MASTHEAD_TYPE_UINT {
      g_value_set_uint(value.pointer, self)
    } else {
      g_value_set_flags(value.pointer, self)
    }
  }
}

extension Int64: SignalArgument {
  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_INT64 }
  public init(reading value: ValueReader) { self = Int64(g_value_get_int64(value.pointer)) }
}

extension Double: SignalArgument {
  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_DOUBLE }
  public init(reading value: ValueReader) { self = g_value_get_double(value.pointer) }
}

/// Text; NULL is read as the empty string.
extension String: SignalArgument {
  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_STRING }
  public init(reading value: ValueReader) { self = g_value_get_string(value.pointer).map { String(cString: $0) } ?? "" }
}

extension GObjectRef: SignalArgument {
  public static func accepts(_ type: GTypeID) -> Bool {
    fundamental(type) == MASTHEAD_TYPE_OBJECT || fundamental(type) == MASTHEAD_TYPE_INTERFACE
  }
  public convenience init(reading value: ValueReader) {
    guard let instance = g_value_get_object(value.pointer) else {
      fatalError("a signal brought no object; the handler should take an optional")
    }
    self.init(retaining: instance)
  }
}

extension Variant: SignalArgument {
  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_VARIANT }
  public convenience init(reading value: ValueReader) {
    guard let variant = g_value_get_variant(value.pointer) else {
      fatalError("a signal brought no variant; the handler should take an optional")
    }
    self.init(retaining: variant)
  }
}

/// A borrowed pointer to a structure ("boxed"); valid only while the handler runs.
extension UnsafeMutableRawPointer: SignalArgument {
  public static func accepts(_ type: GTypeID) -> Bool {
    fundamental(type) == MASTHEAD_TYPE_BOXED || fundamental(type) == MASTHEAD_TYPE_POINTER
  }
  public init(reading value: ValueReader) {
    let held =
      fundamental(value.type) == MASTHEAD_TYPE_BOXED ? g_value_get_boxed(value.pointer) : g_value_get_pointer(value.pointer)
    guard let held else { fatalError("a signal brought no structure; the handler should take an optional") }
    self = held
  }
}

/// An argument that may be NULL.
extension Optional: SignalArgument where Wrapped: SignalArgument {
  public static func accepts(_ type: GTypeID) -> Bool { Wrapped.accepts(type) }
  public init(reading value: ValueReader) {
    // Pointer-sized contents: strings, objects, boxed, variants and pointers are all peeked alike.
    let isNumber = !(g_value_fits_pointer(value.pointer) != 0)
    self = isNumber || g_value_peek_pointer(value.pointer) != nil ? Wrapped(reading: value) : nil
  }
}

extension ValueWriter {
  /// Answers with an object or NULL.
  @MainActor
  public func set(_ object: GObjectRef?) { g_value_set_object(pointer, object?.pointer) }
}
