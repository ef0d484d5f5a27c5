// Owns: the user's settings (GSettings) with typed keys.
// Rule: a missing schema is an error that the caller sees; g_settings_new would abort the process.

import CGLib

/// A key of a schema together with the type of its values.
public struct SettingsKey<Value: VariantConvertible>: Sendable {
  /// The name in the schema.
  public let name: String

  /// Names a key.
  public init(_ name: String) { self.name = name }
}

/// The settings of one schema.
@MainActor
public struct Settings: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { g_settings_get_type() }

  /// Where values are kept.
  public enum Backend {
    /// The desktop's, or the one that the environment variable GSETTINGS_BACKEND names.
    case standard
    /// The process's memory: nothing is remembered.
    case memory
    /// A key file.
    case file(path: String)
  }

  /// Opens the settings of a schema.
  ///
  /// The compiled schema is looked for in `directories`, in order, then where GLib looks (GSETTINGS_SCHEMA_DIR,
  /// XDG_DATA_DIRS). Throws when it is found nowhere.
  public init(schema id: String, directories: [String] = [], backend: Backend = .standard) throws(GLibError) {
    let standard = g_settings_schema_source_get_default()
    var schema: OpaquePointer?
    for directory in directories {
      guard let source = g_settings_schema_source_new_from_directory(directory, standard, 0, nil) else { continue }
      schema = g_settings_schema_source_lookup(source, id, 1)
      g_settings_schema_source_unref(source)
      if schema != nil { break }
    }
    if schema == nil, let standard { schema = g_settings_schema_source_lookup(standard, id, 1) }
    guard let schema else {
      throw GLibError(domain: "masthead-settings", code: 0, message: "the settings schema \(id) is not installed")
    }
    defer { g_settings_schema_unref(schema) }
    let place: UnsafeMutablePointer<GSettingsBackend>?
    switch backend {
    case .standard: place = nil
    case .memory: place = g_memory_settings_backend_new()
    case .file(let path): place = g_keyfile_settings_backend_new(path, "/", nil)
    }
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(g_settings_new_full(schema, place, nil)!))
    if let place { g_object_unref(place) }
  }

  /// The value of a key: the user's, or the schema's default. Stops the program when the schema has no such key or another type.
  public subscript<Value: VariantConvertible>(key: SettingsKey<Value>) -> Value {
    get {
      check(key)
      guard let value = Value(variant: self[variant: key.name]) else {
        fatalError("settings key \(key.name): \(Value.self) cannot be read")
      }
      return value
    }
    nonmutating set {
      check(key)
      self[variant: key.name] = newValue.variant
    }
  }

  /// The value of a key as it is stored.
  public subscript(variant name: String) -> Variant {
    get { Variant(adopting: g_settings_get_value(native(), name)) }
    nonmutating set { g_settings_set_value(native(), name, newValue.pointer) }
  }

  /// Returns a key to the schema's default.
  public func reset(_ name: String) { g_settings_reset(native(), name) }

  /// Whether the key may be changed (an administrator may have locked it).
  public func isWritable(_ name: String) -> Bool { g_settings_is_writable(native(), name) != 0 }

  /// The names of all keys of the schema, sorted.
  public var keys: [String] { schema { takeStrings(g_settings_schema_list_keys($0)) }.sorted() }

  /// The type string of a key's values, or nil when there is no such key.
  public func type(of name: String) -> String? {
    schema {
      guard g_settings_schema_has_key($0, name) != 0 else { return nil }
      let key = g_settings_schema_get_key($0, name)!
      defer { g_settings_schema_key_unref(key) }
      return String(taking: g_variant_type_dup_string(g_settings_schema_key_get_value_type(key)))
    }
  }

  /// Runs a handler whenever the value of a key may have changed, from here or elsewhere.
  @discardableResult
  public func onChange<Value>(of key: SettingsKey<Value>, _ handler: @escaping () -> Void) -> SignalConnection {
    // GSettings tells only about keys that have been read once.
    _ = self[variant: key.name]
    return ref.connect("changed::" + key.name, handler)
  }

  /// Waits until what was set is stored.
  public static func sync() { g_settings_sync() }

  private func check<Value>(_ key: SettingsKey<Value>) {
    guard let found = type(of: key.name) else { fatalError("no settings key \(key.name)") }
    guard found == Value.variantType else { fatalError("settings key \(key.name) is \(found), not \(Value.variantType)") }
  }

  private func schema<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    var schema: OpaquePointer?
    withUnsafeMutablePointer(to: &schema) { place in
      var value = GValue()
      g_value_init(&value, g_settings_schema_get_type())
      g_object_get_property(native(), "settings-schema", &value)
      place.pointee = g_value_dup_boxed(&value).map { OpaquePointer($0) }
      g_value_unset(&value)
    }
    guard let schema else { fatalError("settings without a schema") }
    defer { g_settings_schema_unref(schema) }
    return body(schema)
  }
}
