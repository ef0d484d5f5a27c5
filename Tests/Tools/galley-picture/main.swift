// Draws a Markdown document to a PNG by the product's typesetter, without a display, to be looked at.
//
//   galley-picture FILE.md OUT.png [--width PX] [--from PX] [--height PX] [--theme light|dark|sepia|print|contrast|contrast-dark]
//                  [--size PERCENT] [--find BYTE] [--fit] [--rtl] [--times]
//
// --fit makes the picture as high as the document, --rtl reads all of it from the right.

import CPango
import Glibc
import Markdown
import TextModel
import Typesetting

struct Wishes {
  var files: [String] = []
  var width = 800.0
  var from = 0.0
  var height = 1200.0
  var sheet = StyleSheet.light
  var percent = 100
  var find: Int?
  var showsTimes = false
  var fits = false
  var isRightToLeft = false

  init(_ arguments: [String]) {
    var index = 0
    func next() -> String {
      index += 1
      return index < arguments.count ? arguments[index] : ""
    }
    while index < arguments.count {
      switch arguments[index] {
      case "--width": width = Double(next()) ?? width
      case "--from": from = Double(next()) ?? from
      case "--height": height = Double(next()) ?? height
      case "--size": percent = Int(next()) ?? percent
      case "--find": find = Int(next())
      case "--times": showsTimes = true
      case "--fit": fits = true
      case "--rtl": isRightToLeft = true
      case "--theme":
        switch next() {
        case "dark": sheet = .dark
        case "sepia": sheet = .sepia
        case "print": sheet = .print
        case "contrast": sheet = .highContrast
        case "contrast-dark": sheet = .highContrastDark
        default: sheet = .light
        }
      default: files.append(arguments[index])
      }
      index += 1
    }
  }
}

/// Decodes pictures at once, which a program that draws one picture may do.
final class ImmediatePictures: PictureSource {
  let folder: String
  var states: [[UInt8]: PictureState] = [:]

  init(folder: String) { self.folder = folder }

  func picture(at address: [UInt8]) -> PictureState {
    if let state = states[address] { return state }
    let state: PictureState
    do { state = .ready(try PictureFile.load(address, folder: folder)) } catch { state = .failed(error) }
    states[address] = state
    return state
  }
}

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

func milliseconds(_ body: () -> Void) -> Double {
  let start = g_get_monotonic_time()
  body()
  return Double(g_get_monotonic_time() - start) / 1000
}

var wishes = Wishes(Array(CommandLine.arguments.dropFirst()))
guard wishes.files.count == 2 else {
  print("usage: galley-picture FILE.md OUT.png [options]")
  exit(2)
}
let bytes = read(wishes.files[0])
var document = MarkdownDocument("")
let parsing = milliseconds { document = MarkdownDocument(ChunkedText(utf8: bytes)) }
let sheet = wishes.sheet.scaled(percent: wishes.percent)
let margin = sheet.size * sheet.margin
let column = min(wishes.width - 2 * margin, sheet.size * sheet.measure)
let galley = Galley(typesetter: Typesetter(sheet: sheet), width: column.rounded(.down))
let folder = realpath(wishes.files[0], nil).map { path in
  let whole = String(cString: path)
  free(path)
  return String(whole[..<(whole.lastIndex(of: "/") ?? whole.startIndex)])
}
let pictures = ImmediatePictures(folder: folder ?? "/")
galley.pictures = pictures
galley.scrollsWideTables = true
if wishes.isRightToLeft { galley.direction = .rightToLeft }
let updating = milliseconds { galley.update(document) }
let estimate = galley.height
var anchor = wishes.find.map { galley.anchor(atY: galley.y(ofSource: Double($0))) } ?? galley.anchor(atY: wishes.from)
let setting = milliseconds { galley.prepare(&anchor, above: 0, below: wishes.height) }
let top = galley.y(of: anchor)
if wishes.fits { wishes.height = (galley.height + 2 * margin).rounded(.up) }
let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(wishes.width), Int32(wishes.height))!
let cairo = cairo_create(surface)!
let ground = sheet.palette.ground
cairo_set_source_rgb(cairo, ground.red, ground.green, ground.blue)
cairo_paint(cairo)
let drawing = milliseconds {
  galley.draw(
    on: CairoCanvas(cairo), from: top - margin, to: top + wishes.height, x: ((wishes.width - column) / 2).rounded(),
    y: margin.rounded() - top)
}
cairo_surface_write_to_png(surface, wishes.files[1])
if wishes.showsTimes {
  print("parse \(parsing) ms, galley \(updating) ms, set \(setting) ms, draw \(drawing) ms, height \(estimate) → \(galley.height)")
}
