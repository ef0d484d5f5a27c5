// Drawing: the grounds of frames and leaves, the selection, the letters.

extension Galley {
  /// Draws everything between two heights. Leaves there that are not set are set.
  ///
  /// `x` and `y` say where the galley's origin is on the canvas.
  public func draw(on canvas: Canvas, from upper: Double, to lower: Double, x: Double = 0, y: Double = 0) {
    guard let (firstStrip, firstLeaf) = place(atY: upper) else { return }
    var strip = firstStrip
    var leaf = firstLeaf
    let caretPlace = caret.flatMap { place(ofSource: $0) }
    while strip < strips.count {
      let owner = strips[strip]
      while leaf < owner.leaves.count {
        let top = tops[strip] + owner.top(of: leaf)
        if top >= lower { return }
        set(strip: strip, leaf: leaf)
        settle()
        draw(owner, leaf, isCaret: caretPlace.map { $0 == (strip, leaf) } ?? false, on: canvas, x: x, y: top + y)
        leaf += 1
      }
      strip += 1
      leaf = 0
    }
  }

  private func draw(_ strip: Strip, _ index: Int, isCaret: Bool, on canvas: Canvas, x: Double, y: Double) {
    let leaf = strip.leaves[index]
    guard let box = leaf.box else { return }
    let top = y + leaf.gap
    let painter = GroundPainter(sheet: sheet, pictures: pictures)
    painter.drawFrames(
      of: leaf, strip.frames, width: width, isMirrored: strip.isMirrored, from: y, to: top + leaf.height, on: canvas, x: x)
    var inside = x
    if let scroll = box.scroll {
      let edge = Rect(x: scroll.isMirrored ? 0 : scroll.start, y: 0, width: width - scroll.start, height: box.height)
      canvas.clip(to: edge.moved(x: x, y: top))
      inside += scroll.shift(in: width)
    }
    for (rect, ground) in box.grounds { painter.draw(ground, rect.moved(x: inside, y: top), on: canvas) }
    drawRanges(of: box, strip, on: canvas, x: inside, y: top)
    for text in box.texts {
      canvas.draw(text.set.layout, x: inside + text.x, y: top + text.y, painter.colour(text.tone, leaf, strip.frames))
    }
    if let scroll = box.scroll {
      drawScroll(scroll, isLast: leaf.below > 0, height: box.height, on: canvas, x: x, y: top)
      canvas.unclip()
    }
    if isCaret {
      let left = strip.isMirrored ? width + sheet.ems(0.9) - 3 : -sheet.ems(0.9)
      canvas.fill(Rect(x: x + left, y: top, width: 3, height: leaf.height), sheet.palette.accent, radius: 1.5)
    }
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
