/// Names a group of items, stable from one version of an application to the next: layouts are stored with it.
public struct GroupID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  public let rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }
}

/// Names a bar: all windows that show a bar of this name share one layout.
public struct BarID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  public let rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }
}

/// Tells apart the two spaces that a person can put between groups.
public enum SpaceKind: String, CaseIterable, Sendable {
  /// A gap of one width.
  case fixed = "space"
  /// A gap that takes what is left over, shared with the other flexible ones.
  case flexible = "flexible-space"

  /// Returns the identifier of the `number`th space of this kind; a bar may hold any number of them.
  public func groupID(_ number: Int) -> GroupID { GroupID("\(rawValue):\(number)") }
}

extension GroupID {
  /// The kind of space that this identifier stands for, `nil` when it names a group. Such identifiers are reserved.
  public var space: SpaceKind? {
    guard let colon = rawValue.utf8.firstIndex(of: UInt8(ascii: ":")), let kind = SpaceKind(rawValue: String(rawValue[..<colon]))
    else { return nil }
    let digits = rawValue[rawValue.index(after: colon)...].utf8
    let isNumber = !digits.isEmpty && digits.count < 10 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? kind : nil
  }
}
