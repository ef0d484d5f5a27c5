import Markdown

/// Names something that the keyboard can stop at: a link or the box of a task.
public struct GalleyStop: Equatable, Sendable {
  /// Its source bytes.
  public var source: Range<Int>
  /// Where it leads, as written and decoded; nil for a box.
  public var address: [UInt8]?
  /// The source byte between a box's brackets; nil for a link.
  public var task: Int?
}

extension Galley {
  /// Finds the next link or box behind (or before) a source byte, as it is read; nil at the end. Nothing is laid out. O(leaves passed).
  public func stop(after position: Int, forward: Bool) -> GalleyStop? {
    guard var place = place(ofSource: position) else { return nil }
    while true {
      let stops = self.stops(in: place)
      let found =
        forward
        ? stops.first { isRead(position, before: $0.source.lowerBound) } : stops.last { isRead($0.source.lowerBound, before: position) }
      if let found { return found }
      guard let next = forward ? self.place(after: place) : self.place(before: place) else { return nil }
      place = next
    }
  }

  /// Finds the first link or box at or behind a source byte; nil when there is none.
  public func stop(from position: Int) -> GalleyStop? {
    guard let place = place(ofSource: position) else { return nil }
    return stops(in: place).first { !isRead($0.source.lowerBound, before: position) } ?? stop(after: position, forward: true)
  }

  private func stops(in place: (strip: Int, leaf: Int)) -> [GalleyStop] {
    let strip = strips[place.strip]
    let leaf = strip.leaves[place.leaf]
    guard leaf.kind != .hidden, leaf.kind != .rule else { return [] }
    var stops: [GalleyStop] = []
    var frame = leaf.frame
    while frame >= leaf.opened, frame >= 0 {
      if case .item(.task(_, let source)) = strip.frames[Int(frame)].kind {
        stops.append(GalleyStop(source: strip.start + source - 1..<strip.start + source + 2, address: nil, task: strip.start + source))
      }
      frame = strip.frames[Int(frame)].parent
    }
    for text in words(strip: place.strip, leaf: place.leaf) {
      for link in text.links {
        let source = text.source(ofLayout: Int(link.start)..<Int(link.end))
        stops.append(
          GalleyStop(source: source.lowerBound + strip.start..<source.upperBound + strip.start, address: link.address, task: nil))
      }
    }
    if strip.isLive == false { strip.forgetNodes() }
    return stops.sorted { $0.source.lowerBound < $1.source.lowerBound }
  }

  /// Finds where words are shown, in the order in which they are read; at most so many. Nothing is laid out. O(document).
  ///
  /// Large and small letters are alike unless `matchesCase`.
  public func matches(of words: String, matchesCase: Bool = false, most: Int = 10_000) -> [Range<Int>] {
    let needle = FoldedText(Array(words.utf8), folds: !matchesCase)
    guard !needle.bytes.isEmpty else { return [] }
    var result: [Range<Int>] = []
    for index in strips.indices {
      let strip = strips[index]
      for leaf in strip.leaves.indices where strip.leaves[leaf].kind != .hidden {
        for text in self.words(strip: index, leaf: leaf) {
          for range in FoldedText(text.bytes, folds: !matchesCase).places(of: needle) {
            let source = text.source(ofLayout: range)
            result.append(strip.start + source.lowerBound..<strip.start + max(source.upperBound, source.lowerBound + 1))
            if result.count >= most { return result }
          }
        }
      }
      if !strip.isLive { strip.forgetNodes() }
    }
    return result
  }
}

/// Holds text for comparing without regard to large and small letters.
struct FoldedText {
  private(set) var bytes: [UInt8]
  /// Where each byte comes from; nil when nothing has moved.
  private var origins: [Int]?

  init(_ text: [UInt8], folds: Bool) {
    guard folds else {
      bytes = text
      return
    }
    if text.allSatisfy({ $0 < 0x80 }) {
      bytes = text.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }
      return
    }
    bytes = []
    var origins: [Int] = []
    var place = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      for byte in scalar.properties.lowercaseMapping.utf8 {
        bytes.append(byte)
        origins.append(place)
      }
      place += UTF8.width(scalar)
    }
    origins.append(place)
    self.origins = origins
  }

  /// The ranges of the original text where another text stands, from left to right, without overlaps. O(bytes × needle) at worst.
  func places(of needle: FoldedText) -> [Range<Int>] {
    let (count, wanted) = (bytes.count, needle.bytes.count)
    guard wanted > 0, count >= wanted else { return [] }
    var result: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { bytes in
      needle.bytes.withUnsafeBufferPointer { needle in
        var index = 0
        while index <= count - wanted {
          if bytes[index] == needle[0], (1..<wanted).allSatisfy({ bytes[index + $0] == needle[$0] }) {
            result.append(origin(index)..<origin(index + wanted))
            index += wanted
          } else {
            index += 1
          }
        }
      }
    }
    return result
  }

  private func origin(_ place: Int) -> Int { origins.map { $0[place] } ?? place }
}
