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
    var uses: [(run: Int, inline: Int)]
  }

  private(set) var entries: [Entry] = []
  private var numbers: [UInt64: Int] = [:]

  init() {}

  /// Numbers the footnotes in the order of first use. O(footnotes and their uses).
  init(_ document: MarkdownDocument) {
    var places: [UInt64: (Int, Int)] = [:]
    var index = 0
    for group in document.storage.runs.groups {
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
      for run in group.runs {
        if run.notes.contains(.footnotes) { note(run, index, places) }
        index += 1
      }
    }
  }

  private mutating func note(_ run: Run, _ index: Int, _ places: [UInt64: (Int, Int)]) {
    for inline in run.inlines.indices where run.inlines[inline].kind == .footnoteReference {
      let key = run.lookups[Int(run.inlines[inline + 1].next)]
      guard let place = places[key] else { continue }
      let number = numbers[key] ?? entries.count
      if number == entries.count {
        numbers[key] = number
        entries.append(Entry(key: key, run: place.0, block: place.1, uses: []))
      }
      entries[number].uses.append((index, inline))
    }
  }

  /// The index of a footnote in `entries`; nil when nothing refers to it.
  func index(of key: UInt64) -> Int? { numbers[key] }
}

extension MarkdownDocument {
  /// The footnotes that the text refers to, in the order of their numbers. O(runs, and footnotes with their uses).
  public var footnotes: [MarkdownFootnote] {
    FootnoteNumbers(self).entries.enumerated().map { number, entry in
      MarkdownFootnote(
        number: number + 1, definition: MarkdownNode(self, block: entry.block, of: entry.run),
        references: entry.uses.map { MarkdownNode(self, inlineAt: $0.inline, of: $0.run) })
    }
  }
}

extension MarkdownNode {
  /// The node of an inline of a run, found from the top of its block. O(inlines of the block).
  init(_ document: MarkdownDocument, inlineAt index: Int, of run: Int) {
    let object = document.storage.runs[run]
    let block = document.block(ofInline: index, object)
    var limit = Int(object.blocks[block].inlineEnd)
    var candidate = Int(object.blocks[block].inlineStart)
    while candidate < index {
      let record = object.inlines[candidate]
      if record.kind.isPart {
        candidate += 1
      } else if Int(record.next) > index {
        limit = Int(record.next)
        candidate += 1
      } else {
        candidate = Int(record.next)
      }
    }
    self = MarkdownNode(document, block: block, of: run).sibling(.inline(run: run, index: index, limit: limit))
  }
}
