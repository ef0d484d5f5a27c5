import Markdown
import Testing
import TextModel

@testable import Searching

@Suite struct DocumentSearchTests {
  private func places(_ needle: String, in text: String) -> [String] {
    let text = ChunkedText(text)
    var found: [String] = []
    TextFinding(needle).forEachPlace(in: text) {
      found.append("\($0.lower)")
      return true
    }
    return found
  }

  @Test func findsWithoutCase() {
    #expect(places("note", in: "Note, noted, NOTE and no te") == ["0", "6", "13"])
    #expect(places("  note ", in: "a note") == ["2"])
    #expect(places("aa", in: "aaaa") == ["0", "2"])
    #expect(places("ÄÖ", in: "xäöX ÄÖ") == ["1", "7"])
    #expect(places("日本", in: "a日本語日本") == ["1", "10"])
    #expect(places("", in: "abc").isEmpty)
    #expect(places("   ", in: "a   b").isEmpty)
    #expect(places("longer than the text", in: "short").isEmpty)
  }

  /// At every distance around the borders of windows and chunks, ASCII or not.
  @Test(arguments: ["needle", "nädel"])
  func findsAcrossBorders(needle: String) {
    let size = needle.utf8.count
    for start in (1 << 18) - size - 3...(1 << 18) + 3 {
      let text = String(repeating: "x", count: start) + needle.uppercased() + "yy" + needle
      #expect(places(needle, in: text) == ["\(start)", "\(start + size + 2)"], "at \(start)")
    }
  }

  @Test func comparesWithThePlainWay() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let letters = Array("abAB é日")
      let text = String((0..<Int.random(in: 0...80, using: &generator)).map { _ in letters.randomElement(using: &generator)! })
      let needle = String((0..<Int.random(in: 1...3, using: &generator)).map { _ in letters.randomElement(using: &generator)! })
      let plain = needle.split(separator: " ").isEmpty ? [] : plainPlaces(trimmed(needle), in: text)
      #expect(places(needle, in: text) == plain, "\(needle) in \(text)")
    }
  }

  private func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private func plainPlaces(_ needle: String, in text: String) -> [String] {
    let needle = Array(needle.lowercased().unicodeScalars)
    let scalars = Array(text.lowercased().unicodeScalars)
    var found: [String] = []
    var index = 0
    while index + needle.count <= scalars.count {
      if Array(scalars[index..<index + needle.count]) == needle {
        var before = String.UnicodeScalarView()
        before.append(contentsOf: scalars[..<index])
        found.append("\(String(before).utf8.count)")
        index += needle.count
      } else {
        index += 1
      }
    }
    return found
  }

  private let document = MarkdownDocument(
    """
    # Garden notes

    Plant the *garden* beans, then garden peas.
    See [the guide](https://example.org/garden "t") and `garden --water`.

    ## Tasks in the garden

    - [ ] Water the beans
      more of it
    - [x] Order seeds
    - plain

    ```sh
    #!/bin/sh
    water --all
    ```

    ### Ending
    """)

  @Test func findsHeadings() {
    let search = DocumentSearch(document)
    #expect(search.headings(Phrase("garden"), limit: 9).map(\.excerpt) == ["Garden notes", "Tasks in the garden"])
    #expect(search.headings(Phrase("end"), limit: 9).map(\.excerpt) == ["Ending"])
    #expect(search.headings(Phrase(""), limit: 2).map(\.excerpt) == ["Garden notes", "Tasks in the garden"])
    #expect(search.headings(Phrase("garden"), limit: 9).map(\.line) == [0, 5])
  }

  @Test func findsTextOncePerLineWithItsContext() throws {
    let search = DocumentSearch(document)
    let found = search.text("garden", limit: 10)
    #expect(found.map(\.line) == [0, 2, 3, 5])
    #expect(found[1].excerpt == "Plant the *garden* beans, then garden peas.")
    #expect(found[1].highlights == [11..<17])
    #expect(document.text.string(in: found[1].range) == "garden")
    #expect(search.text("garden", limit: 2).count == 2)
    #expect(search.text("garden", limit: 2, isCancelled: { true }).isEmpty)
  }

  @Test func cutsLongLinesAroundThePlace() throws {
    let line = String(repeating: "wörter ", count: 3000) + "needle" + String(repeating: " danach", count: 3000)
    let found = try #require(DocumentSearch(MarkdownDocument(line)).text("needle", limit: 1).first)
    #expect(found.excerpt.count < 200)
    #expect(found.excerpt.hasPrefix("…") && found.excerpt.hasSuffix("…"))
    let scalars = Array(found.excerpt.unicodeScalars)[found.highlights[0]]
    #expect(String(String.UnicodeScalarView(scalars)) == "needle")
  }

  @Test func findsThingsByKind() {
    let search = DocumentSearch(document)
    func titles(_ kinds: Set<DocumentSearch.Kind>, _ phrase: String = "") -> [String] {
      search.things(kinds, Phrase(phrase), limit: 99).map(\.excerpt)
    }
    #expect(titles([.link]) == ["the guide"])
    #expect(titles([.link], "example") == ["the guide"])
    #expect(titles([.link], "nowhere").isEmpty)
    #expect(titles([.task]) == ["Water the beans more of it", "Order seeds"])
    #expect(titles([.task], "seeds") == ["Order seeds"])
    #expect(titles([.code]) == ["garden --water", "#!/bin/sh"])
    #expect(titles([.code], "water") == ["garden --water", "water --all"])
    #expect(titles([.heading, .task], "garden") == ["Garden notes", "Tasks in the garden"])
  }
}

extension String.UnicodeScalarView {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.init()
    append(contentsOf: scalars)
  }

  /// A document may have changed between the search and the choice.
  @Test func findsAPlaceAgainInAnotherVersion() throws {
    let place = try #require(DocumentSearch.lines(of: ChunkedText("one\ntwo words\nthree words"), holding: "WORDS", limit: 9).last)
    #expect("\(place.range.lower)" == "20")
    func again(_ text: String) -> String? { place.range(in: ChunkedText(text)).map { "\($0.lower)" } }
    #expect(again("one\ntwo words\nthree words") == "20")
    #expect(again("words") == "0")
    #expect(again("nothing of it") == nil)
    #expect(again("") == nil)
    let far = String(repeating: "x", count: 25)
    #expect(again("words " + far + " words") == "32")
    #expect(again("words " + far + far + " words") == "0")
  }
}
