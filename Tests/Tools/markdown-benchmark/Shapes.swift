import Foundation
import Markdown
import TextModel

/// Parses and renders every file of a folder and prints what took longest by byte.
func measureShapes(_ folder: String, isVerbose: Bool) throws {
  var rows: [(name: String, bytes: Int, parse: Double, html: Double, size: Int)] = []
  for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
    let text = try text(of: folder + "/" + name)
    var document = MarkdownDocument()
    let parse = milliseconds { document = MarkdownDocument(text) }
    var size = 0
    let html = milliseconds { size = document.htmlBytes().count }
    rows.append((name, text.count, parse, html, size))
    if isVerbose || parse + html > 500 { print("\(name): \(text.count) bytes, parse \(parse) ms, HTML \(html) ms, \(size) bytes out") }
  }
  rows.sort { ($0.parse + $0.html) / Double($0.bytes + 1000) > ($1.parse + $1.html) / Double($1.bytes + 1000) }
  let total = rows.reduce(0) { $0 + $1.parse + $1.html }
  print("\(rows.count) shapes, \(Int(total)) ms, \(residentBytes() >> 20) MB resident; slowest by byte:")
  for row in rows.prefix(8) {
    print(
      String(
        format: "  %7.1f ns/byte  %9d bytes  parse %9.2f ms  HTML %9.2f ms  ", (row.parse + row.html) * 1e6 / Double(row.bytes + 1),
        row.bytes, row.parse, row.html)
        + row.name)
  }
}
