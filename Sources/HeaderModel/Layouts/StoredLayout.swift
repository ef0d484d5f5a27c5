/// Holds one value of a stored layout: `u`, `s` or `as`, or the text of anything else, which is carried along unread.
public enum StoredValue: Hashable, Sendable {
  case uint(UInt32)
  case string(String)
  case strings([String])
  case other(String)
}

/// A layout as it is stored, `a{sv}`: `version` u, `shown` as, `known` as, `display` s.
public typealias StoredLayout = [String: StoredValue]

extension BarLayout {
  /// Reads a stored layout; `nil` when it is damaged, so that the default is used. What a newer version has added is kept.
  public init?(stored: StoredLayout) {
    guard case .uint(let version)? = stored["version"], version > 0, case .strings(let shown)? = stored["shown"],
      case .strings(let known)? = stored["known"]
    else { return nil }
    var display = DisplayMode.icons
    if case .string(let name)? = stored["display"] { display = DisplayMode(rawValue: name) ?? .icons }
    let extra = stored.filter { !["version", "shown", "known", "display"].contains($0.key) }
    func identifiers(_ names: [String]) -> [GroupID] { names.filter { !$0.isEmpty }.map { GroupID($0) } }
    self.init(shown: identifiers(shown), known: identifiers(known), display: display, version: version, extra: extra)
  }

  /// The layout as it is stored.
  public var stored: StoredLayout {
    var stored = extra
    stored["version"] = .uint(max(version, Self.currentVersion))
    stored["shown"] = .strings(shown.map(\.rawValue))
    stored["known"] = .strings(known.map(\.rawValue))
    stored["display"] = .string(display.rawValue)
    return stored
  }
}
