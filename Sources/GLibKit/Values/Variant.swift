// Owns: one reference to a GVariant: a typed, immutable value of settings, actions and D-Bus.

import CGLib

/// A value of a settings key, of an action's parameter or state, or of a D-Bus message.
///
/// Reading with the wrong type gives nil. Values are immutable and may be shared between threads.
public final class Variant: @unchecked Sendable, CustomStringConvertible {
  /// The instance, for the C calls of the modules above.
  public let pointer: OpaquePointer

  /// Takes over a reference; a floating one is sunk.
  public init(adopting pointer: OpaquePointer) { self.pointer = g_variant_take_ref(pointer) }

  /// Adds a reference to a value that somebody else owns.
  public init(retaining pointer: OpaquePointer) { self.pointer = g_variant_ref_sink(pointer) }

  deinit { g_variant_unref(pointer) }

  /// Makes an `s`.
  public convenience init(_ text: String) { self.init(adopting: g_variant_new_string(text)) }
  /// Makes a `b`.
  public convenience init(_ flag: Bool) { self.init(adopting: g_variant_new_boolean(flag ? 1 : 0)) }
  /// Makes an `i`.
  public convenience init(_ number: Int32) { self.init(adopting: g_variant_new_int32(number)) }
  /// Makes a `u`.
  public convenience init(_ number: UInt32) { self.init(adopting: g_variant_new_uint32(number)) }
  /// Makes an `x`.
  public convenience init(_ number: Int64) { self.init(adopting: g_variant_new_int64(gint64(number))) }
  /// Makes a `d`.
  public convenience init(_ number: Double) { self.init(adopting: g_variant_new_double(number)) }

  /// Makes an `as`.
  public convenience init(_ strings: [String]) {
    // gir: floating, adopted around the call.
    self.init(adopting: withCStrings(strings) { g_variant_new_strv(UnsafePointer($0), strings.count) })
  }

  /// Makes an `a{sv}`; the keys are sorted, so that equal dictionaries make equal values.
  public convenience init(_ dictionary: [String: Variant]) {
    let builder = g_variant_builder_new(VariantType.dictionary.pointer)
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      g_variant_builder_add_value(
        builder, g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.pointer)))
    }
    self.init(adopting: g_variant_builder_end(builder))
    g_variant_builder_unref(builder)
  }

  /// Makes an `a{sa{sv}}`, sorted by key.
  public convenience init(_ dictionaries: [String: [String: Variant]]) {
    let builder = g_variant_builder_new(VariantType.dictionaries.pointer)
    for (key, value) in dictionaries.sorted(by: { $0.key < $1.key }) {
      let inner = Variant(value)
      g_variant_builder_add_value(builder, g_variant_new_dict_entry(g_variant_new_string(key), inner.pointer))
    }
    self.init(adopting: g_variant_builder_end(builder))
    g_variant_builder_unref(builder)
  }

  /// Makes a tuple.
  public convenience init(tuple parts: [Variant]) {
    var pointers: [OpaquePointer?] = parts.map(\.pointer)
    // The parts are held until the tuple has its own references: without this the optimizer lets go of them before.
    self.init(adopting: withExtendedLifetime(parts) { g_variant_new_tuple(&pointers, gsize(pointers.count)) })
  }

  /// Reads GVariant's text format (`"{'a': <1>}"`), or is nil when it is not well formed or of another type.
  public convenience init?(parsing text: String, type: String? = nil) {
    let expected = type.map { VariantType($0) }
    guard let parsed = g_variant_parse(expected?.pointer, text, nil, nil, nil) else { return nil }
    self.init(adopting: parsed)
  }

  /// The type string, such as "a{sv}".
  public var type: String { String(cString: g_variant_get_type_string(pointer)) }

  /// The value in GVariant's text format.
  public var description: String { String(taking: g_variant_print(pointer, 0)) ?? "" }

  /// The text of an `s`, or nil.
  public var string: String? {
    guard type == "s" else { return nil }
    return String(cString: g_variant_get_string(pointer, nil))
  }
  /// The value of a `b`, or nil.
  public var bool: Bool? { type == "b" ? g_variant_get_boolean(pointer) != 0 : nil }
  /// The value of an `i`, or nil.
  public var int32: Int32? { type == "i" ? g_variant_get_int32(pointer) : nil }
  /// The value of a `u`, or nil.
  public var uint32: UInt32? { type == "u" ? g_variant_get_uint32(pointer) : nil }
  /// The value of an `x`, or nil.
  public var int64: Int64? { type == "x" ? Int64(g_variant_get_int64(pointer)) : nil }
  /// The value of a `d`, or nil.
  public var double: Double? { type == "d" ? g_variant_get_double(pointer) : nil }

  /// The strings of an `as`, or nil.
  public var strings: [String]? {
    guard type == "as" else { return nil }
    return children.compactMap(\.string)
  }

  /// The entries of an `a{sv}`, unboxed, or nil.
  public var dictionary: [String: Variant]? {
    guard type == "a{sv}" else { return nil }
    var entries: [String: Variant] = [:]
    for entry in children {
      let parts = entry.children
      guard let key = parts[0].string, let value = parts[1].boxed else { continue }
      entries[key] = value
    }
    return entries
  }

  /// The entries of an `a{sa{sv}}`, or nil.
  public var dictionaries: [String: [String: Variant]]? {
    guard type == "a{sa{sv}}" else { return nil }
    var entries: [String: [String: Variant]] = [:]
    for entry in children {
      let parts = entry.children
      guard let key = parts[0].string, let value = parts[1].dictionary else { continue }
      entries[key] = value
    }
    return entries
  }

  /// What a `v` holds, or nil.
  private var boxed: Variant? { g_variant_get_variant(pointer).map { Variant(adopting: $0) } }

  /// The parts of a container, or nothing for a simple value.
  public var children: [Variant] {
    guard g_variant_is_container(pointer) != 0 else { return [] }
    return (0..<g_variant_n_children(pointer)).map { Variant(adopting: g_variant_get_child_value(pointer, $0)) }
  }
}

extension Variant: Equatable {
  public static func == (left: Variant, right: Variant) -> Bool {
    g_variant_equal(UnsafeRawPointer(left.pointer), UnsafeRawPointer(right.pointer)) != 0
  }
}

/// A type of GVariant values; owns the C structure.
final class VariantType: @unchecked Sendable {
  static let dictionary = VariantType("a{sv}")
  static let dictionaries = VariantType("a{sa{sv}}")

  let pointer: OpaquePointer

  init(_ text: String) {
    precondition(g_variant_type_string_is_valid(text) != 0, "not a GVariant type: \(text)")
    pointer = g_variant_type_new(text)
  }

  deinit { g_variant_type_free(pointer) }
}

/// A Swift type that a settings key, an action's parameter or its state can have.
public protocol VariantConvertible: Sendable {
  /// The type string of its GVariants.
  static var variantType: String { get }
  /// Reads a value, or is nil when the variant is of another type.
  init?(variant: Variant)
  /// The value as a variant.
  var variant: Variant { get }
}

extension String: VariantConvertible {
  public static var variantType: String { "s" }
  public init?(variant: Variant) {
    guard let value = variant.string else { return nil }
    self = value
  }
  public var variant: Variant { Variant(self) }
}

extension Bool: VariantConvertible {
  public static var variantType: String { "b" }
  public init?(variant: Variant) {
    guard let value = variant.bool else { return nil }
    self = value
  }
  public var variant: Variant { Variant(self) }
}

extension Int32: VariantConvertible {
  public static var variantType: String { "i" }
  public init?(variant: Variant) {
    guard let value = variant.int32 else { return nil }
    self = value
  }
  public var variant: Variant { Variant(self) }
}

extension UInt32: VariantConvertible {
  public static var variantType: String { "u" }
  public init?(variant: Variant) {
    guard let value = variant.uint32 else { return nil }
    self = value
  }
  public var variant: Variant { Variant(self) }
}

extension Double: VariantConvertible {
  public static var variantType: String { "d" }
  public init?(variant: Variant) {
    guard let value = variant.double else { return nil }
    self = value
  }
  public var variant: Variant { Variant(self) }
}

extension [String]: VariantConvertible {
  public static var variantType: String { "as" }
  public init?(variant: Variant) {
    guard let value = variant.strings else { return nil }
    self = value
  }
  public var variant: Variant { Variant(self) }
}
