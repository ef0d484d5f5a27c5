import Foundation
import Markdown
import Testing

@testable import Typesetting

/// Pages of HTML that hold everything they show.
@Suite struct WebPageTests {
  /// A folder with a picture in it and a picture beside it.
  private final class Scene {
    let folder: String
    private let root: String
    /// A PNG of one pixel.
    static let png = Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!

    init() throws {
      root = NSTemporaryDirectory() + "web-page-\(UUID().uuidString)"
      folder = root + "/docs"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Scene.png.write(to: URL(fileURLWithPath: folder + "/in.png"))
      try Scene.png.write(to: URL(fileURLWithPath: root + "/out.png"))
      try Data("secret".utf8).write(to: URL(fileURLWithPath: folder + "/text.png"))
      try FileManager.default.createSymbolicLink(atPath: folder + "/link.png", withDestinationPath: root + "/out.png")
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }
  }

  private func page(_ text: String, _ folder: String? = nil, _ change: (inout WebPage) -> Void = { _ in }) -> (
    html: String, missing: [MissingImage]
  ) {
    var page = WebPage(folder: folder, fallbackTitle: "Fallback & <name>")
    change(&page)
    let made = page.bytes(of: MarkdownDocument(text))!
    return (String(decoding: made.bytes, as: UTF8.self), made.missing)
  }

  /// A page that is too large to be held is written twice: the second time from what was read the first.
  @Test func aPageIsTheSameTheSecondTime() throws {
    let scene = try Scene()
    let text = String(repeating: "![a](in.png) ![b](gone.png) <i>c\u{1}</i>\n\n# Heading\n\n", count: 100)
    var page = WebPage(folder: scene.folder, fallbackTitle: "")
    page.imageRoom = 70 * Scene.png.base64EncodedString().count
    page.hasContents = true
    let whole = page.bytes(of: MarkdownDocument(text))!
    let writer = page.writer(of: MarkdownDocument(text))
    for _ in 0..<2 {
      var bytes: [UInt8] = []
      var pieces = 0
      let missing = writer.write {
        bytes += $0
        pieces += 1
      }
      #expect(bytes == whole.bytes)
      #expect(missing == whole.missing)
      #expect(pieces > 3)
      // What appears meanwhile is not taken in, and what goes is not missed.
      try Scene.png.write(to: URL(fileURLWithPath: scene.folder + "/gone.png"))
      try? FileManager.default.removeItem(atPath: scene.folder + "/in.png")
    }
    #expect(writer.write(progress: { _ in false }, to: { _ in }) == nil)
  }

  @Test func theHeadSaysWhatTheDocumentIs() {
    let text = "---\ntitle: \"A <b> & c\"\nauthor: [Ann, 'Bo']\nlang: de-AT\ntags:\n- one\n- two # no\n---\n\n# Heading\n"
    let html = page(text).html
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"de-AT\">\n<head>\n<meta http-equiv=\"Content-Security-Policy\""))
    #expect(html.contains("<title>A &lt;b&gt; &amp; c</title>"))
    #expect(html.contains("<meta name=\"author\" content=\"Ann, Bo\">"))
    #expect(html.contains("<meta name=\"keywords\" content=\"one, two\">"))
    #expect(html.contains("<h1 id=\"heading\">Heading</h1>"))
    #expect(html.contains("@media screen and (prefers-color-scheme: dark)"))
    #expect(page("## b\n\n# a *c*").html.contains("<title>a c</title>"))
    #expect(page("text").html.contains("<title>Fallback &amp; &lt;name&gt;</title>"))
    #expect(!page("---\nlang: \"de\\\" onload=x\"\n---\n").html.contains("<html lang"))
  }

  @Test func imagesAreTakenInFromTheFolderAlone() throws {
    let scene = try Scene()
    let text =
      "![a](in.png) ![b](../out.png) ![c](link.png) ![d](text.png) ![e](gone.png) <img src=\"in.png\" width=3> ![f](https://a.b/c.png)"
    let made = page(text, scene.folder)
    let data = "data:image/png;base64," + Scene.png.base64EncodedString()
    #expect(made.html.components(separatedBy: data).count == 3)
    #expect(made.html.contains("<a href=\"https://a.b/c.png\" rel=\"nofollow noopener noreferrer\">f</a>"))
    #expect(!made.html.contains("secret") && !made.html.contains("c2VjcmV0"))
    #expect(
      made.missing == [
        MissingImage(address: "../out.png", reason: .outside), MissingImage(address: "link.png", reason: .outside),
        MissingImage(address: "text.png", reason: .undecodable), MissingImage(address: "gone.png", reason: .missing),
        MissingImage(address: "https://a.b/c.png", reason: .remote),
      ])
    let linked = page("![a](in.png) ![b](../out.png)", scene.folder) { $0.images = .linked(prefix: "../docs/") }
    #expect(linked.html.contains("<img src=\"../docs/in.png\" alt=\"a\" />"))
    #expect(!linked.html.contains("out.png"))
    #expect(page("![a](in.png)").missing == [MissingImage(address: "in.png", reason: .missing)])
  }

  @Test func imagesHaveABound() throws {
    let scene = try Scene()
    let large = Scene.png + Data(count: 1 << 16)
    try large.write(to: URL(fileURLWithPath: scene.folder + "/large.png"))
    let made = page(String(repeating: "![a](large.png)\n", count: 200), scene.folder) { $0.imageRoom = 1 << 20 }
    #expect(made.html.utf8.count < (1 << 20) + (1 << 16))
    #expect(made.missing == [MissingImage(address: "large.png", reason: .tooLarge)])
  }

  @Test func codeHasAClassForEachKindOfWord() {
    let text = "```swift\r\nlet a = \"<b>\" // é & so\r\n```\n\n> ~~~c\n> int x;\n>   y\n> ~~~\n\n```\nlet\n```\n"
    let document = MarkdownDocument(text)
    var known: [CodePiece: [CodeSpan]] = [:]
    for piece in CodeColourTable.pieces(of: document) {
      known[piece] =
        piece.language == "c"
        ? [CodeSpan(0..<3, .type)] : [CodeSpan(0..<3, .keyword), CodeSpan(8..<13, .text), CodeSpan(14..<24, .comment)]
    }
    #expect(known.count == 2)
    let html = page(text) { $0.colours = CodeColourTable(known) }.html
    #expect(
      html.contains(
        "<code class=\"language-swift\"><span class=\"code-keyword\">let</span> a = <span class=\"code-string\">&quot;&lt;b&gt;&quot;</span>"
      ))
    #expect(html.contains(" <span class=\"code-comment\">// é &amp; so</span>\n</code>"))
    #expect(html.contains("<span class=\"code-type\">int</span> x;\n  y\n</code>"))
    // Nothing but the spans is new.
    let plain = page(text).html
    #expect(html.replacing(#/<span class="code-[a-z]+">|<\/span>/#, with: "") == plain)
  }

  @Test func theContentsStandFirst() {
    let text = "# One\n\n## Two & more\n\n# Three\n"
    let html = page(text) { $0.hasContents = true }.html
    #expect(html.contains("<main>\n<nav class=\"toc\">"))
    #expect(html.contains("<a href=\"#two--more\">Two &amp; more</a>"))
    #expect(page("[[toc]]\n\n" + text) { $0.hasContents = true }.html.components(separatedBy: "<nav").count == 2)
    #expect(!page(text).html.contains("<nav"))
  }

  @Test func noForbiddenCharacterGetsIn() {
    let odd = String(String.UnicodeScalarView([0xFDD0, 0xFFFF, 0x1FFFE].map { Unicode.Scalar($0)! }))
    let text = "a\u{1}b\u{7F}c\u{85}d\(odd)g&#1;h&#x80; <b title=\"\u{2}\">&#1;&#xFFFF;&#xD800;&amp;&#13;</b> \u{10FFFD}é\u{C}\n"
    for scalar in page(text).html.unicodeScalars {
      let value = scalar.value
      #expect(value >= 0x20 || [9, 10, 12].contains(value) && value != 0)
      #expect(!(0x7F...0x9F).contains(value) && !(0xFDD0...0xFDEF).contains(value) && value & 0xFFFE != 0xFFFE)
    }
    #expect(page("a\u{1}b\u{10FFFD}é").html.contains("<p>a\u{FFFD}b\u{10FFFD}é</p>"))
  }

  @Test func whoSaysNoGetsNothing() {
    #expect(WebPage(folder: nil, fallbackTitle: "").bytes(of: MarkdownDocument("a"), progress: { _ in false }) == nil)
  }

  @Test(arguments: ["light", "dark", "sepia", "print"]) func themesAreWhole(_ name: String) {
    let sheets: [String: StyleSheet] = ["light": .light, "dark": .dark, "sepia": .sepia, "print": .print]
    let css = WebTheme(sheets[name]!).css
    let used = Set(css.matches(of: #/var\(--([a-z-]+)\)/#).map { String($0.output.1) })
    let known = Set(css.matches(of: #/--([a-z-]+): /#).map { String($0.output.1) })
    #expect(used.isSubset(of: known), "\(used.subtracting(known))")
    #expect(css.filter { $0 == "{" }.count == css.filter { $0 == "}" }.count)
    #expect(!css.contains("url(") && !css.contains("@import") && !css.contains("<"))
  }
}
