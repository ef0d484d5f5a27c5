import Testing

@testable import Typesetting

@Suite("Tags of HTML")
struct HTMLTagTests {
  private func read(_ text: String) -> (tag: HTMLTag, end: Int)? { HTMLTag.read(Array(text.utf8), at: 0) }

  @Test func readsNamesAndAttributes() throws {
    let found = try #require(read("<IMG src=\"a b.png\" width='50%' height=20 hidden/>x"))
    #expect(found.end == 49)
    #expect(found.tag.name == "img")
    #expect(!found.tag.isClosing)
    #expect(found.tag.value("src") == Array("a b.png".utf8))
    #expect(found.tag.length("width") == -0.5)
    #expect(found.tag.length("height") == 20)
    #expect(found.tag.value("hidden") == [])
    #expect(found.tag.value("alt") == nil)
  }

  @Test func readsClosingTags() throws {
    let found = try #require(read("</Details >"))
    #expect(found.tag == HTMLTag(name: "details", isClosing: true, attributes: []))
    #expect(found.end == 11)
  }

  @Test(arguments: ["<", "<>", "< b>", "<1>", "<b", "<b a=\"x>", "<b <i>", "</>", "b"])
  func refusesWhatIsNone(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: ["width=0", "width=-5", "width=auto", "width"])
  func knowsNoOtherLengths(_ attribute: String) throws {
    #expect(try #require(read("<img \(attribute)>")).tag.length("width") == nil)
  }
}
