import TextModel

/// The sections of a text in order, each with its place in the tree that their levels make.
///
/// Headings that stand in another block (a quote, a list) make no section. Whoever shows an outline takes this list: 20,000 sections are
/// one array, and nothing nests.
public struct SectionList: Sendable {
  /// A heading with everything up to the next one of its level or higher.
  public struct Section: Sendable {
    public let heading: MarkdownHeadingEntry
    /// Whole lines: from the start of the heading's line to the next section that is not inside, or the end of the text.
    public let range: TextRange
    /// How many sections are around this one; a level that is left out does not count.
    public let depth: Int
    /// The index of the section around this one; nil at the top.
    public let parent: Int?
    /// The index after the last section inside.
    public internal(set) var end: Int

    public var level: Int { heading.level }
  }

  public private(set) var sections: [Section] = []

  public init() {}

  /// Finds the sections of a document. O(headings, and runs).
  public init(_ document: MarkdownDocument) {
    let headings = document.headings.filter(\.isTopLevel)
    let starts = headings.map { document.startOfLine($0.range.lower) }
    var ends = [Int](repeating: headings.count, count: headings.count)
    var places: [(parent: Int?, depth: Int)] = []
    var open: [Int] = []
    for (index, heading) in headings.enumerated() {
      while let last = open.last, headings[last].level >= heading.level {
        ends[last] = index
        open.removeLast()
      }
      places.append((open.last, open.count))
      open.append(index)
    }
    sections = headings.indices.map { index in
      let end = ends[index] < headings.count ? starts[ends[index]] : document.text.end
      return Section(
        heading: headings[index], range: TextRange(starts[index], end), depth: places[index].depth, parent: places[index].parent,
        end: ends[index])
    }
  }

  public var count: Int { sections.count }
  public var indices: Range<Int> { sections.indices }
  public subscript(_ index: Int) -> Section { sections[index] }

  /// The index of the innermost section that an offset lies in; nil before the first. O(log n).
  public func index(at offset: TextOffset) -> Int? {
    var low = 0
    var high = sections.count
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].range.lower <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Leaves out of some sections those that are inside others of them; in order of the text.
  public func roots(_ chosen: some Sequence<Int>) -> [Int] {
    var end = 0
    return chosen.sorted().filter { index in
      guard index >= end else { return false }
      end = sections[index].end
      return true
    }
  }
}

extension MarkdownDocument {
  /// The start of the line of a heading in no other block: only blanks are before it.
  fileprivate func startOfLine(_ offset: TextOffset) -> TextOffset {
    var start = offset
    while start > .zero, text[start - 1] == 0x20 || text[start - 1] == 0x09 { start -= 1 }
    return start
  }
}
