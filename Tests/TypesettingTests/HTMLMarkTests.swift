import Markdown
import Testing

@testable import Typesetting

@Suite("Tags of HTML")
struct HTMLMarkTests {
  private func read(_ text: String) -> HTMLMark? {
    var tokens = HTMLTokenizer(text)
    return tokens.next().flatMap(HTMLMark.init)
  }

  @Test func readsNamesAndAttributes() throws {
    let mark = try #require(read("<IMG src=\"a b.png\" width='50%' height=20 alt=\"&lt;\" hidden/>x"))
    #expect(mark.name == "img")
    #expect(!mark.isClosing)
    #expect(mark.value("src") == Array("a b.png".utf8))
    #expect(mark.value("alt") == Array("<".utf8))
    #expect(mark.length("width") == -0.5)
    #expect(mark.length("height") == 20)
    #expect(mark.value("hidden") == [])
    #expect(mark.value("title") == nil)
  }

  @Test func readsClosingTags() throws {
    let mark = try #require(read("</Details >"))
    #expect(mark.name == "details")
    #expect(mark.isClosing)
  }

  @Test(arguments: ["<", "< b>", "<1>", "<b", "<b a=\"x>", "b", "<!-- x -->"])
  func refusesWhatIsNone(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: ["width=0", "width=-5", "width=auto", "width"])
  func knowsNoOtherLengths(_ attribute: String) throws {
    #expect(try #require(read("<img \(attribute)>")).length("width") == nil)
  }
}
