import Markdown
import TextModel
import Testing

@testable import Typesetting

/// Checks pages against the rules of good pages, by the boxes that stand on them.
struct PageChecker {
  let pages: DocumentPages
  private(set) var faults: [String] = []
  /// Notes that stand on the page of their mark, and notes that had to begin later.
  private(set) var notesInPlace = 0
  private(set) var notesLater = 0
  private(set) var repeatedHeaders = 0

  private var flow: PaperFlow { pages.flow }

  init(_ pages: DocumentPages) {
    self.pages = pages
    checkCoverage()
    for number in pages.pages.indices { check(pages.pages[number], number) }
    checkNotes()
  }

  /// Everything stands on a page exactly once, in order, from its top to its bottom.
  private mutating func checkCoverage() {
    var reached: (item: PaperFlow.Item, to: Double)?
    var next = 0
    for page in pages.pages {
      for piece in page.pieces where !piece.isRepeated {
        if let open = reached, open.item == piece.item {
          if abs(open.to - piece.from) > 0.01 { faults.append("a gap or an overlap in \(piece.item)") }
        } else {
          if next >= flow.items.count || flow.items[next] != piece.item { faults.append("out of order: \(piece.item)") }
          if piece.from != 0 { faults.append("begins in the middle: \(piece.item)") }
          if let open = reached, abs(open.to - flow.box(open.item).height) > 0.01 { faults.append("cut off: \(open.item)") }
          next += 1
        }
        reached = (piece.item, piece.to)
      }
    }
    if next != flow.items.count { faults.append("\(flow.items.count - next) leaves are on no page") }
    var notes: [PaperFlow.Item: Double] = [:]
    for page in pages.pages {
      for piece in page.notes {
        if abs(notes[piece.item, default: 0] - piece.from) > 0.01 { faults.append("a note does not go on where it ended: \(piece.item)") }
        notes[piece.item] = piece.to
      }
    }
    for note in flow.notes {
      for item in note.items where abs((notes[item] ?? -1) - flow.box(item).height) > 0.01 {
        faults.append("note \(note.number) is not whole")
      }
    }
  }

  private mutating func check(_ page: Page, _ number: Int) {
    let floor = page.notes.first.map { $0.y - 1 } ?? flow.height + 1
    var bottom = 0.0
    for piece in page.pieces {
      if piece.y + 0.01 < bottom { faults.append("page \(number + 1): pieces meet") }
      bottom = piece.bottom
      if bottom > floor { faults.append("page \(number + 1): \(piece.item) ends at \(bottom), the page at \(floor)") }
    }
    for piece in page.notes where piece.bottom > flow.height + 1 { faults.append("page \(number + 1): a note leaves the page") }
    let isBroken = number + 1 < pages.pages.count && pages.pages[number + 1].pieces.first.map { flow.breaks.contains($0.item) } ?? true
    if let last = page.pieces.last, number + 1 < pages.pages.count, !isBroken {
      switch flow.leaf(last.item)?.kind {
      case .heading, .caption: faults.append("page \(number + 1) ends with a heading")
      case .row(0):
        if let after = pages.pages[number + 1].pieces.first(where: { !$0.isRepeated }), LeafMeasure.isSameTable(last.item, after.item, flow)
        {
          faults.append("page \(number + 1) ends with a table's header")
        }
      default: break
      }
    }
    for piece in page.pieces + page.notes { checkLines(of: piece, number) }
    if let first = page.pieces.first, case .row(let row)? = flow.leaf(first.item)?.kind, flow.node(first.item)?.kind == .tableRow {
      if row > 0 { faults.append("page \(number + 1) goes on with a table without its header") }
      if first.isRepeated { repeatedHeaders += 1 }
    }
  }

  /// No paragraph or code leaves a line of its own alone at either end of a page.
  private mutating func checkLines(of piece: Page.Piece, _ number: Int) {
    let measure = LeafMeasure(flow.box(piece.item), piece.item, flow: flow)
    guard measure.cutting == .lines, measure.segments.count > 1 else { return }
    let shown = measure.segments.filter { ($0.top + $0.bottom) / 2 > piece.from && ($0.top + $0.bottom) / 2 < piece.to }.count
    if shown < 2, shown < measure.segments.count { faults.append("page \(number + 1): a line of \(piece.item) is alone") }
  }

  private mutating func checkNotes() {
    var pageOfMark: [Int: Int] = [:]
    for (number, page) in pages.pages.enumerated() {
      for piece in page.pieces + page.notes {
        let measure = LeafMeasure(flow.box(piece.item), piece.item, flow: flow)
        for segment in measure.segments where segment.top >= piece.from - 0.01 && segment.top < piece.to {
          for note in segment.notes where pageOfMark[note] == nil { pageOfMark[note] = number }
        }
      }
    }
    for index in flow.notes.indices {
      guard let mark = pageOfMark[index], let place = pages.notePlaces[index] else {
        faults.append("note \(index + 1) has no mark or no place")
        continue
      }
      if place.page == mark { notesInPlace += 1 } else { notesLater += 1 }
      // A note may wait for as long as the one before it goes on.
      let waits = index > 0 ? (pages.pages.lastIndex { $0.notes.contains { flow.notes[index - 1].items.contains($0.item) } } ?? mark) : mark
      if place.page < mark || place.page > max(mark + 1, waits + 1) {
        faults.append("note \(index + 1) is on page \(place.page + 1), its mark on \(mark + 1)")
      }
    }
  }
}

@Suite("Pages")
struct PageRulesTests {
  static let real = [
    "changelog-1.3mb", "cli-el-80kb", "goals-tables-170kb", "manual-300kb", "primer-images-110kb", "primer-ja-140kb", "rfc-code-80kb",
  ]

  private func pages(_ text: String, _ change: (inout PageOptions) -> Void = { _ in }) throws -> DocumentPages {
    var options = PageOptions()
    change(&options)
    return try DocumentPages(MarkdownDocument(text), options: options, pictures: nil)
  }

  @Test("Real documents keep the rules", arguments: real)
  func realDocuments(_ name: String) throws {
    guard let bytes = try Corpus.file("real/\(name).md") else { return }
    var options = PageOptions()
    options.hasContents = true
    if name == "manual-300kb" { options.format = .letter }
    let pages = try DocumentPages(MarkdownDocument(ChunkedText(utf8: bytes)), options: options, pictures: nil)
    let checker = PageChecker(pages)
    #expect(checker.faults.isEmpty, "\(checker.faults.prefix(10))")
    #expect(pages.count > 10)
    #expect(checker.notesLater <= 1)
  }

  @Test("Random documents keep the rules on paper of every size")
  func randomDocuments() throws {
    var random = SeededPages(seed: 11)
    var headers = 0
    for round in 0..<40 {
      let text = random.document()
      let format = PageFormat(width: Double(random.below(500) + 200), height: Double(random.below(500) + 420))
      let pages = try DocumentPages(MarkdownDocument(text), options: PageOptions(format: format), pictures: nil)
      let checker = PageChecker(pages)
      headers += checker.repeatedHeaders
      #expect(checker.faults.isEmpty, "round \(round), \(Int(format.width)) × \(Int(format.height)): \(checker.faults.prefix(4))")
    }
    #expect(headers > 10, "tables must have gone over pages")
  }

  @Test(
    "A page break begins a page, wherever one is asked for",
    arguments: [
      "<!-- pagebreak -->", "<!--page-break-->", "<!-- newpage -->", "<div style=\"page-break-after: always;\"></div>",
      "<div style=\"break-after: page\"></div>", "<div style=\"page-break-before: always\"></div>",
    ])
  func pageBreaks(_ mark: String) throws {
    #expect(try pages("one\n\n\(mark)\n\ntwo\n").count == 2)
    #expect(try pages("\(mark)\n\none\n\n\(mark)\n").count == 1)
    #expect(try pages("one\n\n<!-- no pagebreak here -->\n\ntwo\n").count == 1)
  }

  @Test("A table of 5,000 rows begins on each page with its header")
  func longTable() throws {
    var text = "| a | b | c |\n|---|---|---|\n"
    for row in 0..<5000 { text += "| \(row) | cell of row \(row) | x |\n" }
    let pages = try pages(text)
    let checker = PageChecker(pages)
    #expect(checker.faults.isEmpty, "\(checker.faults.prefix(5))")
    #expect(checker.repeatedHeaders == pages.count - 1)
  }

  @Test("A row that is taller than a page is cut between lines")
  func tallRow() throws {
    let text = "| a | b |\n|---|---|\n| \(String(repeating: "word ", count: 6000)) | x |\n| 1 | 2 |\n"
    let pages = try pages(text)
    let checker = PageChecker(pages)
    #expect(checker.faults.isEmpty, "\(checker.faults.prefix(5))")
    #expect(pages.count > 3)
  }

  @Test("A line of code of 100,000 characters is wrapped, all of it")
  func longCode() throws {
    let pages = try pages("```\n\(String(repeating: "x=1; ", count: 20_000))\n```\n")
    let checker = PageChecker(pages)
    #expect(checker.faults.isEmpty, "\(checker.faults.prefix(5))")
    #expect(pages.count > 10)
  }

  @Test("A note longer than a page goes on at the next feet")
  func longNote() throws {
    let text = "A mark[^1] and another[^2].\n\nMore text.\n\n[^1]: \(String(repeating: "words of the note ", count: 2000))\n[^2]: Short.\n"
    let pages = try pages(text)
    let checker = PageChecker(pages)
    #expect(checker.faults.isEmpty, "\(checker.faults.prefix(5))")
    #expect(pages.count > 3)
    #expect(pages.notePlaces[0]?.page == 0)
  }

  @Test("A picture taller than a page is made smaller")
  func tallPicture() throws {
    final class Tall: PictureSource {
      func picture(at address: [UInt8]) -> PictureState { .failed(.missing) }
      func size(at address: [UInt8]) -> (width: Int, height: Int)? { (400, 9000) }
    }
    let pages = try DocumentPages(
      MarkdownDocument("# A heading\n\n## Another\n\n![tall](a.png)\n\ntext\n"), options: PageOptions(), pictures: Tall())
    let checker = PageChecker(pages)
    #expect(checker.faults.isEmpty, "\(checker.faults.prefix(5))")
    #expect(pages.pages[0].pieces.count >= 3)
  }

  @Test("Making pages can be given up")
  func cancelling() throws {
    let text = String(repeating: "A paragraph of some words.\n\n", count: 2000)
    #expect(throws: PagesCancelled.self) {
      _ = try DocumentPages(MarkdownDocument(text), options: PageOptions(), pictures: nil) { $0 < 0.3 }
    }
    let pages = try pages(text)
    #expect(throws: PDFFailure.cancelled) { try PDFDocument(pages).bytes { $0 < 0.5 } }
  }

  @Test("An empty document is one empty page")
  func emptyDocument() throws {
    #expect(try pages("").count == 1)
    #expect(try pages("<!-- only a comment -->\n").count == 1)
  }
}

/// Makes documents of everything that pages are divided at.
struct SeededPages {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func words(_ most: Int) -> String {
    (0...below(most)).map { _ in ["a", "word", "longer", "paragraphs", "und", "Überraschung", "文字", "x"][below(8)] }.joined(separator: " ")
  }

  mutating func document() -> String {
    var text = ""
    var notes = 0
    for _ in 0..<(10 + below(40)) {
      switch below(10) {
      case 0, 1: text += String(repeating: "#", count: 1 + below(4)) + " " + words(8) + "\n\n"
      case 2:
        text += "| \(words(2)) | \(words(2)) |\n|---|---|\n"
        for _ in 0...below(30) { text += "| \(words(12)) | \(words(4)) |\n" }
        text += "\n"
      case 3:
        text += "```\n"
        for _ in 0...below(60) { text += words(14) + "\n" }
        text += "```\n\n"
      case 4:
        for index in 0...below(12) { text += "\(below(2) == 0 ? "-" : "\(index + 1).") \(words(20))\n" }
        text += "\n"
      case 5:
        notes += 1
        text += "\(words(30))[^\(notes)] \(words(30)).\n\n[^\(notes)]: \(words(below(8) == 0 ? 700 : 30))\n\n"
      case 6: text += "> [!NOTE]\n> \(words(60))\n\n"
      case 7: text += below(3) == 0 ? "<!-- pagebreak -->\n\n" : "> \(words(80))\n\n"
      default: text += words(200) + "\n\n"
      }
    }
    return text
  }
}
