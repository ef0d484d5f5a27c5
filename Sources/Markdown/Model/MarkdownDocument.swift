import TextModel

/// A parsed Markdown text: a value, cheap to copy, safe to hand to any thread.
///
/// The tree covers the text exactly: every node knows its range in bytes, children lie within their parents and in order.
/// Versions that `editing` makes share all runs of blocks that the edit did not reach.
public struct MarkdownDocument: Sendable {
  final class Storage: Sendable {
    let text: ChunkedText
    let options: MarkdownOptions
    let runs: RunList
    let definitions: DefinitionTable
    let nextID: UInt32

    init(text: ChunkedText, options: MarkdownOptions, runs: RunList, definitions: DefinitionTable, nextID: UInt32) {
      self.text = text
      self.options = options
      self.runs = runs
      self.definitions = definitions
      self.nextID = nextID
    }
  }

  let storage: Storage

  init(_ storage: Storage) {
    self.storage = storage
  }

  /// Parses a text. Linear in its length; never fails.
  public init(_ text: ChunkedText = ChunkedText(), options: MarkdownOptions = .standard) {
    storage = text.withContiguousUTF8 { bytes in
      let empty: [UInt8] = [0]
      return empty.withUnsafeBufferPointer { none in
        Storage.parse(text, bytes.baseAddress ?? none.baseAddress!, bytes.count, options)
      }
    }
  }

  /// Parses a string.
  public init(_ string: String, options: MarkdownOptions = .standard) {
    self.init(ChunkedText(string), options: options)
  }

  /// The source.
  public var text: ChunkedText { storage.text }
  /// What the parser was told to understand.
  public var options: MarkdownOptions { storage.options }

  /// The bounds that the parser met, in document order. O(runs).
  public var diagnostics: [MarkdownDiagnostic] {
    var found: [MarkdownDiagnostic] = []
    var start = 0
    for group in storage.runs.groups {
      for run in group.runs {
        for record in run.diagnostics {
          found.append(MarkdownDiagnostic(kind: record.kind, offset: TextOffset(start + Int(record.start))))
        }
        start += run.length
      }
    }
    return found
  }
}

extension MarkdownDocument.Storage {
  static func parse(_ text: ChunkedText, _ source: Source, _ count: Int, _ options: MarkdownOptions) -> MarkdownDocument.Storage {
    // Nothing else holds the runs: each without inlines goes as soon as the one with them is there.
    var (runs, nextID) = blocks(source, count, options)
    var definitions = DefinitionTable()
    var start = 0
    for run in runs {
      if !run.definitions.isEmpty { definitions.add(run, source + start) }
      start += run.length
    }
    var inlines = InlineParser(source: source, options: options, definitions: definitions)
    start = 0
    for index in runs.indices {
      let length = runs[index].length
      inlines.fill(&runs[index], source + start)
      start += length
    }
    return MarkdownDocument.Storage(
      text: text, options: options, runs: RunList(runs), definitions: definitions, nextID: nextID)
  }

  /// Finds the blocks of a text and gives the runs without inlines, and the next block's identity.
  private static func blocks(_ source: Source, _ count: Int, _ options: MarkdownOptions) -> ([Run], UInt32) {
    var parser = BlockParser(source: source, end: count, isFinal: true, state: ParserState(), options: options, nextID: 1)
    _ = parser.parse()
    return (parser.runs, parser.nextID)
  }
}
