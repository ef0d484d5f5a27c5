import CPango

/// Draws what the typesetter set: on a picture, a page or a widget.
///
/// Coordinates are the galley's; whoever makes the canvas moves its origin.
public protocol Canvas: AnyObject {
  /// Fills a rectangle whose corners have a radius.
  func fill(_ rect: Rect, _ colour: Colour, radius: Double)
  /// Draws the outline of a rectangle, inside its edges.
  func frame(_ rect: Rect, _ colour: Colour, thickness: Double, radius: Double)
  /// Draws a line through points, with round ends.
  func line(_ points: [(x: Double, y: Double)], _ colour: Colour, thickness: Double)
  /// Draws a layout (a PangoLayout) with its upper left corner at a point; spans without a colour of their own get `colour`.
  func draw(_ layout: OpaquePointer, x: Double, y: Double, _ colour: Colour)
  /// Draws a picture, scaled to a rectangle.
  func draw(_ picture: DecodedPicture, in rect: Rect)
  /// Draws nothing outside a rectangle until `unclip`.
  func clip(to rect: Rect)
  /// Ends the innermost `clip`.
  func unclip()
}
