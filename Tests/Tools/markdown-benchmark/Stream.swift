import Foundation
import Markdown

/// Renders the documents on standard input, parted by the byte 1E, to standard output, parted likewise: for scripts that compare.
func renderStream(_ mode: String) {
  let input = FileHandle.standardInput.readDataToEndOfFile()
  var output = Data()
  for part in input.split(separator: 0x1E, omittingEmptySubsequences: false) {
    let text = String(decoding: part, as: UTF8.self)
    switch mode {
    case "commonmark": output += Data(MarkdownDocument(text, options: .commonMark).htmlBytes([.unsafe]))
    case "gfm": output += Data(MarkdownDocument(text, options: .gfm).htmlBytes([.unsafe]))
    default: output += Data(MarkdownDocument(text).htmlBytes([.headingAnchors, .relations]))
    }
    output.append(0x1E)
  }
  FileHandle.standardOutput.write(output)
}
