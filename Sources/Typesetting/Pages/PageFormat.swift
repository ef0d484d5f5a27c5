/// Says how large a sheet is and how much of its edges stays free, in points (72 to an inch).
public struct PageFormat: Equatable, Sendable {
  /// Holds the widths of the edges that stay free.
  public struct Margins: Equatable, Sendable {
    public var top: Double
    public var right: Double
    public var bottom: Double
    public var left: Double

    public init(top: Double, right: Double, bottom: Double, left: Double) {
      self.top = top
      self.right = right
      self.bottom = bottom
      self.left = left
    }

    /// Gives the margins that suit a sheet: those of a letter, narrower on small paper.
    public init(for width: Double) {
      let side = min(68, (width * 0.115).rounded())
      self.init(top: side + 6, right: side, bottom: side + 4, left: side)
    }
  }

  public var width: Double
  public var height: Double
  public var margins: Margins

  /// Makes a format; nil stands for the margins that suit the sheet.
  public init(width: Double, height: Double, margins: Margins? = nil) {
    self.width = width
    self.height = height
    self.margins = margins ?? Margins(for: width)
  }

  public static let a4 = PageFormat(width: 595.276, height: 841.89)
  public static let letter = PageFormat(width: 612, height: 792)

  /// The part of the sheet that holds text, from its upper left corner: never narrower than an inch nor lower than two, whatever the
  /// margins say, as long as the sheet is that large.
  public var body: Rect {
    let width = min(self.width, max(72, self.width - margins.left - margins.right))
    let height = min(self.height, max(144, self.height - margins.top - margins.bottom))
    return Rect(
      x: max(0, min(margins.left, self.width - width)), y: max(0, min(margins.top, self.height - height)), width: width, height: height)
  }
}
