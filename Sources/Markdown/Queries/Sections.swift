import TextModel

/// A heading with everything up to the next one of its level or higher.
public struct MarkdownSection: Sendable {
  public let heading: MarkdownHeadingEntry
  /// From the heading's first byte to the next section's, or the end of the text.
  public let range: TextRange
  /// The sections of lower headings inside, in order.
  public let sections: [MarkdownSection]
}

extension MarkdownDocument {
  /// The sections of the text as a tree, made of the headings that stand in no other block. O(headings, and runs).
  public var sections: [MarkdownSection] {
    let all = headings.filter(\.isTopLevel)
    var done: [[MarkdownSection]] = [[]]
    var open: [MarkdownHeadingEntry] = []
    func close(at end: TextOffset) {
      let heading = open.removeLast()
      let inner = done.removeLast()
      done[done.count - 1].append(
        MarkdownSection(heading: heading, range: TextRange(heading.range.lower, end), sections: inner))
    }
    for heading in all {
      while let last = open.last, last.level >= heading.level { close(at: heading.range.lower) }
      open.append(heading)
      done.append([])
    }
    while !open.isEmpty { close(at: text.end) }
    return done[0]
  }
}
