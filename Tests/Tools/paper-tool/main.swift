// Makes a PDF of a Markdown document by the product's typesetter alone, to be measured and looked at.
//
//   paper-tool FILE.md OUT.pdf [--width POINTS] [--height POINTS] [--toc] [--theme light|dark|sepia|print] [--times]

import Glibc
import Markdown
import TextModel
import Typesetting

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

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
}

var files: [String] = []
var options = PageOptions()
var showsTimes = false
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
  switch argument {
  case "--width": options.format = PageFormat(width: arguments.next().flatMap { Double($0) } ?? 595, height: options.format.height)
  case "--height": options.format = PageFormat(width: options.format.width, height: arguments.next().flatMap { Double($0) } ?? 842)
  case "--toc": options.hasContents = true
  case "--times": showsTimes = true
  case "--theme":
    switch arguments.next() {
    case "dark": options.sheet = PaperStyle.sheet(palette: .dark)
    case "sepia": options.sheet = PaperStyle.sheet(palette: .sepia)
    case "light": options.sheet = PaperStyle.sheet(palette: .light)
    default: break
    }
  default: files.append(argument)
  }
}
guard files.count == 2 else {
  print("usage: paper-tool FILE.md OUT.pdf [options]")
  exit(2)
}
let started = now()
let document = MarkdownDocument(ChunkedText(utf8: read(files[0])))
let folder = realpath(files[0], nil).map { path in
  let whole = String(cString: path)
  free(path)
  return String(whole[..<(whole.lastIndex(of: "/") ?? whole.startIndex)])
}
let parsed = now()
let pages = try DocumentPages(document, options: options, pictures: PaperPictures(folder: folder))
let divided = now()
let bytes = try PDFDocument(pages).bytes()
let written = now()
let file = fopen(files[1], "w")
fwrite(bytes, 1, bytes.count, file)
fclose(file)
if showsTimes {
  print(
    "parse \(Int(parsed - started)) ms, pages \(Int(divided - parsed)) ms, PDF \(Int(written - divided)) ms, \(pages.count) pages, \(bytes.count) bytes"
  )
}
