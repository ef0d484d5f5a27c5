// Shows a Markdown file in the preview alone, to be looked at and measured without the application around it.
//
//   preview-window FILE.md [--theme NAME] [--size PERCENT] [--scroll]      --scroll goes through the document once and prints the times

import GLibKit
import Glibc
import GtkKit
import Markdown
import PreviewKit
import TextModel

func read(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

func memory() -> String {
  let status = String(decoding: read("/proc/self/status"), as: UTF8.self)
  return status.split(separator: "\n").filter { $0.hasPrefix("VmRSS") || $0.hasPrefix("RssAnon") }.joined(separator: " ")
}

/// Processor time of the process, in milliseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

final class Follower: PreviewDelegate {
  func preview(_ preview: PreviewView, follow target: LinkTarget, address: String) { print("follow \(target)") }
  func preview(_ preview: PreviewView, openPicture path: String) { print("open \(path)") }
  func preview(_ preview: PreviewView, toggleTaskAt offset: Int) { print("toggle \(offset)") }
  func preview(_ preview: PreviewView, showSourceAt offset: Int) { print("source \(offset)") }
  func previewDidScroll(_ preview: PreviewView) {}
}

let arguments = Array(Swift.CommandLine.arguments.dropFirst())
guard let path = arguments.first, Display.open() else {
  print("usage: preview-window FILE.md [options]")
  exit(2)
}
MainLoop.installMainActor()
let started = MainLoop.now
let preview = PreviewView()
let follower = Follower()
preview.delegate = follower
if let index = arguments.firstIndex(of: "--theme"), index + 1 < arguments.count, let theme = PreviewTheme(named: arguments[index + 1]) {
  preview.theme = theme
}
if let index = arguments.firstIndex(of: "--size"), index + 1 < arguments.count, let size = Int(arguments[index + 1]) {
  preview.textSize = size
}
if let resolved = realpath(path, nil) {
  let whole = String(cString: resolved)
  free(resolved)
  preview.folder = String(whole[..<(whole.lastIndex(of: "/") ?? whole.startIndex)])
}
let window = Window()
window.title = path
window.defaultSize = (900, 700)
window.setContent(preview.widget)
let document = MarkdownDocument(ChunkedText(utf8: read(path)))
print("parsed after \(((MainLoop.now - started) * 1000).rounded()) ms")
preview.show(document)
window.present()
var isOpen = true
window.onCloseRequest {
  isOpen = false
  return false
}
_ = MainLoop.turn(until: { preview.widget.vertical.upper > 700 }, seconds: 2)
print("shown after \(((MainLoop.now - started) * 1000).rounded()) ms; \(memory())")
if arguments.contains("--scroll") {
  _ = MainLoop.turn(until: { false }, seconds: 0.5)
  let adjustment = preview.widget.vertical
  var times: [Double] = []
  var last = processorTime()
  window.onFrame { _ in
    let now = processorTime()
    times.append(now - last)
    last = now
    adjustment.value += 300
    isOpen = adjustment.value < adjustment.upper - adjustment.pageSize - 1
    return isOpen
  }
  while isOpen { MainLoop.turn(mayBlock: true) }
  let sorted = times.sorted()
  func share(_ part: Double) -> Double { sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))] }
  print(
    "frames \(times.count), processor time of each: p50 \(share(0.5)) p95 \(share(0.95)) p99 \(share(0.99)) max \(sorted.last ?? 0) ms; \(memory())"
  )
}
while isOpen { MainLoop.turn(mayBlock: true) }
