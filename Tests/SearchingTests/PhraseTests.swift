import Testing

@testable import Searching

@Suite struct PhraseTests {
  private func score(_ phrase: String, _ title: String, keywords: [String] = [], path: String? = nil) -> Int? {
    Phrase(phrase).match(FoldedText(title), keywords: keywords.map { FoldedText($0) }, path: path.map { FoldedText($0) })?.score
  }

  private func marked(_ phrase: String, _ title: String) -> String? {
    guard let match = Phrase(phrase).match(FoldedText(title)) else { return nil }
    var text = ""
    for (index, scalar) in title.unicodeScalars.enumerated() {
      if match.ranges.contains(where: { $0.lowerBound == index }) { text += "[" }
      text.unicodeScalars.append(scalar)
      if match.ranges.contains(where: { $0.upperBound == index + 1 }) { text += "]" }
    }
    return text
  }

  @Test(arguments: [
    ("bol", "Bold", "[Bol]d"), ("list", "Bullet List", "Bullet [List]"), ("list bul", "Bullet List", "[Bul]let [List]"),
    ("sbs", "Side by Side", "[S]ide [b]y [S]ide"), ("uber", "Über uns", "[Über] uns"), ("ÜBER", "Über uns", "[Über] uns"),
    ("tabl", "e\u{301}table", "e\u{301}[tabl]e"), ("e", "e\u{301}", "[e]\u{301}"), ("", "Anything", "Anything"),
  ])
  func marksWhatFits(phrase: String, title: String, expected: String) { #expect(marked(phrase, title) == expected) }

  @Test(arguments: [("x", "Bold"), ("bold x", "Bold"), ("ob", "Bold"), ("dlo", "Bold"), ("lb", "Bullet List")])
  func saysWhatDoesNotFit(phrase: String, title: String) { #expect(marked(phrase, title) == nil) }

  @Test func ranksByWhereItWasFound() throws {
    let order = [
      score("rule", "Rule"), score("rule", "Rule Lines"), score("rule", "Horizontal Rule"),
      score("rule", "Line", keywords: ["rule"]), score("rule", "Overruled"), score("rule", "Line", path: "Insert › Rules"),
      score("rule", "Revert unless late edits"),
    ]
    let known = try order.map { try #require($0) }
    #expect(known == known.sorted(by: >))
    #expect(Set(known).count == known.count)
  }

  @Test func prefersTheShorterTitle() throws {
    #expect(try #require(score("table", "Table")) > (try #require(score("table", "Table of Contents"))))
    #expect(try #require(score("save", "Save As")) > (try #require(score("save", "Save As Template"))))
  }

  @Test func keywordsAndPathCountFromTheStartOfAWord() {
    #expect(score("ister", "Line", keywords: ["register"]) == nil)
    #expect(score("format bold", "Bold", path: "Format") != nil)
  }
}
