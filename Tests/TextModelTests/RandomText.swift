import TextModel

/// Counts the slow and obvious way.
struct NaiveText {
  var bytes: [UInt8]

  var boundaries: [Int] { (0...bytes.count).filter { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 } }

  /// The offsets right after each line end, in order.
  var lineStarts: [Int] {
    var starts = [0]
    for index in bytes.indices {
      let pairs = bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == 10
      if (bytes[index] == 10 || bytes[index] == 13) && !pairs { starts.append(index + 1) }
    }
    return starts
  }
}

extension TextRange {
  init(_ lower: Int, _ upper: Int) {
    self.init(TextOffset(lower), TextOffset(upper))
  }
}
