/// Holds the value that an action is run with.
public enum ActionTarget: Hashable, Sendable {
  case string(String)
  case int(Int32)
  case bool(Bool)
}

/// Refers to an action by its full name, as `win.bold`, and the value to run it with.
public struct BarAction: Hashable, Sendable, ExpressibleByStringLiteral {
  public var name: String
  /// The value to run it with; `nil` for an action without one.
  public var target: ActionTarget?

  public init(_ name: String, target: ActionTarget? = nil) {
    self.name = name
    self.target = target
  }

  public init(stringLiteral value: String) { self.init(value) }
}
