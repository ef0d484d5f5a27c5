import Foundation
import Markdown
import TextModel

/// What one class of edits took: the thread's own time and the time on the clock, in ms.
struct Latencies {
  private(set) var own: [Double] = []
  private(set) var clock: [Double] = []

  mutating func measure(_ body: () -> Void) {
    let before = threadMilliseconds()
    clock.append(milliseconds(body))
    own.append(threadMilliseconds() - before)
  }

  func print(_ name: String) {
    guard !own.isEmpty else { return }
    func show(_ times: [Double]) -> String {
      let sorted = times.sorted()
      func text(_ value: Double) -> String { String(format: "%.3f", value) }
      return "p50 \(text(sorted[sorted.count / 2])) p99 \(text(sorted[sorted.count * 99 / 100])) max \(text(sorted[sorted.count - 1]))"
    }
    Swift.print("  \(name): own \(show(own)); clock \(show(clock)) ms (\(own.count) edits)")
  }
}

/// Prints the latencies of one class of edits: each is made on the same document as the application does it, and thrown away.
///
/// What the main thread does, and where that is not all, what is done beside it until the tree is settled.
private func measureClass(_ name: String, _ document: MarkdownDocument, _ edits: [(TextRange, String)]) {
  var main = Latencies()
  var rest = Latencies()
  for (range, new) in edits {
    let text = document.text.replacing(range, with: new)
    var live = LiveMarkdown(document)
    main.measure { _ = live.edit(to: text, replacing: range, count: new.utf8.count) }
    guard let work = live.takeWork() else { continue }
    var result: LiveMarkdown.Work.Result?
    rest.measure { result = work.done() }
    main.measure { _ = live.take(result!) }
  }
  main.print(name + ", main thread")
  rest.print(name + ", beside it")
}

/// Measures the classes of edits whose names hold `part`, all for an empty one.
func measureEdits(_ path: String, part: String) throws {
  func report(_ name: String, _ document: @autoclosure () -> MarkdownDocument, _ edits: [(TextRange, String)]) {
    if part.isEmpty || name.contains(part) { measureClass(name, document(), edits) }
  }
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
  let lines = Array(places.map { document.text.lines.start(ofLine: document.text.lines.line(at: $0)) }.prefix(20))
  for (name, mark) in [("fence", "~~~~~\n"), ("comment", "<!--\n"), ("math block", "$$\n"), ("HTML block", "<script>\n")] {
    report("\(name) opened", document, lines.map { (TextRange(at: $0), mark) })
    // Closed again: the same in the other direction.
    let text = document.text.replacing(TextRange(at: lines[0]), with: mark)
    let range = TextRange(lines[0], count: mark.utf8.count)
    report("\(name) taken away", MarkdownDocument(text), (0..<10).map { _ in (range, "") })
  }
  // A table's rows become lines of one paragraph, and rows again.
  if let table = document.root.children.first(where: { $0.kind == .table }), table.range.count > 1 << 20 {
    let delimiters = document.text.lines.start(ofLine: document.text.lines.line(at: table.range.lower) + 1)
    let middle = document.text.lines.start(ofLine: document.text.lines.line(at: TextOffset(count / 2)))
    report("a letter in a large table's delimiter row", document, (0..<10).map { _ in (TextRange(at: delimiters + 1), "x") })
    let broken = document.text.replacing(TextRange(at: delimiters + 1), with: "x")
    report("the letter taken away", MarkdownDocument(broken), (0..<10).map { _ in (TextRange(delimiters + 1, count: 1), "") })
    report("a large table cut in two", document, (0..<10).map { _ in (TextRange(at: middle), "\n") })
    let cut = document.text.replacing(TextRange(at: middle), with: "\n")
    report("the halves joined", MarkdownDocument(cut), (0..<10).map { _ in (TextRange(middle, count: 1), "") })
  }
  if let definition = document.definitions.first, let address = definition.node.marks.first(where: { $0.role == .destination }) {
    report(
      "a definition with \(definition.uses.count) uses changed", document, (0..<20).map { _ in (TextRange(at: address.range.upper), "x") })
  }
}
