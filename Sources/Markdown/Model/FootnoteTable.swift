import TextModel

/// The footnotes of a document that the text refers to, as flat tables: for those who look at few of very many.
///
/// Places are bytes of the document's text. `MarkdownDocument.footnotes` gives the same as nodes.
public struct MarkdownFootnoteTable: Sendable {
  /// A footnote, by its first definition.
  public struct Note: Sendable {
    /// The bytes of the definition.
    public let range: Range<Int>
    public let id: BlockID
    /// How many references there are to it.
    public let uses: Int
    let run: Int32
    let block: Int32
  }

  /// A reference to a footnote.
  public struct Reference: Sendable {
    /// Its first byte.
    public let offset: Int
    /// The footnote's number, from 1.
    public let number: Int
    /// Which of the footnote's references it is, from 1.
    public let use: Int
  }

  /// The footnotes in the order of their numbers, which is that of their first use.
  public private(set) var notes: [Note] = []
  /// The numbers of the footnotes, from 1, in the order of their definitions.
  public private(set) var numbersByPlace: [Int] = []
  /// The references in document order.
  public private(set) var references: [Reference] = []

  /// Makes a table of no footnotes.
  public init() {}

  /// Reads a document's footnotes. O(runs / 96, and footnotes with their uses).
  public init(_ document: MarkdownDocument) {
    let runs = document.storage.runs
    var uses: [Int] = []
    var (latest, start) = (-1, 0)
    let numbers = FootnoteNumbers(document) { number, run, place in
      if run != latest { (latest, start) = (run, runs.start(of: run)) }
      if number == uses.count { uses.append(0) }
      uses[number] += 1
      references.append(Reference(offset: start + place.start, number: number + 1, use: uses[number]))
    }
    notes.reserveCapacity(numbers.count)
    for number in 0..<numbers.count {
      let entry = numbers[number]
      let (run, block) = (Int(entry.run), Int(entry.block))
      let record = runs[run].blocks[block]
      let start = runs.start(of: run) + Int(record.start)
      let end = record.isUnfinished ? document.end(ofBlock: block, run: run) : start + Int(record.length)
      notes.append(
        Note(range: start..<max(start, end), id: BlockID(value: record.id), uses: Int(entry.uses), run: entry.run, block: entry.block))
    }
    numbersByPlace = Array(1..<notes.count + 1)
    numbersByPlace.sort { notes[$0 - 1].range.lowerBound < notes[$1 - 1].range.lowerBound }
  }

  public var count: Int { notes.count }

  /// The definition of a footnote of the document that the table was made of; `number` counts from 1.
  public func definition(_ number: Int, in document: MarkdownDocument) -> MarkdownNode {
    MarkdownNode(document, block: Int(notes[number - 1].block), of: Int(notes[number - 1].run))
  }

  /// The number, from 1, of the footnote whose definition begins at a byte; nil when none does. O(log footnotes).
  public func number(ofDefinitionAt offset: Int) -> Int? {
    var low = 0
    var high = numbersByPlace.count
    while low < high {
      let middle = (low + high) / 2
      if notes[numbersByPlace[middle] - 1].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    guard low < numbersByPlace.count, notes[numbersByPlace[low] - 1].range.lowerBound == offset else { return nil }
    return numbersByPlace[low]
  }

  /// The reference that begins at a byte; nil when none does. O(log references).
  public func reference(at offset: Int) -> Reference? {
    var low = 0
    var high = references.count
    while low < high {
      let middle = (low + high) / 2
      if references[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low < references.count && references[low].offset == offset ? references[low] : nil
  }
}
