import TextModel

/// All that is counted of a text: what a writer is asked for, and how it is built.
public struct MarkdownStatistics: Hashable, Sendable {
  public internal(set) var counts = MarkdownCounts()
  public internal(set) var sentences = 0
  public internal(set) var headings = 0
  /// Links and addresses; images are not among them.
  public internal(set) var links = 0
  public internal(set) var images = 0
  public internal(set) var comments = 0

  /// Counts nothing.
  public init() {}

  /// How long silent reading takes, in seconds: 220 words a minute, which is what adults do with prose.
  public var readingSeconds: Int { (counts.words * 60 + 219) / 220 }
  /// How long reading aloud takes, in seconds: 130 words a minute.
  public var speakingSeconds: Int { (counts.words * 60 + 129) / 130 }
}

extension MarkdownDocument {
  /// Counts everything, without code. O(n).
  public var statistics: MarkdownStatistics {
    var statistics = MarkdownStatistics()
    forEachLeaf(in: nil) { node in
      if node.kind == .commentBlock { statistics.comments += 1 }
      guard node.kind.holdsInlines else { return }
      let text = node.plainText
      statistics.counts.add(text)
      switch node.kind {
      case .paragraph:
        statistics.counts.paragraphs += 1
        statistics.sentences += sentences(in: text)
      case .heading: statistics.headings += 1
      default: break
      }
      node.forEachInline { inline in
        switch inline.kind {
        case .link, .autolink, .wikiLink: statistics.links += 1
        case .image: statistics.images += 1
        case .comment: statistics.comments += 1
        default: break
        }
      }
    }
    return statistics
  }
}

/// Counts sentences: stretches with a letter or digit that end with a mark of the end, or with the text. A point between letters, as in
/// "e.g." or "3.5", ends none.
private func sentences(in text: String) -> Int {
  var count = 0
  var hasWords = false
  var isAtMark = false
  for scalar in text.unicodeScalars {
    switch scalar {
    case "。", "！", "？":
      if hasWords { count += 1 }
      (hasWords, isAtMark) = (false, false)
    case ".", "!", "?", "…": isAtMark = hasWords
    case "\"", "'", ")", "]", "»", "”", "’", "«", "“": break
    default:
      if scalar.properties.isWhitespace {
        if isAtMark {
          count += 1
          hasWords = false
        }
        isAtMark = false
      } else {
        isAtMark = false
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { hasWords = true }
      }
    }
  }
  return hasWords ? count + 1 : count
}

extension MarkdownNode {
  /// Calls `body` with every inline under the node, in order.
  func forEachInline(_ body: (MarkdownNode) -> Void) {
    var next = firstChild
    var stack: [MarkdownNode?] = []
    while true {
      guard let node = next else {
        guard let outer = stack.popLast() else { return }
        next = outer
        continue
      }
      body(node)
      next = node.nextSibling
      switch node.kind {
      case .codeSpan, .math, .html, .comment: break
      default:
        if let child = node.firstChild {
          stack.append(next)
          next = child
        }
      }
    }
  }
}
