/// Holds the layout of one bar with the changes that can be taken back. All windows that show the bar share one.
public struct LayoutHistory: Hashable, Sendable {
  /// How many changes can be taken back.
  public static let capacity = 200

  public private(set) var layout: BarLayout
  private var past: [BarLayout] = []

  public init(_ layout: BarLayout) { self.layout = layout }

  public var canUndo: Bool { !past.isEmpty }

  /// Makes a change; returns whether it was allowed and changed something.
  public mutating func apply(_ edit: LayoutEdit, to groups: [ItemGroup]) -> Bool {
    guard let next = layout.applying(edit, to: groups) else { return false }
    past.append(layout)
    if past.count > Self.capacity { past.removeFirst() }
    layout = next
    return true
  }

  /// Takes back the last change, a reset included; returns whether there was one.
  public mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    layout = last
    return true
  }

  /// Takes a layout that was changed elsewhere (another process, a settings editor) as it is. It can be taken back.
  public mutating func adopt(_ other: BarLayout) {
    guard other != layout else { return }
    past.append(layout)
    layout = other
  }

  /// Brings the layout up to a set of declared groups; no change of the person's, so nothing to take back.
  public mutating func migrate(to groups: [ItemGroup]) {
    layout = layout.migrated(to: groups)
    past = past.map { $0.migrated(to: groups) }
  }

  /// Forgets what could be taken back.
  public mutating func forget() { past = [] }
}
