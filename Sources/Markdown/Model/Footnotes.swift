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
  /// Where a footnote is defined, and how often it is referred to. Small, for there may be a million.
  struct Entry: Sendable {
    var run: Int32
    var block: Int32
    var uses: Int32 = 0
    /// Counted from 0 in the order of first use; -1 for a footnote that nothing refers to.
    var number: Int32 = -1
  }

  /// The labels of the footnotes in the order of their numbers.
  private(set) var keys: [UInt64] = []
  private var entries: [UInt64: Entry] = [:]

  init() {}

  /// Numbers the footnotes in the order of first use. O(runs / 96, and footnotes with their uses).
  init(_ document: MarkdownDocument) {
    var index: Int32 = 0
    for group in document.storage.runs.groups {
      guard group.notes.contains(.footnotes) else {
        index += Int32(group.runs.count)
        continue
      }
      for run in group.runs {
        if run.notes.contains(.footnotes) {
          for definition in run.definitions where definition.isFootnote && entries[definition.key] == nil {
            entries[definition.key] = Entry(run: index, block: Int32(definition.block))
          }
        }
        index += 1
      }
    }
    guard !entries.isEmpty else { return }
    FootnoteNumbers.forEachReference(document) { key, _, _ in note(key) }
  }

  private mutating func note(_ key: UInt64) {
    guard let place = entries.index(forKey: key) else { return }
    entries.values[place].uses += 1
    guard entries.values[place].number < 0 else { return }
    entries.values[place].number = Int32(keys.count)
    keys.append(key)
  }

  /// How many footnotes have a number.
  var count: Int { keys.count }

  /// The footnote of a number, counted from 0.
  subscript(number: Int) -> Entry { entries[keys[number]]! }

  /// The number of a footnote, counted from 0; nil when nothing refers to it.
  func index(of key: UInt64) -> Int? { entries[key].flatMap { $0.number < 0 ? nil : Int($0.number) } }

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
    let numbers = FootnoteNumbers(self)
    var notes = (0..<numbers.count).map { number in
      MarkdownFootnote(
        number: number + 1, definition: MarkdownNode(self, block: Int(numbers[number].block), of: Int(numbers[number].run)), references: [])
    }
    guard !notes.isEmpty else { return [] }
    FootnoteNumbers.forEachReference(self) { key, run, place in
      if let number = numbers.index(of: key) { notes[number].references.append(MarkdownNode(self, at: place, of: run)) }
    }
    return notes
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
