import CPixbuf
import Foundation
import Markdown
import Testing

@testable import Typesetting

/// Pictures that go into a PDF as their files are, and those that cannot.
@Suite("Pictures in PDFs")
struct PDFPictureTests {
  /// A folder with the same picture in several forms.
  private final class Scene {
    let folder = NSTemporaryDirectory() + "masthead-pdf-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes a picture of four fields of colour: red, green, blue and grey from the upper left on.
    func write(_ name: String, _ kind: String, hasAlpha: Bool = false, _ change: ([UInt8]) -> [UInt8] = { $0 }) throws {
      let (width, height) = (40, 20)
      let pixbuf = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(width), Int32(height)))
      defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
      let pixels = try #require(gdk_pixbuf_get_pixels(pixbuf))
      let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
      let step = hasAlpha ? 4 : 3
      let fields: [[UInt8]] = [[220, 20, 30, 255], [20, 200, 40, 255], [10, 30, 210, 255], [128, 128, 128, 255]]
      for y in 0..<height {
        for x in 0..<width {
          for channel in 0..<step {
            pixels[y * stride + x * step + channel] = fields[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)][channel]
          }
        }
      }
      var buffer: UnsafeMutablePointer<CChar>?
      var count: gsize = 0
      try #require(gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, kind, nil, nil, nil) != 0)
      defer { g_free(buffer) }
      let bytes = buffer!.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
      try Data(change(bytes)).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))) }
  }

  @Test("A PNG and a JPEG stay as they are; what is seen through, damaged or turned does not")
  func whatIsTaken() throws {
    let scene = try Scene()
    try scene.write("a.png", "png")
    try scene.write("a.jpg", "jpeg")
    try scene.write("clear.png", "png", hasAlpha: true)
    let png = try #require(PDFPicture(try scene.bytes("a.png")))
    #expect(png.width == 40 && png.height == 20 && png.entries.contains("/DeviceRGB") && png.entries.contains("/Colors 3"))
    let file = try scene.bytes("a.jpg")
    let jpeg = try #require(PDFPicture(file))
    #expect(jpeg.data == file && jpeg.entries.contains("/DCTDecode"))
    #expect(PDFPicture(try scene.bytes("clear.png")) == nil)
    var damaged = try scene.bytes("a.png")
    damaged[damaged.count / 2] ^= 0xff
    #expect(PDFPicture(damaged) == nil)
    #expect(PDFPicture(Array(file.dropLast(80))) == nil, "cut off")
    #expect(PDFPicture([]) == nil && PDFPicture(Array("<svg/>".utf8)) == nil)
    // A camera's note that asks for turning: an APP1 with orientation 6.
    let note: [UInt8] =
      [0xff, 0xe1, 0, 34] + Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    let turned = Array(file[..<2]) + note + Array(file[2...])
    #expect(JPEGHeader(turned)?.isUpright == false)
    #expect(PDFPicture(turned) == nil)
  }

  @Test("Every byte of a header can be wrong", arguments: ["png", "jpeg"])
  func damagedHeaders(_ kind: String) throws {
    let scene = try Scene()
    try scene.write("a", kind)
    let file = try scene.bytes("a")
    for place in 0..<min(file.count, 700) {
      for value in [0, 0x7f, 0xff, file[place] ^ 1] as [UInt8] {
        var changed = file
        changed[place] = value
        _ = PDFPicture(changed)
        _ = PDFPicture(Array(changed[..<place]))
      }
    }
  }

  @Test("Readers see the pictures as their files have them, each once in the file", arguments: ["a.png", "a.jpg"])
  func seen(_ name: String) throws {
    let scene = try Scene()
    try scene.write(name, name.hasSuffix("jpg") ? "jpeg" : "png")
    let pdf = try WrittenPDF(
      MarkdownDocument("![one](\(name))\n\n<!-- pagebreak -->\n\n![two](\(name))\n"), pictures: PaperPictures(folder: scene.folder))
    guard let list = try OutsideTool.run("pdfimages", ["-list", pdf.path]) else { return }
    let lines = String(decoding: list, as: UTF8.self).split(separator: "\n").dropFirst(2).map { $0.split(separator: " ") }
    #expect(lines.count == 2 && Set(lines.map { $0[10] }).count == 1, "one object: \(lines)")
    #expect(lines.allSatisfy { $0[3] == "40" && $0[4] == "20" && $0[8] == (name.hasSuffix("jpg") ? "jpeg" : "image") }, "\(lines)")
    let said = try OutsideTool.run("qpdf", ["--check", pdf.path]).map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(said.contains("No syntax or stream encoding errors"))
  }

  @Test("A picture is named once on a page, however often it is there")
  func repeatedNames() {
    var bytes = Array("/XObject << /x5 5 0 R /x6 6 0 R /x5 5 0 R /x55 7 0 R /x6 6 0 R >> /Font << /x5 8 0 R >>".utf8)
    PDFObjects.blankRepeats(in: &bytes, 11..<bytes.count)
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
    #expect(words == "/XObject << /x5 5 0 R /x6 6 0 R /x55 7 0 R >> /Font << /x5 8 0 R >>")
    var none = Array("/XObject << >>".utf8)
    PDFObjects.blankRepeats(in: &none, 11..<none.count)
    #expect(none == Array("/XObject << >>".utf8))
  }
}
