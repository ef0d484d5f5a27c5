// Between places on the galley and places in the source, both ways.

/// Tells what is at a point of a galley.
public struct GalleyHit: Equatable, Sendable {
  /// The source byte of the caret place nearest to the point.
  public var source: Int
  /// True when the point is on letters, not beside or between them.
  public var isOnText: Bool
  /// Where the link there leads, as written and decoded; nil outside links.
  public var link: [UInt8]?
  /// The address of the picture there (or of its placeholder); nil when there is none.
  public var picture: [UInt8]?
  /// The source byte between the brackets of the task box there; nil when there is none.
  public var task: Int?
}

extension Galley {
  /// Tells what is at a point. Sets the leaf there when it is not.
  public func hit(x: Double, y: Double) -> GalleyHit? {
    guard let (strip, leaf) = place(atY: y) else { return nil }
    set(strip: strip, leaf: leaf)
    settle()
    let owner = strips[strip]
    guard let box = owner.leaves[leaf].box else { return nil }
    let x = x - (box.scroll?.shift(in: width) ?? 0)
    let inside = y - top(ofStrip: strip) - owner.top(of: leaf) - owner.leaves[leaf].gap
    var hit = GalleyHit(source: owner.start + Int(owner.leaves[leaf].source.lowerBound), isOnText: false)
    for (rect, ground) in box.grounds {
      if case .task(_, let source) = ground, rect.inset(x: -4, y: -4).contains(x: x, y: inside) { hit.task = owner.start + source }
    }
    guard let text = nearestText(in: box, x: x, y: inside) else { return hit }
    hit.source = owner.start + text.set.text.source(ofLayout: text.set.caret(x: x - text.x, y: inside - text.y))
    let (byte, isOn) = text.set.position(x: x - text.x, y: inside - text.y)
    if isOn {
      hit.isOnText = true
      hit.link = text.set.text.link(atLayout: byte)
      if let picture = text.set.text.pictures.first(where: { $0.position <= byte && byte < $0.position + 3 }) {
        hit.picture = picture.address
        hit.source = owner.start + Int(picture.source.lowerBound)
      }
    }
    return hit
  }

  private func nearestText(in box: LeafBox, x: Double, y: Double) -> LeafBox.Text? {
    var best: LeafBox.Text?
    var least = Double.infinity
    for text in box.texts where text.isSource {
      let width = max(text.set.extent.width, 1)
      let left = text.x + text.set.extent.x
      let dx = max(left - x, x - left - width, 0)
      let dy = max(text.y - y, y - text.y - text.set.height, 0)
      // Beside counts less than above or below: in a row of a table the cell's column decides.
      let distance = dx + dy * 4
      if distance < least {
        least = distance
        best = text
      }
    }
    return best
  }

  /// Gives the rectangle of the letter that shows a source byte. Sets the leaf there when it is not; nil for an empty document.
  public func rect(ofSource position: Int) -> Rect? {
    guard let (strip, leaf) = place(ofSource: position) else { return nil }
    set(strip: strip, leaf: leaf)
    settle()
    let owner = strips[strip]
    guard let box = owner.leaves[leaf].box else { return nil }
    let y = top(ofStrip: strip) + owner.top(of: leaf) + owner.leaves[leaf].gap
    let relative = position - owner.start
    guard let text = textHolding(relative, in: box) else {
      return Rect(x: 0, y: y, width: width, height: owner.leaves[leaf].height)
    }
    return text.set.rect(ofByte: text.set.text.layout(ofSource: relative)).moved(
      x: text.x + (box.scroll?.shift(in: width) ?? 0), y: text.y + y)
  }

  /// Finds the text of a box that shows a byte, or the last that begins before it.
  func textHolding(_ relative: Int, in box: LeafBox) -> LeafBox.Text? {
    var found: LeafBox.Text?
    for text in box.texts where text.isSource {
      if found == nil || text.set.text.source(ofLayout: 0) <= relative { found = text }
    }
    return found
  }

  /// Tells the height at which a source byte is shown (with a fraction, where one byte is many pixels high), as a straight line between the lines of the galley: marks and blank lines,
  /// which are not shown, lie between their neighbours. The inverse of `source(atY:)`.
  public func y(ofSource position: Double) -> Double {
    guard let (strip, leaf) = flowPlace(ofSource: Int(position)) else { return 0 }
    let stops = self.stops(strip: strip, leaf: leaf)
    return interpolate(position, stops.map { ($0.source, $0.y) })
  }

  /// Tells the source byte that is shown at a height, with a fraction where one byte is many pixels high. The inverse of `y(ofSource:)`.
  public func source(atY y: Double) -> Double {
    guard let (strip, leaf) = place(atY: y) else { return 0 }
    let stops = self.stops(strip: strip, leaf: leaf)
    return interpolate(y, stops.map { ($0.y, $0.source) })
  }

  /// Gives the corners of the line from source to height in one leaf: its top, its lines and the top of the next leaf.
  private func stops(strip: Int, leaf: Int) -> [(source: Double, y: Double)] {
    settle()
    let owner = strips[strip]
    let item = owner.leaves[leaf]
    let top = top(ofStrip: strip) + owner.top(of: leaf)
    let start = Double(owner.start + Int(item.source.lowerBound))
    let isLast = leaf + 1 == owner.leaves.count
    let end = isLast ? Double(owner.start + owner.length) : Double(owner.start + Int(owner.leaves[leaf + 1].source.lowerBound))
    var result = [(start, top)]
    if let box = item.box, box.texts.count(where: { $0.isSource }) == 1, let text = box.texts.first(where: { $0.isSource }) {
      for (byte, lineTop) in text.set.lineStarts.dropFirst() {
        let source = Double(owner.start + text.set.text.source(ofLayout: byte))
        if source > result[result.count - 1].0 { result.append((source, top + item.gap + text.y + lineTop)) }
      }
    }
    if end > result[result.count - 1].0 { result.append((end, top + item.gap + item.height)) }
    return result
  }

  private func interpolate(_ value: Double, _ corners: [(Double, Double)]) -> Double {
    guard corners.count > 1, value > corners[0].0 else { return corners.first?.1 ?? 0 }
    for (from, to) in zip(corners, corners.dropFirst()) where value < to.0 {
      return from.1 + (to.1 - from.1) * (value - from.0) / (to.0 - from.0)
    }
    return corners[corners.count - 1].1
  }
}
