import Markdown
import Testing

@testable import Typesetting

@Suite("Noncharacters")
struct NoncharacterTests {
  @Test("Each is replaced by something as long, everything else stays")
  func replacing() {
    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isNone = (0xfdd0...0xfdef).contains(value) || value & 0xfffe == 0xfffe
      // The whole range would take long; around the noncharacters every one is tried.
      guard isNone || value & 0xff < 4 || value & 0xfff > 0xff0 || (0xfdc0...0xfe00).contains(value) else { continue }
      let bytes = Array("a\(Character(scalar))b".utf8)
      let replaced = Noncharacters.replaced(in: bytes)
      #expect(replaced.count == bytes.count)
      #expect((replaced == bytes) == !isNone, "U+\(String(value, radix: 16))")
      #expect(String(validating: replaced, as: UTF8.self) != nil)
    }
  }

  @Test("A document of them becomes a PDF")
  func document() throws {
    // The compiler takes them in no literal.
    let none = [0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1ffff, 0x10fffe].map { String(Character(Unicode.Scalar(UInt32($0))!)) }
    let text = none.map { "# \($0) title\n\n\($0) `\($0)` ![\($0)](a.png) [\($0)](#x)\n\n| \($0) |\n|---|\n\n" }.joined()
    let pages = try DocumentPages(MarkdownDocument(text), options: PageOptions(), pictures: nil)
    #expect(try PDFDocument(pages).bytes().starts(with: "%PDF-1.7".utf8))
  }
}
