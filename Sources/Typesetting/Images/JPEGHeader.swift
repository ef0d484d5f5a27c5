/// Knows what a JPEG says about itself before its pixels.
struct JPEGHeader: Equatable {
  private(set) var width = 0
  private(set) var height = 0
  /// 1 for grey, 3 for colours, 4 for print's colours.
  private(set) var components = 0
  private(set) var bitsPerComponent = 0
  /// True when the pixels are upright as they are; cameras store turned pictures with a note.
  private(set) var isUpright = true
  /// Colours that are stored as red, green and blue without saying so are named by these letters.
  private(set) var isNamedRGB = false

  /// Reads the marks up to the pixels; nil when that is no JPEG, or a kind that few programs read.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
    var place = 2
    func number(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
    while place + 4 <= bytes.count {
      guard bytes[place] == 0xff else { return nil }
      let mark = bytes[place + 1]
      // Fill bytes.
      if mark == 0xff {
        place += 1
        continue
      }
      let length = number(place + 2)
      guard length >= 2, place + 2 + length <= bytes.count else { return nil }
      let segment = bytes[(place + 4)..<(place + 2 + length)]
      switch mark {
      case 0xc0, 0xc1, 0xc2:
        guard segment.count >= 6, segment.count >= 6 + 3 * Int(segment[segment.startIndex + 5]) else { return nil }
        let start = segment.startIndex
        bitsPerComponent = Int(segment[start])
        height = number(start + 1)
        width = number(start + 3)
        components = Int(segment[start + 5])
        let names = (0..<components).map { segment[start + 6 + 3 * $0] }
        isNamedRGB = names == Array("RGB".utf8) || names == Array("rgb".utf8)
      case 0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf: return nil
      case 0xe1: if Self.isTurned(segment) { isUpright = false }
      case 0xda:
        guard width > 0, height > 0, components > 0 else { return nil }
        return
      default: break
      }
      place += 2 + length
    }
    return nil
  }

  /// Tells whether the camera's notes ask for turning.
  private static func isTurned(_ segment: ArraySlice<UInt8>) -> Bool {
    guard segment.starts(with: Array("Exif\0\0".utf8)) else { return false }
    let notes = Array(segment.dropFirst(6))
    guard notes.count >= 8 else { return false }
    let isLittle = notes[0] == UInt8(ascii: "I")
    func number(_ place: Int, _ count: Int) -> Int {
      guard place >= 0, place + count <= notes.count else { return 0 }
      let part = notes[place..<place + count]
      return (isLittle ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(4, 4)
    for entry in 0..<min(number(directory, 2), 200) {
      let place = directory + 2 + 12 * entry
      if number(place, 2) == 0x0112 { return number(place + 8, 2) > 1 }
    }
    return false
  }
}
