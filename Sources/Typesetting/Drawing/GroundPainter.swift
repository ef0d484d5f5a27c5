/// Draws what lies below the letters of a leaf: the grounds of code and tables, pictures, markers, the bars of quotes.
struct GroundPainter {
  var sheet: StyleSheet
  let pictures: PictureSource?

  /// Gives the colour of letters of a tone in a leaf.
  func colour(_ tone: LeafBox.Tone, _ leaf: Leaf, _ frames: [Frame]) -> Colour {
    switch tone {
    case .text:
      var index = leaf.frame
      while index >= 0 {
        if frames[Int(index)].kind == .quote { return sheet.palette.quiet }
        index = frames[Int(index)].parent
      }
      return sheet.palette.text
    case .quiet: return sheet.palette.quiet
    case .alert(let kind): return sheet.palette.alerts[kind % sheet.palette.alerts.count]
    }
  }

  /// Draws the bars of the frames around a leaf, from the top of its gap to its lower edge.
  ///
  /// `isMirrored` is true for what is read from the right.
  func drawFrames(
    of leaf: Leaf, _ frames: [Frame], width: Double, isMirrored: Bool = false, from upper: Double, to lower: Double, on canvas: Canvas,
    x: Double
  ) {
    var index = leaf.frame
    while index >= 0 {
      let frame = frames[Int(index)]
      // A frame that begins here does not cover the gap above.
      let top = index >= leaf.opened ? upper + leaf.gap : upper
      switch frame.kind {
      case .quote: fillBar(frame, width, isMirrored, top, lower, sheet.palette.line, on: canvas, x: x)
      case .alert(let kind):
        fillBar(frame, width, isMirrored, top, lower, sheet.palette.alerts[kind % sheet.palette.alerts.count], on: canvas, x: x)
      case .item, .note, .aside: break
      }
      index = frame.parent
    }
  }

  private func fillBar(
    _ frame: Frame, _ width: Double, _ isMirrored: Bool, _ top: Double, _ bottom: Double, _ colour: Colour, on canvas: Canvas, x: Double
  ) {
    let thickness = max(2, (sheet.size * 0.22).rounded())
    var left = min(frame.indent, width * 0.75) - sheet.ems(sheet.quoteIndent)
    if isMirrored { left = width - left - thickness }
    canvas.fill(Rect(x: x + left, y: top, width: thickness, height: bottom - top), colour, radius: 0)
  }

  /// Draws one ground.
  func draw(_ ground: LeafBox.Ground, _ rect: Rect, on canvas: Canvas) {
    let palette = sheet.palette
    let radius = sheet.size * 0.28
    switch ground {
    case .chip: canvas.fill(rect, palette.chip, radius: radius)
    case .mark: canvas.fill(rect, palette.mark, radius: 2)
    case .key:
      canvas.fill(rect, palette.shade, radius: radius)
      canvas.frame(rect, palette.line, thickness: 1, radius: radius)
    case .shade(let openAbove, let openBelow):
      let radius = sheet.size * 0.4
      guard openAbove || openBelow else {
        canvas.fill(rect, palette.shade, radius: radius)
        return
      }
      // A block of several leaves is one ground: round only where it ends.
      canvas.clip(to: rect)
      var whole = rect
      if openAbove { whole.y -= 2 * radius }
      whole.height += (openAbove ? 2 * radius : 0) + (openBelow ? 2 * radius : 0)
      canvas.fill(whole, palette.shade, radius: radius)
      canvas.unclip()
    case .cell(let header, let striped):
      if header {
        canvas.fill(rect, palette.shade, radius: 0)
      } else if striped, palette.stripe != palette.ground {
        canvas.fill(rect, palette.stripe, radius: 0)
      }
    case .line: canvas.fill(rect, palette.line, radius: 0)
    case .bullet(let depth): drawBullet(depth, rect, on: canvas)
    case .task(let done, _): drawTask(done, rect, on: canvas)
    case .alertIcon(let kind): drawAlertIcon(kind, rect, on: canvas)
    case .picture(let address):
      if case .ready(let picture)? = pictures?.picture(at: address) { canvas.draw(picture, in: rect) }
    }
  }

  private func drawBullet(_ depth: Int, _ rect: Rect, on canvas: Canvas) {
    switch depth % 3 {
    case 0: canvas.fill(rect, sheet.palette.text, radius: rect.width / 2)
    case 1: canvas.frame(rect, sheet.palette.text, thickness: max(1, rect.width / 6), radius: rect.width / 2)
    default: canvas.fill(rect.inset(x: 0.5, y: 0.5), sheet.palette.text, radius: 0)
    }
  }

  private func drawTask(_ done: Bool, _ rect: Rect, on canvas: Canvas) {
    let radius = rect.width * 0.22
    if done {
      canvas.fill(rect, sheet.palette.accent, radius: radius)
      let points = [(0.24, 0.52), (0.43, 0.71), (0.77, 0.32)].map { (x: rect.x + rect.width * $0.0, y: rect.y + rect.height * $0.1) }
      canvas.line(points, sheet.palette.ground, thickness: max(1.5, rect.width * 0.12))
    } else {
      canvas.frame(rect, sheet.palette.quiet, thickness: max(1, (rect.width * 0.08).rounded()), radius: radius)
    }
  }

  private func drawAlertIcon(_ kind: Int, _ rect: Rect, on canvas: Canvas) {
    let colour = sheet.palette.alerts[kind % sheet.palette.alerts.count]
    let thickness = max(1.25, rect.width * 0.1)
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (rect.x + rect.width * x, rect.y + rect.height * y) }
    func stroke(_ points: [(Double, Double)]) { canvas.line(points.map { point($0.0, $0.1) }, colour, thickness: thickness) }
    switch kind {
    case 0:
      canvas.frame(rect, colour, thickness: thickness, radius: rect.width / 2)
      stroke([(0.5, 0.47), (0.5, 0.74)])
      stroke([(0.5, 0.27), (0.5, 0.28)])
    case 1:
      let bulb = Rect(x: rect.x + rect.width * 0.17, y: rect.y, width: rect.width * 0.66, height: rect.height * 0.66)
      canvas.frame(bulb, colour, thickness: thickness, radius: bulb.width / 2)
      stroke([(0.37, 0.8), (0.63, 0.8)])
      stroke([(0.42, 0.96), (0.58, 0.96)])
    case 2:
      stroke([(0.06, 0.08), (0.94, 0.08), (0.94, 0.74), (0.5, 0.74), (0.3, 0.94), (0.3, 0.74), (0.06, 0.74), (0.06, 0.08)])
      stroke([(0.5, 0.24), (0.5, 0.42)])
      stroke([(0.5, 0.58), (0.5, 0.585)])
    case 3:
      stroke([(0.5, 0.06), (0.96, 0.92), (0.04, 0.92), (0.5, 0.06)])
      stroke([(0.5, 0.38), (0.5, 0.6)])
      stroke([(0.5, 0.76), (0.5, 0.765)])
    default:
      stroke([(0.3, 0.04), (0.7, 0.04), (0.96, 0.3), (0.96, 0.7), (0.7, 0.96), (0.3, 0.96), (0.04, 0.7), (0.04, 0.3), (0.3, 0.04)])
      stroke([(0.5, 0.26), (0.5, 0.54)])
      stroke([(0.5, 0.74), (0.5, 0.745)])
    }
  }
}
