// Owns: colours as the widgets pass them.

import CGtk

/// A colour; the parts run from 0 to 1.
public struct Colour: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  /// Makes a colour.
  public nonisolated init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads a colour as style sheets write it ("#3584e4", "rgba(…)"), or is nil.
  public init?(_ text: String) {
    var colour = GdkRGBA()
    guard gdk_rgba_parse(&colour, text) != 0 else { return nil }
    self.init(colour)
  }

  init(_ colour: GdkRGBA) {
    self.init(red: Double(colour.red), green: Double(colour.green), blue: Double(colour.blue), alpha: Double(colour.alpha))
  }

  var native: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha)) }
}
