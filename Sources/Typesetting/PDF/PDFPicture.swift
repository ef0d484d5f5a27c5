/// A picture whose file a PDF can hold as it is: nothing is decoded, and nothing compressed a second time.
struct PDFPicture: Equatable {
  let width: Int
  let height: Int
  /// What its dictionary says beyond its size, as PDF.
  private(set) var entries: String
  private(set) var data: [UInt8]

  /// The same without its bytes.
  var withoutData: PDFPicture {
    var picture = self
    picture.data = []
    return picture
  }

  /// Takes a file over; nil for what a PDF cannot hold, or what has to be turned or mixed with what is below.
  init?(_ file: [UInt8]) {
    if let header = JPEGHeader(file) {
      // Without its end the file has been cut off.
      guard header.isUpright, header.bitsPerComponent == 8, header.components == 1 || (header.components == 3 && !header.isNamedRGB),
        file.suffix(64).indices.dropLast().contains(where: { file[$0] == 0xff && file[$0 + 1] == 0xd9 })
      else { return nil }
      (width, height) = (header.width, header.height)
      entries = "/ColorSpace /Device\(header.components == 1 ? "Gray" : "RGB") /BitsPerComponent 8 /Filter /DCTDecode"
      data = file
    } else if let picture = PNGData(file) {
      (width, height) = (picture.width, picture.height)
      entries = "/ColorSpace \(picture.space) /BitsPerComponent \(picture.depth) /Filter /FlateDecode /DecodeParms << /Predictor 15"
      entries += " /Colors \(picture.channels) /BitsPerComponent \(picture.depth) /Columns \(picture.width) >>"
      data = picture.data
    } else {
      return nil
    }
    guard width > 0, height > 0, width <= PictureFile.mostPixels, height <= PictureFile.mostPixels, width * height <= PictureFile.mostPixels
    else { return nil }
  }
}

/// Takes the compressed pixels out of a PNG.
private struct PNGData {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var depth = 0
  private(set) var channels = 1
  /// The colour space as PDF.
  private(set) var space = ""
  private(set) var data: [UInt8] = []

  /// Reads a file; nil for a damaged one, and for one whose pixels are transparent, interlaced or too fine.
  init?(_ file: [UInt8]) {
    guard PictureFile.kind(of: file) == "png" else { return nil }
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var place = 8
    var isEnded = false
    data.reserveCapacity(file.count)
    while place + 12 <= file.count, !isEnded {
      let length = number(place)
      guard length <= file.count - place - 12 else { return nil }
      let body = file[(place + 8)..<(place + 8 + length)]
      guard UInt32(number(place + 8 + length)) == Checksum.crc32(file[(place + 4)..<(place + 8 + length)]) else { return nil }
      switch String(decoding: file[(place + 4)..<(place + 8)], as: UTF8.self) {
      case "IHDR":
        guard length == 13, width == 0 else { return nil }
        width = number(place + 8)
        height = number(place + 12)
        depth = Int(file[place + 16])
        // No interlacing.
        guard file[place + 20] == 0, [1, 2, 4, 8].contains(depth) else { return nil }
        switch file[place + 17] {
        case 0: space = "/DeviceGray"
        case 2: (space, channels) = ("/DeviceRGB", 3)
        case 3: space = "indexed"
        default: return nil
        }
      case "PLTE" where space == "indexed":
        guard length >= 3, length % 3 == 0, length <= 768 else { return nil }
        space = "[/Indexed /DeviceRGB \(length / 3 - 1) <\(body.map(PDFText.hex).joined())>]"
      // Pixels that are seen through.
      case "tRNS": return nil
      case "IDAT": data += body
      case "IEND": isEnded = true
      default: break
      }
      place += 12 + length
    }
    guard isEnded, width > 0, height > 0, !data.isEmpty, space != "indexed" else { return nil }
  }
}

/// The checksum of PNG's chunks.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }

  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = 0xffff_ffff
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { buffer in
        for byte in buffer { value = table[Int((value ^ UInt32(byte)) & 0xff)] ^ (value >> 8) }
      }
    }
    return value ^ 0xffff_ffff
  }
}
