import Foundation
import Markdown
import TextModel
import Testing

@testable import Typesetting

/// A program that reads what we wrote, as others will.
enum OutsideTool {
  /// Gives what a program printed; nil where it is not installed, which is a failure in CI and a printed skip elsewhere.
  static func run(_ name: String, _ arguments: [String]) throws -> Data? {
    guard let path = ["/usr/bin/", "/usr/local/bin/"].map({ $0 + name }).first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else {
      if ProcessInfo.processInfo.environment["CI"] != nil { throw Missing(tool: name) }
      print("skipped: \(name) is not installed")
      return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failed(tool: name, words: String(decoding: data.prefix(2000), as: UTF8.self)) }
    return data
  }

  struct Missing: Error { let tool: String }
  struct Failed: Error {
    let tool: String
    let words: String
  }
}

/// Pictures that are there and have a size, but no pixels.
final class SizedPictures: PictureSource {
  func picture(at address: [UInt8]) -> PictureState { .failed(.missing) }
  func size(at address: [UInt8]) -> (width: Int, height: Int)? { (48, 36) }
}

/// A PDF that was written, and what others read in it.
final class WrittenPDF {
  let document: MarkdownDocument
  let pages: DocumentPages
  let path: String
  let count: Int

  init(_ document: MarkdownDocument, _ options: PageOptions = PageOptions(), pictures: PictureSource? = SizedPictures()) throws {
    self.document = document
    pages = try DocumentPages(document, options: options, pictures: pictures)
    let bytes = try PDFDocument(pages).bytes()
    count = bytes.count
    path = NSTemporaryDirectory() + "masthead-\(UUID().uuidString).pdf"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The text of each page without its running heads.
  func texts() throws -> [String]? {
    let body = pages.format.body
    guard
      let data = try OutsideTool.run(
        "pdftotext",
        [
          "-raw", "-x", "0", "-y", "\(Int(body.y) - 4)", "-W", "\(Int(pages.format.width))", "-H", "\(Int(body.height) + 12)", path, "-",
        ])
    else { return nil }
    return String(decoding: data, as: UTF8.self).components(separatedBy: "\u{0c}")
  }

  /// The objects that qpdf reads, by their names.
  func objects() throws -> [String: Any]? {
    guard let data = try OutsideTool.run("qpdf", ["--json=2", "--json-key=qpdf", path]) else { return nil }
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return (json?["qpdf"] as? [Any])?.last as? [String: Any]
  }
}

@Suite("PDF files")
struct PDFFileTests {
  /// A document with every construct.
  static let samples = """
    ---
    title: Samples
    author: Ada
    lang: en-GB
    ---

    # Samples & more

    Text with *emphasis*, `code`, a [link](https://example.org/a%20b?x=(1)) and an [inner one](#second-part) and [nowhere](#not-there), adjacent
    [one](https://a.example)[two](https://b.example), a note[^n], [bad](javascript:alert(1)), [mail](mailto:a@b.example), <https://auto.example/>,
    office fluffy, ![a picture](p.png), [![linked picture](q.png)](https://pic.example).

    ## Second part

    1. first
    2. second
       - inner
       - [x] done
    3. third

    | Left | Right |
    |:-----|------:|
    | a *b* | [c](https://cell.example) |
    |  | d |

    > quote
    >
    > > inner quote

    ```swift
    let a = 1
    ```

    ### Third level

    A paragraph with a link that is so long that it has to go over the end of its line and on: [\(String(repeating: "linked words ", count: 12))](https://long.example/).

    [^n]: The note has a [link](https://note.example).
    """

  private func letters(_ text: some StringProtocol) -> [UInt8] {
    // Non-breaking blanks and the marks between languages are no letters.
    String(text).precomposedStringWithCanonicalMapping.unicodeScalars.filter {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && !Self.isRightToLeft($0)
    }
    .flatMap { Array(String($0).utf8) }
  }

  /// Scripts of which pdftotext gives the letters of a line in the order of the eye.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    (0x590...0x8ff).contains(scalar.value) || (0xfb1d...0xfefc).contains(scalar.value)
  }

  /// Finds where the words of the pages differ from those of the tree; nil when nowhere.
  private func firstDifference(_ pdf: WrittenPDF, _ texts: [String]) -> String? {
    let words = ExpectedWords(pdf.document, isPaper: true)
    let bounds = words.noteStarts + [words.bytes.count]
    let body = letters(String(decoding: words.bytes[..<bounds[0]], as: UTF8.self))
    let notes = (0..<words.noteStarts.count).map {
      Array("\($0 + 1)".utf8) + letters(String(decoding: words.bytes[bounds[$0]..<bounds[$0 + 1]], as: UTF8.self))
    }
    var place = 0
    var waiting: [[UInt8]] = []
    var nextNote = 0
    for (number, text) in texts.enumerated() {
      var found = letters(text)
      // The header of a table that goes on is there once more.
      if number < pdf.pages.count, let first = pdf.pages.pages[number].pieces.first, first.isRepeated {
        let box = pdf.pages.flow.box(first.item)
        let header = box.texts.filter(\.isSource).flatMap {
          letters(String(decoding: $0.set.text.bytes, as: UTF8.self).filter { $0 != "\u{fffc}" })
        }
        if found.starts(with: header) { found.removeFirst(header.count) }
      }
      var index = 0
      while index < found.count, place < body.count, found[index] == body[place] {
        // The foot of the page begins where the body's words stop to be those that follow; the body's own come first.
        index += 1
        place += 1
      }
      // What is left are notes: those that go on, then new ones.
      var rest = Array(found[index...])
      while !rest.isEmpty {
        if waiting.isEmpty, nextNote < notes.count {
          waiting.append(notes[nextNote])
          nextNote += 1
        }
        guard let note = waiting.first else { break }
        let common = zip(rest, note).prefix { $0 == $1 }.count
        if common == 0 { break }
        rest.removeFirst(common)
        if common == note.count { waiting.removeFirst() } else { waiting[0].removeFirst(common) }
      }
      if !rest.isEmpty {
        // A foot may begin with a digit that the body has, too: give it back.
        return
          "page \(number + 1): found “\(String(decoding: rest.prefix(60), as: UTF8.self))”, expected “\(String(decoding: body[place...].prefix(60), as: UTF8.self))”"
      }
    }
    if place < body.count { return "left out: “\(String(decoding: body[place...].prefix(80), as: UTF8.self))”" }
    if nextNote < notes.count || !waiting.isEmpty { return "notes left out: from \(nextNote - waiting.count + 1)" }
    return nil
  }

  @Test("pdftotext reads the words of the tree in their order", arguments: PageRulesTests.real)
  func words(_ name: String) throws {
    guard let bytes = try Corpus.file("real/\(name).md") else { return }
    let pdf = try WrittenPDF(MarkdownDocument(ChunkedText(utf8: bytes)))
    guard let texts = try pdf.texts() else { return }
    let difference = firstDifference(pdf, texts)
    #expect(difference == nil)
    let found = texts.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
    let signs: Set<Substring> = ["•", "☐", "☑", "———"]
    let expected = pdf.document.plainText().split(whereSeparator: \.isWhitespace).filter { !signs.contains($0) }.count
    print("\(name): \(pdf.pages.count) pages, \(pdf.count / 1000) kB, \(found) words")
    #expect(Double(found) > 0.97 * Double(expected), "blanks between words are lost")
  }

  @Test("Every construct is read back: words, outline, links, structure, metadata")
  func everyConstruct() throws {
    let pdf = try WrittenPDF(MarkdownDocument(Self.samples))
    guard let texts = try pdf.texts(), let objects = try pdf.objects() else { return }
    #expect(firstDifference(pdf, texts) == nil)
    try check(pdf, objects)
    let targets = annotations(objects).compactMap { ($0["/A"] as? [String: Any])?["/URI"] as? String }
    #expect(targets.contains("u:https://example.org/a%20b?x=(1)"))
    #expect(!targets.contains { $0.contains("javascript") })
    #expect(targets.filter { $0 == "u:https://long.example/" }.count >= 2, "one annotation for each line of a link")
    let catalogue = dictionaries(objects).first { $0["/Type"] as? String == "/Catalog" }
    #expect(catalogue?["/Lang"] as? String == "u:en-GB")
    #expect(((catalogue?["/MarkInfo"] as? [String: Any])?["/Marked"] as? Bool) == true)
    let information = String(decoding: try OutsideTool.run("pdfinfo", [pdf.path]) ?? Data(), as: UTF8.self)
    #expect(information.contains("Title:           Samples\n") && information.contains("Author:          Ada\n"))
    #expect(information.contains("Tagged:          yes"))
    let figures = elements(objects, "/Figure").compactMap { $0["/Alt"] as? String }
    #expect(Set(figures) == ["u:a picture", "u:linked picture"])
  }

  @Test("Structure, outline and links of real documents are those of the tree", arguments: PageRulesTests.real)
  func realDocuments(_ name: String) throws {
    guard let bytes = try Corpus.file("real/\(name).md") else { return }
    let pdf = try WrittenPDF(MarkdownDocument(ChunkedText(utf8: bytes)))
    guard let objects = try pdf.objects() else { return }
    try check(pdf, objects)
    let said = try OutsideTool.run("qpdf", ["--check", pdf.path]).map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(!said.contains("WARNING") && said.contains("No syntax or stream encoding errors"), "\(said.prefix(400))")
  }

  @Test("The hand-made book: words, rules, structure, outline, links; all 300 pages in the milestone, a share of them otherwise")
  func book() throws {
    let folder = NSTemporaryDirectory() + "masthead-book-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let maker = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
      "Benchmarks/make_book.py")
    guard try OutsideTool.run("python3", [maker.path, folder, Sample.isMilestone ? "300" : "20"]) != nil else { return }
    let source = try Data(contentsOf: URL(fileURLWithPath: folder + "/book.md"))
    let pdf = try WrittenPDF(MarkdownDocument(ChunkedText(utf8: Array(source))), pictures: PaperPictures(folder: folder))
    guard let texts = try pdf.texts(), let objects = try pdf.objects() else { return }
    #expect(firstDifference(pdf, texts) == nil)
    let checker = PageChecker(pdf.pages)
    #expect(checker.faults.isEmpty, "\(checker.faults.prefix(10))")
    #expect(checker.notesInPlace > 10 * checker.notesLater, "\(checker.notesLater) notes begin later")
    try check(pdf, objects)
    let said = try OutsideTool.run("qpdf", ["--check", pdf.path]).map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(!said.contains("WARNING") && said.contains("No syntax or stream encoding errors"), "\(said.prefix(400))")
    #expect(pdf.pages.count > (Sample.isMilestone ? 280 : 14))
  }

  // MARK: What qpdf reads

  private func dictionaries(_ objects: [String: Any]) -> [[String: Any]] {
    objects.values.compactMap { ($0 as? [String: Any])?["value"] as? [String: Any] }
  }

  private func elements(_ objects: [String: Any], _ kind: String) -> [[String: Any]] {
    dictionaries(objects).filter { $0["/Type"] as? String == "/StructElem" && $0["/S"] as? String == kind }
  }

  private func annotations(_ objects: [String: Any]) -> [[String: Any]] {
    dictionaries(objects).filter { $0["/Subtype"] as? String == "/Link" }
  }

  /// Compares structure, outline and links with the tree.
  private func check(_ pdf: WrittenPDF, _ objects: [String: Any]) throws {
    var expected: [String: Int] = [:]
    var links = 0
    var addresses: [String: Int] = [:]
    var stack = [pdf.document.root]
    let recorder = PDFLinks(pdf.pages)
    while let node = stack.popLast() {
      switch node.kind {
      case .heading: expected["/H\(node.heading!.level)", default: 0] += 1
      case .list: expected["/L", default: 0] += 1
      case .listItem: expected["/LI", default: 0] += 1
      case .table: expected["/Table", default: 0] += 1
      case .tableRow: expected["/TR", default: 0] += 1
      case .tableCell: expected[node.cell!.isHeader ? "/TH" : "/TD", default: 0] += 1
      case .image: expected["/Figure", default: 0] += 1
      case .link, .autolink:
        if let address = node.link?.destination, let target = recorder.target(of: Array(address.utf8)),
          node.firstChild != nil || node.kind == .autolink
        {
          links += 1
          if case .address(let words) = target { addresses[PDFText.address(words), default: 0] += 1 }
        }
      case .footnoteReference: links += 1
      // Its number leads back.
      case .footnoteDefinition where pdf.pages.flow.notes.contains { $0.definition == node }: links += 1
      default: break
      }
      // What looks like a link in a picture's description is only words.
      if node.kind != .image { stack += Array(node.children) }
    }
    let hasHTML = pdf.document.blocks.contains { $0.kind == .htmlBlock }
    for (kind, count) in expected {
      let found = elements(objects, kind).count
      // HTML brings headings, tables and pictures of its own.
      if hasHTML { #expect(found >= count, "\(kind)") } else { #expect(found == count, "\(kind)") }
    }
    let linkElements = elements(objects, "/Link").filter { element in
      guard let kids = element["/K"] as? [Any] else { return false }
      return kids.contains { ($0 as? [String: Any])?["/Type"] as? String == "/OBJR" }
    }
    if hasHTML { #expect(linkElements.count >= links) } else { #expect(linkElements.count == links, "links") }
    // Each address is led to from as many places as the tree has links to it; a link over several lines has several.
    let found = annotations(objects).compactMap { ($0["/A"] as? [String: Any])?["/URI"] as? String }.map {
      PDFText.literal($0.dropFirst(2).utf8)
    }
    let counts = Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
    for (address, count) in addresses { #expect(counts[address, default: 0] >= count, "\(address)") }
    if !hasHTML { #expect(Set(counts.keys) == Set(addresses.keys)) }
    try checkOutline(pdf, objects)
  }

  @Test("Notes lead back to their marks")
  func backLinks() throws {
    let pdf = try WrittenPDF(
      MarkdownDocument("Text[^a] with a long note.\n\n\(String(repeating: "word ", count: 2000))[^b]\n\n[^a]: One.\n[^b]: - Two.\n"))
    guard let objects = try pdf.objects() else { return }
    let places = [try #require(pdf.pages.markPlaces[0]), try #require(pdf.pages.markPlaces[1])]
    #expect(places[0].page == 0 && places[1].page > 0)
    let format = pdf.pages.format
    for place in places {
      let y = format.height - format.body.y - place.y * 0.75 + 1.5
      let targets = annotations(objects).filter { annotation in
        guard let target = (annotation["/Dest"] as? [Any])?[3] as? NSNumber else { return false }
        return abs(target.doubleValue - y) < 0.1
      }
      #expect(targets.count == 1)
    }
    let labels = elements(objects, "/Lbl").compactMap { $0["/K"] as? [Any] }
    #expect(labels.count == 2, "the numbers of two notes; the item’s bullet is drawn, not read")
  }

  @Test("A ground that covers the sheet", arguments: [PageFormat.a4, .letter])
  func grounds(_ format: PageFormat) throws {
    let pages = try DocumentPages(
      MarkdownDocument("# One\n\ntext\n"), options: PageOptions(format: format, sheet: PaperStyle.sheet(palette: .dark), hasContents: true),
      pictures: nil)
    #expect(try PDFDocument(pages).bytes().count > 1000)
  }

  @Test("What is not read is marked as such")
  func artifacts() throws {
    let text = "# One\n\n\(String(repeating: "word ", count: 1500))[^1]\n\n> quote\n\n```\n/P << /MCID 0 >> BDC\n```\n\n[^1]: Note.\n"
    let pdf = try WrittenPDF(MarkdownDocument(text))
    let plain = pdf.path + ".plain"
    guard try OutsideTool.run("qpdf", ["--qdf", "--object-streams=disable", pdf.path, plain]) != nil else { return }
    defer { try? FileManager.default.removeItem(atPath: plain) }
    let content = String(decoding: try Data(contentsOf: URL(fileURLWithPath: plain)), as: UTF8.self)
    // Heads and numbers of each page, the line above the note, the bar of the quote, the ground of the code.
    #expect(content.components(separatedBy: "/Artifact << /Type /Pagination >> BDC").count == pdf.pages.count + 1)
    #expect(content.components(separatedBy: "/Artifact << /Type /Layout >> BDC").count >= 4)
    #expect(content.contains("(/P << /MCID 0 >> BDC)"), "the letters of the text stay")
    // Every mark that is left has its element.
    let texts = try pdf.texts()
    #expect(texts?.joined().contains("quote") ?? true)
  }

  /// Each heading is in the outline, in order, and its place is that of the heading on its page.
  private func checkOutline(_ pdf: WrittenPDF, _ objects: [String: Any]) throws {
    guard let data = try OutsideTool.run("qpdf", ["--json=2", "--json-key=outlines", pdf.path]) else { return }
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    var found: [(title: String, page: Int, y: Double, depth: Int)] = []
    func collect(_ list: Any?, _ depth: Int) {
      for entry in list as? [[String: Any]] ?? [] {
        let y = ((entry["dest"] as? [Any])?[3] as? NSNumber)?.doubleValue ?? -1
        found.append((entry["title"] as? String ?? "", entry["destpageposfrom1"] as? Int ?? 0, y, depth))
        collect(entry["kids"], depth + 1)
      }
    }
    collect(json?["outlines"], 0)
    let headings = pdf.document.headings
    #expect(found.map(\.title) == headings.map { $0.title.isEmpty ? $0.identifier : $0.title })
    for (entry, heading) in zip(found, headings.indices) {
      guard let place = pdf.pages.headingPlaces[heading] else {
        Issue.record("no place for \(entry.title)")
        continue
      }
      #expect(entry.page == place.page + 1)
      let top = pdf.pages.format.height - pdf.pages.format.body.y - place.y * 0.75
      #expect(abs(entry.y - top) <= 2, "\(entry.title)")
    }
  }
}
