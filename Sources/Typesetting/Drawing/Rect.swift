/// Names an upright rectangle, in pixels, y growing downwards.
public struct Rect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  /// Makes a rectangle from its upper left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var right: Double { x + width }
  public var bottom: Double { y + height }

  /// Tells whether a point is inside; the right and lower edges are outside.
  public func contains(x: Double, y: Double) -> Bool { x >= self.x && x < right && y >= self.y && y < bottom }

  /// Gives the rectangle moved.
  public func moved(x dx: Double, y dy: Double) -> Rect { Rect(x: x + dx, y: y + dy, width: width, height: height) }

  /// Gives the rectangle made smaller (or larger, when negative) on its four sides.
  public func inset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  /// Tells whether two rectangles share more than an edge.
  public func overlaps(_ other: Rect) -> Bool { x < other.right && other.x < right && y < other.bottom && other.y < bottom }
}
