/// Names a block that is shown, for those who read it aloud.
public struct GalleyBlock: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case heading(level: Int)
    case paragraph
    case item
    case code
    case row
    case separator
    /// A link inside the block that was told before it.
    case link
  }

  public var kind: Kind
  /// What it says; of a very long one the beginning.
  public var words: String
  /// Where it is on the galley.
  public var rect: Rect
}

extension Galley {
  /// Tells the blocks that are set between two heights, from top to bottom, each followed by its links; at most so many in all.
  public func blocks(from upper: Double, to lower: Double, most: Int = 200) -> [GalleyBlock] {
    guard var place = place(atY: upper) else { return [] }
    var result: [GalleyBlock] = []
    while result.count < most {
      let strip = strips[place.strip]
      let leaf = strip.leaves[place.leaf]
      let top = top(ofStrip: place.strip) + strip.top(of: place.leaf) + leaf.gap
      if top >= lower { break }
      if let kind = kind(of: leaf, strip) {
        let words = leaf.kind == .rule ? "" : text(of: place)
        if leaf.kind == .rule || !words.isEmpty {
          result.append(GalleyBlock(kind: kind, words: words, rect: Rect(x: 0, y: top, width: width, height: leaf.height)))
          result += links(in: leaf, top: top).prefix(most - result.count)
        }
      }
      guard let next = self.place(after: place) else { break }
      place = next
    }
    return result
  }

  /// The links of a leaf whose upper edge is at a height, each where it begins: its words as far as they stand in one line.
  private func links(in leaf: Leaf, top: Double) -> [GalleyBlock] {
    guard let box = leaf.box else { return [] }
    var result: [GalleyBlock] = []
    for text in box.texts where text.isSource {
      let words = text.set.text
      for link in words.links where link.start < link.end {
        var last = Int(link.end) - 1
        while last > Int(link.start), words.bytes[last] & 0xc0 == 0x80 { last -= 1 }
        let (start, end) = (text.set.rect(ofByte: Int(link.start)), text.set.rect(ofByte: last))
        let isOneLine = end.y < start.bottom && start.y < end.bottom
        let (left, right) =
          isOneLine ? (min(start.x, end.x), max(start.x + start.width, end.x + end.width)) : (start.x, start.x + start.width)
        let rect = Rect(x: left, y: start.y, width: right - left, height: start.height)
        result.append(
          GalleyBlock(
            kind: .link, words: String(decoding: Self.readable(words, Int(link.start)..<Int(link.end)).prefix(500), as: UTF8.self),
            rect: rect.moved(x: text.x + (box.scroll?.shift(in: width) ?? 0), y: text.y + top)))
      }
    }
    return result
  }

  private func kind(of leaf: Leaf, _ strip: Strip) -> GalleyBlock.Kind? {
    switch leaf.kind {
    case .heading(let level): return .heading(level: level)
    case .code: return .code
    case .row: return .row
    case .rule: return .separator
    case .hidden, .divider: return nil
    case .text, .literal, .caption, .field:
      var frame = leaf.frame
      while frame >= leaf.opened, frame >= 0 {
        if case .item = strip.frames[Int(frame)].kind { return .item }
        frame = strip.frames[Int(frame)].parent
      }
      return .paragraph
    }
  }

  private func text(of place: (strip: Int, leaf: Int)) -> String {
    let strip = strips[place.strip]
    let leaf = strip.leaves[place.leaf]
    var words = ""
    var frame = leaf.frame
    while frame >= leaf.opened, frame >= 0 {
      switch strip.frames[Int(frame)].kind {
      case .item(.number(let number)), .note(let number): words = number + " " + words
      case .item(.task(let isDone, _)): words = (isDone ? "☑ " : "☐ ") + words
      default: break
      }
      frame = strip.frames[Int(frame)].parent
    }
    let texts = self.words(strip: place.strip, leaf: place.leaf).map { text in
      String(decoding: Self.readable(text, 0..<text.bytes.count).prefix(2000), as: UTF8.self)
    }
    return words + texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
