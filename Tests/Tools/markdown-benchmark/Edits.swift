import Markdown
import TextModel

/// Prints the latencies of one class of edits: each is made on the same document and thrown away.
private func report(_ name: String, _ document: MarkdownDocument, _ edits: [(TextRange, String)]) {
  var times: [Double] = []
  for (range, new) in edits {
    let text = document.text.replacing(range, with: new)
    times.append(milliseconds { _ = document.updating(to: text, replacing: range, count: new.utf8.count) })
  }
  times.sort()
  guard !times.isEmpty else { return }
  let p50 = times[times.count / 2]
  let p99 = times[times.count * 99 / 100]
  func show(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
  print("  \(name): p50 \(show(p50)) p99 \(show(p99)) max \(show(times[times.count - 1])) ms (\(times.count) edits)")
}

func measureEdits(_ path: String) throws {
  let document = MarkdownDocument(try text(of: path))
  print("\(path): \(document.text.count) bytes")
  let count = document.text.count
  var places: [TextOffset] = []
  for index in 0..<1000 { places.append(document.text.boundary(atOrBefore: TextOffset(count / 1000 * index + index * 7 % 61))) }
  report("letters", document, places.map { (TextRange(at: $0), "x") })
  report("blanks", document, places.map { (TextRange(at: $0), " ") })
  report("line ends", document, places.map { (TextRange(at: $0), "\n") })
  report(
    "deletions", document,
    places.compactMap {
      let next = document.text.boundary(atOrAfter: $0 + 1)
      return next <= document.text.end ? (TextRange($0, next), "") : nil
    })
  let lines = places.map { document.text.lines.start(ofLine: document.text.lines.line(at: $0)) }
  report("fence at a line's start", document, Array(lines.prefix(20)).map { (TextRange(at: $0), "```\n") })
  report("comment at a line's start", document, Array(lines.prefix(20)).map { (TextRange(at: $0), "<!--\n") })
}
