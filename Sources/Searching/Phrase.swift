/// What somebody is looking for: words that must all be found, in any order.
public struct Phrase: Hashable, Sendable {
  /// The words, folded.
  let words: [[Unicode.Scalar]]

  /// Takes what was typed apart into words.
  public init(_ text: String) {
    words = FoldedText(text).scalars.split(whereSeparator: \.properties.isWhitespace).map { Array($0) }
  }

  /// Whether there is no word: everything fits.
  public var isEmpty: Bool { words.isEmpty }
}

/// How well something fits a phrase, and where.
public struct PhraseMatch: Hashable, Sendable {
  /// Greater is better; what fits equally well has the same score.
  public let score: Int
  /// The parts of the title that fit, in Unicode scalars, in order and apart.
  public let ranges: [Range<Int>]
}

extension Phrase {
  /// How much a word counts by where it was found.
  private enum Worth {
    static let wholeTitle = 400
    static let titleStart = 300
    static let wordStart = 200
    static let insideTitle = 90
    static let keyword = 120
    static let path = 60
    static let scattered = 40
  }

  /// Tells how well something with a title fits; nil when a word is in none of its texts.
  ///
  /// A word is found best at the start of the title, then at the start of a word of it, in the other words by which people may look for
  /// it, inside the title, in the path under which it stands, and last with its letters scattered over the title, beginning at a word.
  /// O(words · length).
  public func match(_ title: FoldedText, keywords: [FoldedText] = [], path: FoldedText? = nil) -> PhraseMatch? {
    var score = 0
    var ranges: [Range<Int>] = []
    for word in words {
      if let place = bestPlace(of: word, in: title) {
        score += place.score
        ranges.append(title.original(place.index..<place.index + word.count))
      } else if keywords.contains(where: { bestPlace(of: word, in: $0).map { $0.score >= Worth.wordStart } ?? false }) {
        score += Worth.keyword
      } else if let path, bestPlace(of: word, in: path).map({ $0.score >= Worth.wordStart }) ?? false {
        score += Worth.path
      } else if let scattered = scatter(word, in: title) {
        score += Worth.scattered
        ranges += scattered.map { title.original($0..<$0 + 1) }
      } else {
        return nil
      }
    }
    if !words.isEmpty { score /= words.count }
    // Of two that fit equally well, the shorter is the nearer.
    return PhraseMatch(score: score * 100 - min(99, title.count), ranges: Self.joined(ranges))
  }

  private func bestPlace(of word: [Unicode.Scalar], in text: FoldedText) -> (index: Int, score: Int)? {
    var found: Int?
    var from = 0
    while let index = text.firstIndex(of: word, from: from) {
      if index == 0 { return (0, word.count == text.count ? Worth.wholeTitle : Worth.titleStart) }
      if text.startsWord(at: index) { return (index, Worth.wordStart) }
      if found == nil { found = index }
      from = index + 1
    }
    return found.map { ($0, Worth.insideTitle) }
  }

  /// Finds the letters of a word in their order, the first of them at the start of a word and each next beside the one before or at the
  /// start of a later word: "sbs" in "Side by Side".
  private func scatter(_ word: [Unicode.Scalar], in text: FoldedText) -> [Int]? {
    guard word.count > 1 else { return nil }
    var places: [Int] = []
    var from = 0
    for letter in word {
      var index = from
      var found: Int?
      while index < text.count {
        let isNext = places.last.map { index == $0 + 1 } ?? false
        if text.scalars[index] == letter, isNext || text.startsWord(at: index) {
          found = index
          break
        }
        index += 1
      }
      guard let found else { return nil }
      places.append(found)
      from = found + 1
    }
    return places
  }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
