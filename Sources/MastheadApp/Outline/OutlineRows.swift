// Owns: which sections the outline shows, in which order, and which are closed. Values; no widget.
// Rule: whatever takes time with many headings (finding them, folding their letters for the filter) is made away from the main thread.

import Glibc
import Markdown
import TextModel

/// The sections of one version of a document, ready to be shown and looked through.
nonisolated struct OutlineContent: Sendable {
  let sections: SectionList
  let ids: [BlockID]
  /// The titles in small letters, one after another with a zero between, for the filter.
  private let titles: [CChar]
  /// Where each title begins in them.
  private let starts: [Int]

  init() {
    sections = SectionList()
    ids = []
    titles = []
    starts = []
  }

  /// Reads a document. O(headings, and runs); for another thread.
  init(_ document: MarkdownDocument) {
    sections = SectionList(document)
    ids = sections.sections.map(\.heading.id)
    var titles: [CChar] = []
    var starts: [Int] = []
    for section in sections.sections {
      starts.append(titles.count)
      titles += section.heading.title.lowercased().utf8.lazy.filter { $0 != 0 }.map(CChar.init(bitPattern:))
      titles.append(0)
    }
    self.titles = titles
    self.starts = starts
  }

  /// The sections whose titles hold all of some words, in order.
  func matches(_ words: [[CChar]]) -> [Int] {
    titles.withUnsafeBufferPointer { titles in
      starts.indices.filter { section in words.allSatisfy { strstr(titles.baseAddress! + starts[section], $0) != nil } }
    }
  }
}

/// The rows of an outline.
nonisolated struct OutlineRows: Sendable {
  private(set) var content = OutlineContent()
  /// The sections that have a row, by index, in order.
  private(set) var visible: [Int] = []
  /// What of the visible is there only because it holds a match.
  private(set) var isBystander: [Bool] = []
  private var closed: Set<BlockID> = []
  private var words: [[CChar]] = []

  var sections: SectionList { content.sections }
  var isFiltered: Bool { !words.isEmpty }

  /// Shows another version of the document; closed sections stay closed, renamed ones too.
  mutating func show(_ next: OutlineContent) {
    let old = content.ids
    let new = next.ids
    if !closed.isEmpty {
      let change = RowChange(old, new)
      // As many sections as before between those that are the same: their texts have changed.
      if change.removed.count == change.added {
        for (one, other) in zip(old[change.removed], new[change.removed.lowerBound...]) where closed.contains(one) { closed.insert(other) }
      }
      closed.formIntersection(new)
    }
    content = next
    update()
  }

  /// Shows only what holds all words of a text, with what is around it; everything for a blank text.
  mutating func filter(_ text: String) {
    words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Array(String($0).utf8CString) }
    update()
  }

  func isClosed(_ section: Int) -> Bool { !isFiltered && !closed.isEmpty && hasInside(section) && closed.contains(content.ids[section]) }
  func hasInside(_ section: Int) -> Bool { sections[section].end > section + 1 }

  /// Opens or closes sections.
  mutating func setClosed(_ isClosed: Bool, _ chosen: some Sequence<Int>) {
    for section in chosen where hasInside(section) {
      if isClosed { closed.insert(content.ids[section]) } else { closed.remove(content.ids[section]) }
    }
    update()
  }

  /// The row that shows a section, or the one around it that is closed; nil when the filter hides both.
  func row(of section: Int) -> Int? {
    var low = 0
    var high = visible.count
    while low < high {
      let middle = (low + high) / 2
      if visible[middle] <= section { low = middle + 1 } else { high = middle }
    }
    guard low > 0, section < sections[visible[low - 1]].end else { return nil }
    return low - 1
  }

  private mutating func update() {
    visible.removeAll(keepingCapacity: true)
    isBystander.removeAll(keepingCapacity: true)
    if isFiltered { return findMatches() }
    var section = 0
    while section < sections.count {
      visible.append(section)
      section = isClosed(section) ? sections[section].end : section + 1
    }
    isBystander = [Bool](repeating: false, count: visible.count)
  }

  private mutating func findMatches() {
    var added = -1
    var around: [Int] = []
    for section in content.matches(words) {
      around.removeAll(keepingCapacity: true)
      var parent = sections[section].parent
      while let it = parent, it > added {
        around.append(it)
        parent = sections[it].parent
      }
      for it in around.reversed() {
        visible.append(it)
        isBystander.append(true)
      }
      visible.append(section)
      isBystander.append(false)
      added = section
    }
  }
}

/// What has to be done to a list of rows so that it has as many as another one, leaving alone what both begin and end with.
nonisolated struct RowChange: Equatable {
  let removed: Range<Int>
  let added: Int

  init<Row: Equatable>(_ old: [Row], _ new: [Row]) {
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    removed = start..<(old.count - end)
    added = new.count - end - start
  }

  /// Where rows of the old list are in the new one, in order: those that were changed where they stand stay there, others that are gone
  /// have no place.
  func places<Row: Hashable>(of rows: [Int], in old: [Row], now new: [Row]) -> [Int] {
    let growth = added - removed.count
    let places: [Row: Int]
    if growth == 0 || !rows.contains(where: removed.contains) {
      places = [:]
    } else {
      let range = removed.lowerBound..<removed.lowerBound + added
      places = Dictionary(zip(new[range], range)) { first, _ in first }
    }
    return rows.compactMap { row in
      if row < removed.lowerBound || growth == 0 { return row }
      return row >= removed.upperBound ? row + growth : places[old[row]]
    }.sorted()
  }
}
