import Markdown
import Testing

@testable import Typesetting

/// Code is set in pieces that Pango can bear, cut between lines.
@Suite struct CodeCutterTests {
  private func chunks(_ code: String, fence: String = "```\n") -> (chunks: [CodeCutter.Chunk], bytes: [UInt8], range: Range<Int>) {
    let document = MarkdownDocument(fence + code + "```\n")
    let block = document.root.firstChild!
    let bytes = document.text.bytes(in: document.text.range)
    return (CodeCutter.chunks(of: block, in: document.text, perLine: 80), bytes, fence.utf8.count..<fence.utf8.count + code.utf8.count)
  }

  private func check(_ code: String, cutsBetweenLines: Bool = true) {
    let (chunks, bytes, range) = chunks(code)
    var at = range.lowerBound
    for chunk in chunks {
      #expect(chunk.source.lowerBound == at)
      #expect(chunk.source.count <= 2 * FlowBuilder.mostBytes)
      at = chunk.source.upperBound
      if at < range.upperBound {
        if cutsBetweenLines { #expect(bytes[at - 1] == 0x0a) }
        #expect(bytes[at] & 0xc0 != 0x80)
      }
    }
    #expect(at == range.upperBound)
  }

  @Test func linesStayWhole() {
    check((0..<5000).map { "line \($0) of some length\n" }.joined())
    check(String(repeating: "x\n", count: 3000))
    check(String(repeating: "é👍 word ", count: 600) + "\n" + String(repeating: "short\n", count: 2000))
    let (chunks, _, _) = chunks(String(repeating: "x\n", count: 1000))
    #expect(chunks.count == 10)
    #expect(chunks.allSatisfy { $0.rows == 100 })
  }

  @Test func aLineThatIsTooLongIsCut() {
    check(String(repeating: "é", count: 100_000) + "\n", cutsBetweenLines: false)
    let (chunks, bytes, _) = chunks("short\n" + String(repeating: "x", count: 20_000) + "\nshort\n")
    #expect(chunks.count == 7)
    #expect(bytes[chunks[0].source.upperBound - 1] == 0x0a)
    #expect(chunks.map(\.rows).reduce(0, +) > 250)
  }

  @Test func emptyAndIndentedCode() {
    #expect(chunks("").chunks.count == 1)
    let document = MarkdownDocument("- a\n\n" + (0..<3000).map { "  \t  line \($0)\n" }.joined())
    let item = document.root.firstChild!.firstChild!
    let block = item.children.first { $0.kind == .codeBlock }!
    let chunks = CodeCutter.chunks(of: block, in: document.text, perLine: 80)
    #expect(chunks.count == 30)
    #expect(chunks.map(\.rows).reduce(0, +) == 3000)
  }
}
