// Drawing: the grounds of frames and leaves, the selection, the letters.

extension Galley {
  /// Draws everything between two heights. Leaves there that are not set are set.
  ///
  /// `x` and `y` say where the galley's origin is on the canvas.
  public func draw(on canvas: Canvas, from upper: Double, to lower: Double, x: Double = 0, y: Double = 0) {
    guard let (firstStrip, firstLeaf) = place(atY: upper) else { return }
    var strip = firstStrip
    var leaf = firstLeaf
    while strip < strips.count {
      let owner = strips[strip]
      while leaf < owner.leaves.count {
        let top = tops[strip] + owner.top(of: leaf)
        if top >= lower { return }
        set(strip: strip, leaf: leaf)
        settle()
        draw(owner, leaf, on: canvas, x: x, y: top + y)
        leaf += 1
      }
      strip += 1
      leaf = 0
    }
  }

  private func draw(_ strip: Strip, _ index: Int, on canvas: Canvas, x: Double, y: Double) {
    let leaf = strip.leaves[index]
    guard let box = leaf.box else { return }
    let top = y + leaf.gap
    let painter = GroundPainter(sheet: sheet, pictures: pictures)
    painter.drawFrames(of: leaf, strip.frames, width: width, from: y, to: top + leaf.height, on: canvas, x: x)
    for (rect, ground) in box.grounds { painter.draw(ground, rect.moved(x: x, y: top), on: canvas) }
    drawRanges(of: box, strip, on: canvas, x: x, y: top)
    for text in box.texts {
      canvas.draw(text.set.layout, x: x + text.x, y: top + text.y, painter.colour(text.tone, leaf, strip.frames))
    }
    if let caret, strip.start + Int(leaf.source.lowerBound) <= caret, holdsCaret(strip, index, caret) {
      canvas.fill(Rect(x: x - sheet.ems(0.9), y: top, width: 3, height: leaf.height), sheet.palette.accent, radius: 1.5)
    }
  }

  private func holdsCaret(_ strip: Strip, _ index: Int, _ caret: Int) -> Bool {
    let end =
      index + 1 < strip.leaves.count ? strip.start + Int(strip.leaves[index + 1].source.lowerBound) : strip.start + strip.length
    return caret < end || (caret == end && index + 1 == strip.leaves.count && strip === strips.last)
  }

  private func drawRanges(of box: LeafBox, _ strip: Strip, on canvas: Canvas, x: Double, y: Double) {
    for mark in marks { fill(mark, sheet.palette.hit, box, strip, on: canvas, x: x, y: y) }
    if let selection, !selection.isEmpty { fill(selection, sheet.palette.selection, box, strip, on: canvas, x: x, y: y) }
  }

  private func fill(_ range: Range<Int>, _ colour: Colour, _ box: LeafBox, _ strip: Strip, on canvas: Canvas, x: Double, y: Double) {
    for text in box.texts where text.isSource {
      let lower = text.set.text.layout(ofSource: range.lowerBound - strip.start)
      let upper = text.set.text.layout(ofSource: range.upperBound - strip.start)
      guard lower < upper else { continue }
      for rect in text.set.rects(of: lower..<upper) {
        canvas.fill(rect.moved(x: x + text.x, y: y + text.y), colour, radius: 2)
      }
    }
  }
}
