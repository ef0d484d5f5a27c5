// Tables that are wider than the column: scrolled sideways in their place.

extension Galley {
  /// Scrolls the wide table at a height sideways, by so many pixels towards the right; false when there is none, or it is at its end.
  public func scrollTable(atY y: Double, by distance: Double) -> Bool {
    guard let place = place(atY: y) else { return false }
    let strip = strips[place.strip]
    guard let scroll = strip.leaves[place.leaf].box?.scroll else { return false }
    let offset = max(0, min(scroll.offset + (scroll.isMirrored ? -distance : distance), scroll.width - width))
    guard offset != scroll.offset else { return false }
    strip.offsets[tableNumber(strip, place.leaf)] = offset
    let table = tableNumber(strip, place.leaf)
    for leaf in strip.leaves.indices {
      guard let box = strip.leaves[leaf].box, box.scroll != nil, tableNumber(strip, leaf) == table else { continue }
      // Columns that come into view may not be set yet.
      if box.texts.count < strip.tables[table].map(\.widths.count) ?? 0 {
        strip.leaves[leaf].box = nil
      } else {
        box.scroll?.offset = offset
      }
    }
    return true
  }

  /// Finds the height of the first wide table between two heights; nil when there is none.
  public func wideTable(from upper: Double, to lower: Double) -> Double? {
    guard var place = place(atY: upper) else { return nil }
    while true {
      let y = top(ofStrip: place.strip) + strips[place.strip].top(of: place.leaf)
      if y > lower { return nil }
      if strips[place.strip].leaves[place.leaf].box?.scroll != nil { return y + strips[place.strip].leaves[place.leaf].gap }
      guard let next = self.place(after: place) else { return nil }
      place = next
    }
  }

  func tableOffset(_ strip: Strip, _ leaf: Int) -> Double { strip.offsets[tableNumber(strip, leaf)] ?? 0 }

  private func tableNumber(_ strip: Strip, _ leaf: Int) -> Int32 {
    guard case .row = strip.leaves[leaf].kind else { return -1 }
    return strip.leaves[leaf].table
  }

  /// Draws what shows that there is more: a shadow at each edge that hides something, and below the last row how much.
  func drawScroll(_ scroll: LeafBox.Scroll, isLast: Bool, height: Double, on canvas: Canvas, x: Double, y: Double) {
    let (left, room) = (scroll.isMirrored ? 0 : scroll.start, width - scroll.start)
    let shift = -scroll.shift(in: width)
    let hidden = (before: shift, after: scroll.width - width - shift)
    for step in 0..<6 {
      let shade = sheet.palette.text.faded(0.09 - 0.015 * Double(step))
      if hidden.before > 0.5 { canvas.fill(Rect(x: x + left + Double(2 * step), y: y, width: 2, height: height), shade, radius: 0) }
      if hidden.after > 0.5 {
        canvas.fill(Rect(x: x + left + room - Double(2 * step) - 2, y: y, width: 2, height: height), shade, radius: 0)
      }
    }
    guard isLast else { return }
    let share = (width - scroll.start) / (scroll.width - scroll.start)
    let length = max(24, room * share)
    let start = (room - length) * shift / max(1, scroll.width - width)
    canvas.fill(Rect(x: x + left + start, y: y + height - 5, width: length, height: 4), sheet.palette.quiet.faded(0.7), radius: 2)
  }
}
