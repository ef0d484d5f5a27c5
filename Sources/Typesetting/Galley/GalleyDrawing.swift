// Drawing: the grounds of frames and leaves, the selection, the letters.

extension Galley {
  /// Draws everything between two heights. Leaves there that are not set are set.
  ///
  /// `x` and `y` say where the galley's origin is on the canvas.
  public func draw(on canvas: Canvas, from upper: Double, to lower: Double, x: Double = 0, y: Double = 0) {
    var next = place(atY: upper)
    let caretPlace = caret.flatMap { place(ofSource: $0) }
    while let place = next {
      let owner = strips[place.strip]
      let top = top(ofStrip: place.strip) + owner.top(of: place.leaf)
      if top >= lower { return }
      set(strip: place.strip, leaf: place.leaf)
      settle()
      draw(owner, place.leaf, isCaret: caretPlace.map { $0 == place } ?? false, on: canvas, x: x, y: top + y)
      next = self.place(after: place)
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
    drawRanges(of: leaf, box, strip, on: canvas, x: inside, y: top)
    for text in box.texts {
      canvas.draw(text.set.layout, x: inside + text.x, y: top + text.y, painter.colour(text.tone, leaf, strip.frames))
    }
    drawFocus(box, strip, on: canvas, x: inside, y: top)
    if let scroll = box.scroll {
      drawScroll(scroll, isLast: leaf.below > 0, height: box.height, on: canvas, x: x, y: top)
      canvas.unclip()
    }
    if isCaret {
      let left = strip.isMirrored ? width + sheet.ems(0.9) - 3 : -sheet.ems(0.9)
      canvas.fill(Rect(x: x + left, y: top, width: 3, height: leaf.height), sheet.palette.accent, radius: 1.5)
    }
  }

  private func drawRanges(of leaf: Leaf, _ box: LeafBox, _ strip: Strip, on canvas: Canvas, x: Double, y: Double) {
    let source = strip.start + Int(leaf.source.lowerBound)..<strip.start + max(Int(leaf.source.upperBound), Int(leaf.source.lowerBound) + 1)
    for mark in Self.meeting(source, in: sortedMarks) { fill(mark, sheet.palette.hit, box, strip, on: canvas, x: x, y: y) }
    for range in Self.meeting(source, in: sortedSelection) { fill(range, sheet.palette.selection, box, strip, on: canvas, x: x, y: y) }
  }

  /// Draws a ring around the link or box at which the keyboard is.
  private func drawFocus(_ box: LeafBox, _ strip: Strip, on canvas: Canvas, x: Double, y: Double) {
    guard let focus else { return }
    func ring(_ rect: Rect) {
      canvas.frame(rect.moved(x: x, y: y).inset(x: -2, y: -1), sheet.palette.accent, thickness: 2, radius: sheet.size * 0.25)
    }
    if let task = focus.task {
      for (rect, ground) in box.grounds {
        if case .task(_, let source) = ground, strip.start + source == task { ring(rect.inset(x: -1, y: -1)) }
      }
    } else {
      rects(of: focus.source, box, strip).forEach(ring)
    }
  }

  private func fill(_ range: Range<Int>, _ colour: Colour, _ box: LeafBox, _ strip: Strip, on canvas: Canvas, x: Double, y: Double) {
    for rect in rects(of: range, box, strip) { canvas.fill(rect.moved(x: x, y: y), colour, radius: 2) }
  }

  /// The rectangles in a box that show a stretch of source.
  private func rects(of range: Range<Int>, _ box: LeafBox, _ strip: Strip) -> [Rect] {
    var result: [Rect] = []
    for text in box.texts where text.isSource {
      let lower = text.set.text.layout(ofSource: range.lowerBound - strip.start)
      let upper = text.set.text.layout(ofSource: range.upperBound - strip.start)
      guard lower < upper else { continue }
      result += text.set.rects(of: lower..<upper).map { $0.moved(x: text.x, y: text.y) }
    }
    return result
  }
}
