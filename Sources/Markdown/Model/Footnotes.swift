import TextModel

/// A footnote that the text refers to: its number, its definition and its uses.
public struct MarkdownFootnote: Sendable {
  /// Counted from 1 in the order of first use.
  public let number: Int
  public let definition: MarkdownNode
  /// The references, in document order.
  public let references: [MarkdownNode]
}

/// The numbers of a document's footnotes, by the hash of their labels.
struct FootnoteNumbers: Sendable {
  /// Where a footnote is defined, and how often it is referred to. Small, for there may be a million.
  struct Entry: Sendable {
    var run: Int32
    var block: Int32
    var uses: Int32 = 0
    /// Counted from 0 in the order of first use; -1 for a footnote that nothing refers to.
    var number: Int32 = -1
  }

  /// The footnotes in the order of their definitions, and the places of their labels among them.
  private var entries: [Entry] = []
  private var places = LabelPlaces()
  /// The places of the footnotes in the order of their numbers.
  private var order: [Int32] = []

  init() {}

  /// Numbers the footnotes in the order of first use, and calls `body` with the number, from 0, and the place of each reference that has one.
  /// O(runs / 96, and footnotes with their uses).
  init(_ document: MarkdownDocument, _ body: (_ number: Int, _ run: Int, InlinePlace) -> Void = { _, _, _ in }) {
    var index: Int32 = 0
    for group in document.storage.runs.groups {
      guard group.notes.contains(.footnotes) else {
        index += Int32(group.runs.count)
        continue
      }
      for run in group.runs {
        if run.notes.contains(.footnotes) {
          for definition in run.definitions where definition.isFootnote && places.add(definition.key) {
            entries.append(Entry(run: index, block: Int32(definition.block)))
          }
        }
        index += 1
      }
    }
    guard !entries.isEmpty else { return }
    FootnoteNumbers.forEachReference(document) { key, run, place in
      guard let index = places[key] else { return }
      entries[index].uses += 1
      if entries[index].number < 0 {
        entries[index].number = Int32(order.count)
        order.append(Int32(index))
      }
      body(Int(entries[index].number), run, place)
    }
  }

  /// How many footnotes have a number.
  var count: Int { order.count }

  /// The footnote of a number, counted from 0.
  subscript(number: Int) -> Entry { entries[Int(order[number])] }

  /// The number of a footnote, counted from 0; nil when nothing refers to it.
  func index(of key: UInt64) -> Int? { places[key].flatMap { entries[$0].number < 0 ? nil : Int(entries[$0].number) } }

  /// Calls `body` with the label and the place of each reference, in order.
  static func forEachReference(_ document: MarkdownDocument, _ body: (UInt64, Int, InlinePlace) -> Void) {
    var index = 0
    for group in document.storage.runs.groups {
      guard group.notes.contains(.footnotes) else {
        index += group.runs.count
        continue
      }
      for run in group.runs {
        if run.notes.contains(.footnotes) {
          run.forEachInline { place in
            guard run.inlines[place.index].kind == .footnoteReference else { return }
            body(run.lookups[Int(run.inlines[place.index + 1].next)], index, place)
          }
        }
        index += 1
      }
    }
  }
}

extension MarkdownDocument {
  /// The footnotes that the text refers to, in the order of their numbers. O(runs / 96, and footnotes with their uses).
  public var footnotes: [MarkdownFootnote] {
    var references: [[MarkdownNode]] = []
    let numbers = FootnoteNumbers(self) { number, run, place in
      if number == references.count { references.append([]) }
      references[number].append(MarkdownNode(self, at: place, of: run))
    }
    return (0..<numbers.count).map { number in
      MarkdownFootnote(
        number: number + 1, definition: MarkdownNode(self, block: Int(numbers[number].block), of: Int(numbers[number].run)),
        references: references[number])
    }
  }
}

/// Where an inline of a run stands.
struct InlinePlace: Sendable {
  var index: Int
  var block: Int
  /// The index after its parent's last descendant.
  var limit: Int
  /// Where it begins in its run.
  var start: Int
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
        body(InlinePlace(index: index, block: block, limit: limits[limits.count - 1], start: Int(inlines[index].start)))
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
