/// Names a colour: sRGB components and opacity, each 0 to 1.
public struct Colour: Equatable, Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  /// Makes a colour from components of 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a colour from a number written as in CSS, `0xRRGGBB`.
  public init(_ rgb: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255, blue: Double(rgb & 255) / 255, alpha: alpha)
  }

  /// Gives this colour as it appears on an opaque ground.
  public func over(_ ground: Colour) -> Colour {
    func mix(_ top: Double, _ bottom: Double) -> Double { top * alpha + bottom * (1 - alpha) }
    return Colour(red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue))
  }

  /// Gives this colour with another opacity.
  public func faded(_ alpha: Double) -> Colour { Colour(red: red, green: green, blue: blue, alpha: alpha) }
}
