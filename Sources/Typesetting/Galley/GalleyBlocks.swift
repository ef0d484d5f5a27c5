/// Names a block that is shown, for those who read it aloud.
public struct GalleyBlock: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case heading(level: Int)
    case paragraph
    case item
    case code
    case row
    case separator
  }

  public var kind: Kind
  /// What it says; of a very long one the beginning.
  public var words: String
  /// Where it is on the galley.
  public var rect: Rect
}

extension Galley {
  /// Tells the blocks that are set between two heights, from top to bottom; at most so many.
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
        }
      }
      guard let next = self.place(after: place) else { break }
      place = next
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
