import GLibKit
import HeaderModel

/// Keeps layouts in a GSettings key of the type `a{sa{sv}}`: bar identifier → layout.
@MainActor
public final class SettingsLayoutStorage: LayoutStorage {
  private let settings: Settings
  private let key: SettingsKey<LayoutDictionary>
  private var connection: SignalConnection?
  public var onForeignChange: (() -> Void)?

  /// Uses a key of open settings, `toolbar-layouts` unless told otherwise.
  public init(_ settings: Settings, key name: String = "toolbar-layouts") {
    self.settings = settings
    key = SettingsKey(name)
    connection = settings.onChange(of: key) { [weak self] in self?.onForeignChange?() }
  }

  isolated deinit { connection?.disconnect() }

  public func storedLayout(of bar: BarID) -> StoredLayout? {
    guard let values = settings[key].bars[bar.rawValue] else { return nil }
    return values.mapValues(StoredValue.init(variant:))
  }

  public func store(_ layout: StoredLayout, for bar: BarID) {
    var all = settings[key]
    all.bars[bar.rawValue] = layout.compactMapValues(\.variant)
    // The library compares with what it holds, so the echo of this change does no harm.
    settings[key] = all
  }
}

/// The value of the key: `a{sa{sv}}`.
struct LayoutDictionary: VariantConvertible {
  static var variantType: String { "a{sa{sv}}" }
  var bars: [String: [String: Variant]]

  init?(variant: Variant) {
    guard let bars = variant.dictionaries else { return nil }
    self.bars = bars
  }

  var variant: Variant { Variant(bars) }
}

extension StoredValue {
  init(variant: Variant) {
    if let number = variant.uint32 {
      self = .uint(number)
    } else if let text = variant.string {
      self = .string(text)
    } else if let texts = variant.strings {
      self = .strings(texts)
    } else {
      self = .other(variant.annotatedDescription)
    }
  }

  /// The value as GLib keeps it; `nil` for text that no longer parses.
  var variant: Variant? {
    switch self {
    case .uint(let number): Variant(number)
    case .string(let text): Variant(text)
    case .strings(let texts): Variant(texts)
    case .other(let text): Variant(parsing: text)
    }
  }
}
