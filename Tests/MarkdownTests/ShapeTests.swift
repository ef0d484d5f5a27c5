import Foundation
import Markdown
import Testing

/// Shapes that make parsers slow, huge or recursive: `../shared/data/pathological.py`. Tests run on worker threads, whose stacks are small.
@Suite struct ShapeTests {
  /// Every shape at 4,000, parsed and rendered. What is quadratic takes minutes here; what is linear far less than the limit.
  @Test func shapesAreLinear() throws {
    guard try Corpus.file("pathological.py") != nil else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shapes-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = Process()
    script.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    script.arguments = [Corpus.folder.appendingPathComponent("data/pathological.py").path, "all", "4000", folder.path]
    try script.run()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 99)
    var slowest = (name: "", seconds: 0.0)
    for file in files {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let start = Date()
      let document = MarkdownDocument(text)
      _ = document.htmlBytes()
      let seconds = Date().timeIntervalSince(start)
      if seconds > slowest.seconds { slowest = (file.lastPathComponent, seconds) }
      #expect(seconds < 10, "\(file.lastPathComponent) took \(seconds) s")
    }
    print("shapes: \(files.count) at 4,000, the slowest \(slowest.name) in \(slowest.seconds) s")
  }

  @Test func depthIsNoRecursion() {
    for text in [String(repeating: ">", count: 50_000) + "a", String(repeating: "- ", count: 50_000) + "a"] {
      let document = MarkdownDocument(text)
      var depth = 0
      var node = document.root
      while let child = node.firstChild {
        node = child
        depth += 1
      }
      #expect(depth > 50_000)
      #expect(document.html().utf8.count > 1_000_000)
      #expect(document.diagnostics.isEmpty)
      let edited = document.editing(.init(at: document.text.end), with: "b").document
      #expect(edited.block(at: edited.text.end).kind == .paragraph)
    }
    let lists = (0..<1000).map { String(repeating: "  ", count: $0) + "- x\n" }.joined()
    #expect(MarkdownDocument(lists).html().contains("<li>"))
  }

  /// A paragraph of so many inlines that they are written out before it ends: what they are does not depend on where that falls.
  @Test(arguments: ["", "*", "[", "![x", "**a ", "~~ "])
  func longParagraphsAreLikeShortOnes(opener: String) {
    let piece = "a *b* [c *d*](e) `f` www.g.hi **j [k]** ~~l~~ ![m](n) \\* &amp; o_p_ [q][r] ] * <b> s@t.uv [^1]\n"
    let end = "\n\n[r]: /s\n[k]: /t\n\n[^1]: u\n"
    func body(_ count: Int) -> (html: String, document: MarkdownDocument) {
      let document = MarkdownDocument(opener + String(repeating: piece, count: count) + end)
      let html = document.html([.unsafe])
      return (String(html[..<(html.range(of: "</p>\n<section")?.lowerBound ?? html.endIndex)]), document)
    }
    // From the second on all pieces look the same but for the numbers of the footnotes' uses.
    func plain(_ html: String) -> String { html.replacingOccurrences(of: "id=\"fnref-1-[0-9]+\"", with: "id", options: .regularExpression) }
    let (two, three) = (plain(body(2).html), plain(body(3).html))
    let one = three.dropFirst(two.count)
    let count = 4_000
    let (html, document) = body(count)
    #expect(plain(html) == two + String(repeating: String(one), count: count - 2))
    var covered = 0
    var stack = [document.root]
    while let node = stack.popLast() {
      let (children, marks) = (Array(node.children), node.marks)
      if children.isEmpty, marks.isEmpty { covered += node.range.count }
      for mark in marks { covered += mark.range.count }
      stack += children
    }
    #expect(covered == document.text.count)
  }

  @Test func manyFootnotesAndColumns() {
    let notes = (0..<65_536).map { "[^\($0)]: n\n\n" }.joined() + (0..<65_536).map { "[^\($0)] " }.joined()
    let document = MarkdownDocument(notes)
    #expect(document.footnotes.count == 65_536)
    let columns = String(repeating: "a|", count: 10_000) + "\n" + String(repeating: "-|", count: 10_000) + "\n"
    let wide = MarkdownDocument(columns)
    #expect(wide.blocks.map(\.kind) == [.paragraph])
    #expect(wide.diagnostics.map(\.kind) == [.tooManyColumns])
  }

  @Test func expansionIsBounded() {
    let text = "[x]: " + String(repeating: "x", count: 100_000) + "\n\n" + String(repeating: "[x]", count: 10_000)
    #expect(MarkdownDocument(text).html().utf8.count < 20 * text.utf8.count)
  }
}
