import TextModel

/// A footnote that the text refers to: its number, its definition and its uses.
public struct MarkdownFootnote: Sendable {
  /// Counted from 1 in the order of first use.
  public let number: Int
  public let definition: MarkdownNode
  /// The references, in document order.
  public internal(set) var references: [MarkdownNode]
}

/// The numbers of a document's footnotes, by the hash of their labels.
struct FootnoteNumbers: Sendable {
  struct Entry: Sendable {
    var key: UInt64
    var run: Int
    var block: Int
    /// The places of its references.
    var uses: [(run: Int, place: InlinePlace)]
  }

  private(set) var entries: [Entry] = []
  private var numbers: [UInt64: Int] = [:]

  init() {}

  /// Numbers the footnotes in the order of first use. O(runs / 96, and footnotes with their uses).
  init(_ document: MarkdownDocument) {
    var places: [UInt64: (Int, Int)] = [:]
    var index = 0
    for group in document.storage.runs.groups {
      guard group.notes.contains(.footnotes) else {
        index += group.runs.count
        continue
      }
      for run in group.runs {
        if run.notes.contains(.footnotes) {
          for definition in run.definitions where definition.isFootnote && places[definition.key] == nil {
            places[definition.key] = (index, Int(definition.block))
          }
        }
        index += 1
      }
    }
    guard !places.isEmpty else { return }
    index = 0
    for group in document.storage.runs.groups {
      guard group.notes.contains(.footnotes) else {
        index += group.runs.count
        continue
      }
      for run in group.runs {
        if run.notes.contains(.footnotes) { note(run, index, places) }
        index += 1
      }
    }
  }

  private mutating func note(_ run: Run, _ index: Int, _ places: [UInt64: (Int, Int)]) {
    run.forEachInline { place in
      let inline = place.index
      guard run.inlines[inline].kind == .footnoteReference else { return }
      let key = run.lookups[Int(run.inlines[inline + 1].next)]
      guard let definition = places[key] else { return }
      let number = numbers[key] ?? entries.count
      if number == entries.count {
        numbers[key] = number
        entries.append(Entry(key: key, run: definition.0, block: definition.1, uses: []))
      }
      entries[number].uses.append((index, place))
    }
  }

  /// The index of a footnote in `entries`; nil when nothing refers to it.
  func index(of key: UInt64) -> Int? { numbers[key] }
}

extension MarkdownDocument {
  /// The footnotes that the text refers to, in the order of their numbers. O(runs / 96, and footnotes with their uses).
  public var footnotes: [MarkdownFootnote] {
    FootnoteNumbers(self).entries.enumerated().map { number, entry in
      MarkdownFootnote(
        number: number + 1, definition: MarkdownNode(self, block: entry.block, of: entry.run),
        references: entry.uses.map { MarkdownNode(self, at: $0.place, of: $0.run) })
    }
  }
}

/// Where an inline of a run stands.
struct InlinePlace: Sendable {
  var index: Int
  var block: Int
  /// The index after its parent's last descendant.
  var limit: Int
}

extension Run {
  /// Calls `body` with the place of every inline, in order, parts of links included. O(inlines).
  func forEachInline(_ body: (InlinePlace) -> Void) {
    var limits: [Int] = []
    for block in blocks.indices where blocks[block].kind.holdsInlines {
      limits.removeAll(keepingCapacity: true)
      limits.append(Int(blocks[block].inlineEnd))
      for index in Int(blocks[block].inlineStart)..<Int(blocks[block].inlineEnd) {
        while limits.count > 1, limits[limits.count - 1] <= index { limits.removeLast() }
        body(InlinePlace(index: index, block: block, limit: limits[limits.count - 1]))
        if !inlines[index].kind.isPart, Int(inlines[index].next) > index + 1 { limits.append(Int(inlines[index].next)) }
      }
    }
  }
}

extension MarkdownNode {
  /// The node of an inline of a run.
  init(_ document: MarkdownDocument, at place: InlinePlace, of run: Int) {
    self = MarkdownNode(document, block: place.block, of: run).sibling(.inline(run: run, index: place.index, limit: place.limit))
  }
}
