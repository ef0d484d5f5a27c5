// Measures the typesetter as the preview uses it, without a display: first view, keys, paging, shapes that nobody writes.
//
//   galley-benchmark keys FILE [COUNT]    edits at random places, each followed by what a frame does: p50, p99 and the slowest
//   galley-benchmark scroll FILE          the document from end to end in steps of 120 pixels
//   galley-benchmark shapes               first view and slowest step of pathological documents
//
// Times are milliseconds of this thread's processor time, which other programs do not change.

import CPango
import Foundation
import Markdown
import TextModel
import Typesetting

func threadMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func time(_ body: () -> Void) -> Double {
  let start = threadMilliseconds()
  body()
  return threadMilliseconds() - start
}

/// Prints at once, also into a pipe: what comes next may take long.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

func show(_ value: Double) -> String { String(format: "%.1f", value) }

/// What the preview does with a galley, on a picture instead of a window.
final class Reader {
  let galley: Galley
  private var anchor = Galley.Anchor.top
  private let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 720, 800)!
  private let cairo: OpaquePointer
  private let page = 800.0

  init() {
    galley = Galley(typesetter: Typesetter(sheet: .light), width: 720)
    galley.scrollsWideTables = true
    cairo = cairo_create(surface)!
    // Once for the fonts, which every process loads once.
    galley.update(MarkdownDocument("# a\n\n`b` *c* **d**\n\n| a |\n|---|\n| b |\n\n- x\n\n```\ny\n```\n"))
    frame()
    galley.update(MarkdownDocument())
  }

  func update(_ document: MarkdownDocument) { anchor = galley.update(document, anchor: anchor) }

  func frame() {
    // Above the top there is nothing to see.
    if galley.y(of: anchor) < 0 { anchor = galley.anchor(atY: 0) }
    galley.prepare(&anchor, above: 0, below: page, keeping: page * 1.5)
    let y = galley.y(of: anchor).rounded()
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_paint(cairo)
    galley.draw(on: CairoCanvas(cairo), from: y, to: y + page, y: -y)
  }

  /// One moment of idle work; gives whether there is more.
  func idle() -> Bool {
    let end = threadMilliseconds() + 4
    if !galley.prepare(&anchor, above: page * 0.5, below: page * 1.5, keeping: page * 0.5, until: { threadMilliseconds() >= end }) {
      return true
    }
    return galley.workAhead(near: anchor) { threadMilliseconds() >= end }
  }

  var y: Double { galley.y(of: anchor) }
  func go(to y: Double) { anchor = galley.anchor(atY: y) }
  func go(toSource position: Int) { go(to: galley.y(ofSource: Double(position)) - 200) }
}

func report(_ name: String, _ times: [Double]) {
  let sorted = times.sorted()
  func share(_ part: Double) -> String { show(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]) }
  print("\(name): p50 \(share(0.5)), p99 \(share(0.99)), slowest \(show(sorted.last ?? 0))")
}

func keys(_ text: ChunkedText, _ count: Int) {
  var live = LiveMarkdown(MarkdownDocument(text))
  let reader = Reader()
  print("first view: \(show(time { reader.update(live.document); reader.frame() }))")
  var idle: [Double] = []
  var isMore = true
  while isMore { idle.append(time { isMore = reader.idle() }) }
  report("idle work, \(idle.count) moments", idle)
  var (update, all, fence) = ([Double](), [Double](), [Double]())
  func edit(_ place: TextOffset, _ removed: Int, _ new: String) -> Double {
    let document = live.document
    let range = TextRange(place, count: removed)
    _ = live.edit(to: document.text.replacing(range, with: new), replacing: range, count: new.utf8.count)
    return time { reader.update(live.document) }
  }
  var seed = SystemRandomNumberGenerator()
  for index in 0..<count {
    let text = live.document.text
    let place = text.boundary(atOrBefore: TextOffset(Int.random(in: 0..<text.count, using: &seed)))
    if index % 10 == 0 {
      reader.go(toSource: place.utf8)
      reader.frame()
    }
    let first = edit(place, 0, index % 7 == 6 ? "\n" : "x")
    update.append(first)
    all.append(first + time { reader.frame() })
    _ = edit(place, 1, "")
    reader.frame()
    while reader.idle() {}
  }
  report("a key, update alone", update)
  report("a key, update and frame", all)
  for _ in 0..<10 {
    let place = live.document.text.lines.start(ofLine: Int.random(in: 0..<10, using: &seed))
    reader.go(to: 0)
    reader.frame()
    for (removed, new) in [(0, "```\n"), (4, "")] {
      var slowest = edit(place, removed, new)
      while let work = live.takeWork() {
        _ = live.take(work.done())
        slowest = max(slowest, time { reader.update(live.document) })
      }
      fence.append(slowest + time { reader.frame() })
      while reader.idle() {}
    }
  }
  report("a fence opened and taken away", fence)
}

func scroll(_ text: ChunkedText) {
  let reader = Reader()
  reader.update(MarkdownDocument(text))
  reader.frame()
  reader.go(to: 0)
  var times: [Double] = []
  var last = -1.0
  while reader.y > last {
    last = reader.y
    times.append(
      time {
        reader.go(to: min(reader.y + 120, reader.galley.height - 800))
        reader.frame()
      })
    _ = reader.idle()
  }
  report("\(times.count) frames", times)
}

func shape(_ name: String, _ text: String) {
  let document = MarkdownDocument(text)
  let reader = Reader()
  let first = time {
    reader.update(document)
    reader.frame()
  }
  var (slowest, idle) = (0.0, 0.0)
  for step in 0..<60 {
    slowest = max(
      slowest,
      time {
        reader.go(to: step % 4 == 3 ? reader.galley.height * Double(step) / 60 : reader.y + 700)
        reader.frame()
      })
    var isMore = true
    for _ in 0..<20 where isMore { idle = max(idle, time { isMore = reader.idle() }) }
  }
  let place = document.text.boundary(atOrBefore: TextOffset(min(40, document.text.count)))
  let live = document.editing(TextRange(at: place), with: "x").document
  let key = time {
    reader.update(live)
    reader.frame()
  }
  say("| \(name) | \(show(first)) | \(show(slowest)) | \(show(idle)) | \(show(key)) |")
}

func shapes() {
  print("| shape | first view | slowest step | longest idle work | a key at the top |\n|---|---|---|---|---|")
  let row = (0..<128).map { "cell \($0)" }.joined(separator: " | ")
  shape(
    "table of 128 × 10,000",
    "| \(row) |\n|" + String(repeating: "---|", count: 128) + "\n" + String(repeating: "| \(row) |\n", count: 10_000))
  shape("a cell of 1 MB", "| a | b |\n|---|---|\n| " + String(repeating: "word ", count: 200_000) + " | c |\n")
  shape("a paragraph of 1 MB", String(repeating: "Some words of a very long paragraph without an end. ", count: 20_000))
  shape("a word of 200,000 letters", String(repeating: "abcdefghij", count: 20_000))
  shape("a heading of 1 MB", "# " + String(repeating: "word ", count: 200_000))
  shape("10,000 lines of code", "```\n" + (0..<10_000).map { "let line\($0) = \"some code\"\n" }.joined() + "```\n")
  shape("a line of code of 1 MB", "```\n" + String(repeating: "x = 1; ", count: 150_000) + "\n```\n")
  shape("50,000 nested quotes", String(repeating: "> ", count: 50_000) + "deep\n\nafter")
  shape("50,000 nested lists", String(repeating: "- ", count: 50_000) + "deep\n\nafter")
  shape("a list of 100,000 items", (0..<100_000).map { "- item number \($0) of a list\n" }.joined())
  shape("a quote of 50,000 paragraphs", (0..<50_000).map { "> paragraph \($0)\n>\n" }.joined())
  shape("a table of HTML of 20,000 rows", "<table>" + String(repeating: "<tr><td>a</td><td>b</td></tr>\n", count: 20_000) + "</table>")
  shape("50,000 nested elements", String(repeating: "<div>", count: 50_000) + "deep")
  shape("a paragraph of HTML of 1 MB", "<p>" + String(repeating: "words and words ", count: 65_000) + "</p>")
  shape(
    "20,000 footnotes",
    (0..<20_000).map { "word[^\($0)] " }.joined() + "\n\n" + (0..<20_000).map { "[^\($0)]: note\n" }.joined(separator: "\n"))
  shape("a contents of 10,000 headings", "[[toc]]\n\n" + (0..<10_000).map { "# Heading \($0)\n\n" }.joined())
  shape("20,000 combining marks", "a" + String(repeating: "\u{301}", count: 20_000) + " b")
  shape("10,000 pictures that are missing", (0..<10_000).map { "![picture \($0)](missing\($0).png)\n\n" }.joined())
}

let arguments = CommandLine.arguments
func text(_ path: String) -> ChunkedText { ChunkedText(utf8: [UInt8]((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data())) }
switch arguments.dropFirst().first {
case "keys" where arguments.count > 2: keys(text(arguments[2]), arguments.count > 3 ? Int(arguments[3]) ?? 200 : 200)
case "scroll" where arguments.count > 2: scroll(text(arguments[2]))
case "shapes": shapes()
default: print("galley-benchmark keys FILE [COUNT] | scroll FILE | shapes")
}
