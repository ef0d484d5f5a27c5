/// Writes a document's runs as HTML, straight from their flat arrays: no recursion, one pass.
struct HTMLRenderer {
  /// A container that is open in the output.
  struct Open {
    var kind: MarkdownKind
    /// Its run and record, to recognize it as a parent.
    var run: Int
    var index: Int
    /// Whether paragraphs directly inside are written without tags.
    var isTight = false
    var isOrdered = false
    /// Of a table: where its alignments are; whether its body has begun.
    var alignments = 0
    var columns = 0
    var hasBody = false
    /// Of a row: the cells written.
    var cells = 0
    var isHeader = false
  }

  let document: MarkdownDocument
  let source: Source
  let options: HTMLOptions
  var out: HTMLBuffer
  var open: [Open] = []
  /// How many containers around what is rendered are not in `open`.
  var outside = 0
  /// The run at work and its first byte.
  var run: Run
  var runIndex = 0
  var base: Source
  /// The block of pieces that goes on in the next run.
  var openLiteral: MarkdownKind?
  var literalIsMuted = false
  /// The run that holds the open table's alignments.
  var tableRun: Run?
  /// How many containers were open when a footnote's definition began, whose content is not written here.
  var mutedDepth: Int?
  let footnotes: FootnoteNumbers
  var usesWritten: [Int32]
  var expansion = 0
  /// Which definitions lead where a link may go, as far as links have asked.
  var allowedDefinitions: [UInt64: Bool] = [:]
  var expansionLimit: Int
  var inlineEnds: [(end: Int32, kind: MarkdownKind)] = []
  let identifiers: [String]
  var nextIdentifier = 0
  let sources: HTMLSources
  // Raw HTML in safe output.
  var raw: [RawElement] = []
  var rawLinks = 0
  var openLinks = 0
  var isInText = false
  var rawBlock: [UInt8] = []

  init(
    _ document: MarkdownDocument, _ source: Source, _ options: HTMLOptions, _ sources: HTMLSources,
    to out: HTMLBuffer
  ) {
    self.sources = sources
    self.document = document
    self.source = source
    self.options = options
    base = source
    self.out = out
    run = document.storage.runs.count > 0 ? document.storage.runs[0] : RunDraft().finished(length: 0)
    footnotes = document.options.contains(.footnotes) ? FootnoteNumbers(document) : FootnoteNumbers()
    usesWritten = [Int32](repeating: 0, count: footnotes.count)
    expansionLimit = max(MarkdownBounds.expansion, 10 * document.text.count)
    identifiers = options.contains(.headingAnchors) ? document.headings.map(\.identifier) : []
  }

  mutating func render() {
    var start = 0
    var index = 0
    for group in document.storage.runs.groups {
      for run in group.runs {
        enter(run, index, start)
        renderLead()
        for block in run.blocks.indices {
          closeAll(to: depth(of: run.blocks[block]))
          renderBlock(run.blocks[block], block)
        }
        start += run.length
        index += 1
        out.handOn()
      }
    }
    closeLiteral()
    closeAll(to: 0)
    closeRaw(to: -1)
    renderFootnotes()
  }

  private mutating func enter(_ run: Run, _ index: Int, _ start: Int) {
    self.run = run
    runIndex = index
    base = source + start
  }

  /// The pieces of a block that began in an earlier run.
  private mutating func renderLead() {
    guard openLiteral != nil else { return }
    if !literalIsMuted { addPieces(0, run.lead) }
    if run.leadEnd != nil { closeLiteral() }
  }

  /// How many of the open containers hold a block.
  private func depth(of block: BlockRecord) -> Int {
    if block.parent < 0 { return max(0, Int(-1 - block.parent) - outside) }
    var depth = open.count
    while depth > 0, open[depth - 1].run != runIndex || open[depth - 1].index != Int(block.parent) { depth -= 1 }
    return depth
  }

  // MARK: Footnotes

  private mutating func renderFootnotes() {
    guard footnotes.count > 0 else { return }
    out.freshLine()
    out.add("<section class=\"footnotes\" data-footnotes>\n<ol>\n")
    for number in 0..<footnotes.count {
      let entry = footnotes[number]
      out.add("<li id=\"fn-")
      addLabel(entry)
      out.add("\">\n")
      renderSubtree(entry)
      addBackReferences(number)
      out.freshLine()
      out.add("</li>\n")
      out.handOn()
    }
    out.add("</ol>\n</section>\n")
  }

  /// Writes what a footnote's definition holds.
  private mutating func renderSubtree(_ entry: FootnoteNumbers.Entry) {
    let (first, opener) = (Int(entry.run), Int(entry.block))
    outside = document.depth(ofBlock: opener, run: first) + 1
    defer { outside = 0 }
    var index = opener + 1
    var runIndex = first
    enter(document.storage.runs[runIndex], runIndex, document.storage.runs.start(of: runIndex))
    let isWithin = entry.block
    walk: while true {
      while index < run.blocks.count {
        let block = run.blocks[index]
        if runIndex == first {
          if index >= Int(run.blocks[opener].subtreeEnd) { break walk }
          closeAll(to: block.parent == isWithin ? 0 : depth(of: block))
        } else {
          if block.parent < 0, Int(-1 - block.parent) < outside { break walk }
          closeAll(to: depth(of: block))
        }
        renderBlock(block, index)
        index += 1
      }
      if runIndex == first ? !run.blocks[opener].isUnfinished : run.minDepth < outside { break }
      runIndex += 1
      guard runIndex < document.storage.runs.count else { break }
      enter(document.storage.runs[runIndex], runIndex, document.storage.runs.start(of: runIndex))
      renderLead()
      index = 0
    }
    closeLiteral()
    closeAll(to: 0)
    closeRaw(to: -1)
  }

  private mutating func addLabel(_ entry: FootnoteNumbers.Entry) {
    let run = document.storage.runs[Int(entry.run)]
    let label = run.definitions[Int(run.blocks[Int(entry.block)].payload)].label
    let start = document.storage.runs.start(of: Int(entry.run))
    out.addAddress(source, start + Int(label.start), start + Int(label.end))
  }

  private mutating func addBackReferences(_ number: Int) {
    let isParagraph = out.dropParagraphEnd()
    if !isParagraph { out.add("<p>") }
    let entry = footnotes[number]
    for use in 0..<Int(entry.uses) {
      // A footnote used a million times is led back from as far as the bound goes.
      let before = out.count
      defer { expansion += out.count - before }
      if use > 0, expansion > expansionLimit { break }
      out.handOn()
      if isParagraph || use > 0 { out.add(Byte.space) }
      out.add("<a href=\"#fnref-")
      addLabel(entry)
      if use > 0 { out.add("-\(use + 1)") }
      out.add("\" class=\"footnote-backref\" data-footnote-backref data-footnote-backref-idx=\"\(number + 1)")
      if use > 0 { out.add("-\(use + 1)") }
      out.add("\" aria-label=\"Back to reference \(number + 1)")
      if use > 0 { out.add("-\(use + 1)") }
      out.add("\">↩")
      if use > 0 { out.add("<sup class=\"footnote-ref\">\(use + 1)</sup>") }
      out.add("</a>")
    }
    out.add("</p>\n")
  }

  mutating func addFootnoteReference(_ index: Int) {
    let record = run.inlines[index]
    let key = run.lookups[Int(run.inlines[index + 1].next)]
    guard let number = footnotes.index(of: key) else {
      out.addEscaped(base, Int(record.start), Int(record.end))
      return
    }
    usesWritten[number] += 1
    if isSafe, isInLink || rawLinks > 0 {
      out.add("<sup class=\"footnote-ref\">\(number + 1)</sup>")
      return
    }
    out.add("<sup class=\"footnote-ref\"><a href=\"#fn-")
    addLabel(footnotes[number])
    out.add("\" id=\"fnref-")
    addLabel(footnotes[number])
    if usesWritten[number] > 1 { out.add("-\(usesWritten[number])") }
    out.add("\" data-footnote-ref>\(number + 1)</a></sup>")
  }
}
