import Foundation
import Markdown
import TextModel

func milliseconds(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  let duration = clock.measure(body)
  return Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1e3
}

/// What this thread has worked, which other load on the machine does not change.
func threadMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The shortest of several runs, which other load disturbs least.
func best(of count: Int, _ body: () -> Void) -> Double {
  (0..<count).map { _ in milliseconds(body) }.min()!
}

func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
}

func text(of path: String) throws -> ChunkedText {
  ChunkedText(utf8: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
}

func measureParse(_ path: String) throws {
  let text = try text(of: path)
  let runs = text.count > 5_000_000 ? 5 : 15
  var document = MarkdownDocument()
  let before = residentBytes()
  document = MarkdownDocument(text)
  let memory = residentBytes() - before
  let parse = best(of: runs) { document = MarkdownDocument(text) }
  var size = 0
  let html = best(of: runs) { size = document.htmlBytes([.unsafe]).count }
  let both = best(of: runs) { size = MarkdownDocument(text, options: .gfm).htmlBytes([.unsafe]).count }
  func show(_ value: Double) -> String { String(format: "%8.2f", value) }
  print(
    "\(path): \(text.count) bytes: parse \(show(parse)) ms, HTML \(show(html)) ms, GFM parse and HTML \(show(both)) ms (\(size) bytes); tree \(memory) bytes resident"
  )
}

/// Prints what the process holds after each step from the file to its page, and the most that it held meanwhile, in MB.
func measureMemory(_ path: String) throws {
  print("\(path):")
  func report(_ step: String) {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    print(String(format: "  %-8@ %5d held, %5d at most", step as NSString, residentBytes() >> 20, (peak ?? 0) >> 10))
    // The peak begins anew.
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }
  report("start")
  let text = try text(of: path)
  report("text")
  let document = MarkdownDocument(text)
  report("tree")
  var size = 0
  document.writeHTML([.headingAnchors, .relations], to: { size += $0.count })
  report("page")
  print("  \(text.count) bytes of text, \(size) of HTML, which was not kept")
}
