import CPango
import Testing

@testable import Typesetting

@Suite("Blocks of HTML")
struct HTMLFlowTests {
  /// Writes the pieces as lines: kind, alignment where it is not the left, contents.
  private func flow(_ text: String, _ alignments: [PangoAlignment] = []) -> [String] {
    let bytes = Array(text.utf8)
    return HTMLFlow(bytes, alignments: alignments).pieces.map { piece in
      let alignment = piece.alignment == PANGO_ALIGN_CENTER ? "|" : piece.alignment == PANGO_ALIGN_RIGHT ? ">" : ""
      let words = String(decoding: bytes[piece.range], as: UTF8.self)
      let depth = String(repeating: " ", count: piece.depth)
      switch piece.kind {
      case .text: return depth + "text" + alignment + " " + words
      case .heading(let level): return "h\(level)" + alignment + " " + words
      case .code: return "code " + words
      case .rule: return "rule"
      case .summary: return "summary " + words
      case .item(let number): return depth + (number.map { "\($0). " } ?? "* ") + words
      case .quote: return "quote " + words
      case .row(let cells, let isFirst):
        return (isFirst ? "head " : "row ") + cells.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: " | ")
      }
    }
  }

  @Test func centresWhatIsCentred() {
    #expect(flow("<p align=\"center\">\n  <img src=\"a.png\">\n  <br/>\n</p>") == ["text| <img src=\"a.png\">\n  <br/>"])
    #expect(flow("<div align=right>a<p>b</p>c</div>d") == ["text> a", "text> b", "text> c", "text d"])
    #expect(flow("<center>a</center>b") == ["text| a", "text b"])
    #expect(flow("a</div>b", [PANGO_ALIGN_CENTER]) == ["text| a", "text b"])
  }

  @Test func knowsHeadingsAndRules() {
    #expect(flow("<h1 align=center>A <b>b</b></h1><hr>c") == ["h1| A <b>b</b>", "rule", "text c"])
  }

  @Test func knowsLists() {
    #expect(flow("<ul><li>a<li>b<ol><li>c</li><li>d</li></ol></ul>") == [" * a", " * b", "  1. c", "  2. d"])
  }

  @Test func knowsTables() {
    #expect(
      flow("<table><tr><th>a</th><th>b</th></tr>\n<tr><td>c<p>d</p></td><td></td></tr></table>") == ["head a | b", "row c<p>d</p> | "])
    #expect(flow("<table><tr><td>a<td>b<tr><td>c</table>x") == ["head a | b", "row c", "text x"])
  }

  @Test func keepsPreformattedText() {
    #expect(flow("<pre><code>a\n  b</code></pre>c") == ["code <code>a\n  b</code>", "text c"])
    #expect(flow("<pre>a") == ["code a"])
  }

  @Test func hidesCommentsAndEmptiness() {
    #expect(flow("<!-- a <p> --><p></p><div>\n</div><b></b>") == [])
    #expect(flow("a<!-- b") == ["text a<!-- b"])
    #expect(flow("<details><summary>a</summary>b</details>") == ["summary a", "text b"])
  }

  @Test func showsWhatItDoesNotKnow() {
    #expect(flow("<script>x()</script>") == ["text <script>x()</script>"])
    #expect(flow("<iframe src=x></iframe>") == ["text <iframe src=x></iframe>"])
  }

  @Test func staysLinear() {
    let clock = ContinuousClock()
    for shape in ["<a b", "<p", "<a b=\"", "<!--", "<td>", "</p>", "<li>", "<ul>", "<pre", "<a b='<a c=\""] {
      let small = Array(String(repeating: shape, count: 5_000).utf8)
      let large = Array(String(repeating: shape, count: 40_000).utf8)
      let first = clock.measure { _ = HTMLFlow(small, alignments: []) }
      let second = clock.measure { _ = HTMLFlow(large, alignments: []) }
      #expect(second < first * 24 + .milliseconds(200), "\(shape)")
    }
  }
}
