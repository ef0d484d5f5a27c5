import GLibKit
import Testing

/// Values are filled into translated texts, and written as people read them.
@Suite struct TextTests {
  @Test(arguments: [
    ("%s of %s", "3 of 17"), ("%2$s/%1$s", "17/3"), ("100%", "100%"), ("%%s", "%s"), ("%s %s %s", "3 17 %s"), ("%9$s", "%9$s"), ("%", "%"),
    ("%x%s", "%x3"), ("", ""), ("%d words", "3 words"), ("é%sé", "é3é"), ("%1$", "%1$"),
    ("%999999999999999999999$s", "%999999999999999999999$s"),
  ])
  func valuesAreFilledIn(_ template: String, _ expected: String) { #expect(template.filled(3, "17") == expected) }

  @Test func aValueIsNotReadAsATemplate() { #expect("%s-%s".filled("%s", "%%") == "%s-%%") }

  @Test func namesAreSortedAsPeopleDo() {
    let names = ["note 10.md", "note 2.md", "Note 1.md"]
    #expect(names.sorted { Format.compareNames($0, $1) < 0 }.last == "note 10.md")
    #expect(Format.compareNames("note 2.md", "note 10.md") < 0)
    #expect(Format.compareNames("a", "a") == 0)
  }

  @Test func pathsAreShortened() {
    #expect(Format.path(Folders.home) == "~")
    #expect(Format.path(Folders.home + "/Notes/a.md") == "~/Notes/a.md")
    #expect(Format.path(Folders.home + "x/a.md") == Folders.home + "x/a.md")
  }

  @Test func numbersAndSizesAreWritten() {
    #expect(Format.number(1204).filter(\.isNumber) == "1204")
    #expect(Format.size(bytes: 12_300).hasPrefix("12"))
    #expect(Format.size(bytes: -1).hasPrefix("0"))
    #expect(Format.time(0, "%Y")?.count == 4)
    #expect(Format.time(.max, "%Y") == nil)
  }

  @Test func aTextWithoutATranslationIsItself() {
    #expect(tr("A text that no catalogue holds") == "A text that no catalogue holds")
    #expect(tr("x") == "x")
    #expect(C_("menu", "A text that no catalogue holds") == "A text that no catalogue holds")
    #expect(ngettext("%s stone", "%s stones", 1).filled(1) == "1 stone")
    #expect(ngettext("%s stone", "%s stones", 2).filled(2) == "2 stones")
  }
}
